// RUN: stax-opt %s -split-input-file -stax-print-kernel-structure -o %t | FileCheck %s

// Reductions end loops: the sum needs the whole maximum, the quotient the whole
// sum. The exponential runs beside the sum and crosses to the quotient.
// CHECK-LABEL: kernel in @softmax:
// CHECK-NEXT:    for d1 carries 0:
// CHECK-NEXT:      node 0 stax.reduce
// CHECK-NEXT:    for d1 carries 2:
// CHECK-NEXT:      node 1 stax.pointwise
// CHECK-NEXT:      node 2 stax.reduce
// CHECK-NEXT:    for d1:
// CHECK-NEXT:      node 1 stax.pointwise again
// CHECK-NEXT:      node 3 stax.pointwise stored
// CHECK-NEXT:    node 1 result 0 crosses: recomputed
func.func @softmax(%x: tensor<64x128xf32>, %init: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %m = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    %e = stax.pointwise ins(%a, %m[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      %r = math.exp %d : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
    %y = stax.pointwise ins(%e, %s[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.divf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// What is yielded is read back. All reductions of a phase share its loop.
// CHECK-LABEL: kernel in @sums_and_extremes:
// CHECK-NEXT:    for d1 carries 1 2 3:
// CHECK-NEXT:      node 0 stax.pointwise stored
// CHECK-NEXT:      node 1 stax.reduce
// CHECK-NEXT:      node 2 stax.reduce
// CHECK-NEXT:      node 3 stax.reduce
// CHECK-NEXT:    node 4 stax.pointwise
// CHECK-NEXT:    for d1:
// CHECK-NEXT:      node 5 stax.pointwise stored
// CHECK-NEXT:    node 0 result 0 crosses: destination
func.func @sums_and_extremes(%x: tensor<8x16xf32>, %i: tensor<8x16xf32>, %j: tensor<8xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:4 = stax.kernel space(par: [8], seq: [16]) ins(%x : tensor<8x16xf32>)
      outs(%i, %i, %j, %j : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %e = stax.pointwise ins(%a : tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] ins(%e : tensor<8x16xf32>) -> tensor<8xf32>
    %m = stax.reduce #stax.max dims [1] ins(%e : tensor<8x16xf32>) -> tensor<8xf32>
    %t = stax.reduce #stax.add dims [1] ins(%a : tensor<8x16xf32>) -> tensor<8xf32>
    %c = stax.pointwise ins(%s, %t : tensor<8xf32>, tensor<8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<8xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    %y = stax.pointwise ins(%e, %c[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %e, %y, %s, %m : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>
  } -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Nests that begin alike are a tree. A value over fewer loops is computed in
// those only.
// CHECK-LABEL: kernel in @tree:
// CHECK-NEXT:    for d1 carries 2 3:
// CHECK-NEXT:      node 0 stax.pointwise
// CHECK-NEXT:      for d2 carries 1 3:
// CHECK-NEXT:        node 1 stax.reduce
// CHECK-NEXT:        node 3 stax.reduce
// CHECK-NEXT:      node 2 stax.reduce
// CHECK-NOT:   crosses
func.func @tree(%x: tensor<4x8x16xf32>, %b: tensor<4x8xf32>, %i: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = stax.kernel space(par: [4], seq: [8, 16]) ins(%x, %b : tensor<4x8x16xf32>, tensor<4x8xf32>)
      outs(%i, %i : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<4x8x16xf32>, %c: tensor<4x8xf32>):
    %n = stax.pointwise ins(%c : tensor<4x8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d0, d1)>} -> tensor<4x8xf32> {
    ^bb0(%v: f32):
      %r = arith.negf %v : f32
      stax.yield %r : f32
    }
    %rows = stax.reduce #stax.add dims [2] ins(%a : tensor<4x8x16xf32>) -> tensor<4x8xf32>
    %max = stax.reduce #stax.max dims [1] ins(%rows : tensor<4x8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d0, d1)>} -> tensor<4xf32>
    %all = stax.reduce #stax.add dims [1, 2] ins(%a, %n[(d0, d1, d2) -> (d0, d1)] : tensor<4x8x16xf32>, tensor<4x8xf32>) -> tensor<4xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %max, %all : tensor<4xf32>, tensor<4xf32>
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Outer reduced, inner kept: the kept loop is outside, and a reader follows.
// CHECK-LABEL: kernel in @columns:
// CHECK-NEXT:    for d1:
// CHECK-NEXT:      for d0 carries 0:
// CHECK-NEXT:        node 0 stax.reduce
// CHECK-NEXT:      for d0:
// CHECK-NEXT:        node 1 stax.pointwise stored
// CHECK-NOT:   crosses
func.func @columns(%x: tensor<8x16xf32>, %i: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stax.kernel space(par: [], seq: [8, 16]) ins(%x : tensor<8x16xf32>) outs(%i : tensor<8x16xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %s = stax.reduce #stax.add dims [0] ins(%a : tensor<8x16xf32>) -> tensor<16xf32>
    %y = stax.pointwise ins(%a, %s[(d0, d1) -> (d1)] : tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.subf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<8x16xf32>
  } -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// A pointwise value sinks to its first reader, and a node that nothing needs is
// left out.
// CHECK-LABEL: kernel in @sinks:
// CHECK-NEXT:    for d1 carries 2:
// CHECK-NEXT:      node 2 stax.reduce
// CHECK-NEXT:    for d1:
// CHECK-NEXT:      node 0 stax.pointwise
// CHECK-NEXT:      node 3 stax.pointwise stored
// CHECK-NOT:   crosses
func.func @sinks(%x: tensor<8x16xf32>, %i: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stax.kernel space(par: [8], seq: [16]) ins(%x : tensor<8x16xf32>) outs(%i : tensor<8x16xf32>) {
  ^bb0(%a: tensor<8x16xf32>):
    %n = stax.pointwise ins(%a : tensor<8x16xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32):
      %r = arith.negf %v : f32
      stax.yield %r : f32
    }
    %unused = stax.reduce #stax.max dims [1] ins(%n : tensor<8x16xf32>) -> tensor<8xf32>
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<8x16xf32>) -> tensor<8xf32>
    %y = stax.pointwise ins(%n, %s[(d0, d1) -> (d0)] : tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.subf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<8x16xf32>
  } -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
