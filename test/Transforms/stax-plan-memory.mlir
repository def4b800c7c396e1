// RUN: stax-opt %s -stax-plan-memory -split-input-file | FileCheck %s
// RUN: stax-opt %s -stax-plan-memory -stax-verify-memory-plan -split-input-file -o /dev/null
// Nested in any function operation, calls are not looked into.
// RUN: stax-opt %s -pass-pipeline='builtin.module(func.func(stax-plan-memory,stax-verify-memory-plan))' \
// RUN:   -split-input-file | FileCheck %s --check-prefix=NESTED
// RUN: stax-opt %s -stax-plan-memory=mode=none -split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: stax.arena

// Buffers whose lives do not overlap share bytes; frees disappear. A life
// begins where a buffer is first touched, not where it is allocated.
// CHECK-LABEL: func.func @sequence(
// CHECK-SAME: attributes {stax.arena_bytes = 256 : i64, stax.peak_bytes = 256 : i64}
func.func @sequence(%x: memref<64xf32>, %c: f32) {
  // CHECK-DAG: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation, stax.arena} : memref<256xi8>
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] {stax.buffer = {{[0-9]+}} : i64} : memref<256xi8> to memref<64xf32>
  // CHECK: %[[B:.*]] = memref.view %[[ARENA]][%[[C0]]][] {stax.buffer = {{[0-9]+}} : i64} : memref<256xi8> to memref<32xf32>
  // CHECK: linalg.fill {{.*}} outs(%[[A]]
  // CHECK: memref.copy %[[A]],
  // CHECK-NOT: dealloc
  // CHECK: linalg.fill {{.*}} outs(%[[B]]
  // CHECK: memref.copy %[[B]],
  // CHECK-NEXT: memref.dealloc %[[ARENA]]
  // CHECK-NEXT: return
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<32xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<32xf32>)
  %y = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  memref.copy %b, %y : memref<32xf32> to memref<32xf32, strided<[1]>>
  memref.dealloc %b : memref<32xf32>
  return
}

// -----

// Buffers that are live in one operation are disjoint.
// CHECK-LABEL: func.func @should_not_share_while_live(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @should_not_share_while_live(%x: memref<8xf32>, %c: f32) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
  // CHECK-DAG: memref.view %{{.*}}[%[[C0]]][] {{.*}} : memref<128xi8> to memref<8xf32>
  // CHECK-DAG: memref.view %{{.*}}[%[[C64]]][] {{.*}} : memref<128xi8> to memref<8xf32>
  // CHECK: return
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A use of a view is one of the buffer.
// CHECK-LABEL: func.func @views(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @views(%x: memref<4xf32>, %c: f32) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %w = memref.cast %v : memref<4xf32, strided<[1], offset: 4>> to memref<?xf32, strided<[1], offset: ?>>
  linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  memref.copy %w, %x : memref<?xf32, strided<[1], offset: ?>> to memref<4xf32>
  return
}

// -----

// A buffer that a loop uses is live in all of it, one that it makes only in
// an iteration.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: stax.arena_bytes = 128 : i64, stax.peak_bytes = 128 : i64
func.func @loop(%x: memref<4xf32>, %c: f32, %n: index) {
  // CHECK: %[[ARENA:.*]] = memref.alloc() {{.*}} : memref<128xi8>
  // CHECK: %[[A:.*]] = memref.view
  // CHECK: scf.for
  // CHECK: memref.view %[[ARENA]][%[[AT:.*]]][]
  // CHECK: memref.view %[[ARENA]][%[[AT]]][]
  // CHECK: }
  // CHECK: memref.dealloc
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
    %d = memref.alloc() : memref<4xf32>
    memref.copy %x, %d : memref<4xf32> to memref<4xf32>
    memref.copy %d, %x : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// A view that a loop makes of a buffer from outside keeps it live.
// CHECK-LABEL: func.func @view_in_loop(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @view_in_loop(%x: memref<4xf32>, %c: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    memref.copy %v, %x : memref<4xf32, strided<[1]>> to memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// What a loop hands on from one iteration to the next may exist twice.
// CHECK-LABEL: func.func @should_not_plan_carried(
// CHECK-SAME: stax.arena_bytes = 0 : i64
func.func @should_not_plan_carried(%init: memref<4xf32>, %x: memref<4xf32>, %n: index) {
  // CHECK: scf.for
  // CHECK: memref.alloc() : memref<4xf32>
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%m = %init) -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %m, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  memref.copy %last, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// A buffer that goes around a loop unchanged is live until the last use of the
// loop's result.
// CHECK-LABEL: func.func @updated_in_place(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @updated_in_place(%x: memref<4xf32>, %c: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> memref<4xf32> {
    linalg.exp ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %m : memref<4xf32>
  }
  linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  memref.copy %last, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Buffers that branches make and hand out live on.
