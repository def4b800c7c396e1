// Rows of a dynamic matrix go to computed rows; windows run in parallel, in
// blocks, and rows meet in order.

// DEFINE: %{shape} = 40x200
// DEFINE: %{rows} = 40
// DEFINE: %{threads} = 1
// DEFINE: %{seed} = range=0,6
// DEFINE: %{run} = stax-run %s --entry=add_rows --input=random:%{shape}xf32:seed=1 --input=random:%{rows}xi32:seed=2:%{seed} --input=random:7x200xf32:seed=3 --threads=%{threads}

// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// REDEFINE: %{threads} = 2
// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// REDEFINE: %{threads} = 3
// RUN: %{run} --check --json | FileCheck %s --check-prefix=JSON
// REDEFINE: %{shape} = 0x200
// REDEFINE: %{rows} = 0
// RUN: %{run} --check | FileCheck %s --check-prefix=OK
// OK: check: ok
// JSON: "kernels":{{ ?}}1,

// A row outside, on either side, is an error with its place.
// REDEFINE: %{shape} = 40x200
// REDEFINE: %{rows} = 40
// REDEFINE: %{seed} = range=0,30
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not %{run} --target=reference 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// REDEFINE: %{seed} = range=-9,-1
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: scatter-dynamic.mlir:[[# @LINE + 15]]:8: error: {{index of dimension 0 is out of bounds|writes element \[-?[0-9]+, [0-9]+\] of a tensor of extents \[7, 200\]}}

// So is a source whose columns are not those of the domain.
// REDEFINE: %{seed} = range=0,6
// REDEFINE: %{rows} = 39
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: scatter-dynamic.mlir:[[# @LINE + 9]]:8: error: the extent of dimension 0 of input #1 does not agree with the other shapes

func.func @add_rows(%x: tensor<?x?xf32>, %key: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>

  // Twice the value.
  %0 = stax.scatter #stax.add domain [%m, %n] ins(%x, %key[(d0, d1) -> (d0)] : tensor<?x?xf32>, tensor<?xi32>)
      outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%v: f32, %k: i32):
    %row = arith.index_cast %k : i32 to index
    %column = stax.index 1
    %w = arith.addf %v, %v : f32
    stax.yield %w, %row, %column : f32, index, index
  }
  return %0 : tensor<?x?xf32>
}

// A division by zero in the region is an error of its own place; the index that
// it gives is not used as one.
// RUN: not stax-run %s --entry=divide --input=zeros:4xi32 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: scatter-dynamic.mlir:[[# @LINE + 7]]:10: error: integer division by zero
func.func @divide(%x: tensor<4xi32>) -> tensor<4xi32> {
  %d = arith.constant dense<0> : tensor<4xi32>
  %seven = arith.constant 7 : i32
  %0 = stax.scatter set ins(%x : tensor<4xi32>) outs(%d : tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%v: i32):
    %w = arith.andi %v, %seven : i32
    %q = arith.divsi %w, %v : i32
    %i = arith.index_cast %q : i32 to index
    stax.yield %v, %i : i32, index
  }
  return %0 : tensor<4xi32>
}
