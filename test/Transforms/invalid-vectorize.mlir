// RUN: stax-opt %s -split-input-file -stax-vectorize -verify-diagnostics
// RUN: not stax-opt %s -split-input-file -stax-vectorize=width=3 2>&1 | FileCheck %s

// CHECK: stax-vectorize: expected width to be a power of two up to 64, or 0, but got 3

// A tree needs a loop whose points it combines.
func.func @tree_without_loop(%a: f32, %b: f32) -> f32 {
  // expected-error @below {{'stax.combine' op has a tree, but no loop carries its accumulators from step to step}}
  %c = stax.combine #stax.add tree(row) (%a) (%b) : f32
  return %c : f32
}

// -----

// The accumulator is used by more than the combining step.
func.func @accumulator_is_read(%x: memref<128xf32>, %y: memref<128xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    // expected-error @below {{has a tree, but no loop carries its accumulators}}
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.store %acc, %y[%k] : memref<128xf32>
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Points are numbered by loops from 0 in steps of 1.
func.func @strided_loop(%x: memref<128xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 128 step 2 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    // expected-error @below {{'stax.combine' op has a tree, but its loop does not count from 0 in steps of 1}}
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Lanes start from the identity, so what the loop starts from would be lost.
func.func @other_initial_value(%x: memref<128xf32>, %start: f32) -> f32 {
  %s = affine.for %k = 0 to 128 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    // expected-error @below {{'stax.combine' op has a tree, but its loop does not start from the identity of #stax.add; combine other values with the loop's result}}
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Points of a triangle have no numbers in row-major order.
func.func @triangle(%x: memref<128xf32>) -> f32 {
  %identity = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 128 iter_args(%outer = %identity) -> (f32) {
    %t = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%acc = %outer) -> (f32) {
      %v = affine.load %x[%j] : memref<128xf32>
      // expected-error @below {{'stax.combine' op has a tree, but the bound of one of its loops changes in another one}}
      %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
      affine.yield %n : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}