// CHECK-LABEL: func.func @branches(
// CHECK: %[[ARENA:.*]] = memref.alloc() {{.*}} : memref<{{.*}}xi8>
func.func @branches(%x: memref<4xf32>, %c: f32, %p: i1) {
  // CHECK: scf.if
  // CHECK: memref.view %[[ARENA]]
  // CHECK: } else {
  // CHECK: memref.view %[[ARENA]]
  // CHECK: }
  // CHECK: memref.view %[[ARENA]]
  // CHECK: return
  %r = scf.if %p -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  %d = memref.alloc() : memref<4xf32>
  memref.copy %r, %d : memref<4xf32> to memref<4xf32>
  memref.copy %d, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Blocks of an acyclic graph run in their order.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: stax.arena_bytes = 64 : i64, stax.peak_bytes = 64 : i64
func.func @blocks(%x: memref<4xf32>, %c: f32, %p: i1) {
  // CHECK: ^bb1:
  // CHECK: memref.dealloc
  // CHECK-NEXT: return
  // CHECK: ^bb2
  // CHECK: memref.dealloc
  // CHECK-NEXT: return
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  return
^bb2:
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// In a cycle of blocks, a buffer from outside is live throughout.
// CHECK-LABEL: func.func @cycle(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @cycle(%x: memref<4xf32>, %c: f32, %p: i1) {
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
  cf.br ^bb1
^bb1:
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  cf.cond_br %p, ^bb1, ^bb2
^bb2:
  return
}

// -----

// Functions of the module are looked into; what they keep to themselves is
// planned, what they return is a view.
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: stax.arena_bytes = 128 : i64
// NESTED-LABEL: func.func @calls(
// NESTED-SAME: stax.arena_bytes = 0 : i64
func.func @calls(%x: memref<4xf32>, %c: f32) {
  %a = memref.alloc() : memref<4xf32>
  func.call @fill(%a, %c) : (memref<4xf32>, f32) -> ()
  %same = func.call @identity(%a) : (memref<4xf32>) -> memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  func.call @fill(%b, %c) : (memref<4xf32>, f32) -> ()
  memref.copy %same, %x : memref<4xf32> to memref<4xf32>
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  return
}
func.func private @fill(%x: memref<4xf32>, %c: f32) {
  linalg.fill ins(%c : f32) outs(%x : memref<4xf32>)
  return
}
func.func private @identity(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// Results, and what unknown functions may keep, stay allocations, unless the
// program frees them.
// CHECK-LABEL: func.func @should_not_plan_escaping(
// CHECK-SAME: stax.arena_bytes = 64 : i64
func.func @should_not_plan_escaping(%c: f32) -> memref<4xf32> {
  // CHECK: memref.view
  // CHECK: call @unknown
  // CHECK: memref.alloc() : memref<4xf32>
  // CHECK: call @unknown
  // CHECK: %[[R:.*]] = memref.alloc() : memref<4xf32>
  // CHECK: return %[[R]]
  %freed = memref.alloc() : memref<4xf32>
  func.call @unknown(%freed) : (memref<4xf32>) -> ()
  memref.dealloc %freed : memref<4xf32>
  %kept = memref.alloc() : memref<4xf32>
  func.call @unknown(%kept) : (memref<4xf32>) -> ()
  %r = memref.alloc() : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%r : memref<4xf32>)
  return %r : memref<4xf32>
}
func.func private @unknown(memref<4xf32>)

// -----

// Threads of a parallel loop have a buffer each.
// CHECK-LABEL: func.func @should_not_plan_parallel(
// CHECK-SAME: stax.arena_bytes = 0 : i64
func.func @should_not_plan_parallel(%x: memref<4xf32>, %c: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----

// A free that may be of one of two buffers keeps both as they are.
// CHECK-LABEL: func.func @should_not_plan_shared_free(
// CHECK-SAME: stax.arena_bytes = 0 : i64
func.func @should_not_plan_shared_free(%c: f32, %p: i1, %x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %s = arith.select %p, %a, %x : memref<4xf32>
  linalg.fill ins(%c : f32) outs(%s : memref<4xf32>)
  memref.dealloc %s : memref<4xf32>
  return
}

// -----

// Each memory space has an arena; buffers of no bytes take no place; layouts
// that are not the identity stay.
// CHECK-LABEL: func.func @kinds(
// CHECK-SAME: stax.arena_bytes = 128 : i64
func.func @kinds(%c: f32) {
  // CHECK-DAG: memref.alloc() {{.*}} stax.arena} : memref<64xi8, 1>
  // CHECK-DAG: memref.alloc() {{.*}} stax.arena} : memref<64xi8>
  // CHECK: memref.alloc() : memref<4x4xf32, strided<[1, 4]>>
  %a = memref.alloc() : memref<4xf32, 1>
  linalg.fill ins(%c : f32) outs(%a : memref<4xf32, 1>)
  %b = memref.alloc() : memref<4xf32>
  %e = memref.alloc() : memref<0x8xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<4xf32>)
  linalg.fill ins(%c : f32) outs(%e : memref<0x8xf32>)
  memref.copy %b, %b : memref<4xf32> to memref<4xf32>
  %t = memref.alloc() : memref<4x4xf32, strided<[1, 4]>>
  linalg.fill ins(%c : f32) outs(%t : memref<4x4xf32, strided<[1, 4]>>)
  return
}

// -----

// A transposed view is used like any other.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: stax.arena_bytes = 128 : i64, stax.peak_bytes = 128 : i64
func.func @transposed(%x: memref<4x8xf32>, %c: f32) {
  // CHECK: %[[A:.*]] = memref.view
  // CHECK: memref.transpose %[[A]]
  %a = memref.alloc() : memref<8x4xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8x4xf32>)
  %t = memref.transpose %a (i, j) -> (j, i) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
  memref.copy %t, %x : memref<4x8xf32, strided<[1, 4]>> to memref<4x8xf32>
  %b = memref.alloc() : memref<8x4xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<8x4xf32>)
  memref.copy %b, %b : memref<8x4xf32> to memref<8x4xf32>
  return
}
