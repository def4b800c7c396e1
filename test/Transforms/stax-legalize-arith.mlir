// RUN: stax-opt %s -split-input-file -stax-legalize-arith | FileCheck %s

// A shift by the width or more gives 0.
// CHECK-LABEL: @shift_left
// CHECK-SAME: (%[[X:.*]]: i32, %[[N:.*]]: i32)
// CHECK-DAG: %[[LAST:.*]] = arith.constant 31 : i32
// CHECK-DAG: %[[CLAMPED:.*]] = arith.minui %[[N]], %[[LAST]]
// CHECK-DAG: %[[SHIFTED:.*]] = arith.shli %[[X]], %[[CLAMPED]]
// CHECK-DAG: %[[FITS:.*]] = arith.cmpi ule, %[[N]], %[[LAST]]
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: arith.select %[[FITS]], %[[SHIFTED]], %[[ZERO]]
func.func @shift_left(%x: i32, %n: i32) -> i32 {
  %r = arith.shli %x, %n : i32
  return %r : i32
}

// -----

// An arithmetic shift by more than the width gives the sign.
// CHECK-LABEL: @shift_right_signed
// CHECK: %[[CLAMPED:.*]] = arith.minui
// CHECK: %[[R:.*]] = arith.shrsi %{{.*}}, %[[CLAMPED]]
// CHECK-NEXT: return %[[R]]
func.func @shift_right_signed(%x: i8, %n: i8) -> i8 {
  %r = arith.shrsi %x, %n : i8
  return %r : i8
}

// -----

// A small constant count needs nothing.
// CHECK-LABEL: @should_not_touch_small_shifts
// CHECK-NOT: arith.minui
// CHECK: return
func.func @should_not_touch_small_shifts(%x: i32) -> i32 {
  %n = arith.constant 31 : i32
  %r = arith.shrui %x, %n : i32
  return %r : i32
}

// -----

// 2^31 is the first f32 too large for i32, and -2^31 the last that fits.
// CHECK-LABEL: @float_to_signed
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-DAG: %[[ABOVE:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK-DAG: %[[BELOW:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK-DAG: %[[IS_ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[ABOVE]]
// CHECK-DAG: %[[IS_BELOW:.*]] = arith.cmpf olt, %[[X]], %[[BELOW]]
// CHECK-DAG: %[[IS_NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[X]] : f32
// CHECK: %[[R:.*]] = arith.fptosi %[[SAFE]]
// CHECK: %[[MAX:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[S:.*]] = arith.select %[[IS_ABOVE]], %[[MAX]], %[[R]]
// CHECK: %[[MIN:.*]] = arith.constant -2147483648 : i32
// CHECK: arith.select %[[IS_BELOW]], %[[MIN]], %[[S]]
func.func @float_to_signed(%x: f32) -> i32 {
  %r = arith.fptosi %x : f32 to i32
  return %r : i32
}

// -----

// f16 does not reach 2^31: only the infinities are outside.
// CHECK-LABEL: @half_to_signed
// CHECK-DAG: %[[ABOVE:.*]] = arith.constant 0x7C00 : f16
// CHECK-DAG: %[[BELOW:.*]] = arith.constant 0xFC00 : f16
// CHECK-DAG: arith.cmpf oge, %{{.*}}, %[[ABOVE]]
// CHECK-DAG: arith.cmpf ole, %{{.*}}, %[[BELOW]]
func.func @half_to_signed(%x: f16) -> i32 {
  %r = arith.fptosi %x : f16 to i32
  return %r : i32
}

// -----

// Division by a constant is defined; rounding up becomes basic operations.
// CHECK-LABEL: @division_by_constant
// CHECK: arith.divsi
// CHECK-NOT: arith.ceildivsi
// CHECK: return
func.func @division_by_constant(%x: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %r = arith.divsi %x, %c : i32
  %s = arith.ceildivsi %x, %c : i32
  return %r, %s : i32, i32
}

// -----

// bf16 is rounded by integer arithmetic that every target has.
// CHECK-LABEL: @bf16
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @bf16(%x: f32) -> bf16 {
  %r = arith.truncf %x : f32 to bf16
  return %r : bf16
}
