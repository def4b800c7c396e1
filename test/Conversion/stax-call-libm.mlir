// RUN: stax-opt %s -stax-call-libm | FileCheck %s

// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @expm1f(f32) -> f32

// CHECK-LABEL: func.func @scalar(
// CHECK: call @expm1(
func.func @scalar(%x: f64) -> f64 {
  %r = math.expm1 %x : f64
  return %r : f64
}

// Each element of a vector.
// CHECK-LABEL: func.func @vector(
// CHECK-COUNT-2: call @expm1f(
// CHECK-NOT: call
// CHECK: return
func.func @vector(%x: vector<2xf32>) -> vector<2xf32> {
  %r = math.expm1 %x : vector<2xf32>
  return %r : vector<2xf32>
}

// Functions whose other lowering is as good are left alone.
// CHECK-LABEL: func.func @should_not_convert_others(
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.floor
func.func @should_not_convert_others(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.floor %0 : f32
  return %1 : f32
}
