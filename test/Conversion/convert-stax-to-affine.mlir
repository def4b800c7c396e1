// RUN: stax-opt %s -split-input-file -convert-stax-to-affine | FileCheck %s

// Parallel dimensions are one affine.parallel; elements are read by their maps.
// CHECK-LABEL: @pointwise(
// CHECK-SAME: %[[X:[^:]*]]: memref<64x128xf32>, %[[M:[^:]*]]: memref<64xf32>, %[[Y:[^:]*]]: memref<64x128xf32>)
func.func private @pointwise(%x: memref<64x128xf32>, %m: memref<64xf32>, %y: memref<64x128xf32>) attributes {stax.launch_group} {
  // CHECK-NEXT: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (64, 128) {
  // CHECK-NEXT: %[[A:.*]] = affine.load %[[X]][%[[I]], %[[J]]]
  // CHECK-NEXT: %[[B:.*]] = affine.load %[[M]][%[[I]]]
  // CHECK-NEXT: %[[S:.*]] = arith.subf %[[A]], %[[B]]
  // CHECK-NEXT: affine.store %[[S]], %[[Y]][%[[I]], %[[J]]]
  stax.kernel space(par: [64, 128], seq: []) ins(%x, %m : memref<64x128xf32>, memref<64xf32>) outs(%y : memref<64x128xf32>) {
  ^bb0(%t: tensor<64x128xf32>, %u: tensor<64xf32>):
    %r = stax.pointwise ins(%t, %u[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<64x128xf32>
  }
  return
}

// -----

// A reduction is carried by loops and combined once; its init comes last.
// CHECK-LABEL: @reduce(
// CHECK-SAME: %[[X:[^:]*]]: memref<64x128xf32>, %[[Y:[^:]*]]: memref<64xf32>)
func.func private @reduce(%x: memref<64x128xf32>, %y: memref<64xf32>) attributes {stax.launch_group} {
  // CHECK: affine.parallel (%[[I:.*]]) = (0) to (64) {
  // CHECK: %[[ID:.*]] = arith.constant -0.0
  // CHECK: %[[S:.*]] = affine.for %[[J:.*]] = 0 to 128 iter_args(%[[ACC:.*]] = %[[ID]]) -> (f32) {
  // CHECK: %[[V:.*]] = affine.load %[[X]][%[[I]], %[[J]]]
  // CHECK: %[[N:.*]] = stax.combine #stax.add tree(row) (%[[ACC]]) (%[[V]]) : f32
  // CHECK: affine.yield %[[N]]
  // CHECK: %[[INIT:.*]] = arith.constant 0.0
  // CHECK: %[[R:.*]] = stax.combine #stax.add (%[[S]]) (%[[INIT]]) : f32
  // CHECK: affine.store %[[R]], %[[Y]][%[[I]]]
  stax.kernel space(par: [64], seq: [128]) ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%t: tensor<64x128xf32>):
    %r = stax.reduce #stax.add dims [1] ins(%t : tensor<64x128xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  }
  return
}

// -----

// A partial reduction leaves its init out.
// CHECK-LABEL: @partial(
// CHECK: stax.combine #stax.add tree(row)
// CHECK-NOT: stax.combine
// CHECK: return
func.func private @partial(%x: memref<64x128xf32>, %y: memref<64xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [64], seq: [128]) ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%t: tensor<64x128xf32>):
    %r = stax.reduce #stax.add dims [1] partial ins(%t : tensor<64x128xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  }
  return
}

// -----

// A sum of f16 accumulates in f32 and is rounded once.
// CHECK-LABEL: @wide_accumulator(
// CHECK: affine.for {{.*}} -> (f32)
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: stax.combine #stax.add tree(row) (%{{.*}}) (%[[W]]) : f32
// CHECK: %[[R:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK: affine.store %[[R]]
func.func private @wide_accumulator(%x: memref<128xf16>, %y: memref<f16>) attributes {stax.launch_group} {
  stax.kernel space(par: [], seq: [128]) ins(%x : memref<128xf16>) outs(%y : memref<f16>) {
  ^bb0(%t: tensor<128xf16>):
    %r = stax.reduce #stax.add dims [0] ins(%t : tensor<128xf16>) -> tensor<f16>
    stax.yield %r : tensor<f16>
  }
  return
}

// -----

