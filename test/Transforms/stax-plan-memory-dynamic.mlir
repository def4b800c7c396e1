// Sizes that are known only when the program runs.
// RUN: stax-opt %s -stax-plan-memory -canonicalize -cse -split-input-file | FileCheck %s
// RUN: stax-opt %s -stax-plan-memory -stax-verify-memory-plan -split-input-file -o /dev/null
// RUN: not stax-opt %s -stax-plan-memory=budget=1000 -split-input-file 2>&1 | FileCheck %s --check-prefix=BUDGET

// BUDGET: error: stax-plan-memory: a budget of 1000 bytes cannot be promised, as sizes of buffers are known only when the program runs

// Buffers of equal size that do not live at once are one.
// CHECK-LABEL: func.func @equal(
// CHECK-NOT: stax.arena_bytes
func.func @equal(%x: memref<?xf32>, %c: f32) {
  // CHECK: %[[N:.*]] = memref.dim %{{.*}}, %{{.*}}
  // CHECK: %[[BYTES:.*]] = arith.muli %[[N]], %c4
  // CHECK: %[[SIZE:.*]] = arith.andi
  // CHECK: %[[ARENA:.*]] = memref.alloc(%[[SIZE]]) {{.*}} stax.arena} : memref<?xi8>
  // CHECK: memref.view %[[ARENA]][%c0][%[[N]]]
  // CHECK: memref.view %[[ARENA]][%c0][%[[N]]]
  // CHECK-NOT: memref.alloc
  // CHECK: return
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  %m = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<?xf32>)
  memref.copy %b, %x : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Two buffers of different sizes, one after the other, lie above a third: the
// arena ends where the higher one does.
// CHECK-LABEL: func.func @stacked(
func.func @stacked(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?x?xf32>, %c: f32) {
  // CHECK: %[[TOP:.*]] = arith.maxui
  // CHECK: memref.alloc(%[[TOP]]) {{.*}} stax.arena} : memref<?xi8>
  // CHECK: memref.view %{{.*}}[%c0][%{{.*}}, %{{.*}}]
  // CHECK: memref.view %{{.*}}[%[[ABOVE:.*]]][%{{.*}}]
  // CHECK: memref.view %{{.*}}[%[[ABOVE]]][%{{.*}}]
  // CHECK: return
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %d = memref.alloc(%n, %n) : memref<?x?xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<?x?xf32>)
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  %e = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%e : memref<?xf32>)
  memref.copy %e, %y : memref<?xf32> to memref<?xf32>
  memref.copy %d, %z : memref<?x?xf32> to memref<?x?xf32>
  return
}

// -----

// A size that depends on what is in memory is not known at the start.
// CHECK-LABEL: func.func @should_not_plan_computed(
// CHECK-SAME: stax.arena_bytes = 0 : i64
func.func @should_not_plan_computed(%x: memref<index>, %c: f32) {
  // CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
  // CHECK: return
  %n = memref.load %x[] : memref<index>
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  memref.copy %a, %a : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Each memory space computes its own sizes, also those that depend on buffers
// of the other one.
// CHECK-LABEL: func.func @spaces(
func.func @spaces(%x: memref<?xf32>, %c: f32) {
  // CHECK-DAG: memref.alloc(%{{.*}}) {{.*}} : memref<?xi8, 1>
  // CHECK-DAG: memref.alloc(%{{.*}}) {{.*}} : memref<?xi8>
  // CHECK: return
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  %m = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%m) : memref<?xf32, 1>
  linalg.fill ins(%c : f32) outs(%b : memref<?xf32, 1>)
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  return
}
