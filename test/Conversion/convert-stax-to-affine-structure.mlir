// RUN: stax-opt %s -split-input-file -convert-stax-to-affine | FileCheck %s

// Values of one loop are registers, a complete reduction is one for all loops
// after it, and a yielded value that a later loop needs is read back.
// CHECK-LABEL: @phases(
// CHECK-SAME: %[[X:[^:]*]]: memref<8x16xf32>, %[[E:[^:]*]]: memref<8x16xf32>, %[[Y:[^:]*]]: memref<8x16xf32>)
// CHECK:      affine.parallel (%[[I:.*]]) = (0) to (8)
// CHECK:        %[[LOOP:.*]]:2 = affine.for %[[J:.*]] = 0 to 16 iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (f32, f32) {
// CHECK:          %[[V:.*]] = affine.load %[[X]][%[[I]], %[[J]]]
// CHECK:          %[[EXP:.*]] = math.exp %[[V]]
// CHECK:          %[[SUM:.*]] = stax.combine #stax.add tree(row) (%[[A]]) (%[[EXP]])
// CHECK:          %[[MAX:.*]] = stax.combine #stax.max tree(row) (%[[B]]) (%[[EXP]])
// CHECK-NEXT:     affine.store %[[EXP]], %[[E]][%[[I]], %[[J]]]
// CHECK-NEXT:     affine.yield %[[SUM]], %[[MAX]]
// CHECK:        %[[S:.*]] = stax.combine #stax.add (%[[LOOP]]#0)
// CHECK:        %[[M:.*]] = stax.combine #stax.max (%[[LOOP]]#1)
// CHECK:        %[[C:.*]] = arith.mulf %[[S]], %[[M]]
// CHECK-NEXT:   affine.for %[[K:.*]] = 0 to 16 {
// CHECK-NEXT:     %[[BACK:.*]] = affine.load %[[E]][%[[I]], %[[K]]]
// CHECK-NEXT:     %[[R:.*]] = arith.mulf %[[BACK]], %[[C]]
// CHECK-NEXT:     affine.store %[[R]], %[[Y]][%[[I]], %[[K]]]
func.func private @phases(%x: memref<8x16xf32>, %e: memref<8x16xf32>, %y: memref<8x16xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: [16]) ins(%x : memref<8x16xf32>) outs(%e, %y : memref<8x16xf32>, memref<8x16xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %exp = stax.pointwise ins(%a : tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] ins(%exp : tensor<8x16xf32>) -> tensor<8xf32>
    %m = stax.reduce #stax.max dims [1] ins(%exp : tensor<8x16xf32>) -> tensor<8xf32>
    %c = stax.pointwise ins(%s, %m : tensor<8xf32>, tensor<8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<8xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    %z = stax.pointwise ins(%exp, %c[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %exp, %z : tensor<8x16xf32>, tensor<8x16xf32>
  }
  return
}

// -----

// Loops of the same dimensions share what they can: the accumulator of the inner
// one goes around the outer one only if it has to.
// CHECK-LABEL: @tree(
// CHECK:      affine.parallel (%[[I:.*]]) = (0) to (4)
// CHECK:        %[[OUTER:.*]]:2 = affine.for %[[J:.*]] = 0 to 8 iter_args(%[[MAX:.*]] = %{{.*}}, %[[ALL:.*]] = %{{.*}})
// CHECK:          %[[INNER:.*]]:2 = affine.for %[[K:.*]] = 0 to 16 iter_args(%[[ROW:.*]] = %{{.*}}, %[[ALL2:.*]] = %[[ALL]])
// CHECK:            %[[NEXT:.*]] = stax.combine #stax.add tree(row) (%[[ROW]])
// CHECK:            %[[NEXT2:.*]] = stax.combine #stax.add tree(row) (%[[ALL2]])
// CHECK:            affine.yield %[[NEXT]], %[[NEXT2]]
// CHECK:          %[[SUM:.*]] = stax.combine #stax.add (%[[INNER]]#0)
// CHECK:          %[[NEXTMAX:.*]] = stax.combine #stax.max tree(row) (%[[MAX]]) (%[[SUM]])
// CHECK:          affine.yield %[[NEXTMAX]], %[[INNER]]#1
// CHECK:        affine.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK:        affine.store %{{.*}}, %{{.*}}[%[[I]]]
func.func private @tree(%x: memref<4x8x16xf32>, %y: memref<4xf32>, %z: memref<4xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [4], seq: [8, 16]) ins(%x : memref<4x8x16xf32>) outs(%y, %z : memref<4xf32>, memref<4xf32>) {
  ^bb0(%a: tensor<4x8x16xf32>):
    %rows = stax.reduce #stax.add dims [2] ins(%a : tensor<4x8x16xf32>) -> tensor<4x8xf32>
    %max = stax.reduce #stax.max dims [1] ins(%rows : tensor<4x8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d0, d1)>} -> tensor<4xf32>
    %all = stax.reduce #stax.add dims [1, 2] ins(%a : tensor<4x8x16xf32>) -> tensor<4xf32>
    stax.yield %max, %all : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// Overwriting an input in the last loop that reads it: the store comes after
// all reads of the point.
// CHECK-LABEL: @in_place(
// CHECK-SAME: %[[X:[^:]*]]: memref<8x16xf32>)
// CHECK:      affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:   %[[A:.*]] = affine.load %[[X]]
// CHECK-NEXT:   %[[N:.*]] = arith.negf %[[A]]
// CHECK-NEXT:   %[[B:.*]] = affine.load %[[X]]
// CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[N]], %[[B]]
// CHECK-NEXT:   %[[R:.*]] = arith.addf %[[P]], %{{.*}}
// CHECK-NEXT:   affine.store %[[R]], %[[X]]
// CHECK-NEXT: }
func.func private @in_place(%x: memref<8x16xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: [16]) ins(%x : memref<8x16xf32>) outs(%x : memref<8x16xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<8x16xf32>) -> tensor<8xf32>
    %n = stax.pointwise ins(%a : tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32):
      %r = arith.negf %v : f32
      stax.yield %r : f32
    }
    %z = stax.pointwise ins(%n, %a, %s[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32, %u: f32):
      %p = arith.mulf %v, %w : f32
      %r = arith.addf %p, %u : f32
      stax.yield %r : f32
    }
    stax.yield %z : tensor<8x16xf32>
  }
  return
}

