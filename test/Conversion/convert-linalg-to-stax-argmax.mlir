// RUN: stax-opt %s -convert-linalg-to-stax -split-input-file -verify-diagnostics -remarks-filter=stax | FileCheck %s

// The reduction has no start; what it finds meets the destinations in a step
// of the same body.
// CHECK-LABEL: @argmax
// CHECK-SAME: (%[[X:.*]]: tensor<3x40xi8>, %[[M:.*]]: tensor<3xi8>, %[[P:.*]]: tensor<3xi32>)
// CHECK: %[[R:.*]]:2 = stax.reduce #stax.argmaxs dims [1] partial ins(%[[X]] : tensor<3x40xi8>) -> (tensor<3xi8>, tensor<3xindex>) {
// CHECK-NEXT: ^bb0(%[[V:.*]]: i8):
// CHECK-NEXT: %[[I:.*]] = stax.index 1
// CHECK-NEXT: stax.yield %[[V]], %[[I]]
// CHECK: stax.pointwise ins(%[[R]]#0, %[[R]]#1, %[[M]], %[[P]] : {{.*}}) -> (tensor<3xi8>, tensor<3xi32>) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i8, %[[B:.*]]: index, %[[N:.*]]: i8, %[[Q:.*]]: i32):
// CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[B]]
// CHECK-NEXT: %[[C:.*]] = arith.cmpi sgt, %[[A]], %[[N]]
// CHECK-NEXT: %[[BEST:.*]] = arith.select %[[C]], %[[A]], %[[N]]
// CHECK-NEXT: %[[PLACE:.*]] = arith.select %[[C]], %[[J]], %[[Q]]
// CHECK-NEXT: stax.yield %[[BEST]], %[[PLACE]]
func.func @argmax(%x: tensor<3x40xi8>, %m: tensor<3xi8>, %p: tensor<3xi32>) -> (tensor<3xi8>, tensor<3xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x40xi8>) outs(%m, %p : tensor<3xi8>, tensor<3xi32>) {
  ^bb0(%v: i8, %best: i8, %place: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %c = arith.cmpi sgt, %v, %best : i8
    %n = arith.select %c, %v, %best : i8
    %q = arith.select %c, %j, %place : i32
    linalg.yield %n, %q : i8, i32
  } -> (tensor<3xi8>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xi8>, tensor<3xi32>
}

// -----

// The compared value may be computed, the comparison be the other way round,
// and the index come first. A NaN that is never better is read as the worst.
// CHECK-LABEL: @argmin
// CHECK: %[[R:.*]]:2 = stax.reduce #stax.argmin dims [0] partial ins(%{{.*}} : tensor<40x3xf32>) -> (tensor<3xf32>, tensor<3xindex>) {
// CHECK: %[[A:.*]] = math.absf
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK: %[[WORST:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[V:.*]] = arith.select %[[NAN]], %[[WORST]], %[[A]]
// CHECK: %[[I:.*]] = stax.index 0
// CHECK: stax.yield %[[V]], %[[I]]
// CHECK: stax.pointwise ins(%[[R]]#0, %[[R]]#1, %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<3xindex>, tensor<3xi64>, tensor<3xf32>) -> (tensor<3xi64>, tensor<3xf32>)
// CHECK-NOT: math.absf
// CHECK: return
func.func @argmin(%x: tensor<40x3xf32>, %p: tensor<3xi64>, %m: tensor<3xf32>) -> (tensor<3xi64>, tensor<3xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<40x3xf32>) outs(%p, %m : tensor<3xi64>, tensor<3xf32>) {
  ^bb0(%v: f32, %place: i64, %best: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %a = math.absf %v : f32
    %c = arith.cmpf ogt, %best, %a : f32
    %q = arith.select %c, %j, %place : i64
    %n = arith.select %c, %a, %best : f32
    linalg.yield %q, %n : i64, f32
  } -> (tensor<3xi64>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xi64>, tensor<3xf32>
}

// -----

// The first NaN wins and stays, as in the monoid.
// CHECK-LABEL: @keeps_nan
// CHECK: stax.reduce #stax.argmax dims [0] partial
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32):
// CHECK-NEXT: %[[I:.*]] = stax.index 0
// CHECK-NEXT: stax.yield %[[V]], %[[I]]
// CHECK: stax.pointwise
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ord
func.func @keeps_nan(%x: tensor<?xf32>, %m: tensor<f32>, %p: tensor<index>) -> (tensor<f32>, tensor<index>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf32>) outs(%m, %p : tensor<f32>, tensor<index>) {
  ^bb0(%v: f32, %best: f32, %place: index):
    %i = linalg.index 0 : index
    %better = arith.cmpf ugt, %v, %best : f32
    %number = arith.cmpf ord, %best, %best : f32
    %c = arith.andi %better, %number : i1
    %n = arith.select %c, %v, %best : f32
    %q = arith.select %c, %i, %place : index
    linalg.yield %n, %q : f32, index
  } -> (tensor<f32>, tensor<index>)
  return %0#0, %0#1 : tensor<f32>, tensor<index>
}

// -----

// The last of equal values wins here.
// CHECK-LABEL: @should_not_convert_last
func.func @should_not_convert_last(%x: tensor<8xi32>, %m: tensor<i32>, %p: tensor<index>) -> (tensor<i32>, tensor<index>) {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="output #1 is not combined by a known monoid}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xi32>) outs(%m, %p : tensor<i32>, tensor<index>) {
  ^bb0(%v: i32, %best: i32, %place: index):
    %i = linalg.index 0 : index
    %c = arith.cmpi sge, %v, %best : i32
    %n = arith.select %c, %v, %best : i32
    %q = arith.select %c, %i, %place : index
    linalg.yield %n, %q : i32, index
  } -> (tensor<i32>, tensor<index>)
  return %0#0, %0#1 : tensor<i32>, tensor<index>
}

// -----

// A number replaces a NaN here, which depends on the order of the points.
// CHECK-LABEL: @should_not_convert_replaced_nan
func.func @should_not_convert_replaced_nan(%x: tensor<8xf32>, %m: tensor<f32>, %p: tensor<index>) -> (tensor<f32>, tensor<index>) {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="output #0 is not combined by a known monoid}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xf32>) outs(%m, %p : tensor<f32>, tensor<index>) {
  ^bb0(%v: f32, %best: f32, %place: index):
    %i = linalg.index 0 : index
    %c = arith.cmpf ugt, %v, %best : f32
    %n = arith.select %c, %v, %best : f32
    %q = arith.select %c, %i, %place : index
    linalg.yield %n, %q : f32, index
  } -> (tensor<f32>, tensor<index>)
  return %0#0, %0#1 : tensor<f32>, tensor<index>
}

// -----

// A place that is read from a tensor is no place of the reduced loop.
// CHECK-LABEL: @should_not_convert_read_place
func.func @should_not_convert_read_place(%x: tensor<8xi32>, %k: tensor<8xindex>, %m: tensor<i32>, %p: tensor<index>) -> (tensor<i32>, tensor<index>) {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="output #1 is not combined by a known monoid}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %k : tensor<8xi32>, tensor<8xindex>) outs(%m, %p : tensor<i32>, tensor<index>) {
  ^bb0(%v: i32, %i: index, %best: i32, %place: index):
    %c = arith.cmpi sgt, %v, %best : i32
    %n = arith.select %c, %v, %best : i32
    %q = arith.select %c, %i, %place : index
    linalg.yield %n, %q : i32, index
  } -> (tensor<i32>, tensor<index>)
  return %0#0, %0#1 : tensor<i32>, tensor<index>
}