// Reduced dimensions stay in order inside; the node map is composed in.
// CHECK-LABEL: @several_reduced(
// CHECK: affine.parallel (%[[P:.*]]) = (0) to (3) {
// CHECK: affine.for %[[I:.*]] = 0 to 2
// CHECK: affine.for %[[J:.*]] = 0 to 4
// CHECK: affine.load %{{.*}}[%[[I]], %[[P]], %[[J]]]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[P]]]
func.func private @several_reduced(%x: memref<2x3x4xf32>, %y: memref<3xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [3], seq: [2, 4]) ins(%x : memref<2x3x4xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%t: tensor<2x3x4xf32>):
    %r = stax.reduce #stax.add dims [0, 2] ins(%t : tensor<2x3x4xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>} -> tensor<3xf32>
    stax.yield %r : tensor<3xf32>
  }
  return
}

// -----

// Dynamic extents and symbols are arguments of the function.
// CHECK-LABEL: @dynamic(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[X:[^:]*]]: memref<?xf32>, %[[O:[^:]*]]: index, %[[Y:[^:]*]]: memref<?xf32>)
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (symbol(%[[N]])) {
// CHECK: affine.load %[[X]][%[[I]] + symbol(%[[O]])]
func.func private @dynamic(%n: index, %x: memref<?xf32>, %o: index, %y: memref<?xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [%n], seq: []) ins(%x, %o : memref<?xf32>, index) outs(%y : memref<?xf32>) {
  ^bb0(%m: index, %t: tensor<?xf32>, %p: index):
    %r = stax.pointwise domain [%m] ins(%t[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%p) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  return
}

// -----

// A guarded element is read only where the guard holds.
// CHECK: #[[SET:.*]] = affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-LABEL: @guard(
// CHECK-SAME: %[[X:[^:]*]]: memref<8xf32>, %[[C:[^:]*]]: f32,
// CHECK: %[[V:.*]] = affine.if #[[SET]](%[[I:.*]]) -> f32 {
// CHECK-NEXT: %[[L:.*]] = affine.load %[[X]][%[[I]] - 1]
// CHECK-NEXT: affine.yield %[[L]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[C]]
func.func private @guard(%x: memref<8xf32>, %c: f32, %y: memref<9xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [9], seq: []) ins(%x, %c : memref<8xf32>, f32) outs(%y : memref<9xf32>) {
  ^bb0(%t: tensor<8xf32>, %p: f32):
    %r = stax.pointwise ins(%t[(d0) -> (d0 - 1)] guard affine_set<(d0) : (d0 - 1 >= 0)> else %p : tensor<8xf32>) -> tensor<9xf32>
    stax.yield %r : tensor<9xf32>
  }
  return
}

// -----

// Coordinates are induction variables.
// CHECK-LABEL: @coordinates(
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (2, 3) {
// CHECK-NEXT: affine.store %[[J]], %{{.*}}[%[[I]], %[[J]]] : memref<2x3xindex>
func.func private @coordinates(%y: memref<2x3xindex>) attributes {stax.launch_group} {
  stax.kernel space(par: [2, 3], seq: []) outs(%y : memref<2x3xindex>) {
    %r = stax.pointwise -> tensor<2x3xindex> {
      %j = stax.index 1
      stax.yield %j : index
    }
    stax.yield %r : tensor<2x3xindex>
  }
  return
}

// -----

// An update in place reads each element before it writes it.
// CHECK-LABEL: @in_place(
// CHECK-SAME: %[[X:[^:]*]]: memref<8xf32>)
// CHECK: affine.load %[[X]][%[[I:.*]]]
// CHECK: affine.store %{{.*}}, %[[X]][%[[I]]]
func.func private @in_place(%x: memref<8xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%x : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %n = arith.negf %a : f32
      stax.yield %n : f32
    }
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// A check ors its bit into the status word; ordinals from 63 on share one.
// CHECK-LABEL: @checks(
// CHECK-SAME: %[[A:[^:]*]]: i1, %[[B:[^:]*]]: i1, %[[S:[^:]*]]: memref<1xi64>)
// CHECK: %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK: %[[X:.*]] = arith.select %[[A]], %{{.*}}, %[[EIGHT]]
// CHECK: memref.atomic_rmw ori %[[X]], %[[S]]
// CHECK: %[[LAST:.*]] = arith.constant -9223372036854775808 : i64
// CHECK: %[[Y:.*]] = arith.select %[[B]], %{{.*}}, %[[LAST]]
// CHECK: memref.atomic_rmw ori %[[Y]], %[[S]]
func.func @checks(%a: i1, %b: i1, %s: memref<1xi64>) {
  stax.check %a, 3 in %s : memref<1xi64>
  stax.check %b, 100 in %s : memref<1xi64>
  return
}

// -----

// A scan's loop starts from the carry and stores what it combines.
// CHECK-LABEL: @scan(
// CHECK-SAME: %[[X:[^:]*]]: memref<64x128xf32>, %[[C:[^:]*]]: memref<64xf32>, %[[Y:[^:]*]]: memref<64x128xf32>)
func.func private @scan(%x: memref<64x128xf32>, %c: memref<64xf32>, %y: memref<64x128xf32>) attributes {stax.launch_group} {
  // CHECK: affine.parallel (%[[I:.*]]) = (0) to (64) {
  // CHECK: %[[START:.*]] = affine.load %[[C]][%[[I]]]
  // CHECK: affine.for %[[J:.*]] = 0 to 128 iter_args(%[[ACC:.*]] = %[[START]]) -> (f32) {
  // CHECK: %[[V:.*]] = affine.load %[[X]][%[[I]], %[[J]]]
  // CHECK: %[[N:.*]] = stax.combine #stax.add tree(scan_row) (%[[ACC]]) (%[[V]]) : f32
  // CHECK: affine.store %[[N]], %[[Y]][%[[I]], %[[J]]]
  // CHECK: affine.yield %[[N]]
  // CHECK-NOT: stax.combine
  // CHECK: return
  stax.kernel space(par: [64], seq: [128]) ins(%x, %c : memref<64x128xf32>, memref<64xf32>) outs(%y : memref<64x128xf32>) {
  ^bb0(%t: tensor<64x128xf32>, %u: tensor<64xf32>):
    %r = stax.scan #stax.add dim 1 carry(%u : tensor<64xf32>) ins(%t : tensor<64x128xf32>) -> tensor<64x128xf32>
    stax.yield %r : tensor<64x128xf32>
  }
  return
}

// -----

// An exclusive scan stores what it has before the point, a reverse one visits
// the last point first; without a carry the start is the init.
// CHECK: #[[REVERSE:.*]] = affine_map<(d0) -> (-d0 + 127)>
// CHECK-LABEL: @exclusive_reverse_scan(
func.func private @exclusive_reverse_scan(%x: memref<128xf16>, %y: memref<128xf16>) attributes {stax.launch_group} {
  // CHECK: %[[INIT:.*]] = arith.constant 0.0{{.*}} : f32
  // CHECK: affine.for %[[K:.*]] = 0 to 128 iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
  // CHECK: %[[I:.*]] = affine.apply #[[REVERSE]](%[[K]])
  // CHECK: affine.load %{{.*}}[%[[I]]] : memref<128xf16>
  // CHECK: %[[N:.*]] = stax.combine #stax.add tree(scan_row) (%[[ACC]])
  // CHECK: %[[S:.*]] = arith.truncf %[[ACC]] : f32 to f16
  // CHECK: affine.store %[[S]], %{{.*}}[%[[I]]]
  // CHECK: affine.yield %[[N]]
  stax.kernel space(par: [], seq: [128]) ins(%x : memref<128xf16>) outs(%y : memref<128xf16>) {
  ^bb0(%t: tensor<128xf16>):
    %r = stax.scan #stax.add dim 0 exclusive reverse ins(%t : tensor<128xf16>) -> tensor<128xf16>
    stax.yield %r : tensor<128xf16>
  }
  return
}

// -----

// The schedule goes to the outermost loops: the parallel one, or all sequential
// ones.
// CHECK-LABEL: @scheduled(
// CHECK: affine.parallel
// CHECK: affine.for
// CHECK-NOT: stax.schedule
// CHECK: } {stax.schedule = #stax.schedule<form = vector, vector_dim = 1, unroll = 2>}
// CHECK-NOT: affine.parallel
// CHECK: affine.for
// CHECK: } {stax.schedule = #stax.schedule<unroll = 2>}
func.func private @scheduled(%x: memref<8x16xi32>, %y: memref<8xi32>, %s: memref<i32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: [16]) ins(%x : memref<8x16xi32>) outs(%y : memref<8xi32>)
      schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 2> {
  ^bb0(%t: tensor<8x16xi32>):
    %r = stax.reduce #stax.add dims [1] ins(%t : tensor<8x16xi32>) -> tensor<8xi32>
    stax.yield %r : tensor<8xi32>
  }
  stax.kernel space(par: [], seq: [8]) ins(%y : memref<8xi32>) outs(%s : memref<i32>)
      schedule #stax.schedule<unroll = 2> {
  ^bb0(%t: tensor<8xi32>):
    %r = stax.reduce #stax.add dims [0] ins(%t : tensor<8xi32>) -> tensor<i32>
    stax.yield %r : tensor<i32>
  }
  return
}