// -----

// Checks of several loops gather their bits on the way.
// CHECK-LABEL: @checks(
// CHECK:      affine.parallel
// CHECK:        %[[FIRST:.*]]:2 = affine.for {{.*}} -> (f32, i64) {
// CHECK:          arith.ori
// CHECK:        affine.for {{.*}} iter_args(%[[BITS:.*]] = %[[FIRST]]#1) -> (i64) {
// CHECK:          arith.ori %[[BITS]]
// CHECK:        scf.if
// CHECK:          memref.atomic_rmw ori
func.func private @checks(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %status: memref<1xi64>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: [16]) ins(%x : memref<8x16xf32>) outs(%y : memref<8x16xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<8x16xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %zero = arith.constant 0.0 : f32
      %ok = arith.cmpf une, %v, %zero : f32
      stax.check %ok, 0
      stax.yield %v : f32
    }
    %z = stax.pointwise ins(%a, %s[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %zero = arith.constant 0.0 : f32
      %ok = arith.cmpf une, %w, %zero : f32
      stax.check %ok, 1
      %r = arith.divf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %z : tensor<8x16xf32>
  }
  return
}

// -----

// A value in scratch is written to the row of the thread, and read from it.
// CHECK-LABEL: @scratch(
// CHECK-SAME: %[[SCRATCH:[^:]*]]: memref<4x48xf32>)
// CHECK:      affine.parallel
// CHECK-NEXT:   %[[W:.*]] = stax.worker 4
// CHECK-NEXT:   %[[ROW:.*]] = memref.subview %[[SCRATCH]][%[[W]], 0] [1, 48] [1, 1] : memref<4x48xf32> to memref<48xf32, strided<[1], offset: ?>>
// CHECK:        affine.for %[[J:.*]] = 0 to 5
// CHECK:          affine.for %[[K:.*]] = 0 to 8
// CHECK:            %[[E:.*]] = math.exp
// CHECK:            affine.store %[[E]], %[[ROW]][%[[J]] * 8 + %[[K]]]
// CHECK:        affine.for %[[L:.*]] = 0 to 5 {
// CHECK:          affine.for %[[M:.*]] = 0 to 8 {
// CHECK:            affine.load %[[ROW]][%[[L]] * 8 + %[[M]]]
func.func private @scratch(%x: memref<16x5x8xf32>, %y: memref<16x5x8xf32>, %s: memref<4x48xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [16], seq: [5, 8]) ins(%x : memref<16x5x8xf32>) outs(%y : memref<16x5x8xf32>) scratch(%s : memref<4x48xf32>) {
  ^bb0(%a: tensor<16x5x8xf32>):
    %e = stax.pointwise ins(%a : tensor<16x5x8xf32>) attributes {stax.scratch = array<i64: 0>} -> tensor<16x5x8xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %sum = stax.reduce #stax.add dims [1, 2] ins(%e : tensor<16x5x8xf32>) -> tensor<16xf32>
    %z = stax.pointwise ins(%e, %sum[(d0, d1, d2) -> (d0)] : tensor<16x5x8xf32>, tensor<16xf32>) -> tensor<16x5x8xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.divf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %z : tensor<16x5x8xf32>
  }
  return
}

// -----

// Quotients and remainders that the space decides are gone.
// CHECK-LABEL: @flat(
// CHECK-SAME: %[[X:[^:]*]]: memref<4x8xf32>, %[[Y:[^:]*]]: memref<32xf32>)
// CHECK:      affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (4, 8)
// CHECK-NEXT:   affine.load %[[X]][%[[I]], %[[J]]]
// CHECK:        affine.store %{{.*}}, %[[Y]][%[[I]] * 8 + %[[J]]]
func.func private @flat(%x: memref<4x8xf32>, %y: memref<32xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [4, 8], seq: []) ins(%x : memref<4x8xf32>) outs(%y : memref<32xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %m = stax.pointwise domain [32] ins(%a[(d0) -> (d0 floordiv 8, d0 mod 8)] : tensor<4x8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 8 + d1)>} -> tensor<32xf32>
    stax.yield %m : tensor<32xf32>
  }
  return
}
