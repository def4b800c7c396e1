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

// -----

// What the bits of a status word mean is in the module.
// expected-error @below {{stax-emit-entry-points: argument #1 is marked 'stax.status', but the module has no 'stax.checks'; run stax-outline-kernels first}}
func.func @status_without_checks(%x: memref<8xf32>, %s: memref<1xi64> {stax.status}) {
  return
}

// -----

// The code here calls functions of the runtime library by name.
// expected-error @below {{stax-emit-entry-points: the name 'stax_free' begins with 'stax_', as names of the runtime library do; expected another one}}
func.func private @stax_free(%x: memref<8xf32>) {
  return
}
func.func @calls_it(%x: memref<8xf32>) {
  call @stax_free(%x) : (memref<8xf32>) -> ()
  return
}

// -----

// expected-error @below {{stax-emit-entry-points: the name 'f_signature' belongs to the entry of 'f'; expected another one}}
func.func private @f_signature(%x: memref<8xf32>) {
  return
}
func.func @f(%x: memref<8xf32>) {
  call @f_signature(%x) : (memref<8xf32>) -> ()
  return
}

// -----

func.func @f() {
  return
}
// expected-error @below {{stax-emit-entry-points: the name 'f_arena_size' belongs to the entry of 'f'; expected another one}}
func.func @f_arena_size() {
  return
}

// -----

// expected-error @below {{stax-emit-entry-points: expected argument #0, which is marked 'stax.status', to be 'memref<1xi64>', but got 'f32'}}
func.func @status_of_another_type(%s: f32 {stax.status}) {
  return
}
