// RUN: stax-opt %s -split-input-file -stax-emit-entry-points -verify-diagnostics

// expected-error @below {{stax-emit-entry-points: argument #0 is a tensor; run stax-bufferize first}}
func.func @tensor(%x: tensor<8xf32>) {
  return
}

// -----

// expected-error @below {{stax-emit-entry-points: argument #1 is 'memref<*xf32>', but callers can pass row-major tensors of a known rank only}}
func.func @unranked(%x: memref<8xf32>, %y: memref<*xf32>) {
  return
}

// -----

// expected-error @below {{stax-emit-entry-points: argument #0 is 'memref<8xf32, strided<[2]>>', but callers can pass row-major tensors}}
func.func @strided(%x: memref<8xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @below {{stax-emit-entry-points: result #0 has element type 'complex<f32>', which the binary interface does not have}}
func.func @complex() -> memref<8xcomplex<f32>> {
  %x = memref.alloc() : memref<8xcomplex<f32>>
  return %x : memref<8xcomplex<f32>>
}
