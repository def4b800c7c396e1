// Errors of single points are reported with their place, for every number of
// threads, and by the reference interpreter too.

// DEFINE: %{threads} = 1
// DEFINE: %{entry} = divide
// DEFINE: %{inputs} =
// DEFINE: %{good} = stax-run %s --entry=%{entry} %{inputs} --check --threads=%{threads}
// DEFINE: %{bad} = not stax-run %s --entry=%{entry} %{inputs} --threads=%{threads}

// REDEFINE: %{inputs} = --input=random:3x50xi32:seed=1 --input=random:3x50xi32:seed=7:range=1,9
// RUN: %{good} | FileCheck %s --check-prefix=OK
// REDEFINE: %{threads} = 3
// RUN: %{good} | FileCheck %s --check-prefix=OK
// OK: check: ok

// One divisor of many is zero.
// REDEFINE: %{inputs} = --input=random:3x50xi32:seed=1 --input=iota:3x50xi32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not stax-run %s --entry=divide %{inputs} --target=reference 2>&1 | FileCheck %s --check-prefix=DIVIDE
// REDEFINE: %{threads} = 1
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: errors.mlir:[[# @LINE + 2]]:8: error: {{integer division by zero|division by zero: [-0-9]+ / 0}}
func.func @divide(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %q = arith.divsi %x, %y : tensor<?x?xi32>
  return %q : tensor<?x?xi32>
}

// The same in a reduction.
// REDEFINE: %{entry} = sum_of_remainders
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=REDUCE
// REDUCE: errors.mlir:[[# @LINE + 4]]:10: error: integer division by zero
func.func @sum_of_remainders(%x: tensor<3x50xi32>, %y: tensor<3x50xi32>) -> tensor<3xi32> {
  %s = stax.reduce #stax.add dims [1] ins(%x, %y : tensor<3x50xi32>, tensor<3x50xi32>) -> tensor<3xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.remsi %a, %b : i32
    stax.yield %r : i32
  }
  return %s : tensor<3xi32>
}

// Elements at computed indices: inside, outside, and of an empty tensor.
// REDEFINE: %{entry} = gather
// REDEFINE: %{inputs} = --input=random:8xf32 --input=iota:8xi64
// RUN: %{good} | FileCheck %s --check-prefix=OK
// REDEFINE: %{inputs} = --input=random:5xf32 --input=iota:8xi64
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=GATHER
// REDEFINE: %{inputs} = --input=zeros:0xf32 --input=zeros:8xi64
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=EMPTY
// REDEFINE: %{inputs} = --input=zeros:0xf32 --input=zeros:0xi64
// RUN: %{good} | FileCheck %s --check-prefix=OK
// GATHER: errors.mlir:[[# @LINE + 8]]:10: error: index of dimension 0 is out of bounds
// EMPTY: errors.mlir:[[# @LINE + 7]]:10: error: an index of an empty tensor is out of bounds
func.func @gather(%t: tensor<?xf32>, %i: tensor<?xi64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?xi64>
  %r = stax.pointwise domain [%n] ins(%i : tensor<?xi64>) -> tensor<?xf32> {
  ^bb0(%k: i64):
    %j = arith.index_cast %k : i64 to index
    %v = tensor.extract %t[%j] : tensor<?xf32>
    stax.yield %v : f32
  }
  return %r : tensor<?xf32>
}

// An assertion that fails is an error of the program, not the end of the process.
// REDEFINE: %{entry} = positive
// REDEFINE: %{inputs} = --input=random:f32:range=1,2
// RUN: stax-run %s --entry=%{entry} %{inputs}
// REDEFINE: %{inputs} = --input=zeros:f32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=ASSERT
// ASSERT: errors.mlir:[[# @LINE + 4]]:3: error: expected a positive number
func.func @positive(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %is_positive = arith.cmpf ogt, %x, %zero : f32
  cf.assert %is_positive, "expected a positive number"
  return %x : f32
}
