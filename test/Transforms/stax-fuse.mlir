// RUN: stax-opt %s -split-input-file -stax-fuse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-fuse=algorithm=none | FileCheck %s

// A reduction has its parallel dimensions outside and the reduced ones inside.
// CHECK-LABEL: @reduction
// CHECK-SAME: (%[[X:.*]]: tensor<64x128xf32>)
func.func @reduction(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<64xf32>
  // CHECK: %[[K:.*]] = stax.kernel space(par: [64], seq: [128]) ins(%[[X]] : tensor<64x128xf32>) outs(%[[E]] : tensor<64xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<64x128xf32>):
  // CHECK-NEXT: %[[R:.*]] = stax.reduce #stax.max dims [1] ins(%[[A]] : tensor<64x128xf32>)
  // CHECK-NEXT: stax.yield %[[R]]
  // CHECK: return %[[K]]
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  return %m : tensor<64xf32>
}

// -----

// Where the reduced dimension is not the last, the node has a map from the space.
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-LABEL: @reduction_of_the_middle
func.func @reduction_of_the_middle(%x: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  // CHECK: stax.kernel space(par: [2, 4], seq: [3])
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<2x3x4xf32>) attributes {stax.node_map = #[[MAP]]}
  %m = stax.reduce #stax.add dims [1] ins(%x : tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %m : tensor<2x4xf32>
}

// -----

// A scanned dimension is inside, too, and carries are inputs.
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @scan
// CHECK-SAME: (%[[X:.*]]: tensor<64x128xf32>, %[[C:.*]]: tensor<128xf32>)
func.func @scan(%x: tensor<64x128xf32>, %c: tensor<128xf32>) -> tensor<64x128xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<64x128xf32>
  // CHECK: stax.kernel space(par: [128], seq: [64]) ins(%[[X]], %[[C]] : tensor<64x128xf32>, tensor<128xf32>) outs(%[[E]] : tensor<64x128xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<64x128xf32>, %[[B:.*]]: tensor<128xf32>):
  // CHECK-NEXT: stax.scan #stax.add dim 0 carry(%[[B]] : tensor<128xf32>) ins(%[[A]] : tensor<64x128xf32>) attributes {stax.node_map = #[[MAP]]}
  %0 = stax.scan #stax.add dim 0 carry(%c : tensor<128xf32>) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// Captured scalars become inputs; constants are copied into the kernel.
// CHECK-LABEL: @captures
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[S:.*]]: f32)
func.func @captures(%x: tensor<8xf32>, %s: f32) -> tensor<8xf32> {
  %c = arith.constant 2.0 : f32
  // CHECK: stax.kernel space(par: [8], seq: []) ins(%[[X]], %[[S]] : tensor<8xf32>, f32)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<8xf32>, %[[T:.*]]: f32):
  // CHECK-NEXT: %[[C:.*]] = arith.constant 2.0
  // CHECK: arith.mulf %{{.*}}, %[[C]]
  // CHECK: arith.addf %{{.*}}, %[[T]]
  %y = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %c : f32
    %q = arith.addf %p, %s : f32
    stax.yield %q : f32
  }
  return %y : tensor<8xf32>
}

// -----

// Dynamic extents are the first arguments of the region.
// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: index)
func.func @dynamic(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  // CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
  // CHECK: stax.kernel space(par: [%[[N]], 4], seq: []) ins(%[[X]] : tensor<?x4xf32>) outs(%[[E]] : tensor<?x4xf32>)
  // CHECK-NEXT: ^bb0(%[[M:.*]]: index, %[[A:.*]]: tensor<?x4xf32>):
  // CHECK-NEXT: stax.pointwise domain [%[[M]], 4] ins(%[[A]] : tensor<?x4xf32>)
  %y = stax.pointwise domain [%n, 4] ins(%x : tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: f32):
    %q = arith.negf %a : f32
    stax.yield %q : f32
  }
  return %y : tensor<?x4xf32>
}

// -----

// One value may be the extent of two dimensions, and a symbol besides.
// CHECK-LABEL: @extent_used_twice
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index)
func.func @extent_used_twice(%x: tensor<?xf32>, %n: index) -> tensor<?x?xf32> {
  // CHECK: stax.kernel space(par: [%[[N]], %[[N]]], seq: [])
  // CHECK: stax.pointwise domain [%{{.*}}, %{{.*}}] ins(%{{.*}}[(d0, d1)[s0] -> (d0 + d1 * s0)] : tensor<?xf32>) symbols(%{{.*}})
  %y = stax.pointwise domain [%n, %n] ins(%x[(d0, d1)[s0] -> (d0 + d1 * s0)] : tensor<?xf32>) symbols(%n) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// Several results have a destination each.
// CHECK-LABEL: @several_results
func.func @several_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  // CHECK: %[[E0:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK: %[[E1:.*]] = tensor.empty() : tensor<4xi1>
  // CHECK: %{{.*}}:2 = stax.kernel space(par: [4], seq: []) ins(%{{.*}} : tensor<4xf32>) outs(%[[E0]], %[[E1]] : tensor<4xf32>, tensor<4xi1>)
  %y:2 = stax.pointwise ins(%x : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    %b = arith.cmpf uno, %a, %a : f32
    stax.yield %n, %b : f32, i1
  }
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xi1>
}

// -----

// Rank 0 gives a kernel of one point, extent 0 one of none.
// CHECK-LABEL: @rank_zero_and_empty
func.func @rank_zero_and_empty(%x: tensor<f32>, %y: tensor<0x3xf32>) -> (tensor<f32>, tensor<0xf32>) {
  // CHECK: stax.kernel space(par: [], seq: [])
  %0 = stax.pointwise ins(%x : tensor<f32>) -> tensor<f32>
  // CHECK: stax.kernel space(par: [0], seq: [3])
  %1 = stax.reduce #stax.add dims [1] ins(%y : tensor<0x3xf32>) -> tensor<0xf32>
  return %0, %1 : tensor<f32>, tensor<0xf32>
}

// -----

// What is in a kernel already stays there.
// CHECK-LABEL: @should_not_wrap_twice
func.func @should_not_wrap_twice(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stax.kernel
  // CHECK-NOT: stax.kernel
  // CHECK: return
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}
