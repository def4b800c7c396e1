// Operations of linalg that import leaves, or that are on buffers, touch nothing
// outside of their operands, and neither do accesses of affine.

// RUN: stax-run %s --check --guard --entry=last --input=random:5xf32 --input=random:5xf32 | FileCheck %s --check-prefix=OK
// RUN: stax-run %s --check --guard --entry=last --input=random:0xf32 --input=random:0xf32 | FileCheck %s --check-prefix=OK
// OK: check: ok
// RUN: not stax-run %s --check --guard --entry=last --input=random:5xf32 --input=random:3xf32 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: structured-extents.mlir:[[#@LINE+5]]:10: error: the extents of the operands do not agree
// LAST: check: ok
func.func @last(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<f32>, tensor<index>) {
  %a = arith.constant dense<0.0> : tensor<f32>
  %b = arith.constant dense<0> : tensor<index>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%a, %b : tensor<f32>, tensor<index>) {
  ^bb0(%u: f32, %w: f32, %best: f32, %place: index):
    %v = arith.addf %u, %w : f32
    %i = linalg.index 0 : index
    %c = arith.cmpf oge, %v, %best : f32
    %n = arith.select %c, %v, %best : f32
    %q = arith.select %c, %i, %place : index
    linalg.yield %n, %q : f32, index
  } -> (tensor<f32>, tensor<index>)
  return %0#0, %0#1 : tensor<f32>, tensor<index>
}

// RUN: stax-run %s --check --guard --entry=exp --input=random:5xf32 --input=random:5xf32 | FileCheck %s --check-prefix=OK
// RUN: not stax-run %s --check --guard --entry=exp --input=random:5xf32 --input=random:3xf32 2>&1 | FileCheck %s --check-prefix=EXP
// EXP: structured-extents.mlir:[[#@LINE+3]]:3: error: the extents of the operands do not agree
// EXP: check: ok
func.func @exp(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// A window is inside where its last place is.
// RUN: stax-run %s --check --guard --entry=conv --input=random:9xf32 --input=random:3xf32 --input=random:7xf32 | FileCheck %s --check-prefix=OK
// RUN: not stax-run %s --check --guard --entry=conv --input=random:9xf32 --input=random:3xf32 --input=random:8xf32 2>&1 | FileCheck %s --check-prefix=CONV
// CONV: error: the extents of the operands do not agree
func.func @conv(%x: memref<?xf32>, %k: memref<?xf32>, %y: memref<?xf32>) {
  linalg.conv_1d ins(%x, %k : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// RUN: stax-run %s --check --guard --entry=affine --input=random:5xf32 --input=random:index:range=4,4 | FileCheck %s --check-prefix=OK
// RUN: not stax-run %s --check --guard --entry=affine --input=random:5xf32 --input=random:index:range=5,5 2>&1 | FileCheck %s --check-prefix=AFFINE
// AFFINE: error: index of dimension 0 is out of bounds
// AFFINE: check: ok
func.func @affine(%x: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.load %x[symbol(%i)] : memref<?xf32>
  affine.store %0, %x[symbol(%i) - 1] : memref<?xf32>
  return %0 : f32
}

// Bounds of loops may say more than a buffer has.
// RUN: stax-run %s --check --guard --entry=loop --input=random:10xf32 --input=random:index:range=10,10 | FileCheck %s --check-prefix=OK
// RUN: not stax-run %s --check --guard --entry=loop --input=random:10xf32 --input=random:index:range=12,12 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: error: index of dimension 0 is out of bounds
// LOOP: check: ok
func.func @loop(%x: memref<10xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %one, %x[%i] : memref<10xf32>
  }
  return
}
