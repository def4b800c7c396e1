// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -remarks-filter=stax -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @vectorized
// CHECK: affine.vector_load
func.func @vectorized(%x: memref<64xf32>) {
  // expected-remark @below {{[Passed] Vectorized | Category:stax}}
  affine.parallel (%i) = (0) to (64) {
    %a = affine.load %x[%i] : memref<64xf32>
    affine.store %a, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// CHECK-LABEL: @should_not_break_a_recurrence
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_break_a_recurrence(%x: memref<65xf32>) {
  // expected-remark @below {{another iteration may store what it accesses}}
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<65xf32>
    affine.store %a, %x[%i + 1] : memref<65xf32>
  }
  return
}

// -----

// Two views of one buffer may overlap.
// CHECK-LABEL: @should_not_trust_views
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_trust_views(%x: memref<128xf32>) {
  %a = memref.subview %x[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
  %b = memref.subview %x[1] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 1>>
  // expected-remark @below {{another iteration may store what it accesses}}
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32, strided<[1]>>
    affine.store %v, %b[%i] : memref<64xf32, strided<[1], offset: 1>>
  }
  return
}

// -----

// CHECK-LABEL: @should_not_store_once
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_store_once(%x: memref<64xf32>, %y: memref<1xf32>) {
  // expected-remark @below {{another iteration may store what it accesses}}
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[0] : memref<1xf32>
  }
  return
}

// -----

// A sum of floats without reassoc is a sum in order.
// CHECK-LABEL: @should_not_reorder_sums
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_reorder_sums(%x: memref<64xf32>, %init: f32) -> f32 {
  // expected-remark @below {{what it carries is not only reductions}}
  %s = affine.for %i = 0 to 64 iter_args(%acc = %init) -> f32 {
    %v = affine.load %x[%i] : memref<64xf32>
    %n = arith.addf %acc, %v : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// CHECK-LABEL: @should_not_widen_calls
// CHECK-NOT: vector
// CHECK: return
func.func private @f(f32) -> f32
func.func @should_not_widen_calls(%x: memref<64xf32>) {
  // expected-remark @below {{it has no vector form}}
  affine.parallel (%i) = (0) to (64) {
    %v = affine.load %x[%i] : memref<64xf32>
    %w = func.call @f(%v) : (f32) -> f32
    affine.store %w, %x[%i] : memref<64xf32>
  }
  return
}

// -----

// CHECK-LABEL: @should_not_gather_everything
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_gather_everything(%x: memref<64x8xf32>) {
  // expected-remark @below {{most of its accesses are not contiguous}}
  affine.parallel (%i) = (0) to (64) {
    %v = affine.load %x[%i, 0] : memref<64x8xf32>
    affine.store %v, %x[%i, 1] : memref<64x8xf32>
  }
  return
}

// -----

// CHECK-LABEL: @should_not_widen_short_loops
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_widen_short_loops(%x: memref<3xf32>) {
  // expected-remark @below {{it has fewer than 4 iterations}}
  affine.parallel (%i) = (0) to (3) {
    %v = affine.load %x[%i] : memref<3xf32>
    affine.store %v, %x[%i] : memref<3xf32>
  }
  return
}
