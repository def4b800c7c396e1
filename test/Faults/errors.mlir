// Cases of public trackers that are an error of the program, not of the process.

// DEFINE: %{entry} = B03
// DEFINE: %{bad} = not stax-run %s --entry=%{entry} 2>&1
// DEFINE: %{bad_reference} = not stax-run %s --entry=%{entry} --target=reference 2>&1

// pydata/numexpr#107: a remainder by zero, of scalars and of tensors, constant
// or not.
// RUN: %{bad} | FileCheck %s --check-prefix=B03
// RUN: %{bad_reference} | FileCheck %s --check-prefix=B03
// REDEFINE: %{entry} = B03_scalar
// RUN: %{bad} | FileCheck %s --check-prefix=B03_SCALAR
// RUN: %{bad_reference} | FileCheck %s --check-prefix=B03_SCALAR
// RUN: stax-opt %s -inline -canonicalize -sccp -o %t.folded.mlir
// RUN: not stax-run %t.folded.mlir --entry=B03 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: not stax-run %t.folded.mlir --entry=B03_scalar 2>&1 | FileCheck %s --check-prefix=FOLDED
// FOLDED: error: integer division by zero
// B03: errors.mlir:[[# @LINE + 2]]:8: error: {{integer division by zero|division by zero: -5 / 0}}
func.func private @remainders(%x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = arith.remsi %x, %y : tensor<3xi32>
  return %r : tensor<3xi32>
}
func.func @B03() -> tensor<3xi32> {
  %x = arith.constant dense<[-5, 0, 7]> : tensor<3xi32>
  %y = arith.constant dense<[0, 0, 2]> : tensor<3xi32>
  %r = call @remainders(%x, %y) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
// B03_SCALAR: errors.mlir:[[# @LINE + 2]]:8: error: {{integer division by zero|division by zero: -5 / 0}}
func.func private @remainder(%x: i32, %y: i32) -> i32 {
  %r = arith.remsi %x, %y : i32
  return %r : i32
}
func.func @B03_scalar() -> i32 {
  %x = arith.constant -5 : i32
  %y = arith.constant 0 : i32
  %r = call @remainder(%x, %y) : (i32, i32) -> i32
  return %r : i32
}

// numba/numba#3119: the minimum of what turns out to be nothing.
// RUN: not stax-run %s --entry=A11 --input=zeros:0xf64 2>&1 | FileCheck %s --check-prefix=A11
// RUN: not stax-run %s --entry=A11 --input=zeros:0xf64 --target=reference 2>&1 | FileCheck %s --check-prefix=A11
// A11: errors.mlir:[[# @LINE + 4]]:8: error: {{reduction by #stax.min over an empty dimension|reduces no elements}}
func.func @A11(%x: tensor<?xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = stax.reduce #stax.min dims [0] domain [%n] ins(%x : tensor<?xf64>) -> tensor<f64>
  return %m : tensor<f64>
}

// Zero has no negative power; pytorch/pytorch#71633 asks for one rule.
// REDEFINE: %{entry} = B18
// RUN: %{bad} | FileCheck %s --check-prefix=B18
// RUN: %{bad_reference} | FileCheck %s --check-prefix=B18
// B18: errors.mlir:[[# @LINE + 4]]:8: error: {{zero to a negative power|division by zero: 0 to the power of -1}}
func.func @B18() -> tensor<2xi64> {
  %x = arith.constant dense<[0, 0]> : tensor<2xi64>
  %n = arith.constant dense<[3, -1]> : tensor<2xi64>
  %y = math.ipowi %x, %n : tensor<2xi64>
  return %y : tensor<2xi64>
}

// llvm/llvm-project#61342: a product of indices on threads is no crash.
// RUN: stax-run %s --entry=R06 --threads=3 | FileCheck %s --check-prefix=R06
// R06: 60
func.func @R06() -> tensor<index> {
  %x = arith.constant dense<[3, 4, 5]> : tensor<3xindex>
  %y = stax.reduce #stax.mul dims [0] ins(%x : tensor<3xindex>) -> tensor<index>
  return %y : tensor<index>
}

// pytorch/pytorch#154168: more points than 32 bits count, of one element.
// RUN: stax-run %s --entry=B14 | FileCheck %s --check-prefix=B14
// B14: 4295032832
func.func @B14() -> tensor<i64> {
  %x = arith.constant dense<1> : tensor<1x1xi8>
  %s = stax.reduce #stax.add dims [0, 1] domain [65536, 65537] ins(%x[(i, j) -> (0, 0)] : tensor<1x1xi8>) -> tensor<i64> {
  ^bb0(%a: i8):
    %w = arith.extui %a : i8 to i64
    stax.yield %w : i64
  }
  return %s : tensor<i64>
}
