// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=none" -canonicalize -cse | FileCheck %s --check-prefix=NONE

// The last dimension of a parallel loop takes steps of four vectors; what does
// not fill them is done in masked vectors, or one by one without masks.
// CHECK-LABEL: @parallel
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (8, 100) step (1, 64) {
// CHECK-NEXT: affine.if #{{.*}}(%[[J]]) {
// CHECK: affine.vector_load %{{.*}}[%[[I]], %[[J]]] : memref<8x100xf32>, vector<16xf32>
// CHECK: affine.vector_load %{{.*}}[%[[I]], %[[J]] + 48] : memref<8x100xf32>, vector<16xf32>
// CHECK-COUNT-4: arith.addf %{{.*}} : vector<16xf32>
// CHECK-COUNT-4: affine.vector_store
// CHECK: } else {
// CHECK-NEXT: affine.for %[[K:.*]] = #{{.*}}(%[[J]]) to 100 step 16 {
// CHECK: %[[M:.*]] = vector.create_mask
// CHECK: vector.maskedload %{{.*}}[%[[I]], %[[K]]], %[[M]]
// CHECK: arith.addf
// CHECK: vector.maskedstore %{{.*}}[%[[I]], %[[K]]], %[[M]]
// NONE-LABEL: @parallel
// NONE: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (8, 100) step (1, 16) {
// NONE: affine.vector_load %{{.*}} vector<4xf32>
// NONE: } else {
// NONE-NEXT: affine.for %[[K:.*]] = #{{.*}}(%[[J]]) to 100 {
// NONE-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]]
func.func @parallel(%x: memref<8x100xf32>, %y: memref<8x100xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (8, 100) {
    %a = affine.load %x[%i, %j] : memref<8x100xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %y[%i, %j] : memref<8x100xf32>
  }
  return
}

// -----

// Whole steps need no tail.
// CHECK-LABEL: @should_not_mask_whole_steps
// CHECK: affine.parallel (%{{.*}}) = (0) to (128) step (64) {
// CHECK-NOT: affine.if
// CHECK-NOT: mask
// CHECK: return
func.func @should_not_mask_whole_steps(%x: memref<128xf32>) {
  affine.parallel (%i) = (0) to (128) {
    %a = affine.load %x[%i] : memref<128xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %x[%i] : memref<128xf32>
  }
  return
}

// -----

// What is the same in all iterations is loaded once.
// CHECK-LABEL: @invariant
// CHECK: %[[A:.*]] = affine.load %{{.*}}[%{{.*}}] : memref<8xf32>
// CHECK: vector.broadcast %[[A]] : f32 to vector<16xf32>
func.func @invariant(%x: memref<8xf32>, %y: memref<8x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (8, 64) {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %y[%i, %j] : memref<8x64xf32>
  }
  return
}

// -----

// The width of a vector follows from the elements: eight of 64 bits, 64 of 8.
// CHECK-LABEL: @widths
// CHECK: affine.vector_load %{{.*}} vector<8xf64>
// CHECK: affine.vector_load %{{.*}} vector<64xi8>
func.func @widths(%x: memref<256xf64>, %y: memref<256xi8>) {
  affine.parallel (%i) = (0) to (256) {
    %a = affine.load %x[%i] : memref<256xf64>
    affine.store %a, %x[%i] : memref<256xf64>
  }
  affine.parallel (%i) = (0) to (256) {
    %a = affine.load %y[%i] : memref<256xi8>
    affine.store %a, %y[%i] : memref<256xi8>
  }
  return
}

// -----

// Booleans are bytes in memory, which vectors of i1 are not.
// CHECK-LABEL: @booleans
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<64xi1> to memref<64xi8>
// CHECK: %[[B:.*]] = affine.vector_load %[[X]]{{.*}} vector<64xi8>
// CHECK: %[[V:.*]] = arith.cmpi ne, %[[B]]
// CHECK: %[[N:.*]] = arith.xori %[[V]]
// CHECK: %[[S:.*]] = arith.extui %[[N]] : vector<64xi1> to vector<64xi8>
// CHECK: affine.vector_store %[[S]]
func.func @booleans(%x: memref<64xi1>, %y: memref<64xi1>) {
  %true = arith.constant true
  affine.parallel (%i) = (0) to (64) {
    %a = affine.load %x[%i] : memref<64xi1>
    %n = arith.xori %a, %true : i1
    affine.store %n, %y[%i] : memref<64xi1>
  }
  return
}

// -----

// A guard becomes a mask: lanes that it cuts off read nothing.
// CHECK-LABEL: @guard
// CHECK: %[[M:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[V:.*]] = vector.maskedload %{{.*}}, %[[M]]
// CHECK: %[[R:.*]] = arith.select %[[M]], %[[V]], %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: affine.vector_store %[[R]]
func.func @guard(%x: memref<60xf32>, %y: memref<64xf32>, %pad: f32) {
  affine.parallel (%i) = (0) to (64) {
    %v = affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) -> f32 {
      %a = affine.load %x[%i - 4] : memref<60xf32>
      affine.yield %a : f32
    } else {
      affine.yield %pad : f32
    }
    affine.store %v, %y[%i] : memref<64xf32>
  }
  return
}

