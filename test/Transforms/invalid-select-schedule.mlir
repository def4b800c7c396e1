// RUN: stax-opt %s -split-input-file -stax-select-schedule="vector-dim=1" -verify-diagnostics
// RUN: not stax-opt %s -stax-select-schedule="unroll=-1" 2>&1 | FileCheck %s --check-prefix=UNROLL

// UNROLL: error: 'stax.kernel' op cannot run as the options say: expected 'unroll' to be positive, but got -1

// An option that a kernel cannot follow is an error.
func.func @dimension(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @below {{expected 'vector_dim' of the schedule to be a dimension of a space of rank 1, but got 1}}
  %0 = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: tensor<64xf32>):
    %y = stax.pointwise ins(%a : tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      stax.yield %v : f32
    }
    stax.yield %y : tensor<64xf32>
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
