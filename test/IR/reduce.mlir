// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// The domain follows from the result and the input.
// CHECK-LABEL: @sum_of_rows
func.func @sum_of_rows(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK: %[[R:.*]] = stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<64x128xf32>) -> tensor<64xf32>{{$}}
  // CHECK-NEXT: return %[[R]]
  %0 = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A region computes what is combined.
// CHECK-LABEL: @sum_of_squares
func.func @sum_of_squares(%x: tensor<64x128xf32>) -> tensor<128xf32> {
  // CHECK: stax.reduce #stax.add dims [0] ins(%{{.*}} : tensor<64x128xf32>) -> tensor<128xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: arith.mulf %[[A]], %[[A]]
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<64x128xf32>) -> tensor<128xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  return %0 : tensor<128xf32>
}

// -----

// All dimensions may be reduced.
// CHECK-LABEL: @reduce_all
func.func @reduce_all(%x: tensor<64x128xf32>) -> tensor<f32> {
  // CHECK: stax.reduce #stax.max dims [0, 1] ins(%{{.*}} : tensor<64x128xf32>) -> tensor<f32>
  %0 = stax.reduce #stax.max dims [0, 1] ins(%x : tensor<64x128xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A tree is written where it is not the default of the dimensions.
// CHECK-LABEL: @trees
func.func @trees(%x: tensor<64x128xf32>) {
  // CHECK: dims [1] ins(
  %0 = stax.reduce #stax.add dims [1] tree(row) ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK: dims [0] ins(
  %1 = stax.reduce #stax.add dims [0] tree(column) ins(%x : tensor<64x128xf32>) -> tensor<128xf32>
  // CHECK: dims [1] tree(column) ins(
  %2 = stax.reduce #stax.add dims [1] tree(column) ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK: dims [0] tree(row) ins(
  %3 = stax.reduce #stax.add dims [0] tree(row) ins(%x : tensor<64x128xf32>) -> tensor<128xf32>
  // CHECK: dims [1] tree(pairs) ins(
  %4 = stax.reduce #stax.add dims [1] tree(pairs) ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK: dims [1] tree(scan_row) ins(
  %5 = stax.reduce #stax.add dims [1] tree(scan_row) ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  return
}

// -----

// An ordered reduction has the serial tree, which goes without saying.
// CHECK-LABEL: @ordered
func.func @ordered(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK: stax.reduce #stax.add dims [1] ordered ins(
  %0 = stax.reduce #stax.add dims [1] ordered tree(serial) ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A partial reduction leaves the init to another one.
// CHECK-LABEL: @partial
func.func @partial(%x: tensor<4x32xf32>) -> tensor<f32> {
  // CHECK: stax.reduce #stax.add dims [1] partial ins(
  %0 = stax.reduce #stax.add dims [1] partial ins(%x : tensor<4x32xf32>) -> tensor<4xf32>
  // CHECK: stax.reduce #stax.add dims [0] tree(pairs) ins(
  %1 = stax.reduce #stax.add dims [0] tree(pairs) ins(%0 : tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// A result of short floats may keep the accumulator's type.
// CHECK-LABEL: @accumulator_type
func.func @accumulator_type(%x: tensor<8xf16>, %y: tensor<8xbf16>) -> (tensor<f16>, tensor<f32>) {
  // CHECK: ins(%{{.*}} : tensor<8xf16>) -> tensor<f16>
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf16>) -> tensor<f16>
  // CHECK: ins(%{{.*}} : tensor<8xbf16>) -> tensor<f32>
  %1 = stax.reduce #stax.mul dims [0] ins(%y : tensor<8xbf16>) -> tensor<f32>
  return %0, %1 : tensor<f16>, tensor<f32>
}

// -----

// A matrix product: neither input alone has all dimensions of the domain.
// CHECK-LABEL: @matmul
func.func @matmul(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK: stax.reduce #stax.add dims [2] ins(%{{.*}}[(d0, d1, d2) -> (d0, d2)], %{{.*}}[(d0, d1, d2) -> (d2, d1)] :
  %0 = stax.reduce #stax.add dims [2] ins(%x[(d0, d1, d2) -> (d0, d2)], %y[(d0, d1, d2) -> (d2, d1)] : tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    stax.yield %p : f32
  }
  return %0 : tensor<4x16xf32>
}

// -----

// A window: the reduced extent follows from no input, so it is written.
// CHECK-LABEL: @window
func.func @window(%x: tensor<10xf32>) -> tensor<8xf32> {
  // CHECK: stax.reduce #stax.max dims [1] domain [8, 3] ins(%{{.*}}[(d0, d1) -> (d0 + d1)] : tensor<10xf32>) -> tensor<8xf32>
  %0 = stax.reduce #stax.max dims [1] domain [8, 3] ins(%x[(d0, d1) -> (d0 + d1)] : tensor<10xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A guarded input may be smaller than the domain that it does not decide.
// CHECK-LABEL: @guarded_extent
#inside = affine_set<(d0) : (-d0 + 7 >= 0)>
func.func @guarded_extent(%x: tensor<8xf32>, %zero: f32) -> tensor<f32> {
  // CHECK: stax.reduce #stax.add dims [0] domain [9] ins(
  %0 = stax.reduce #stax.add dims [0] domain [9] ins(%x guard #inside else %zero : tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Dynamic extents are values, reduced or not.
// CHECK-LABEL: @dynamic_extents
func.func @dynamic_extents(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?xf32> {
  // CHECK: stax.reduce #stax.add dims [1] domain [%{{.*}}, %{{.*}}] ins(%{{.*}} : tensor<?x?xf32>) -> tensor<?xf32>
  %0 = stax.reduce #stax.add dims [1] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A sum of nothing is defined; so is a partial maximum, which another completes.
// CHECK-LABEL: @empty
func.func @empty(%x: tensor<4x0xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<4x0xf32>)
  %0 = stax.reduce #stax.add dims [1] ins(%x : tensor<4x0xf32>) -> tensor<4xf32>
  // CHECK: stax.reduce #stax.max dims [1] partial ins(%{{.*}} : tensor<4x0xf32>)
  %1 = stax.reduce #stax.max dims [1] partial ins(%x : tensor<4x0xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Attributes of the user stay.
// CHECK-LABEL: @attributes
func.func @attributes(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK: ins(%{{.*}} : tensor<8xf32>) attributes {stax.device = 1 : i64, test.mark} -> tensor<f32>
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) attributes {stax.device = 1, test.mark} -> tensor<f32>
  return %0 : tensor<f32>
}
