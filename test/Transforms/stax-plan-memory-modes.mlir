// The textbook's modes, for comparison.
// RUN: stax-opt %s -stax-plan-memory=mode=reuse | FileCheck %s --check-prefix=REUSE
// RUN: stax-opt %s -stax-plan-memory=mode=pool-tree -stax-verify-memory-plan | FileCheck %s --check-prefix=POOL
// RUN: not stax-opt %s -stax-plan-memory='mode=reuse budget=100' 2>&1 | FileCheck %s --check-prefix=BUDGET

// BUDGET: error: stax-plan-memory: the buffers need an arena of 192 bytes, which is more than the budget of 100

// A buffer takes over the storage of a dead one of its size and element type;
// another shape reinterprets it. The free of the last one frees the storage.
// REUSE-LABEL: func.func @chain(
// REUSE-SAME: stax.arena_bytes = 192 : i64, stax.peak_bytes = 192 : i64
// POOL-LABEL: func.func @chain(
// POOL-SAME: stax.arena_bytes = 192 : i64, stax.peak_bytes = 192 : i64
func.func @chain(%x: memref<4x4xf32>, %y: memref<16xi32>, %c: f32, %i: i32) {
  // REUSE: %[[A:.*]] = memref.alloc() : memref<16xf32>
  // REUSE: linalg.fill {{.*}} outs(%[[A]]
  // REUSE: %[[D:.*]] = memref.alloc() : memref<16xi32>
  // REUSE: linalg.fill {{.*}} outs(%[[D]]
  // REUSE: %[[B:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<16xf32> to memref<4x4xf32>
  // REUSE: %[[E:.*]] = memref.alloc() : memref<4x8xf32>
  // REUSE: linalg.fill {{.*}} outs(%[[B]]
  // REUSE: memref.copy %[[B]], %arg0
  // REUSE-NEXT: memref.dealloc %[[A]]
  // REUSE-NOT: memref.dealloc
  // REUSE: return
  // POOL-COUNT-4: memref.view
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<16xf32>)
  memref.dealloc %a : memref<16xf32>
  %d = memref.alloc() : memref<16xi32>
  linalg.fill ins(%i : i32) outs(%d : memref<16xi32>)
  memref.copy %d, %y : memref<16xi32> to memref<16xi32>
  %b = memref.alloc() : memref<4x4xf32>
  %e = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%c : f32) outs(%e : memref<4x8xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<4x4xf32>)
  %v = memref.subview %e[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  memref.copy %v, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  memref.copy %b, %x : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %b : memref<4x4xf32>
  return
}

// Holding a storage over the peak would raise it.
// REUSE-LABEL: func.func @should_not_raise_the_peak(
// REUSE-SAME: stax.arena_bytes = 256 : i64, stax.peak_bytes = 256 : i64
func.func @should_not_raise_the_peak(%x: memref<16xf32>, %c: f32) {
  // REUSE-COUNT-3: memref.alloc()
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<16xf32>)
  memref.copy %a, %x : memref<16xf32> to memref<16xf32>
  %big = memref.alloc() : memref<64xf32>
  linalg.fill ins(%c : f32) outs(%big : memref<64xf32>)
  %b = memref.alloc() : memref<16xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<16xf32>)
  memref.copy %b, %x : memref<16xf32> to memref<16xf32>
  return
}

// Another block has storages of its own.
// REUSE-LABEL: func.func @should_not_reuse_across_blocks(
func.func @should_not_reuse_across_blocks(%x: memref<16xf32>, %c: f32, %p: i1) {
  // REUSE-COUNT-2: memref.alloc()
  %a = memref.alloc() : memref<16xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<16xf32>)
  memref.copy %a, %x : memref<16xf32> to memref<16xf32>
  scf.if %p {
    %b = memref.alloc() : memref<16xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<16xf32>)
    memref.copy %b, %x : memref<16xf32> to memref<16xf32>
  }
  return
}
