// RUN: stax-opt %s -convert-linalg-to-stax -split-input-file | FileCheck %s

// A destination filled with the monoid's init disappears.
// CHECK-LABEL: @sum
func.func @sum(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK-NEXT: return %[[R]]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<64x128xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %0 : tensor<64xf32>
}

// -----

// So does a constant of that value.
// CHECK-LABEL: @sum_from_constant
func.func @sum_from_constant(%x: tensor<64x128xf32>) -> tensor<128xf32> {
  // CHECK-NEXT: stax.reduce #stax.add dims [0] ins(%{{.*}} : tensor<64x128xf32>) -> tensor<128xf32>
  // CHECK-NEXT: return
  %f = arith.constant dense<0.0> : tensor<128xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<64x128xf32>) outs(%f : tensor<128xf32>) dimensions = [0]
  return %0 : tensor<128xf32>
}

// -----

// Every monoid, from its init.
// CHECK-LABEL: @every_monoid
func.func @every_monoid(%f: tensor<8xf32>, %i: tensor<8xi32>, %s: tensor<8xi16>, %c: tensor<8xi8>, %b: tensor<8xi1>)
    -> (tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i1>, tensor<i1>, tensor<i16>) {
  // CHECK-NEXT: stax.reduce #stax.add dims [0] ins(%{{.*}} : tensor<8xi32>) -> tensor<i32>
  %c0 = arith.constant dense<0> : tensor<i32>
  %0 = linalg.reduce { arith.addi } ins(%i : tensor<8xi32>) outs(%c0 : tensor<i32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.mul dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %1 = linalg.reduce { arith.mulf } ins(%f : tensor<8xf32>) outs(%c1 : tensor<f32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.mul dims [0] ins(%{{.*}} : tensor<8xi32>) -> tensor<i32>
  %c2 = arith.constant dense<1> : tensor<i32>
  %2 = linalg.reduce { arith.muli } ins(%i : tensor<8xi32>) outs(%c2 : tensor<i32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.max dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  %c3 = arith.constant dense<0xFF800000> : tensor<f32>
  %3 = linalg.reduce { arith.maximumf } ins(%f : tensor<8xf32>) outs(%c3 : tensor<f32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.min dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  %c4 = arith.constant dense<0x7F800000> : tensor<f32>
  %4 = linalg.reduce { arith.minimumf } ins(%f : tensor<8xf32>) outs(%c4 : tensor<f32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.maxnum dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  %c5 = arith.constant dense<0x7FC00000> : tensor<f32>
  %5 = linalg.reduce { arith.maxnumf } ins(%f : tensor<8xf32>) outs(%c5 : tensor<f32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.minnum dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  %c6 = arith.constant dense<0x7FC00000> : tensor<f32>
  %6 = linalg.reduce { arith.minnumf } ins(%f : tensor<8xf32>) outs(%c6 : tensor<f32>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.maxs dims [0] ins(%{{.*}} : tensor<8xi8>) -> tensor<i8>
  %c7 = arith.constant dense<-128> : tensor<i8>
  %7 = linalg.reduce { arith.maxsi } ins(%c : tensor<8xi8>) outs(%c7 : tensor<i8>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.mins dims [0] ins(%{{.*}} : tensor<8xi8>) -> tensor<i8>
  %c8 = arith.constant dense<127> : tensor<i8>
  %8 = linalg.reduce { arith.minsi } ins(%c : tensor<8xi8>) outs(%c8 : tensor<i8>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.maxu dims [0] ins(%{{.*}} : tensor<8xi8>) -> tensor<i8>
  %c9 = arith.constant dense<0> : tensor<i8>
  %9 = linalg.reduce { arith.maxui } ins(%c : tensor<8xi8>) outs(%c9 : tensor<i8>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.minu dims [0] ins(%{{.*}} : tensor<8xi8>) -> tensor<i8>
  %c10 = arith.constant dense<-1> : tensor<i8>
  %10 = linalg.reduce { arith.minui } ins(%c : tensor<8xi8>) outs(%c10 : tensor<i8>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.and dims [0] ins(%{{.*}} : tensor<8xi1>) -> tensor<i1>
  %c11 = arith.constant dense<true> : tensor<i1>
  %11 = linalg.reduce { arith.andi } ins(%b : tensor<8xi1>) outs(%c11 : tensor<i1>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.or dims [0] ins(%{{.*}} : tensor<8xi1>) -> tensor<i1>
  %c12 = arith.constant dense<false> : tensor<i1>
  %12 = linalg.reduce { arith.ori } ins(%b : tensor<8xi1>) outs(%c12 : tensor<i1>) dimensions = [0]
  // CHECK-NEXT: stax.reduce #stax.xor dims [0] ins(%{{.*}} : tensor<8xi16>) -> tensor<i16>
  %c13 = arith.constant dense<0> : tensor<i16>
  %13 = linalg.reduce { arith.xori } ins(%s : tensor<8xi16>) outs(%c13 : tensor<i16>) dimensions = [0]
  // CHECK-NEXT: return
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i1>, tensor<i1>, tensor<i16>
}

// -----

// -0.0 is the identity of the float sum, but not its init: it must be combined.
// CHECK-LABEL: @sum_from_negative_zero
func.func @sum_from_negative_zero(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK-NEXT: %[[P:.*]] = stax.reduce #stax.add dims [0] partial ins(%{{.*}} : tensor<8xf32>) -> tensor<f32>
  // CHECK-NEXT: stax.pointwise ins(%[[P]] : tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT:   %[[C:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK-NEXT:   arith.addf %[[A]], %[[C]] : f32
  %f = arith.constant dense<-0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<8xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// Any other destination is combined last, as the later operand.
// CHECK-LABEL: @sum_into_value
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x8xf32>, %[[C:[a-z0-9]+]]: tensor<4xf32>
func.func @sum_into_value(%x: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[P:.*]] = stax.reduce #stax.add dims [1] partial ins(%[[X]] :
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%[[P]], %[[C]] : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   stax.yield %[[S]]
  // CHECK:      return %[[R]]
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// -----

// A computed fill is captured as a scalar.
// CHECK-LABEL: @product_from_scalar
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32
func.func @product_from_scalar(%x: tensor<4x8xf32>, %s: f32) -> tensor<4xf32> {
  // CHECK-NEXT: %[[P:.*]] = stax.reduce #stax.mul dims [1] partial
  // CHECK-NEXT: stax.pointwise ins(%[[P]] : tensor<4xf32>)
  // CHECK:        arith.mulf %{{.*}}, %[[S]] : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// -----

// A fill of the init that has other users too serves them only.
// CHECK-LABEL: @shared_fill
func.func @shared_fill(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[F:.*]] = stax.pointwise -> tensor<4xf32>
  // CHECK: %[[R:.*]] = stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<4x8xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]], %[[F]]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %f : tensor<4xf32>, tensor<4xf32>
}

// -----

// No points leave an extreme without a value, where linalg has the destination.
// CHECK-LABEL: @maximum_of_possibly_no_points
func.func @maximum_of_possibly_no_points(%x: tensor<4x0xf32>, %y: tensor<4x?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = stax.reduce #stax.max dims [1] partial ins(%{{.*}} : tensor<4x0xf32>)
  // CHECK: stax.pointwise ins(%[[A]] : tensor<4xf32>)
  // CHECK:   %[[C:.*]] = arith.constant 0xFF800000 : f32
  // CHECK:   arith.maximumf %{{.*}}, %[[C]] : f32
  // CHECK: %[[B:.*]] = stax.reduce #stax.max dims [1] partial domain [4, %{{.*}}]
  // CHECK: stax.pointwise ins(%[[B]] : tensor<4xf32>)
  // CHECK:   arith.maximumf
  %f = arith.constant dense<0xFF800000> : tensor<4xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<4x0xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%y : tensor<4x?xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A sum of no points is its init.
// CHECK-LABEL: @sum_of_no_points
func.func @sum_of_no_points(%x: tensor<0x4xf32>, %y: tensor<?xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // CHECK: stax.reduce #stax.add dims [0] ins(%{{.*}} : tensor<0x4xf32>) -> tensor<4xf32>
  // CHECK: stax.reduce #stax.add dims [0] domain [%{{.*}}] ins(%{{.*}} : tensor<?xf32>) -> tensor<f32>
  %f = arith.constant dense<0.0> : tensor<4xf32>
  %g = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<0x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %1 = linalg.reduce { arith.addf } ins(%y : tensor<?xf32>) outs(%g : tensor<f32>) dimensions = [0]
  return %0, %1 : tensor<4xf32>, tensor<f32>
}

// -----

// Infinity is not neutral to a maximum that ignores NaN.
// CHECK-LABEL: @maxnum_from_infinity
func.func @maxnum_from_infinity(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK: stax.reduce #stax.maxnum dims [0] partial
  // CHECK: arith.maximumf
  // CHECK: arith.select
  %f = arith.constant dense<0xFF800000> : tensor<f32>
  %0 = linalg.reduce { arith.maxnumf } ins(%x : tensor<8xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// Several dimensions, one of them in the middle.
// CHECK-LABEL: @several_dimensions
func.func @several_dimensions(%x: tensor<2x3x4x5xf32>) -> tensor<2x4xf32> {
  // CHECK: stax.reduce #stax.add dims [1, 3] ins(%{{.*}} : tensor<2x3x4x5xf32>) -> tensor<2x4xf32>
  %f = arith.constant dense<0.0> : tensor<2x4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<2x3x4x5xf32>) outs(%f : tensor<2x4xf32>) dimensions = [1, 3]
  return %0 : tensor<2x4xf32>
}

// -----

// A permuted output permutes the parallel dimensions in their places; the
// reduced ones keep theirs, and so do the points their order.
// CHECK-LABEL: @permuted_output
func.func @permuted_output(%x: tensor<2x3x4x5xf32>) -> tensor<4x2xf32> {
  // CHECK: stax.reduce #stax.add dims [1, 3] ins(%{{.*}}[(d0, d1, d2, d3) -> (d2, d1, d0, d3)] : tensor<2x3x4x5xf32>) -> tensor<4x2xf32>
  // CHECK: %[[I:.*]] = stax.index 2
  // CHECK: %[[K:.*]] = stax.index 3
  // CHECK: arith.addi %[[I]], %[[K]]
  %f = arith.constant dense<0.0> : tensor<4x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>,
      affine_map<(d0, d1, d2, d3) -> (d2, d0)>],
      iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%x : tensor<2x3x4x5xf32>) outs(%f : tensor<4x2xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 3 : index
    %n = arith.addi %i, %k : index
    %m = arith.index_cast %n : index to i32
    %w = arith.sitofp %m : i32 to f32
    %p = arith.mulf %a, %w : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// A reduction that keeps its axis has a dimension of one point there.
// CHECK-LABEL: @kept_axis
func.func @kept_axis(%x: tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<1x8xf32>) {
  // CHECK: stax.reduce #stax.add dims [2] ins(%{{.*}}[(d0, d1, d2) -> (d0, d2)] : tensor<4x8xf32>) -> tensor<4x1xf32>
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}}[(d0, d1, d2) -> (d1, d2)] : tensor<4x8xf32>) -> tensor<1x8xf32>
  %f = arith.constant dense<0.0> : tensor<4x1xf32>
  %g = arith.constant dense<0.0> : tensor<1x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %a, %acc : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (0, d1)>],
      iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%g : tensor<1x8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %a, %acc : f32
    linalg.yield %s : f32
  } -> tensor<1x8xf32>
  return %0, %1 : tensor<4x1xf32>, tensor<1x8xf32>
}

// -----

// What is combined is computed in the region, from what it needs only.
// CHECK-LABEL: @independent_reductions
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32>, %[[Y:[a-z0-9]+]]: tensor<8xf32>
func.func @independent_reductions(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[A:.*]] = stax.reduce #stax.add dims [0] ins(%[[X]], %[[Y]] : tensor<8xf32>, tensor<8xf32>) -> tensor<f32> {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT:   arith.mulf
  // CHECK-NEXT:   stax.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[B:.*]] = stax.reduce #stax.max dims [0] ins(%[[Y]] : tensor<8xf32>) -> tensor<f32> {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT:   math.absf
  // CHECK-NEXT:   stax.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[A]], %[[B]]
  %f = arith.constant dense<0.0> : tensor<f32>
  %g = arith.constant dense<0xFF800000> : tensor<f32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%f, %g : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32, %max: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    %q = math.absf %b : f32
    %m = arith.maximumf %q, %max : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// Comparing and selecting integers is an extreme, in each of its spellings.
// CHECK-LABEL: @selected_integers
func.func @selected_integers(%x: tensor<8xi32>, %c: tensor<i32>)
    -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK: stax.reduce #stax.maxs
  %0 = linalg.reduce ins(%x : tensor<8xi32>) outs(%c : tensor<i32>) dimensions = [0] (%a: i32, %acc: i32) {
    %p = arith.cmpi sgt, %a, %acc : i32
    %s = arith.select %p, %a, %acc : i32
    linalg.yield %s : i32
  }
  // CHECK: stax.reduce #stax.mins
  %1 = linalg.reduce ins(%x : tensor<8xi32>) outs(%c : tensor<i32>) dimensions = [0] (%a: i32, %acc: i32) {
    %p = arith.cmpi sge, %a, %acc : i32
    %s = arith.select %p, %acc, %a : i32
    linalg.yield %s : i32
  }
  // CHECK: stax.reduce #stax.minu
  %2 = linalg.reduce ins(%x : tensor<8xi32>) outs(%c : tensor<i32>) dimensions = [0] (%a: i32, %acc: i32) {
    %p = arith.cmpi ule, %acc, %a : i32
    %s = arith.select %p, %acc, %a : i32
    linalg.yield %s : i32
  }
  // CHECK: stax.reduce #stax.maxu
  %3 = linalg.reduce ins(%x : tensor<8xi32>) outs(%c : tensor<i32>) dimensions = [0] (%a: i32, %acc: i32) {
    %p = arith.cmpi ult, %acc, %a : i32
    %s = arith.select %p, %a, %acc : i32
    linalg.yield %s : i32
  }
  return %0, %1, %2, %3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// Contractions are sums of products; each operation rounds by itself.
// CHECK-LABEL: @matmul
func.func @matmul(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK-NEXT: stax.reduce #stax.add dims [2] ins(%{{.*}}[(d0, d1, d2) -> (d0, d2)], %{{.*}}[(d0, d1, d2) -> (d2, d1)] : tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   stax.yield %[[P]] : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Windows are sums of dimensions; their extents come from the filter.
// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<10xf32>, %w: tensor<3xf32>) -> tensor<8xf32> {
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}}[(d0, d1) -> (d0 + d1)], %{{.*}}[(d0, d1) -> (d1)] : tensor<10xf32>, tensor<3xf32>) -> tensor<8xf32>
  %f = arith.constant dense<0.0> : tensor<8xf32>
  %0 = linalg.conv_1d ins(%x, %w : tensor<10xf32>, tensor<3xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Sums of f16 accumulate in f32; with another init that type lasts until it
// has been combined, so that the result is rounded once.
// CHECK-LABEL: @half_precision
func.func @half_precision(%x: tensor<4x8xf16>, %c: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<4x8xf16>) -> tensor<4xf16>
  %f = arith.constant dense<0.0> : tensor<4xf16>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf16>) outs(%f : tensor<4xf16>) dimensions = [1]
  // CHECK: %[[P:.*]] = stax.reduce #stax.add dims [1] partial ins(%{{.*}} : tensor<4x8xf16>) -> tensor<4xf32>
  // CHECK: stax.pointwise ins(%[[P]], %{{.*}} : tensor<4xf32>, tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f16):
  // CHECK-NEXT:   %[[W:.*]] = arith.extf %[[B]] : f16 to f32
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[W]] : f32
  // CHECK-NEXT:   arith.truncf %[[S]] : f32 to f16
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf16>) outs(%c : tensor<4xf16>) dimensions = [1]
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}

// -----

// An accumulator that is wider than its values: they are extended in the region.
// CHECK-LABEL: @extended_values
func.func @extended_values(%x: tensor<4x8xbf16>) -> tensor<4xf32> {
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<4x8xbf16>) -> tensor<4xf32> {
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  %f = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xbf16>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %acc, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Dynamic extents: the reduced one from the input, the others as the result's.
// CHECK-LABEL: @dynamic_extents
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[C:[a-z0-9]+]]: tensor<?xf32>
func.func @dynamic_extents(%x: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %[[C1]]
  // CHECK: %[[P:.*]] = stax.reduce #stax.add dims [1] partial domain [%[[M]], %[[N]]] ins(%[[X]] : tensor<?x?xf32>) -> tensor<?xf32>
  // CHECK: stax.pointwise domain [%[[M]]] ins(%[[P]], %[[C]] :
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%c : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}
