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
// CHECK-NOT: stax.check
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

// A signed division divides by 1 instead of 0 and -1; -1 negates, 0 is recorded.
// CHECK: module attributes {stax.checks = [#stax.check_info<3, "integer division by zero", "{{.*}}:[[# @LINE + 14]]:8">]}
// CHECK-LABEL: @signed_division(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[S:.*]]: memref<1xi64> {stax.status})
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[IS_ZERO:.*]] = arith.cmpi eq, %[[Y]], %[[ZERO]]
// CHECK-DAG: %[[IS_MINUS_ONE:.*]] = arith.cmpi eq, %[[Y]], %{{.*}}
// CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %[[ONE]], %[[Y]]
// CHECK: %[[OK:.*]] = arith.cmpi ne, %[[Y]], %[[ZERO]]
// CHECK: stax.check %[[OK]], 0 in %[[S]] : memref<1xi64>
// CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[SAFE]]
// CHECK: %[[N:.*]] = arith.subi %[[ZERO]], %[[X]]
// CHECK: %[[R:.*]] = arith.select %[[IS_MINUS_ONE]], %[[N]], %[[Q]]
func.func @signed_division(%x: i32, %y: i32) -> i32 {
  %r = arith.divsi %x, %y : i32
  return %r : i32
}

// -----

// The remainder by -1 is 0, and needs no check.
// CHECK-LABEL: @remainder_by_minus_one(
// CHECK-NOT: stax.check
// CHECK: %[[Q:.*]] = arith.remsi
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[Q]]
func.func @remainder_by_minus_one(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %r = arith.remsi %x, %c : i32
  return %r : i32
}

// -----

// An unsigned division has no case for -1.
// CHECK-LABEL: @unsigned_division(
// CHECK: stax.check
// CHECK: %[[Q:.*]] = arith.divui
// CHECK-NEXT: return %[[Q]]
func.func @unsigned_division(%x: i32, %y: i32) -> i32 {
  %r = arith.divui %x, %y : i32
  return %r : i32
}

// -----

// Callers hand the status word on.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[S:[^:]*]]: memref<1xi64> {stax.status})
// CHECK: call @callee(%{{.*}}, %{{.*}}, %[[S]])
func.func private @callee(%x: i32, %y: i32) -> i32 {
  %r = arith.divui %x, %y : i32
  return %r : i32
}
func.func @caller(%x: i32, %y: i32) -> i32 {
  %r = call @callee(%x, %y) : (i32, i32) -> i32
  return %r : i32
}

// -----

// In a node the check has no status: the lowering knows it.
// CHECK-LABEL: func.func private @node(
// CHECK-SAME: memref<1xi64> {stax.status})
// CHECK: stax.pointwise
// CHECK: stax.check %{{.*}}, 0
// CHECK-NOT: in %
// CHECK: arith.divsi
func.func private @node(%x: memref<8xi32>, %y: memref<8xi32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) {
  ^bb0(%t: tensor<8xi32>):
    %r = stax.pointwise ins(%t : tensor<8xi32>) -> tensor<8xi32> {
    ^bb0(%a: i32):
      %q = arith.divsi %a, %a : i32
      stax.yield %q : i32
    }
    stax.yield %r : tensor<8xi32>
  }
  return
}

// -----

// An element at a computed index is read inside the tensor.
// CHECK-LABEL: func.func private @indirect_read(
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[I:.*]], %[[N]]
// CHECK: stax.check %[[OK]], 0
// CHECK: %[[SAFE:.*]] = arith.select %[[OK]], %[[I]], %{{.*}}
// CHECK: tensor.extract %{{.*}}[%[[SAFE]]]
func.func private @indirect_read(%x: memref<?xf32>, %i: memref<8xindex>, %y: memref<8xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x, %i : memref<?xf32>, memref<8xindex>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<?xf32>, %u: tensor<8xindex>):
    %r = stax.pointwise ins(%u : tensor<8xindex>) -> tensor<8xf32> {
    ^bb0(%k: index):
      %v = tensor.extract %t[%k] : tensor<?xf32>
      stax.yield %v : f32
    }
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// An assertion is a check like any other.
// CHECK: stax.checks = [#stax.check_info<7, "x is true", "{{.*}}">]
// CHECK-LABEL: func.func @assertion(
// CHECK-SAME: %[[X:.*]]: i1, %[[S:.*]]: memref<1xi64> {stax.status})
// CHECK-NEXT: stax.check %[[X]], 0 in %[[S]]
// CHECK-NEXT: return
func.func @assertion(%x: i1) {
  cf.assert %x, "x is true"
  return
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

// -----

// A negative power is the reciprocal rounded to zero, and zero has none.
// CHECK: stax.checks = [#stax.check_info<3, "zero to a negative power", "{{.*}}">]
// CHECK-LABEL: func.func @power(
// CHECK-SAME: %[[X:.*]]: i64, %[[N:.*]]: i64, %[[S:.*]]: memref<1xi64> {stax.status})
// CHECK: %[[IS_NEGATIVE:.*]] = arith.cmpi slt, %[[N]], %[[ZERO:.*]] : i64
// CHECK: stax.check %{{.*}}, 0 in %[[S]]
// CHECK: %[[SAFE:.*]] = arith.select %[[IS_NEGATIVE]], %[[ZERO]], %[[N]]
// CHECK: %[[POWER:.*]] = math.ipowi %[[X]], %[[SAFE]]
// CHECK: %[[R:.*]] = arith.select %[[IS_NEGATIVE]], %{{.*}}, %[[POWER]]
// CHECK: return %[[R]]
func.func @power(%x: i64, %n: i64) -> i64 {
  %r = math.ipowi %x, %n : i64
  return %r : i64
}

// -----

// CHECK-LABEL: func.func @square(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: math.ipowi
// CHECK-NEXT: return
func.func @square(%x: i64) -> i64 {
  %two = arith.constant 2 : i64
  %r = math.ipowi %x, %two : i64
  return %r : i64
}
