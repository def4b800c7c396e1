// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// The domain is that of the result.
// CHECK-LABEL: @cumsum
func.func @cumsum(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK: %[[R:.*]] = stax.scan #stax.add dim 1 ins(%{{.*}} : tensor<64x128xf32>) -> tensor<64x128xf32>{{$}}
  // CHECK-NEXT: return %[[R]]
  %0 = stax.scan #stax.add dim 1 ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// Directions and bounds, in the order in which they are written.
// CHECK-LABEL: @variants
func.func @variants(%x: tensor<64x128xf32>) {
  // CHECK: stax.scan #stax.add dim 0 exclusive ins(
  %0 = stax.scan #stax.add dim 0 exclusive ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: stax.scan #stax.max dim 0 reverse ins(
  %1 = stax.scan #stax.max dim 0 reverse ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: stax.scan #stax.mul dim 1 exclusive reverse ins(
  %2 = stax.scan #stax.mul dim 1 exclusive reverse ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  return
}

// -----

// A tree is written where it is not the default of the dimension.
// CHECK-LABEL: @trees
func.func @trees(%x: tensor<64x128xf32>) {
  // CHECK: dim 1 ins(
  %0 = stax.scan #stax.add dim 1 tree(scan_row) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: dim 0 ins(
  %1 = stax.scan #stax.add dim 0 tree(scan_column) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: dim 1 tree(scan_column) ins(
  %2 = stax.scan #stax.add dim 1 tree(scan_column) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: dim 0 tree(scan_row) ins(
  %3 = stax.scan #stax.add dim 0 tree(scan_row) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: dim 1 tree(serial) ins(
  %4 = stax.scan #stax.add dim 1 tree(serial) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  return
}

// -----

// A carry is a scalar for all lines, or a tensor with one for each.
// CHECK-LABEL: @carries
func.func @carries(%x: tensor<64x128xf32>, %c: f32, %d: tensor<64xf32>) {
  // CHECK: stax.scan #stax.add dim 1 carry(%{{.*}} : f32) ins(
  %0 = stax.scan #stax.add dim 1 carry(%c : f32) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  // CHECK: stax.scan #stax.max dim 1 exclusive carry(%{{.*}} : tensor<64xf32>) ins(
  %1 = stax.scan #stax.max dim 1 exclusive carry(%d : tensor<64xf32>) ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  return
}

// -----

// Short floats may be kept in the type that they accumulate in.
// CHECK-LABEL: @accumulators
func.func @accumulators(%x: tensor<64xf16>, %c: f32) {
  // CHECK: stax.scan #stax.add dim 0 ins(%{{.*}} : tensor<64xf16>) -> tensor<64xf16>
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<64xf16>) -> tensor<64xf16>
  // CHECK: stax.scan #stax.add dim 0 carry(%{{.*}} : f32) ins(%{{.*}} : tensor<64xf16>) -> tensor<64xf32>
  %1 = stax.scan #stax.add dim 0 carry(%c : f32) ins(%x : tensor<64xf16>) -> tensor<64xf32>
  return
}

// -----

// A monoid of several scalars has a result for each.
// CHECK-LABEL: @running_argmax
func.func @running_argmax(%x: tensor<8x16xf32>, %v: tensor<8xf32>, %i: i64) {
  // CHECK: stax.scan #stax.argmax dim 1 carry(%{{.*}}, %{{.*}} : tensor<8xf32>, i64) ins(%{{.*}} : tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xi64>) {
  %0:2 = stax.scan #stax.argmax dim 1 carry(%v, %i : tensor<8xf32>, i64) ins(%x : tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  return
}

// -----

// Dynamic extents are operands; an empty dimension has no points.
// CHECK-LABEL: @dynamic
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<4x0xf32>, %n: index, %m: index) {
  // CHECK: stax.scan #stax.add dim 1 exclusive domain [%{{.*}}, %{{.*}}] ins(
  %0 = stax.scan #stax.add dim 1 exclusive domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stax.scan #stax.max dim 1 ins(%{{.*}} : tensor<4x0xf32>)
  %1 = stax.scan #stax.max dim 1 ins(%y : tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

// In a kernel the scanned dimension is sequential, and what was scanned is read
// where it is written.
// CHECK-LABEL: @in_a_kernel
func.func @in_a_kernel(%x: tensor<64x128xf32>, %c: tensor<64xf32>, %init: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK: stax.kernel space(par: [64], seq: [128]) ins(%{{.*}}, %{{.*}} : tensor<64x128xf32>, tensor<64xf32>)
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x, %c : tensor<64x128xf32>, tensor<64xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>, %b: tensor<64xf32>):
    %s = stax.scan #stax.add dim 1 carry(%b : tensor<64xf32>) ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32>
    %p = stax.pointwise ins(%s, %a : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      stax.yield %d : f32
    }
    stax.yield %p : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// A carry that the kernel computes is that of the line.
// CHECK-LABEL: @carry_of_a_kernel
func.func @carry_of_a_kernel(%x: tensor<64x128xf32>, %init: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %m = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    // CHECK: stax.scan #stax.add dim 1 carry(
    %s = stax.scan #stax.add dim 1 carry(%m : tensor<64xf32>) ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32>
    stax.yield %s : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
