// RUN: stax-opt %s -stax-plan-memory=alignment=16 | FileCheck %s
// RUN: stax-opt %s -stax-plan-memory='budget=48 alignment=16' | FileCheck %s
// RUN: not stax-opt %s -stax-plan-memory='budget=47 alignment=16' 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not stax-opt %s -stax-plan-memory=alignment=24 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// RUN: stax-opt %s -stax-plan-memory -remarks-filter=stax 2>&1 | FileCheck %s --check-prefix=REMARKS

// Sizes and offsets are multiples of the alignment, those of one buffer of its
// own.
// CHECK-LABEL: func.func @aligned
// CHECK-SAME: stax.arena_bytes = 48 : i64, stax.peak_bytes = 48 : i64
// CHECK: memref.alloc() {alignment = 32 : i64, {{.*}}} : memref<48xi8>

// A budget that cannot be met names the bound and what is live at the peak.
// BUDGET: stax-plan-memory-options.mlir:[[#@LINE+5]]:1: error: stax-plan-memory: the buffers need an arena of 48 bytes, which is more than the budget of 47; no plan of this order can be smaller than 48 bytes, which are live at once: #0 linalg.fill at {{.*}}stax-plan-memory-options.mlir:[[#@LINE+7]]:3, #1 memref.copy at {{.*}}stax-plan-memory-options.mlir:[[#@LINE+10]]:3
// ALIGNMENT: error: stax-plan-memory: expected the alignment to be a power of two, but got 24

// REMARKS: [Missed] NotPlanned | Category:stax | {{.*}}it is returned
// REMARKS: [Analysis] ArenaSize | Category:stax | arena_bytes=128, buffers=2, peak_bytes=128
func.func @aligned(%c: f32) -> memref<1xf32> {
  %a = memref.alloc() : memref<5xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<5xf32>)
  %b = memref.alloc() {alignment = 32 : i64} : memref<3xf32>
  %v = memref.subview %a[0] [3] [1] : memref<5xf32> to memref<3xf32, strided<[1]>>
  memref.copy %v, %b : memref<3xf32, strided<[1]>> to memref<3xf32>
  %r = memref.alloc() : memref<1xf32>
  linalg.fill ins(%c : f32) outs(%r : memref<1xf32>)
  return %r : memref<1xf32>
}
