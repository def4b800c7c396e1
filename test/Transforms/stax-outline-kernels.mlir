// RUN: stax-opt %s -split-input-file -stax-outline-kernels | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-outline-kernels=group=kernel | FileCheck %s --check-prefix=KERNEL

// Kernels in a row share a function; allocations between them move in front.
// CHECK-LABEL: func @run(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: %[[B:.*]] = memref.alloc()
// CHECK-NEXT: call @run_launch0(%[[X]], %[[A]], %[[B]])
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: return %[[B]]
// CHECK: func private @run_launch0(%[[X:.*]]: memref<8xf32>, %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>) attributes {stax.disjoint = array<i64: 0, 1, 0, 2, 1, 2>, stax.launch_group}
// CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<8xf32>) outs(%[[A]] : memref<8xf32>)
// CHECK: stax.kernel {{.*}} ins(%[[A]] : memref<8xf32>) outs(%[[B]] : memref<8xf32>)
// KERNEL-LABEL: func @run(
// KERNEL: call @run_launch0(
// KERNEL: memref.alloc
// KERNEL: call @run_launch1(
func.func @run(%x: memref<8xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  %b = memref.alloc() : memref<8xf32>
  stax.kernel space(par: [8], seq: []) ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  memref.dealloc %a : memref<8xf32>
  return %b : memref<8xf32>
}

// -----

