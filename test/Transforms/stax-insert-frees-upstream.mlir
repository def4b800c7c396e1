// Upstream's ownership-based deallocation frees the same buffers, at the end of
// their blocks or, after optimize-allocation-liveness, at the same place.
// RUN: stax-opt %s -stax-insert-frees -split-input-file | FileCheck %s
// RUN: stax-opt %s -ownership-based-buffer-deallocation -canonicalize \
// RUN:   -buffer-deallocation-simplification -bufferization-lower-deallocations \
// RUN:   -split-input-file | FileCheck %s
// RUN: stax-opt %s -ownership-based-buffer-deallocation -canonicalize \
// RUN:   -buffer-deallocation-simplification -bufferization-lower-deallocations \
// RUN:   -optimize-allocation-liveness -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sequence(
func.func @sequence(%x: memref<4xf32>, %c: f32) -> memref<4xf32> {
  // CHECK: memref.alloc() : memref<8xf32>
  // CHECK: memref.copy
  // CHECK: memref.dealloc %{{.*}} : memref<8xf32>
  // CHECK-NOT: memref.dealloc
  // CHECK: return
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %v, %x : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  %r = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%r : memref<4xf32>)
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @loop(
func.func @loop(%x: memref<4xf32>, %c: f32, %n: index) {
  // CHECK: memref.alloc() : memref<8xf32>
  // CHECK: scf.for
  // CHECK: memref.alloc() : memref<4xf32>
  // CHECK: memref.dealloc %{{.*}} : memref<4xf32>
  // CHECK: }
  // CHECK: memref.dealloc %{{.*}} : memref<8xf32>
  // CHECK-NOT: memref.dealloc
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<4xf32>
    %v = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    memref.copy %v, %b : memref<4xf32, strided<[1]>> to memref<4xf32>
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// A view of a view, handed to a function that keeps nothing.
func.func private @read(%x: memref<?xf32, strided<[?], offset: ?>>) {
  return
}
// CHECK-LABEL: func.func @view_and_call(
func.func @view_and_call(%c: f32) {
  // CHECK: memref.alloc() : memref<4x8xf32>
  // CHECK: call @read
  // CHECK: memref.dealloc %{{.*}} : memref<4x8xf32>
  // CHECK-NOT: memref.dealloc
  // CHECK: return
  %a = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4x8xf32>)
  %flat = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %half = memref.subview %flat[16] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: 16>>
  %any = memref.cast %half : memref<16xf32, strided<[1], offset: 16>> to memref<?xf32, strided<[?], offset: ?>>
  call @read(%any) : (memref<?xf32, strided<[?], offset: ?>>) -> ()
  return
}

// -----

// A buffer that one branch uses is freed behind both; one that a branch makes,
// in the branch.
// CHECK-LABEL: func.func @branch(
func.func @branch(%x: memref<4xf32>, %c: f32, %p: i1) {
  // CHECK: memref.alloc() : memref<8xf32>
  // CHECK: scf.if
  // CHECK: memref.alloc() : memref<4xf32>
  // CHECK: memref.dealloc %{{.*}} : memref<4xf32>
  // CHECK: }
  // CHECK: memref.dealloc %{{.*}} : memref<8xf32>
  // CHECK-NOT: memref.dealloc
  // CHECK: return
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  scf.if %p {
    %b = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
    %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    memref.copy %v, %x : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32>
  }
  return
}
