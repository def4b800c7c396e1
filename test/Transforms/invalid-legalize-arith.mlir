// RUN: stax-opt %s -split-input-file -stax-legalize-arith -verify-diagnostics

// Only an outlined kernel has a status word to record errors in.
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

// Index arithmetic of a kernel has no place for a check.
func.func private @division_beside_nodes(%x: memref<8xf32>, %n: index, %y: memref<8xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x, %n : memref<8xf32>, index) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>, %m: index):
    // expected-error @below {{'arith.divui' op cannot be checked in a kernel, outside of its nodes; move it in front of the kernel}}
    %d = arith.divui %m, %m : index
    %r = stax.pointwise ins(%t[(d0)[s0] -> (d0 + s0)] : tensor<8xf32>) symbols(%d) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}
