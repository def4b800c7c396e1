// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx2" -canonicalize -cse | FileCheck %s --check-prefix=AVX2
// RUN: stax-opt %s -split-input-file -stax-vectorize="width=1" -canonicalize -cse | FileCheck %s --check-prefix=SCALAR

// A vector is a block of 16 points. Its prefixes take four steps of rotating and
// selecting in registers; what came before is added as a vector of equal lanes.
// CHECK-LABEL: @row
// CHECK: %[[LANE1:.*]] = arith.constant dense<[false, true, true, {{.*}}]> : vector<16xi1>
// CHECK: affine.for %[[K:.*]] = 0 to 16 step 16 iter_args(%[[BLOCK:.*]] = %{{.*}}) -> (vector<16xf32>) {
// CHECK: %[[V:.*]] = affine.vector_load %{{.*}}[%[[K]]] : memref<16xf32>, vector<16xf32>
// CHECK: %[[R:.*]] = vector.shuffle %[[V]], %[[V]] [15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[R]], %[[V]]
// CHECK-NEXT: %[[STEP1:.*]] = arith.select %[[LANE1]], %[[SUM]], %[[V]]
// CHECK-NEXT: vector.shuffle %[[STEP1]], %[[STEP1]] [14, 15, 0,
// CHECK: vector.shuffle {{.*}} [12, 13, 14, 15, 0,
// CHECK: vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15, 0,
// CHECK-NEXT: arith.addf
// CHECK-NEXT: %[[PREFIX:.*]] = arith.select
// CHECK-NEXT: %[[CARRY:.*]] = arith.addf %[[BLOCK]], %[[START:.*]] : vector<16xf32>
// CHECK-NEXT: %[[STATE:.*]] = arith.addf %[[CARRY]], %[[PREFIX]]
// CHECK-NEXT: %[[TOTAL:.*]] = vector.shuffle %[[PREFIX]], %[[PREFIX]] [15, 15, 15,
// CHECK-NEXT: arith.addf %[[BLOCK]], %[[TOTAL]]
// CHECK: affine.vector_store %[[STATE]], %{{.*}}[%[[K]]] : memref<16xf32>, vector<16xf32>
// SCALAR-LABEL: @row
// SCALAR-NOT: vector
func.func @row(%x: memref<16xf32>, %y: memref<16xf32>) {
  %start = arith.constant 1.0 : f32
  affine.for %k = 0 to 16 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<16xf32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f32
    affine.store %n, %y[%k] : memref<16xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// As many blocks run at once as registers allow: four of AVX-512, two of AVX2.
// CHECK-LABEL: @parts
// CHECK: affine.for %{{.*}} = 0 to 64 step 64 iter_args({{.*}}) -> (vector<16xf32>)
// AVX2-LABEL: @parts
// AVX2: affine.for %{{.*}} = 0 to 64 step 32 iter_args({{.*}}) -> (vector<16xf32>)
func.func @parts(%x: memref<64xf32>, %y: memref<64xf32>) {
  %start = arith.constant 1.0 : f32
  affine.for %k = 0 to 64 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<64xf32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f32
    affine.store %n, %y[%k] : memref<64xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// Before the first point of a block there is what came before the block; the
// others have the prefix of their neighbour.
// CHECK-LABEL: @exclusive
// CHECK: affine.for {{.*}} iter_args(%[[BLOCK:.*]] = %{{.*}}) -> (vector<16xf32>) {
// CHECK: %[[CARRY:.*]] = arith.addf %[[BLOCK]], %{{.*}} : vector<16xf32>
// CHECK: %[[SHIFTED:.*]] = vector.shuffle %{{.*}}, %{{.*}} [15, 0, 1,
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[CARRY]], %[[SHIFTED]]
// CHECK-NEXT: %[[BEFORE:.*]] = arith.select %{{.*}}, %[[SUM]], %[[CARRY]]
// CHECK: affine.vector_store %[[BEFORE]]
func.func @exclusive(%x: memref<16xf32>, %y: memref<16xf32>) {
  %start = arith.constant 1.0 : f32
  affine.for %k = 0 to 16 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<16xf32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f32
    affine.store %acc, %y[%k] : memref<16xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// A reverse scan reads and writes vectors whose last element comes first.
// CHECK-LABEL: @reverse
// CHECK: affine.for %[[K:.*]] = 0 to 16
// CHECK: %[[V:.*]] = affine.vector_load %{{.*}}[-%[[K]]] : memref<16xf32>, vector<16xf32>
// CHECK-NEXT: vector.shuffle %[[V]], %[[V]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: %[[Y:.*]] = vector.shuffle {{.*}} [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK-NEXT: affine.vector_store %[[Y]], %{{.*}}[-%[[K]]]
func.func @reverse(%x: memref<16xf32>, %y: memref<16xf32>) {
  %start = arith.constant 2.0 : f32
  affine.for %k = 0 to 16 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[15 - %k] : memref<16xf32>
    %n = stax.combine #stax.mul tree(scan_row) (%acc) (%v) : f32
    affine.store %n, %y[15 - %k] : memref<16xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// Chunks of 4096 points carry on from one another, and the last points of the
// last chunk are masked. Its last one is the total.
// CHECK-LABEL: @dynamic
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} step 4096 iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf64>) {
// CHECK: affine.for {{.*}} step 32 iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf64>) {
// CHECK: affine.vector_store
// CHECK: affine.if
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[%{{.*}}] : f64 from vector<16xf64>
// CHECK: vector.broadcast %[[LAST]]
// CHECK: vector.maskedstore
// CHECK: vector.extract %{{.*}}[0] : f64 from vector<16xf64>
func.func @dynamic(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> f64 {
  %start = arith.constant 0.0 : f64
  %s = affine.for %k = 0 to %n iter_args(%acc = %start) -> (f64) {
    %v = affine.load %x[%k] : memref<?xf64>
    %m = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f64
    affine.store %m, %y[%k] : memref<?xf64>
    affine.yield %m : f64
  }
  return %s : f64
}

// -----

// A tuple has vectors for each of its members, and a sum beside the scan has
// its lanes.
// CHECK-LABEL: @records
// CHECK: affine.for %{{.*}} = 0 to 64 step 64 iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xindex>) {
// CHECK: vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK: vector.shuffle {{.*}} : vector<16xindex>, vector<16xindex>
func.func @records(%x: memref<64xf32>, %y: memref<64xindex>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : index
  %s:3 = affine.for %k = 0 to 64 iter_args(%sum = %zero, %max = %low, %at = %none) -> (f32, f32, index) {
    %v = affine.load %x[%k] : memref<64xf32>
    %a = stax.combine #stax.add tree(row) (%sum) (%v) : f32
    %b:2 = stax.combine #stax.argmax tree(scan_row) (%max, %at) (%v, %k) : f32, index
    affine.store %b#1, %y[%k] : memref<64xindex>
    affine.yield %a, %b#0, %b#1 : f32, f32, index
  }
  return %s#0 : f32
}

// -----

// Columns carry their prefix and what came before its chunk of 256 points in
// registers.
// CHECK-LABEL: @columns
// CHECK: affine.parallel (%[[J:.*]]) = (0) to (128) step (128) {
// CHECK: affine.for %[[B:.*]] = 0 to 1000 step 256 iter_args(%[[CHUNK:[^ ]*]] = {{.*}}) -> (vector<16xf32>, {{.*}}) {
// CHECK: affine.for %[[K:.*]] = {{.*}}(%[[B]]) to min {{.*}}(%[[B]]) iter_args(%[[PREFIX:[^ ]*]] = {{.*}}) -> (vector<16xf32>, {{.*}}) {
// CHECK: %[[V:.*]] = affine.vector_load %{{.*}}[%[[K]], %[[J]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[PREFIX]], %[[V]]
// CHECK: %[[STATE:.*]] = arith.addf %[[CHUNK]], %[[NEXT]]
// CHECK: affine.vector_store %[[STATE]], %{{.*}}[%[[K]], %[[J]]]
// CHECK: affine.yield %[[NEXT]]
// CHECK: arith.addf %[[CHUNK]]
// SCALAR-LABEL: @columns
// SCALAR-NOT: memref.alloca
// SCALAR: affine.for %{{.*}} = 0 to 1000 step 256 iter_args(%{{.*}} = %{{.*}}) -> (f32) {
func.func @columns(%x: memref<1000x128xf32>, %y: memref<1000x128xf32>) {
  affine.parallel (%j) = (0) to (128) {
    %start = arith.constant 0.0 : f32
    affine.for %k = 0 to 1000 iter_args(%acc = %start) -> (f32) {
      %v = affine.load %x[%k, %j] : memref<1000x128xf32>
      %n = stax.combine #stax.add tree(scan_column) (%acc) (%v) : f32
      affine.store %n, %y[%k, %j] : memref<1000x128xf32>
      affine.yield %n : f32
    }
  }
  return
}

// -----

// Before the first point of an exclusive scan of columns is its start.
// SCALAR-LABEL: @exclusive_column
// SCALAR: affine.for %{{.*}} = 0 to 200 iter_args(%[[PREFIX:.*]] = %[[IDENTITY:.*]]) -> (f32) {
// SCALAR: %[[BEFORE:.*]] = arith.addf %[[PREFIX]], %[[START:.*]] : f32
// SCALAR: %[[NEXT:.*]] = arith.addf %[[PREFIX]]
// SCALAR: affine.store %[[BEFORE]]
// SCALAR: affine.yield %[[NEXT]]
func.func @exclusive_column(%x: memref<200xf32>, %y: memref<200xf32>) {
  %start = arith.constant 1.0 : f32
  affine.for %k = 0 to 200 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<200xf32>
    %n = stax.combine #stax.add tree(scan_column) (%acc) (%v) : f32
    affine.store %acc, %y[%k] : memref<200xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// What an iteration uses before it combines is not known for all iterations of
// a vector: the loop stays scalar.
// CHECK-LABEL: @should_not_use_state_before_the_step
// CHECK-NOT: vector
func.func @should_not_use_state_before_the_step(%x: memref<64xf32>) {
  %start = arith.constant 1.0 : f32
  affine.for %k = 0 to 64 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<64xf32>
    %w = arith.mulf %v, %acc : f32
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%w) : f32
    affine.store %n, %x[%k] : memref<64xf32>
    affine.yield %n : f32
  }
  return
}
