// RUN: stax-opt %s -split-input-file -stax-expand-math | FileCheck %s

// A function of f32 becomes arithmetic without calls.
// CHECK-LABEL: @exp
// CHECK-SAME: (%[[X:.*]]: f32)
// The argument is bounded to where the result is neither zero nor infinite.
// CHECK: %[[HIGH:.*]] = arith.constant 8.900000e+01 : f32
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[HIGH]]
// CHECK: %[[BOUNDED:.*]] = arith.select %[[ABOVE]], %{{.*}}, %[[X]]
// CHECK-NOT: math.exp
// CHECK: math.fma
// CHECK-NOT: math.exp
// CHECK: return
func.func @exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// -----

// Accumulators are rounded to bf16 without an instruction for it.
// CHECK-LABEL: @round_to_bf16
// CHECK-NOT: arith.truncf
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @round_to_bf16(%x: f32) -> bf16 {
  %r = arith.truncf %x : f32 to bf16
  return %r : bf16
}

// -----

// A vector gets the same formula with splat constants.
// CHECK-LABEL: @exp_of_vector
// CHECK: arith.constant dense<8.900000e+01> : vector<2x16xf32>
// CHECK-NOT: math.exp
// CHECK: arith.mulf %{{.*}}, %{{.*}} : vector<2x16xf32>
// CHECK-NOT: math.exp
// CHECK: return
func.func @exp_of_vector(%x: vector<2x16xf32>) -> vector<2x16xf32> {
  %r = math.exp %x : vector<2x16xf32>
  return %r : vector<2x16xf32>
}

// -----

// Functions that lose digits in f32 are computed in f64 and rounded once.
// CHECK-LABEL: @sin
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK: arith.extf %[[X]] : f32 to f64
// CHECK-NOT: math.sin
// CHECK: arith.truncf %{{.*}} : f64 to f32
func.func @sin(%x: f32) -> f32 {
  %r = math.sin %x : f32
  return %r : f32
}

// -----

// Both results of sincos are replaced.
// CHECK-LABEL: @sincos
// CHECK-NOT: math.sincos
// CHECK: return %{{.*}}, %{{.*}} : f32, f32
func.func @sincos(%x: f32) -> (f32, f32) {
  %s, %c = math.sincos %x : f32
  return %s, %c : f32, f32
}

// -----

// An i32 exponent is exact in f64.
// CHECK-LABEL: @integer_power
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>, %[[N:.*]]: vector<4xi32>)
// CHECK: arith.sitofp %[[N]] : vector<4xi32> to vector<4xf64>
// CHECK-NOT: math.fpowi
// CHECK: return
func.func @integer_power(%x: vector<4xf32>, %n: vector<4xi32>) -> vector<4xf32> {
  %r = math.fpowi %x, %n : vector<4xf32>, vector<4xi32>
  return %r : vector<4xf32>
}

// -----

// An i64 exponent is not, and stays.
// CHECK-LABEL: @long_power
// CHECK: math.fpowi
func.func @long_power(%x: f32, %n: i64) -> f32 {
  %r = math.fpowi %x, %n : f32, i64
  return %r : f32
}

// -----

// Functions of f64 and f16, and of tensors, should not be expanded.
// CHECK-LABEL: @others
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.tanh %{{.*}} : f16
// CHECK: math.log %{{.*}} : tensor<4xf32>
func.func @others(%x: f64, %y: f16, %z: tensor<4xf32>) -> (f64, f16, tensor<4xf32>) {
  %a = math.exp %x : f64
  %b = math.tanh %y : f16
  %c = math.log %z : tensor<4xf32>
  return %a, %b, %c : f64, f16, tensor<4xf32>
}

// -----

// What targets compute themselves should not be expanded.
// CHECK-LABEL: @operations
// CHECK: math.sqrt
// CHECK-NEXT: math.absf
// CHECK-NEXT: math.floor
// CHECK-NEXT: return
func.func @operations(%x: f32) -> f32 {
  %a = math.sqrt %x : f32
  %b = math.absf %a : f32
  %c = math.floor %b : f32
  return %c : f32
}
