// RUN: stax-opt %s -stax-outline-kernels -split-input-file -verify-diagnostics

// Tensors have no buffers yet.
func.func @on_tensors(%y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{is on tensors; run stax-bufferize before stax-outline-kernels}}
  %0 = stax.extern @f outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A C function has one signature.
func.func @two_signatures(%x: memref<8xf32>, %y: memref<8x8xf32>) {
  // expected-note @below {{the other call is here}}
  stax.extern @f outs(%x : memref<8xf32>)
  // expected-error @below {{calls @f as '(memref<?x?xf32, strided<[?, ?], offset: ?>>) -> i32', but another call as '(memref<?xf32, strided<[?], offset: ?>>) -> i32'}}
  stax.extern @f outs(%y : memref<8x8xf32>)
  return
}