// An operation that uses memory ends a run.
// CHECK-LABEL: func @should_not_cross_memory_effects(
// CHECK: call @should_not_cross_memory_effects_launch0(
// CHECK: memref.store
// CHECK: call @should_not_cross_memory_effects_launch1(
func.func @should_not_cross_memory_effects(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  memref.store %c, %y[%c0] : memref<8xf32>
  stax.kernel space(par: [8], seq: []) ins(%y : memref<8xf32>) outs(%z : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// A buffer that is input and destination is one argument.
// CHECK-LABEL: func private @in_place_launch0(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>) attributes
// CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<8xf32>) outs(%[[X]] : memref<8xf32>)
func.func @in_place(%x: memref<8xf32>) {
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%x : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// Extents that come from the operands themselves need no check.
// CHECK-LABEL: func @should_not_check_own_extent(
// CHECK-NOT: stax.check
// CHECK: %[[N:.*]] = memref.dim
// CHECK: call @should_not_check_own_extent_launch0(%[[N]],
// CHECK-NOT: stax.check
// CHECK: func private
func.func @should_not_check_own_extent(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  stax.kernel space(par: [%n], seq: []) ins(%x : memref<?xf32>) outs(%b : memref<?xf32>) {
  ^bb0(%m: index, %t: tensor<?xf32>):
    %r = stax.pointwise domain [%m] ins(%t : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  stax.kernel space(par: [%n], seq: []) ins(%b : memref<?xf32>) outs(%c : memref<?xf32>) {
  ^bb0(%m: index, %t: tensor<?xf32>):
    %r = stax.pointwise domain [%m] ins(%t : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  return %c : memref<?xf32>
}

// -----

// Shapes that may disagree are checked; callers hand the status word on.
// CHECK: module attributes {stax.checks = [#stax.check_info<2, "the extent of dimension 0 of destination #0 does not agree with the other shapes", "{{.*}}">, #stax.check_info<2, "the extent of dimension 0 of input #1 does not agree with the other shapes", "{{.*}}">]}
// CHECK-LABEL: func private @add(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>, %[[Z:[^:]*]]: memref<?xf32>, %[[S:[^:]*]]: memref<1xi64> {stax.status})
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[D:.*]] = memref.dim %[[Z]]
// CHECK: %[[OK0:.*]] = arith.cmpi eq, %[[D]], %[[N]]
// CHECK: %[[M:.*]] = memref.dim %[[Y]]
// CHECK: %[[OK1:.*]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK: stax.check %[[OK0]], 0 in %[[S]]
// CHECK: stax.check %[[OK1]], 1 in %[[S]]
// CHECK: %[[OK:.*]] = arith.andi %[[OK0]], %[[OK1]]
// CHECK: scf.if %[[OK]] {
// CHECK-NEXT: func.call @add_launch0(
// CHECK-LABEL: func @caller(
// CHECK-SAME: %[[S:[^:]*]]: memref<1xi64> {stax.status})
// CHECK: call @add(%{{.*}}, %{{.*}}, %{{.*}}, %[[S]])
func.func private @add(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  stax.kernel space(par: [%n], seq: []) ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%z : memref<?xf32>) {
  ^bb0(%m: index, %t: tensor<?xf32>, %u: tensor<?xf32>):
    %r = stax.pointwise domain [%m] ins(%t, %u : tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<?xf32>
  }
  return
}
func.func @caller(%x: memref<?xf32>, %z: memref<?xf32>) {
  call @add(%x, %x, %z) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// An extent that is no buffer's may be negative: there is no such buffer, and
// no such launch.
// CHECK: stax.checks = [#stax.check_info<2, "an extent is negative"
// CHECK-LABEL: func @negative_extent(
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK: %[[VALID:.*]] = arith.cmpi sge, %[[N]], %{{.*}}
// CHECK: %[[SIZE:.*]] = arith.select %[[VALID]], %[[N]], %{{.*}}
// CHECK: stax.check %[[VALID]], 1
// CHECK: memref.alloc(%[[SIZE]])
// CHECK: %[[OK:.*]] = arith.cmpi sge, %[[N]], %{{.*}}
// CHECK: stax.check %[[OK]], 0
// CHECK: scf.if %[[OK]]
func.func @negative_extent(%n: index) -> memref<?xf32> {
  %c = arith.constant 1.0 : f32
  %z = memref.alloc(%n) : memref<?xf32>
  stax.kernel space(par: [%n], seq: []) ins(%c : f32) outs(%z : memref<?xf32>) {
  ^bb0(%m: index, %d: f32):
    %r = stax.pointwise domain [%m] -> tensor<?xf32> {
      stax.yield %d : f32
    }
    stax.yield %r : tensor<?xf32>
  }
  return %z : memref<?xf32>
}

// -----

// A slice at an offset known only when the program runs is checked at its ends;
// an empty space reads nothing.
// CHECK: stax.checks = [#stax.check_info<4, "an index of dimension 0 of input #0 is out of bounds"
// CHECK-LABEL: func @slice(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[O:[^:]*]]: index,
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[HIGH:.*]] = arith.addi %[[O]], %{{.*}}
// CHECK: arith.cmpi sge, %[[O]]
// CHECK: arith.cmpi slt, %[[HIGH]], %[[N]]
func.func @slice(%x: memref<?xf32>, %o: index, %z: memref<8xf32>) {
  stax.kernel space(par: [8], seq: []) ins(%x, %o : memref<?xf32>, index) outs(%z : memref<8xf32>) {
  ^bb0(%t: tensor<?xf32>, %p: index):
    %r = stax.pointwise ins(%t[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%p) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// A maximum over what may be empty is checked, a sum is not.
// CHECK: stax.checks = [#stax.check_info<5, "reduction by #stax.max over an empty dimension", "{{.*}}">]
// CHECK-LABEL: func @extremes(
func.func @extremes(%x: memref<4x?xf32>, %z: memref<4xf32>, %w: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<4x?xf32>
  stax.kernel space(par: [4], seq: [%n]) ins(%x : memref<4x?xf32>) outs(%z : memref<4xf32>) {
  ^bb0(%m: index, %t: tensor<4x?xf32>):
    %r = stax.reduce #stax.max dims [1] domain [4, %m] ins(%t : tensor<4x?xf32>) -> tensor<4xf32>
    stax.yield %r : tensor<4xf32>
  }
  stax.kernel space(par: [4], seq: [%n]) ins(%x : memref<4x?xf32>) outs(%w : memref<4xf32>) {
  ^bb0(%m: index, %t: tensor<4x?xf32>):
    %r = stax.reduce #stax.add dims [1] domain [4, %m] ins(%t : tensor<4x?xf32>) -> tensor<4xf32>
    stax.yield %r : tensor<4xf32>
  }
  return
}

// -----

// Kernels in nested regions are outlined where they are.
// CHECK-LABEL: func @in_a_loop(
// CHECK: scf.for
// CHECK-NEXT: func.call @in_a_loop_launch0(
func.func @in_a_loop(%x: memref<8xf32>, %z: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%z : memref<8xf32>) {
    ^bb0(%t: tensor<8xf32>):
      %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32>
      stax.yield %r : tensor<8xf32>
    }
  }
  return
}

// -----

// A guard keeps indices inside along the dimensions that it restricts; along
// others the extents must agree.
// CHECK: stax.checks = [{{.*}}#stax.check_info<2, "the extent of dimension 1 of input #0 does not agree with the other shapes", "{{.*}}">]
// CHECK-NOT: dimension 0 of input
#inside = affine_set<(d0, d1) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
// CHECK-LABEL: func @guarded(
// CHECK-SAME: %[[X:[^:]*]]: memref<8x?xf32>, %[[Y:[^:]*]]: memref<10x?xf32>, %[[N:[^:]*]]: index
// CHECK: %[[SIZE:.*]] = memref.dim %[[X]]
// CHECK: arith.cmpi eq, %[[SIZE]], %[[N]]
func.func @guarded(%x: memref<8x?xf32>, %y: memref<10x?xf32>, %n: index, %v: f32) {
  stax.kernel space(par: [10, %n], seq: []) ins(%x, %v : memref<8x?xf32>, f32) outs(%y : memref<10x?xf32>) {
  ^bb0(%m: index, %t: tensor<8x?xf32>, %p: f32):
    %r = stax.pointwise domain [10, %m] ins(%t[(d0, d1) -> (d0 - 1, d1)] guard #inside else %p : tensor<8x?xf32>) -> tensor<10x?xf32>
    stax.yield %r : tensor<10x?xf32>
  }
  return
}
