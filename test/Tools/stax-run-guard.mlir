// Accesses outside of a buffer end the program with a message, whichever end
// they are at; so does depending on memory that was never written. Nothing that
// is in its view is checked otherwise: a cast to a larger one hides the buffer.

// RUN: not stax-run %s --guard --entry=load --input=random:9xf32 --input=random:index:range=9,9 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: stax-run: error: the program accesses memory outside of its buffers, 0 bytes behind the end of a buffer of 36 bytes
// RUN: not stax-run %s --guard --entry=load --input=random:9xf32 --input=random:index:range=-1,-1 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: stax-run: error: the program accesses memory outside of its buffers, 4 bytes before a buffer of 36 bytes
// RUN: stax-run %s --guard --check --entry=load --input=random:9xf32 --input=random:index:range=0,8 | FileCheck %s --check-prefix=OK
// OK: check: ok
func.func @load(%x: memref<9xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.reinterpret_cast %x to offset: [%i], sizes: [1], strides: [1]
      : memref<9xf32> to memref<1xf32, strided<[1], offset: ?>>
  %0 = memref.load %v[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %0 : f32
}

// Buffers of the program itself are padded, which writes must leave alone.
// RUN: not stax-run %s --guard --entry=store --input=random:index:range=20,20 2>&1 | FileCheck %s --check-prefix=STORE
// STORE: stax: something was written beside a buffer
// RUN: not stax-run %s --guard --entry=store --input=random:index:range=5000,5000 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: stax-run: error: the program accesses memory outside of its buffers
func.func @store(%i: index) -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<9xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<9xf32>)
  %c0 = arith.constant 0 : index
  %v = memref.reinterpret_cast %m to offset: [%i], sizes: [1], strides: [1]
      : memref<9xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %zero, %v[%c0] : memref<1xf32, strided<[1], offset: ?>>
  %t = bufferization.to_tensor %m restrict : memref<9xf32> to tensor<9xf32>
  return %t : tensor<9xf32>
}

// RUN: not stax-run %s --guard --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: stax-run: error: output #0 depends on memory that the program never wrote
func.func @unwritten() -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// What is printed is printed once.
// RUN: stax-run %s --guard --entry=prints | FileCheck %s --check-prefix=ONCE
// ONCE: 7
// ONCE-NOT: 7
func.func @prints() {
  %seven = arith.constant 7 : i32
  vector.print %seven : i32
  return
}

// RUN: not stax-run %s --guard --entry=prints --target=reference 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: stax-run: error: --guard: only compiled programs have buffers to guard; expected --target=cpu
