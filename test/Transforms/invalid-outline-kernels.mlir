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

// -----

// A function whose errors must be reported cannot be called from elsewhere.
// expected-note @below {{function is here}}
func.func private @callee(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  stax.kernel space(par: [%n], seq: []) ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%m: index, %a: tensor<?xf32>):
    %r = stax.pointwise domain [%m] ins(%a : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  return
}
func.func @reference() -> ((memref<?xf32>, memref<?xf32>) -> ()) {
  // expected-error @below {{'func.constant' op uses a function whose errors only a call in a 'func.func' can report}}
  %f = func.constant @callee : (memref<?xf32>, memref<?xf32>) -> ()
  return %f : (memref<?xf32>, memref<?xf32>) -> ()
}
