// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

func.func private @gcd_step(%a: i32, %b: i32) -> i32 {
  %0 = arith.maxui %a, %b : i32
  return %0 : i32
}

// The function, an init for each member, and what holds of it.
// CHECK-LABEL: @reduce
func.func @reduce(%x: tensor<8x16xi32>) {
  // CHECK: stax.reduce #stax.monoid<@gcd_step, 0 : i32, commutative, exact> dims [1] ins(
  %0 = stax.reduce #stax.monoid<@gcd_step, 0 : i32, commutative, exact> dims [1] ins(%x : tensor<8x16xi32>) -> tensor<8xi32>
  // The row tree takes points in turn, so it is no default without an order.
  // CHECK: stax.reduce #stax.monoid<@gcd_step, 0 : i32> dims [1] ins(
  %1 = stax.reduce #stax.monoid<@gcd_step, 0 : i32> dims [1] tree(column) ins(%x : tensor<8x16xi32>) -> tensor<8xi32>
  // CHECK: stax.reduce #stax.monoid<@gcd_step, 0 : i32, commutative> dims [1] tree(column) ins(
  %2 = stax.reduce #stax.monoid<@gcd_step, 0 : i32, commutative> dims [1] tree(column) ins(%x : tensor<8x16xi32>) -> tensor<8xi32>
  return
}

// -----

// Several members; short floats accumulate in the function's f32.
// CHECK-LABEL: @scan
func.func private @compose(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %c : f32
  %1 = arith.mulf %b, %c : f32
  %2 = arith.addf %1, %d : f32
  return %0, %2 : f32, f32
}
func.func @scan(%x: tensor<8xf16>, %y: tensor<8xf32>) {
  // CHECK: stax.scan #stax.monoid<@compose, 1.000000e+00 : f32, -0.000000e+00 : f32> dim 0 ins(%{{.*}} : tensor<8xf16>, tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>)
  %0:2 = stax.scan #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> dim 0 ins(%x, %y : tensor<8xf16>, tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>)
  return
}
func.func @combine(%a: f32, %b: f32) -> (f32, f32) {
  // CHECK: stax.combine #stax.monoid<@compose, 1.000000e+00 : f32, -0.000000e+00 : f32> (
  %0:2 = stax.combine #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> (%a, %b) (%b, %a) : f32, f32
  return %0#0, %0#1 : f32, f32
}
