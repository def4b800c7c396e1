// RUN: stax-opt %s -split-input-file -stax-outline-kernels -verify-diagnostics

// Only kernels on buffers have memory to be called with.
func.func @on_tensors(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stax.kernel' op is on tensors; run stax-bufferize before stax-outline-kernels}}
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}
