// Outputs that may lie in dying inputs.
// RUN: stax-opt %s -stax-plan-memory=in-place=true -stax-verify-memory-plan -split-input-file | FileCheck %s
// RUN: stax-opt %s -stax-plan-memory -split-input-file | FileCheck %s --check-prefix=OFF

// A chain of elementwise operations needs one buffer.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: stax.arena_bytes = 64 : i64
// OFF-LABEL: func.func @chain(
// OFF-SAME: stax.arena_bytes = 128 : i64
func.func @chain(%x: memref<4x4xf32>) {
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  memref.dealloc %a : memref<4x4xf32>
  %d = memref.alloc() : memref<4x4xf32>
  linalg.add ins(%b, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%d : memref<4x4xf32>)
  memref.dealloc %b : memref<4x4xf32>
  memref.copy %d, %x : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %d : memref<4x4xf32>
  return
}

// -----

// Not if the input is read again,
// CHECK-LABEL: func.func @should_not_overwrite_live(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @should_not_overwrite_live(%x: memref<4x4xf32>) {
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  memref.copy %b, %x : memref<4x4xf32> to memref<4x4xf32>
  memref.copy %a, %x : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

// or read elsewhere than written,
// CHECK-LABEL: func.func @should_not_overwrite_transposed(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @should_not_overwrite_transposed(%x: memref<4x4xf32>) {
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() : memref<4x4xf32>
  linalg.transpose ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>) permutation = [1, 0]
  memref.copy %b, %x : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

// or read through a view as well,
// CHECK-LABEL: func.func @should_not_overwrite_viewed(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @should_not_overwrite_viewed(%x: memref<4x4xf32>) {
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 4] : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %b = memref.alloc() : memref<4x4xf32>
  linalg.add ins(%a, %v : memref<4x4xf32>, memref<4x4xf32, strided<[1, 4]>>) outs(%b : memref<4x4xf32>)
  memref.copy %b, %x : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

// or if the operation reduces.
// CHECK-LABEL: func.func @should_not_overwrite_reduced(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @should_not_overwrite_reduced(%x: memref<4x4xf32>, %c: f32) {
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() : memref<4x4xf32>
  linalg.matmul ins(%a, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  memref.copy %b, %x : memref<4x4xf32> to memref<4x4xf32>
  return
}
