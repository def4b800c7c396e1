// Accesses outside of kernels are checked: an error with its place, never a read
// or write outside.

// DEFINE: %{i} = 3
// DEFINE: %{entry} = extract
// DEFINE: %{run} = stax-run %s --entry=%{entry} --input=random:8xf32 --input=iota:1xi64 --input=random:1xi64:range=%{i},%{i}

// RUN: stax-run %s --entry=all --check | FileCheck %s --check-prefix=OK
// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// REDEFINE: %{i} = 8
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=EXTRACT
// REDEFINE: %{i} = -1
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=EXTRACT
// OK: check: ok
// EXTRACT: accesses.mlir:[[# @LINE + 5]]:8: error: index of dimension 0 is out of bounds
func.func @extract(%x: tensor<8xf32>, %unused: tensor<1xi64>, %at: tensor<1xi64>) -> f32 {
  %c0 = arith.constant 0 : index
  %k = tensor.extract %at[%c0] : tensor<1xi64>
  %i = arith.index_cast %k : i64 to index
  %v = tensor.extract %x[%i] : tensor<8xf32>
  return %v : f32
}

// REDEFINE: %{entry} = insert
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=INSERT
// REDEFINE: %{i} = 7
// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// INSERT: accesses.mlir:[[# @LINE + 6]]:8: error: index of dimension 0 is out of bounds
func.func @insert(%x: tensor<8xf32>, %unused: tensor<1xi64>, %at: tensor<1xi64>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %k = tensor.extract %at[%c0] : tensor<1xi64>
  %i = arith.index_cast %k : i64 to index
  %v = tensor.insert %one into %x[%i] : tensor<8xf32>
  return %v : tensor<8xf32>
}

// REDEFINE: %{entry} = insert_slice
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=SLICE
// REDEFINE: %{i} = 5
// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// SLICE: accesses.mlir:[[# @LINE + 6]]:8: error: the slice of dimension 0 is out of bounds
func.func @insert_slice(%x: tensor<8xf32>, %unused: tensor<1xi64>, %at: tensor<1xi64>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %part = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %k = tensor.extract %at[%c0] : tensor<1xi64>
  %i = arith.index_cast %k : i64 to index
  %v = tensor.insert_slice %part into %x[%i] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %v : tensor<8xf32>
}

// Loads and stores of a program on buffers, in a loop that goes one too far.
// RUN: not stax-run %s --entry=loop --input=zeros:8xi32 --input=random:1xi64:range=9,9 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: stax-run %s --entry=loop --input=zeros:8xi32 --input=random:1xi64:range=8,8 --check | FileCheck %s --check-prefix=OK
// LOOP: accesses.mlir:[[# @LINE + 8]]:10: error: index of dimension 0 is out of bounds
func.func @loop(%m: memref<8xi32>, %count: tensor<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %k = tensor.extract %count[%c0] : tensor<1xi64>
  %n = arith.index_cast %k : i64 to index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<8xi32>
    %w = arith.addi %v, %one : i32
    memref.store %w, %m[%i] : memref<8xi32>
  }
  return
}

func.func @nothing() {
  return
}