// -----

// Under a mask, lanes without an element divide by one.
// CHECK-LABEL: @division
// CHECK: arith.divsi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[M:.*]] = vector.create_mask
// CHECK: %[[D:.*]] = arith.select %[[M]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK: arith.divsi %{{.*}}, %[[D]] : vector<16xi32>
func.func @division(%x: memref<100xi32>, %y: memref<100xi32>) {
  affine.parallel (%i) = (0) to (100) {
    %a = affine.load %x[%i] : memref<100xi32>
    %b = affine.load %y[%i] : memref<100xi32>
    %q = arith.divsi %a, %b : i32
    affine.store %q, %x[%i] : memref<100xi32>
  }
  return
}

// -----

// An index is its first value, cast as a scalar, and the numbers of the lanes.
// CHECK-LABEL: @index
// CHECK: arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// CHECK: arith.index_cast %{{.*}} : index to i32
// CHECK: vector.broadcast %{{.*}} : i32 to vector<16xi32>
func.func @index(%x: memref<64xi32>) {
  affine.parallel (%i) = (0) to (64) {
    %n = arith.index_cast %i : index to i32
    affine.store %n, %x[%i] : memref<64xi32>
  }
  return
}

// -----

// Elements that are not side by side are loaded one by one; no mask can cut
// them off, so that the tail is scalar.
// CHECK-LABEL: @strided
// CHECK: affine.load %{{.*}}[%{{.*}} * 2] : memref<200xf32>
// CHECK: affine.load %{{.*}}[%{{.*}} * 2 + 2] : memref<200xf32>
// CHECK: vector.from_elements %{{.*}} : vector<16xf32>
// CHECK-COUNT-4: affine.vector_store
// CHECK: } else {
// CHECK-NEXT: affine.for %{{.*}} to 100 {
func.func @strided(%x: memref<200xf32>, %y: memref<100xf32>) {
  affine.parallel (%i) = (0) to (100) {
    %a = affine.load %x[%i * 2] : memref<200xf32>
    affine.store %a, %y[%i] : memref<100xf32>
  }
  return
}

// -----

// The bits of failed checks are united over all lanes before threads meet.
// CHECK-LABEL: @checks
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<16xi1> into i1
// CHECK: scf.if %[[ANY]] {
// CHECK-COUNT-3: arith.ori %{{.*}} : vector<16xi64>
// CHECK: %[[BITS:.*]] = vector.reduction <or>, %{{.*}} : vector<16xi64> into i64
// CHECK: memref.atomic_rmw ori %[[BITS]]
func.func @checks(%x: memref<64xi32>, %status: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i64
  %bit = arith.constant 4 : i64
  affine.parallel (%i) = (0) to (64) {
    %a = affine.load %x[%i] : memref<64xi32>
    affine.store %zero, %x[%i] : memref<64xi32>
    %ok = arith.cmpi ne, %a, %zero : i32
    %bits = arith.select %ok, %none, %bit : i64
    %failed = arith.cmpi ne, %bits, %none : i64
    scf.if %failed {
      %old = memref.atomic_rmw ori %bits, %status[%c0] : (i64, memref<1xi64>) -> i64
    }
  }
  return
}

// -----

// Plain affine code: a loop whose iterations do not depend on each other.
// CHECK-LABEL: @sequential
// CHECK-SAME: %{{.*}}, %[[N:.*]]: index
// CHECK: affine.for %[[I:.*]] = 0 to #{{.*}}()[%[[N]]] step 64 {
// CHECK-COUNT-4: affine.vector_store
// CHECK: affine.for %{{.*}} = max #{{.*}}()[%[[N]]] to %[[N]] step 16 {
// CHECK: vector.create_mask
// CHECK: vector.maskedstore
func.func @sequential(%x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %x[%i] : memref<?xf32>
  }
  return
}
