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

// Sums of rows and of columns cannot both be complete where the loops of the
// other one begin.
func.func private @no_place(%x: memref<8x16xf32>, %y: memref<8x16xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op reads a value in another loop than the one that computes it, and cannot compute it again; run stax-bufferize, which keeps it, or let the kernel yield it}}
  stax.kernel space(par: [], seq: [8, 16]) ins(%x : memref<8x16xf32>) outs(%y : memref<8x16xf32>) {
  ^bb0(%t: tensor<8x16xf32>):
    %rows = stax.reduce #stax.add dims [1] ins(%t : tensor<8x16xf32>) -> tensor<8xf32>
    // expected-note @below {{value is computed here}}
    %columns = stax.reduce #stax.add dims [0] ins(%t : tensor<8x16xf32>) -> tensor<16xf32>
    %r = stax.pointwise ins(%rows[(d0, d1) -> (d0)], %columns[(d0, d1) -> (d1)] : tensor<8xf32>, tensor<16xf32>) -> tensor<8x16xf32> {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      stax.yield %p : f32
    }
    stax.yield %r : tensor<8x16xf32>
  }
  return
}

// -----

func.func private @same_destination(%x: memref<8xf32>, %y: memref<8xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op writes destinations #0 and #1 to one buffer; give each a buffer of its own}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y, %y : memref<8xf32>, memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %q = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    %r = stax.pointwise ins(%q : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %q, %r : tensor<8xf32>, tensor<8xf32>
  }
  return
}

// -----

// The loop after the sum reads what the loop of the sum has overwritten.
func.func private @in_place_too_early(%x: memref<8x16xf32>, %y: memref<8x16xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op writes destination #0 in place, but reads it again after that; give the kernel a destination of its own}}
  stax.kernel space(par: [8], seq: [16]) ins(%x : memref<8x16xf32>) outs(%x, %y : memref<8x16xf32>, memref<8x16xf32>) {
  ^bb0(%t: tensor<8x16xf32>):
    %n = stax.pointwise ins(%t : tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%a: f32):
      %r = arith.negf %a : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] ins(%t : tensor<8x16xf32>) -> tensor<8xf32>
    %d = stax.pointwise ins(%t, %s[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.subf %a, %b : f32
      stax.yield %r : f32
    }
    stax.yield %n, %d : tensor<8x16xf32>, tensor<8x16xf32>
  }
  return
}

// -----

#inside = affine_set<(d0) : (d0 - 1 >= 0)>
func.func private @in_place_guarded(%x: memref<8xf32>, %c: f32) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op writes destination #0 in place, but reads it under a guard; give the kernel a destination of its own}}
  stax.kernel space(par: [8], seq: []) ins(%x, %c : memref<8xf32>, f32) outs(%x : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>, %e: f32):
    %r = stax.pointwise ins(%t guard #inside else %e : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

func.func private @in_place_captured(%x: memref<8xf32>) attributes {stax.launch_group} {
  // expected-error @below {{'stax.kernel' op writes destination #0 in place, but reads it at computed indices; give the kernel a destination of its own}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%x : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise -> tensor<8xf32> {
      %i = stax.index 0
      %v = tensor.extract %t[%i] : tensor<8xf32>
      stax.yield %v : f32
    }
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
