// Reads inside their operands give elements, reads outside an error of the
// program, compiled as interpreted.

// DEFINE: %{entry} = static
// DEFINE: %{inputs} =
// DEFINE: %{good} = stax-run %s --entry=%{entry} %{inputs} --check
// DEFINE: %{bad} = not stax-run %s --entry=%{entry} %{inputs}
// DEFINE: %{bad_reference} = not stax-run %s --entry=%{entry} %{inputs} --target=reference

#behind_first = affine_set<(d0) : (d0 - 1 >= 0)>
#behind = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
#even = affine_set<(d0, d1) : (d0 mod 2 == 0)>

// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: reads.mlir:[[# @LINE + 3]]:8: error: {{an index of input #0 is out of bounds where its guard holds|reads element \[8\] of a tensor of extents 8}}
func.func @static(%x: tensor<8xf32>) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #behind_first else %zero : tensor<8xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// The same is right for eight elements and more.
// REDEFINE: %{entry} = dynamic
// REDEFINE: %{inputs} = --input=random:8xf32 --input=random:index:range=1,1
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// REDEFINE: %{inputs} = --input=random:9xf32 --input=random:index:range=1,1
// RUN: %{good} --threads=2 | FileCheck %s --check-prefix=OK
// OK: check: ok
// DYNAMIC: reads.mlir:[[# @LINE + 3]]:8: error: {{an index of input #0 is out of bounds where its guard holds|reads element \[8\] of a tensor of extents 8}}
func.func @dynamic(%x: tensor<?xf32>, %begin: index) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 - s0)] guard #behind else %zero : tensor<?xf32>) symbols(%begin) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// In a reduction, too.
// REDEFINE: %{entry} = reduction
// REDEFINE: %{inputs} = --input=random:8xf32 --input=random:index:range=1,1
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=REDUCTION
// REDEFINE: %{inputs} = --input=random:9xf32 --input=random:index:range=1,1
// RUN: %{good} --threads=2 | FileCheck %s --check-prefix=OK
// REDUCTION: reads.mlir:[[# @LINE + 3]]:8: error: an index of input #0 is out of bounds where its guard holds
func.func @reduction(%x: tensor<?xf32>, %begin: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %0 = stax.reduce #stax.add dims [0] domain [10] ins(%x[(d0)[s0] -> (d0 - s0)] guard #behind else %zero : tensor<?xf32>) symbols(%begin) -> tensor<f32>
  return %0 : tensor<f32>
}

// A guard excuses only the dimensions that it restricts from agreeing.
// REDEFINE: %{entry} = rows
// REDEFINE: %{inputs} = --input=random:4x8xf32
// RUN: %{good} | FileCheck %s --check-prefix=OK
// REDEFINE: %{inputs} = --input=random:4x9xf32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: reads.mlir:[[# @LINE + 3]]:8: error: {{the extent of dimension 1 of input #0 does not agree with the other shapes|expected input #0 to have extent 8 in dimension 1, but got 9}}
func.func @rows(%x: tensor<4x?xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = stax.pointwise ins(%x guard #even else %zero : tensor<4x?xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Every other element twice: the indices of a dimension that occurs twice.
// REDEFINE: %{entry} = halves
// REDEFINE: %{inputs} = --input=random:50xf32
// RUN: %{good} | FileCheck %s --check-prefix=OK
// REDEFINE: %{inputs} = --input=random:49xf32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: error: an index of input #0 is out of bounds
func.func @halves(%x: tensor<?xf32>) -> tensor<100xf32> {
  %0 = stax.pointwise ins(%x[(d0) -> (d0 - d0 ceildiv 2)] : tensor<?xf32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// An offset that wraps does not come out inside.
// REDEFINE: %{entry} = wraps
// REDEFINE: %{inputs} = --input=random:64xf32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=WRAPS
// WRAPS: reads.mlir:[[# @LINE + 3]]:8: error: {{an index of dimension 0 of input #0 is out of bounds|reads element}}
func.func @wraps(%x: tensor<?xf32>) -> tensor<10xf32> {
  %offset = arith.constant 9223372036854775800 : index
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%offset) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// Nor does a product, when all is static.
// REDEFINE: %{entry} = product_wraps
// REDEFINE: %{inputs} =
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: reads.mlir:[[# @LINE + 2]]:8: error: {{an index of dimension 0 of input #0 is out of bounds|reads element}}
func.func @product_wraps(%x: tensor<2xf32>) -> tensor<10xf32> {
  %0 = stax.pointwise ins(%x[(d0) -> (d0 * 4611686018427387904)] : tensor<2xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// Nor does a guard hold because it wraps.
// REDEFINE: %{entry} = guard_wraps
// REDEFINE: %{inputs} = --input=random:64xf32
// RUN: %{bad} 2>&1 | FileCheck %s --check-prefix=GUARD
// RUN: %{bad_reference} 2>&1 | FileCheck %s --check-prefix=GUARD
// GUARD: reads.mlir:[[# @LINE + 5]]:8: error: {{an index of input #0 does not fit in 64 bits|computes a guard that does not fit in 64 bits}}
#far = affine_set<(d0)[s0] : (d0 + s0 - 9223372036854775800 >= 0)>
func.func @guard_wraps(%x: tensor<?xf32>) -> tensor<10xf32> {
  %far = arith.constant 9223372036854775800 : index
  %zero = arith.constant 0.0 : f32
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0)] guard #far else %zero : tensor<?xf32>) symbols(%far) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
