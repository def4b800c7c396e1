// Programs that say what they expect: an exact result, one that is almost equal,
// and the operands are compared with the interpreter's, too.

// RUN: stax-run %s --entry=all --check --threads=2 | FileCheck %s
// RUN: stax-run %s --entry=all --target=reference --json | FileCheck %s --check-prefix=JSON
// CHECK: check: ok (max {{.*}} ulp
// JSON: "entry": "all",

func.func @exact() {
  %x = arith.constant dense<[1, -2, 3]> : tensor<3xi32>
  %y = arith.addi %x, %x : tensor<3xi32>
  %expected = arith.constant dense<[2, -4, 6]> : tensor<3xi32>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

func.func @booleans() {
  %x = arith.constant dense<[1, -2]> : tensor<2xi32>
  %zero = arith.constant dense<0> : tensor<2xi32>
  %y = arith.cmpi sgt, %x, %zero : tensor<2xi32>
  %expected = arith.constant dense<[true, false]> : tensor<2xi1>
  "check.expect"(%y, %expected) {kind = "expect_eq"} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}

func.func @almost() {
  %x = arith.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = math.exp %x : tensor<2xf32>
  %expected = arith.constant dense<[2.7183, 0.13534]> : tensor<2xf32>
  "check.expect"(%y, %expected) {kind = "expect_almost_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
