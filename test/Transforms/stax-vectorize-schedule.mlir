// RUN: stax-opt %s -split-input-file -stax-vectorize | FileCheck %s

// The schedule says how many vectors are a step, and is gone.
// CHECK-LABEL: @unroll
// CHECK: affine.parallel (%{{.*}}) = (0) to (128) step (32) {
// CHECK-COUNT-2: affine.vector_load {{.*}} vector<16xf32>
// CHECK-NOT: affine.vector_load
// CHECK-NOT: stax.schedule
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @unroll(%x: memref<128xf32>) {
    affine.parallel (%i) = (0) to (128) {
      %v = affine.load %x[%i] : memref<128xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<128xf32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0, unroll = 2>}
    return
  }
}

// -----

// CHECK-LABEL: @scalar
// CHECK-NOT: vector
// CHECK: affine.parallel (%{{.*}}) = (0) to (128) {
// CHECK-NOT: stax.schedule
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @scalar(%x: memref<128xf32>) {
    affine.parallel (%i) = (0) to (128) {
      %v = affine.load %x[%i] : memref<128xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<128xf32>
    } {stax.schedule = #stax.schedule}
    return
  }
}

// -----

// The parallel dimension, though the loop inside could run in vectors.
// CHECK-LABEL: @outer
// CHECK: affine.parallel (%{{.*}}) = (0) to (64) step (16) {
// CHECK: affine.for %{{.*}} = 0 to 64 iter_args(%{{.*}}) -> (vector<16xi32>) {
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @outer(%x: memref<64x64xi32>, %y: memref<64xi32>) {
    %zero = arith.constant 0 : i32
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 64 iter_args(%sum = %zero) -> i32 {
        %v = affine.load %x[%j, %i] : memref<64x64xi32>
        %w = affine.load %x[%i, %j] : memref<64x64xi32>
        %p = arith.muli %v, %w : i32
        %n = stax.combine #stax.add (%sum) (%p) : i32
        affine.yield %n : i32
      }
      affine.store %s, %y[%i] : memref<64xi32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0>}
    return
  }
}
