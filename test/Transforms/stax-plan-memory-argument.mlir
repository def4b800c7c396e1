// The caller of a public function that no other one uses passes its arena.
// RUN: stax-opt %s -stax-plan-memory=arena=argument -stax-verify-memory-plan | FileCheck %s
// RUN: not stax-opt %s -pass-pipeline='builtin.module(func.func(stax-plan-memory{arena=argument}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED

// NESTED: error: stax-plan-memory: whether a caller can pass an arena is known on a module only; run the pass on the module, or with arena=function

// CHECK-LABEL: func.func @entry(
// CHECK-SAME: %arg0: memref<8xf32>, %arg1: f32, %[[ARENA:.*]]: memref<64xi8> {stax.arena})
// CHECK-SAME: stax.arena_bytes = 64 : i64
func.func @entry(%x: memref<8xf32>, %c: f32) {
  // CHECK: memref.view %[[ARENA]]
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: memref.dealloc
  // CHECK: return
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  call @called(%x, %c) : (memref<8xf32>, f32) -> ()
  return
}

// A function that is called has its own.
// CHECK-LABEL: func.func @called(
// CHECK-SAME: %arg0: memref<8xf32>, %arg1: f32)
func.func @called(%x: memref<8xf32>, %c: f32) {
  // CHECK: memref.alloc() {{.*}} stax.arena}
  // CHECK: memref.dealloc
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  return
}

// A function computes a dynamic size from the other arguments.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: memref<?xi8> {stax.arena}) attributes {stax.arena_size = @dynamic_arena_bytes}
// CHECK-LABEL: func.func private @dynamic_arena_bytes(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %{{.*}}: f32) -> index {
// CHECK: memref.dim %[[X]]
// CHECK: return %{{.*}} : index
func.func @dynamic(%x: memref<?xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  return
}
