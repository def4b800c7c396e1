// RUN: stax-opt %s -stax-print-lifetimes -o %t.mlir | FileCheck %s
// Nothing is changed.
// RUN: stax-opt %s -o %t.same.mlir
// RUN: cmp %t.mlir %t.same.mlir

// CHECK: lifetimes in 'main'
// CHECK-NEXT: #0 memref<4xf32> defined by memref.alloc at {{.*}}.mlir:[[#@LINE+13]]:8
// CHECK-NEXT: live in [1, 4)
// CHECK-NEXT: first used by linalg.fill at {{.*}}.mlir:[[#@LINE+12]]:3
// CHECK-NEXT: last used by memref.copy at {{.*}}.mlir:[[#@LINE+12]]:3
// CHECK-NEXT: freed by memref.dealloc at {{.*}}.mlir:[[#@LINE+12]]:3
// CHECK-NEXT: #1 memref<8xf32> defined by memref.alloc at {{.*}}.mlir:[[#@LINE+12]]:8
// CHECK-NEXT: live in [5, 6), never used
// CHECK-NEXT: #2 memref<2xf32> defined by memref.alloc at {{.*}}.mlir:[[#@LINE+11]]:8
// CHECK-NEXT: live in [7, 10)
// CHECK-NEXT: first used by linalg.fill at
// CHECK-NEXT: last used by func.return at
// CHECK-NEXT: not planned: it is returned, func.return at {{.*}}.mlir:[[#@LINE+9]]:3
func.func @main(%x: memref<4xf32>, %c: f32) -> memref<2xf32> {
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  %r = memref.alloc() : memref<2xf32>
  linalg.fill ins(%c : f32) outs(%r : memref<2xf32>)
  return %r : memref<2xf32>
}
