// RUN: stax-opt %s -split-input-file -stax-vectorize=isa=avx512 -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize=isa=none -canonicalize -cse | FileCheck %s --check-prefix=NONE

// Quotients by one divisor are products with its reciprocal, corrected, where
// everything is of a moderate size; zeros are.
// CHECK-LABEL: @invariant
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[D:.*]]: f32
// CHECK-DAG: %[[MINUS_ONE:.*]] = arith.constant -1.000000e+00 : f32
// CHECK: %[[V:.*]] = affine.vector_load
// CHECK: %[[MAGNITUDE:.*]] = math.absf %[[D]] : f32
// CHECK: %[[R:.*]] = arith.divf %[[MINUS_ONE]], %[[MAGNITUDE]] : f32
// CHECK-DAG: %[[RS:.*]] = vector.broadcast %[[R]] : f32 to vector<16xf32>
// CHECK-DAG: %[[DS:.*]] = vector.broadcast %[[MAGNITUDE]] : f32 to vector<16xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: scf.if %[[ANY]] -> (i1) {
// CHECK:   arith.cmpf une,
// CHECK:   vector.reduction <or>
// CHECK: scf.if %{{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK:   %[[Y:.*]] = arith.bitcast %{{.*}} : vector<16xi32> to vector<16xf32>
// CHECK:   %[[Q:.*]] = arith.mulf %[[Y]], %[[RS]]
// CHECK:   %[[EXCESS:.*]] = math.fma %[[Q]], %[[DS]], %[[Y]]
// CHECK:   math.fma %[[EXCESS]], %[[RS]], %[[Q]]
// CHECK: } else {
// CHECK:   arith.divf
// CHECK: }
// Without fused multiply-adds there is nothing to gain.
// NONE-LABEL: @invariant
// NONE-NOT: math.fma
// NONE: arith.divf %{{.*}} : vector<4xf32>
func.func @invariant(%x: memref<64xf32>, %d: f32) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %q = arith.divf %v, %d : f32
    affine.store %q, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// LLVM multiplies by the reciprocal of a power of two.
// CHECK-LABEL: @should_not_change_power_of_two
// CHECK-NOT: math.fma
// CHECK: arith.divf %{{.*}} : vector<16xf32>
func.func @should_not_change_power_of_two(%x: memref<64xf32>) {
  %d = arith.constant 8.0 : f32
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %q = arith.divf %v, %d : f32
    affine.store %q, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// Each lane has its divisor.
// CHECK-LABEL: @should_not_change_varying
// CHECK-NOT: math.fma
// CHECK: arith.divf %{{.*}} : vector<16xf32>
func.func @should_not_change_varying(%x: memref<64xf32>, %d: f32) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    %q = arith.divf %d, %v : f32
    affine.store %q, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// The bounds that keep quotients of f32 exact are not those of f64.
// CHECK-LABEL: @should_not_change_f64
// CHECK-NOT: math.fma
// CHECK: arith.divf %{{.*}} : vector<8xf64>
func.func @should_not_change_f64(%x: memref<64xf64>, %d: f64) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf64>
    %q = arith.divf %v, %d : f64
    affine.store %q, %x[%i] : memref<64xf64>
  }
  return
}
