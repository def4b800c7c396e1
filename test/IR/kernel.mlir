// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// A node has the identity map unless it says otherwise.
// CHECK-LABEL: @one_node
func.func @one_node(%x: tensor<64x128xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: %[[R:.*]] = stax.kernel space(par: [64], seq: [128]) ins(%{{.*}} : tensor<64x128xf32>) outs(%{{.*}} : tensor<64xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<64x128xf32>):
  // CHECK-NEXT: %[[M:.*]] = stax.reduce #stax.max dims [1] ins(%[[A]] : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK-NEXT: stax.yield %[[M]] : tensor<64xf32>
  // CHECK-NEXT: } -> tensor<64xf32>
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %m = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    stax.yield %m : tensor<64xf32>
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A reduction's value is read over its row, in the phase that follows.
// CHECK-LABEL: @two_phases
func.func @two_phases(%x: tensor<64x128xf32>, %init: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    // CHECK: stax.reduce
    %m = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    // CHECK: stax.pointwise ins(%{{.*}}, %{{.*}}[(d0, d1) -> (d0)] :
    %d = stax.pointwise ins(%a, %m[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.subf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %d : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// Several destinations, and one value for two of them.
// CHECK-LABEL: @several_results
func.func @several_results(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) {
  // CHECK: %{{.*}}:2 = stax.kernel space(par: [8], seq: [])
  // CHECK: } -> (tensor<8xf32>, tensor<8xf32>)
  %0:2 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y, %z : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1, %1 : tensor<8xf32>, tensor<8xf32>
  } -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// The region sees dynamic extents as arguments, before the inputs.
// CHECK-LABEL: @dynamic_space
func.func @dynamic_space(%x: tensor<?x?xf32>, %init: tensor<?xf32>, %m: index, %n: index) -> tensor<?xf32> {
  // CHECK: stax.kernel space(par: [%{{.*}}], seq: [%{{.*}}]) ins(
  // CHECK-NEXT: ^bb0(%[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: tensor<?x?xf32>):
  // CHECK-NEXT: domain [%[[M]], %[[N]]] ins(%[[A]] :
  %0 = stax.kernel space(par: [%m], seq: [%n]) ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%i: index, %j: index, %a: tensor<?x?xf32>):
    %r = stax.reduce #stax.add dims [1] domain [%i, %j] ins(%a : tensor<?x?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A permutation: the reduced dimension of the node is outside in its domain and
// inside in the space.
// CHECK-LABEL: @permuted_node
func.func @permuted_node(%x: tensor<128x64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<128x64xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: tensor<128x64xf32>):
    // CHECK: attributes {stax.node_map = #{{.*}}}
    %r = stax.reduce #stax.add dims [0] ins(%a : tensor<128x64xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d1, d0)>} -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A batch norm's sum over three dimensions around the parallel one.
// CHECK-LABEL: @batch_norm
func.func @batch_norm(%x: tensor<4x16x8x8xf32>, %init: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stax.kernel space(par: [16], seq: [4, 8, 8]) ins(%x : tensor<4x16x8x8xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%a: tensor<4x16x8x8xf32>):
    %r = stax.reduce #stax.add dims [0, 2, 3] ins(%a : tensor<4x16x8x8xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>} -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Collapsed dimensions, nested or flat; a dimension of extent 1 has factor 1.
// CHECK-LABEL: @collapsed_nodes
func.func @collapsed_nodes(%x: tensor<24xf32>, %y: tensor<24xf32>, %z: tensor<24xf32>) {
  %0:2 = stax.kernel space(par: [2, 3, 1, 4], seq: []) ins(%x : tensor<24xf32>) outs(%y, %z : tensor<24xf32>, tensor<24xf32>) {
  ^bb0(%a: tensor<24xf32>):
    %1 = stax.pointwise ins(%a : tensor<24xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> ((d0 * 3 + d1) * 4 + d3)>} -> tensor<24xf32>
    %2 = stax.pointwise ins(%a : tensor<24xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 4 + d2 * 4 + d3)>} -> tensor<24xf32>
    // CHECK: stax.yield
    stax.yield %1, %2 : tensor<24xf32>, tensor<24xf32>
  } -> (tensor<24xf32>, tensor<24xf32>)
  return
}

// -----

// An expanded dimension.
// CHECK-LABEL: @expanded_node
func.func @expanded_node(%x: tensor<2x3x4xf32>, %y: tensor<2x3x4xf32>) {
  %0 = stax.kernel space(par: [24], seq: []) ins(%x : tensor<2x3x4xf32>) outs(%y : tensor<2x3x4xf32>) {
  ^bb0(%a: tensor<2x3x4xf32>):
    %1 = stax.pointwise ins(%a : tensor<2x3x4xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 12, (d0 floordiv 4) mod 3, d0 mod 4)>} -> tensor<2x3x4xf32>
    // CHECK: stax.yield
    stax.yield %1 : tensor<2x3x4xf32>
  } -> tensor<2x3x4xf32>
  return
}

// -----

// Dimensions collapsed and expanded otherwise.
// CHECK-LABEL: @collapsed_and_expanded_node
func.func @collapsed_and_expanded_node(%x: tensor<3x8xf32>, %y: tensor<3x8xf32>) {
  %0 = stax.kernel space(par: [4, 6], seq: []) ins(%x : tensor<3x8xf32>) outs(%y : tensor<3x8xf32>) {
  ^bb0(%a: tensor<3x8xf32>):
    %1 = stax.pointwise ins(%a : tensor<3x8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> ((d0 * 6 + d1) floordiv 8, (d0 * 6 + d1) mod 8)>} -> tensor<3x8xf32>
    // CHECK: stax.yield
    stax.yield %1 : tensor<3x8xf32>
  } -> tensor<3x8xf32>
  return
}

// -----

// A node that varies with fewer dimensions than the space has.
// CHECK-LABEL: @narrow_node
func.func @narrow_node(%x: tensor<8xf32>, %y: tensor<8x4xf32>) {
  %0 = stax.kernel space(par: [8, 4], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<8xf32> {
    ^bb0(%v: f32):
      %e = math.exp %v : f32
      stax.yield %e : f32
    }
    %2 = stax.pointwise ins(%1[(d0, d1) -> (d0)] : tensor<8xf32>) -> tensor<8x4xf32>
    // CHECK: stax.yield
    stax.yield %2 : tensor<8x4xf32>
  } -> tensor<8x4xf32>
  return
}

// -----

// Constants, shapes and index arithmetic are no nodes.
// CHECK-LABEL: @scalars
func.func @scalars(%x: tensor<16xf32>, %k: index, %s: f32, %y: tensor<8xf32>) {
  %0 = stax.kernel space(par: [8], seq: []) ins(%x, %k, %s : tensor<16xf32>, index, f32) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<16xf32>, %n: index, %v: f32):
    // CHECK: arith.constant
    %c = arith.constant 1 : index
    // CHECK: arith.addi
    %o = arith.addi %n, %c : index
    %1 = stax.pointwise ins(%a[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%o) -> tensor<8xf32> {
    ^bb0(%e: f32):
      %r = arith.mulf %e, %v : f32
      stax.yield %r : f32
    }
    // CHECK: tensor.dim
    %d = tensor.dim %1, %c : tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// On buffers there are no results; scratch is a buffer for private values.
// CHECK-LABEL: @buffers
func.func @buffers(%x: memref<64x128xf32>, %y: memref<64xf32, strided<[2], offset: ?>>, %t: memref<2x128xf32>) {
  // CHECK: stax.kernel space(par: [64], seq: [128]) ins(%{{.*}} : memref<64x128xf32>) outs(%{{.*}} : memref<64xf32, strided<[2], offset: ?>>) scratch(%{{.*}} : memref<2x128xf32>) {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<64x128xf32>):
  stax.kernel space(par: [64], seq: [128]) ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32, strided<[2], offset: ?>>) scratch(%t : memref<2x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %m = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    stax.yield %m : tensor<64xf32>
  }
  return
}

// -----

// A schedule, and attributes of the user.
// CHECK-LABEL: @schedule
func.func @schedule(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: outs(%{{.*}} : tensor<8x16xf32>) schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 2> attributes {stax.stream = 1 : i64} {
  %0 = stax.kernel space(par: [8, 16], seq: []) ins(%x : tensor<8x16xf32>) outs(%x : tensor<8x16xf32>) schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 2> attributes {stax.stream = 1} {
  ^bb0(%a: tensor<8x16xf32>):
    %1 = stax.pointwise ins(%a : tensor<8x16xf32>) -> tensor<8x16xf32>
    stax.yield %1 : tensor<8x16xf32>
  } -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// A dimension of extent 1 needs no loop.
// CHECK: #[[MAP:.*]] = affine_map<(d0) -> (d0, 0)>
// CHECK-LABEL: @unit_dimension
func.func @unit_dimension(%x: tensor<8x1xf32>) -> tensor<8x1xf32> {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<8x1xf32>) attributes {stax.node_map = #[[MAP]]}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8x1xf32>) outs(%x : tensor<8x1xf32>) {
  ^bb0(%a: tensor<8x1xf32>):
    %1 = stax.pointwise ins(%a : tensor<8x1xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0, 0)>} -> tensor<8x1xf32>
    stax.yield %1 : tensor<8x1xf32>
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// -----

// A kernel of nothing.
// CHECK-LABEL: @empty
func.func @empty() {
  // CHECK: stax.kernel space(par: [], seq: []) {
  // CHECK-NEXT: stax.yield
  stax.kernel space(par: [], seq: []) {}
  return
}

// -----

// A flat node reads a value of two dimensions where it is written, although its
// map says so with a quotient and a remainder.
// CHECK-LABEL: @kernel_c7_flat
func.func @kernel_c7_flat(%x: tensor<4x8xf32>, %y: tensor<32xf32>) -> tensor<32xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0) -> (d0 floordiv 8, d0 mod 8)]
  %0 = stax.kernel space(par: [4], seq: [8]) ins(%x : tensor<4x8xf32>) outs(%y : tensor<32xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %n = stax.pointwise ins(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
    %m = stax.pointwise domain [32] ins(%n[(d0) -> (d0 floordiv 8, d0 mod 8)] : tensor<4x8xf32>)
        attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 8 + d1)>} -> tensor<32xf32>
    stax.yield %m : tensor<32xf32>
  } -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
