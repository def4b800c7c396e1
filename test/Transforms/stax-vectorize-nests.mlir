// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx2" -canonicalize -cse | FileCheck %s --check-prefix=AVX2

// The points of a nest are one tree, numbered through all rows: steps begin at
// multiples of its lanes, and those at the ends of a row are masked.
// CHECK-LABEL: @rows
// CHECK: affine.for %[[I:.*]] = 0 to 5 iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK: affine.for %[[K:.*]] = #{{.*}}(%[[I]]) to #{{.*}}(%[[I]]) step 64 iter_args
// CHECK: affine.if
// CHECK-COUNT-4: affine.vector_load %{{.*}}[%[[I]], %[[I]] * -70 + %[[K]]
// CHECK: } else {
// CHECK-COUNT-4: arith.xori %{{.*}} : vector<16xi1>
// CHECK-COUNT-4: vector.maskedload %{{.*}}[%[[I]], 
// CHECK-COUNT-4: arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: return
func.func @rows(%x: memref<5x70xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 5 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to 70 iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<5x70xf32>
      %c = stax.combine #stax.add tree(row) (%inner) (%v) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// -----

// Rows of whole steps need no masks.
// CHECK-LABEL: @whole_steps
// CHECK: affine.for %{{.*}} = 0 to 3 iter_args
// CHECK-NOT: affine.if
// CHECK-NOT: mask
// CHECK-COUNT-4: affine.vector_load
// CHECK: return
func.func @whole_steps(%x: memref<3x64xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 3 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to 64 iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<3x64xf32>
      %c = stax.combine #stax.add tree(row) (%inner) (%v) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// -----

// Chunks of 4096 points begin and end anywhere in a row.
// CHECK-LABEL: @chunks
// CHECK: affine.for %[[B:.*]] = 0 to 7000 step 4096 {
// CHECK: affine.for %{{.*}} = #{{.*}}(%[[B]]) to min #{{.*}}(%[[B]]) iter_args
// CHECK: affine.for %{{.*}} = max #{{.*}}(%[[B]], %{{.*}}) to min #{{.*}}(%[[B]], %{{.*}}) step 64 iter_args
func.func @chunks(%x: memref<100x70xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 100 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to 70 iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<100x70xf32>
      %c = stax.combine #stax.add tree(row) (%inner) (%v) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// -----

// Numbers of points would be products of what is not known.
// CHECK-LABEL: @should_not_number_unknown_rows
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_number_unknown_rows(%x: memref<3x?xf32>, %n: index) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 3 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to %n iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<3x?xf32>
      %c = stax.combine #stax.add tree(row) (%inner) (%v) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// -----

// AVX2 masks no elements of 16 bits.
// CHECK-LABEL: @should_not_mask_without_instructions
// CHECK: vector.maskedload
// AVX2-LABEL: @should_not_mask_without_instructions
// AVX2-NOT: vector
// AVX2: return
func.func @should_not_mask_without_instructions(%x: memref<5x70xi16>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 5 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to 70 iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<5x70xi16>
      %f = arith.sitofp %v : i16 to f32
      %c = stax.combine #stax.add tree(row) (%inner) (%f) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}
