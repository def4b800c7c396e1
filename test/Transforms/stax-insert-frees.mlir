// RUN: stax-opt %s -stax-insert-frees -split-input-file | FileCheck %s

// A buffer is freed after the last operation that touches it, through views.
// CHECK-LABEL: func.func @views(
func.func @views(%x: memref<4xf32>, %c: f32) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: memref.copy
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: linalg.fill
  // CHECK-NEXT: return
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %v, %x : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  linalg.fill ins(%c : f32) outs(%x : memref<4xf32>)
  return
}

// -----

// In a loop, what an iteration makes is freed in it; what is from outside after
// the loop.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: memref<4xf32>, %c: f32, %n: index) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: scf.for
  // CHECK: %[[B:.*]] = memref.alloc
  // CHECK: memref.copy %[[B]],
  // CHECK-NEXT: memref.dealloc %[[B]]
  // CHECK-NEXT: linalg.fill
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
    linalg.fill ins(%c : f32) outs(%x : memref<4xf32>)
  }
  return
}

// -----

// Results belong to the caller, buffers that are never used are freed at once,
// the program's own frees stay.
// CHECK-LABEL: func.func @kinds(
func.func @kinds(%c: f32, %p: i1) -> memref<4xf32> {
  // CHECK: %[[R:.*]] = memref.alloc
  // CHECK: %[[U:.*]] = memref.alloc
  // CHECK-NEXT: memref.dealloc %[[U]]
  // CHECK: %[[F:.*]] = memref.alloc
  // CHECK: memref.dealloc %[[F]]
  // CHECK-NOT: memref.dealloc
  // CHECK: return %[[R]]
  %r = memref.alloc() : memref<4xf32>
  %unused = memref.alloc() : memref<5xf32>
  linalg.fill ins(%c : f32) outs(%r : memref<4xf32>)
  %freed = memref.alloc() : memref<6xf32>
  linalg.fill ins(%c : f32) outs(%freed : memref<6xf32>)
  linalg.fill ins(%c : f32) outs(%r : memref<4xf32>)
  memref.dealloc %freed : memref<6xf32>
  return %r : memref<4xf32>
}

// -----

// A call of a function of the module is a use.
// CHECK-LABEL: func.func @call(
func.func @call(%x: memref<4xf32>, %c: f32) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: call @use(%[[A]]
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: linalg.fill
  %a = memref.alloc() : memref<4xf32>
  func.call @use(%a, %c) : (memref<4xf32>, f32) -> ()
  linalg.fill ins(%c : f32) outs(%x : memref<4xf32>)
  return
}
func.func private @use(%x: memref<4xf32>, %c: f32) {
  linalg.fill ins(%c : f32) outs(%x : memref<4xf32>)
  return
}

// -----

// Where a branch decides which buffer there is, upstream's deallocation frees
// it, and what is in the module beside it.
// CHECK-LABEL: func.func @branch(
func.func @branch(%x: memref<4xf32>, %c: f32, %p: i1) {
  // CHECK: scf.if
  // CHECK: memref.copy
  // CHECK: memref.dealloc
  // CHECK: return
  %r = scf.if %p -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  memref.copy %r, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// An argument that is returned is copied, so that the caller owns it.
// CHECK-LABEL: func.func @returned_argument(
func.func @returned_argument(%x: memref<4xf32>) -> memref<4xf32> {
  // CHECK: %[[COPY:.*]] = bufferization.clone %arg0
  // CHECK-NEXT: return %[[COPY]]
  return %x : memref<4xf32>
}
