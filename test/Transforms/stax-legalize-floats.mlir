// RUN: stax-opt %s -stax-legalize-floats | FileCheck %s

// The operand that is a number, and -0.0 < +0.0.
// CHECK-LABEL: @maxnum(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-DAG: %[[MAX:.*]] = arith.maximumf %[[A]], %[[B]]
// CHECK-DAG: %[[B_IS_NAN:.*]] = arith.cmpf uno, %[[B]], %[[B]]
// CHECK-DAG: %[[A_IS_NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK-DAG: %[[NOT_B:.*]] = arith.select %[[B_IS_NAN]], %[[A]], %[[MAX]]
// CHECK: %[[R:.*]] = arith.select %[[A_IS_NAN]], %[[B]], %[[NOT_B]]
// CHECK: return %[[R]]
func.func @maxnum(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// Vectors are no different.
// CHECK-LABEL: @minnum(
// CHECK-NOT: arith.minnumf
// CHECK: arith.minimumf %{{.*}} : vector<8xf64>
// CHECK-NOT: arith.minnumf
// CHECK: return
func.func @minnum(%a: vector<8xf64>, %b: vector<8xf64>) -> vector<8xf64> {
  %r = arith.minnumf %a, %b : vector<8xf64>
  return %r : vector<8xf64>
}

// A float that is rounded to odd rounds to bf16 as the number itself does.
// CHECK-LABEL: @to_bf16(
// CHECK-SAME: %[[X:.*]]: f64)
// CHECK: %[[NEAR:.*]] = arith.truncf %[[X]] : f64 to f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[NEAR]] : f32 to i32
// CHECK: %[[ODD:.*]] = arith.select %{{.*}}, %[[BITS]], %{{.*}} : i32
// CHECK: %[[FLOAT:.*]] = arith.bitcast %[[ODD]] : i32 to f32
// CHECK: arith.truncf %[[FLOAT]] : f32 to bf16
func.func @to_bf16(%x: f64) -> bf16 {
  %r = arith.truncf %x : f64 to bf16
  return %r : bf16
}

// The sum is rounded to odd, to the side that its error is on.
// CHECK-LABEL: @fma_of_f16(
// CHECK-SAME: %[[A:.*]]: f16, %[[B:.*]]: f16, %[[C:.*]]: f16)
// CHECK-DAG: %[[X:.*]] = arith.extf %[[A]] : f16 to f64
// CHECK-DAG: %[[Y:.*]] = arith.extf %[[B]] : f16 to f64
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[Y]] : f64
// CHECK: %[[Z:.*]] = arith.extf %[[C]] : f16 to f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[Z]] : f64
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SUM]] : f64 to i64
// CHECK: %[[ODD:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BITS]] : i64
// CHECK-NEXT: %[[NUMBER:.*]] = arith.bitcast %[[ODD]] : i64 to f64
// CHECK: arith.truncf %[[NUMBER]] : f64 to f16
func.func @fma_of_f16(%a: f16, %b: f16, %c: f16) -> f16 {
  %r = math.fma %a, %b, %c : f16
  return %r : f16
}

// f32 and f64 have fused products.
// CHECK-LABEL: @should_not_change_fma(
// CHECK-NEXT: math.fma
// CHECK-NEXT: math.fma
// CHECK-NEXT: return
func.func @should_not_change_fma(%a: f32, %b: f64) -> (f32, f64) {
  %0 = math.fma %a, %a, %a : f32
  %1 = math.fma %b, %b, %b : f64
  return %0, %1 : f32, f64
}

// CHECK-LABEL: @bf16_to_f64(
// CHECK-SAME: %[[X:.*]]: vector<4xbf16>)
// CHECK-NEXT: %[[Y:.*]] = arith.extf %[[X]] : vector<4xbf16> to vector<4xf32>
// CHECK-NEXT: arith.extf %[[Y]] : vector<4xf32> to vector<4xf64>
func.func @bf16_to_f64(%x: vector<4xbf16>) -> vector<4xf64> {
  %r = arith.extf %x : vector<4xbf16> to vector<4xf64>
  return %r : vector<4xf64>
}

// Other conversions round once as they are.
// CHECK-LABEL: @should_not_change_others(
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: arith.truncf %{{.*}} : f64 to f16
// CHECK-NEXT: arith.sitofp %{{.*}} : i16 to bf16
// CHECK-NEXT: arith.sitofp %{{.*}} : i64 to f32
// CHECK-NEXT: return
func.func @should_not_change_others(%x: f32, %y: f64, %i: i16, %j: i64) -> (bf16, f16, bf16, f32) {
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.truncf %y : f64 to f16
  %2 = arith.sitofp %i : i16 to bf16
  %3 = arith.sitofp %j : i64 to f32
  return %0, %1, %2, %3 : bf16, f16, bf16, f32
}

// f64 holds an i32.
// CHECK-LABEL: @of_i32(
// CHECK-SAME: %[[N:.*]]: i32)
// CHECK-NEXT: %[[X:.*]] = arith.uitofp %[[N]] : i32 to f64
// CHECK-NEXT: arith.truncf %[[X]] : f64 to f32
func.func @of_i32(%n: i32) -> bf16 {
  %r = arith.uitofp %n : i32 to bf16
  return %r : bf16
}

// It does not hold an i64, but one on the same side of all that bf16 holds.
// CHECK-LABEL: @of_i64(
// CHECK-SAME: %[[N:.*]]: i64)
// CHECK: %[[MIDDLE:.*]] = arith.ori %{{.*}}, %{{.*}} : i64
// CHECK: %[[M:.*]] = arith.select %{{.*}}, %[[N]], %[[MIDDLE]] : i64
// CHECK: %[[X:.*]] = arith.sitofp %[[M]] : i64 to f64
// CHECK: arith.truncf %[[X]] : f64 to f32
func.func @of_i64(%n: i64) -> bf16 {
  %r = arith.sitofp %n : i64 to bf16
  return %r : bf16
}

// CHECK-LABEL: @power(
// CHECK-SAME: %[[X:.*]]: f32, %[[N:.*]]: i32)
// CHECK-DAG: %[[BASE:.*]] = arith.extf %[[X]] : f32 to f64
// CHECK-DAG: %[[EXPONENT:.*]] = arith.sitofp %[[N]] : i32 to f64
// CHECK: %[[POWER:.*]] = math.powf %[[BASE]], %[[EXPONENT]] : f64
// CHECK: arith.truncf %[[POWER]] : f64 to f32
func.func @power(%x: f32, %n: i32) -> f32 {
  %r = math.fpowi %x, %n : f32, i32
  return %r : f32
}
