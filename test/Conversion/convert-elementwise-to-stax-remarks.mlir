// RUN: stax-opt %s -convert-elementwise-to-stax -remarks-filter=stax -split-input-file -verify-diagnostics | FileCheck %s

// The rank is not known.
// CHECK-LABEL: @should_not_convert_unranked
func.func @should_not_convert_unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: math.exp %{{.*}} : tensor<*xf32>
  // expected-remark @below {{Reason="tensor<*xf32> is not a plain ranked tensor", op=math.exp}}
  %0 = math.exp %x : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// An encoding means a layout that is not the dialect's.
// CHECK-LABEL: @should_not_convert_encoded
func.func @should_not_convert_encoded(%x: tensor<4xf32, "layout">) -> tensor<4xf32, "layout"> {
  // CHECK: math.exp %{{.*}} : tensor<4xf32, "layout">
  // expected-remark @below {{is not a plain ranked tensor", op=math.exp}}
  %0 = math.exp %x : tensor<4xf32, "layout">
  return %0 : tensor<4xf32, "layout">
}

// -----

// Elements without a storage format.
// CHECK-LABEL: @should_not_convert_small_integers
func.func @should_not_convert_small_integers(%x: tensor<4xi4>) -> tensor<4xi4> {
  // CHECK: arith.addi %{{.*}} : tensor<4xi4>
  // expected-remark @below {{[Missed] NotConverted | Category:stax | Reason="element type i4 is not supported", op=arith.addi}}
  %0 = arith.addi %x, %x : tensor<4xi4>
  return %0 : tensor<4xi4>
}

// -----

// One domain has one shape.
// CHECK-LABEL: @should_not_convert_different_results
func.func @should_not_convert_different_results(%x: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: arith.addui_extended
  // expected-remark @below {{Reason="results differ in shape", op=arith.addui_extended}}
  %0, %1 = arith.addui_extended %x, %x : tensor<?xi32>, tensor<4xi1>
  return %0 : tensor<?xi32>
}
