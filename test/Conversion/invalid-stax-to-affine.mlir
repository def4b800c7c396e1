// RUN: stax-opt %s -split-input-file -convert-stax-to-affine -verify-diagnostics

// Kernels are lowered in functions of their own.
func.func @not_outlined(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'stax.kernel' op is not outlined; run stax-outline-kernels first}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

func.func private @on_tensors(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op is on tensors; run stax-bufferize first}}
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}

// -----

func.func private @operand_is_no_argument(%x: memref<8xf32>) attributes {stax.launch_group} {
  %y = memref.alloc() : memref<8xf32>
  // expected-error @below {{'stax.kernel' op expected operands of an outlined kernel to be arguments of its function}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

func.func private @several_nodes(%x: memref<8xf32>, %y: memref<8xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op expected one node in the kernel, but got 2; fuse with algorithm=none}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %q = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    %r = stax.pointwise ins(%q : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// A transposed read would see elements that are overwritten already.
func.func private @in_place_elsewhere(%x: memref<8x8xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op writes destination #0 in place, but reads it at other elements; give the kernel a destination of its own}}
  stax.kernel space(par: [8, 8], seq: []) ins(%x : memref<8x8xf32>) outs(%x : memref<8x8xf32>) {
  ^bb0(%t: tensor<8x8xf32>):
    %r = stax.pointwise ins(%t[(d0, d1) -> (d1, d0)] : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %r : tensor<8x8xf32>
  }
  return
}
