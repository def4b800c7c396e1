// The import pipeline takes tosa through upstream's conversions.

// RUN: stax-opt %s -stax-import-pipeline -split-input-file | FileCheck %s

// Elementwise operations broadcast extents of one.
// CHECK-LABEL: @add
func.func @add(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x3xf32> {
  // CHECK-NOT: tosa
  // CHECK: stax.pointwise ins(%{{.*}}, %{{.*}}[(d0, d1) -> (d0, 0)] : tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  // CHECK: arith.addf
  // CHECK-NOT: tosa
  // CHECK: return
  %0 = tosa.add %x, %y : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The scale that a shifted product becomes is in the body.
// CHECK-LABEL: @mul_shift
func.func @mul_shift(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: stax.pointwise
  // CHECK: arith.shrsi {{.*}} : i64
  // CHECK: return
  %shift = "tosa.const"() {values = dense<1> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %y, %shift : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A reduction keeps its axis.
// CHECK-LABEL: @reduce_sum
func.func @reduce_sum(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  // CHECK: %[[S:.*]] = stax.reduce #stax.add dims [1] ins(%{{.*}} : tensor<4x8xf32>) -> tensor<4xf32>
  // CHECK: tensor.expand_shape %[[S]]
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// Padding and transposition are reads.
// CHECK-LABEL: @pad_and_transpose
func.func @pad_and_transpose(%x: tensor<2x3xi32>) -> tensor<3x4xi32> {
  // CHECK: %[[P:.*]] = stax.pointwise ins(%{{.*}}[(d0, d1) -> (d0 - 1, d1)] guard #{{.*}} else %{{.*}} : tensor<2x3xi32>) -> tensor<4x3xi32>
  // CHECK: stax.pointwise ins(%[[P]][(d0, d1) -> (d1, d0)] : tensor<4x3xi32>) -> tensor<3x4xi32>
  %amounts = tosa.const_shape {values = dense<[1, 1, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %value = "tosa.const"() {values = dense<7> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = tosa.pad %x, %amounts, %value : (tensor<2x3xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<4x3xi32>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<4x3xi32>) -> tensor<3x4xi32>
  return %1 : tensor<3x4xi32>
}

// -----

// A reshape is a view.
// CHECK-LABEL: @reshape
func.func @reshape(%x: tensor<4x6xf32>) -> tensor<2x12xf32> {
  // CHECK-NOT: stax.
  // CHECK: tensor.collapse_shape
  // CHECK: tensor.expand_shape
  // CHECK-NOT: stax.
  // CHECK: return
  %shape = tosa.const_shape {values = dense<[2, 12]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %shape : (tensor<4x6xf32>, !tosa.shape<2>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// -----

// Nothing is computed while compiling that was not asked for.
// CHECK-LABEL: @should_not_fold
func.func @should_not_fold() -> tensor<2xf32> {
  // CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]>
  // CHECK: stax.pointwise
  // CHECK: arith.addf
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = arith.addf %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
