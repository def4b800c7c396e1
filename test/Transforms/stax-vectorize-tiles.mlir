// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx2" -canonicalize -cse | FileCheck %s --check-prefix=AVX2

// What is contiguous along rows is loaded in rows of a tile of 16 x 16 elements,
// which four steps of 16 shuffles transpose in registers: two within lanes of
// 128 bits, two of the lanes.
// CHECK-LABEL: @transpose_add
// CHECK: affine.parallel (%[[II:.*]], %[[JJ:.*]]) = (0, 0) to (512, 512) step (32, 32) {
// CHECK: affine.for %[[I:.*]] = {{.*}}(%[[II]]) to {{.*}}(%[[II]]) step 16 {
// CHECK: affine.for %[[J:.*]] = {{.*}}(%[[JJ]]) to {{.*}}(%[[JJ]]) step 16 {
// CHECK-NOT: affine.if
// CHECK-NEXT: affine.vector_load %arg1[%[[J]], %[[I]]] : memref<512x512xf32>, vector<16xf32>
// CHECK-NEXT: affine.vector_load %arg1[%[[J]] + 1, %[[I]]]
// CHECK-COUNT-14: affine.vector_load %arg1
// CHECK-NEXT: vector.shuffle {{.*}} [0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29]
// CHECK-NEXT: vector.shuffle {{.*}} [2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31]
// CHECK-COUNT-30: vector.shuffle
// CHECK-NEXT: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK-COUNT-3: vector.shuffle
// CHECK-NEXT: %[[ROW0:.*]] = vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]
// CHECK-COUNT-27: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: %[[V:.*]] = affine.vector_load %arg0[%[[I]], %[[J]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[ROW0]]
// CHECK-NEXT: affine.vector_store %[[S]], %arg2[%[[I]], %[[J]]]
// CHECK: affine.vector_load %arg0[%[[I]] + 1, %[[J]]]
// CHECK-NOT: memref.load
// Tiles of AVX2 are 8 x 8, in three steps.
// AVX2-LABEL: @transpose_add
// AVX2: step (32, 32)
// AVX2-COUNT-8: affine.vector_load %arg1{{.*}} vector<8xf32>
// AVX2-COUNT-24: vector.shuffle
// AVX2-NOT: vector.shuffle
// AVX2: return
func.func @transpose_add(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %y: memref<512x512xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (512, 512) {
    %u = affine.load %a[%i, %j] : memref<512x512xf32>
    %v = affine.load %b[%j, %i] : memref<512x512xf32>
    %s = arith.addf %u, %v : f32
    affine.store %s, %y[%i, %j] : memref<512x512xf32>
  }
  return
}

// -----

// Two tiles of the cache take at most half of it, 24 KiB of these 48, and a side
// is at least a line: 64 bytes, 64 elements of two bytes, 32 of four or eight.
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152>} {
  // CHECK-LABEL: @side_i8
  // CHECK: affine.parallel {{.*}} step (64, 64)
  // CHECK-COUNT-16: affine.vector_load {{.*}} vector<16xi8>
  // CHECK-COUNT-64: vector.shuffle
  // CHECK-NOT: vector.shuffle
  func.func @side_i8(%x: memref<1024x1024xi8>, %y: memref<1024x1024xi8>) {
    affine.parallel (%i, %j) = (0, 0) to (1024, 1024) {
      %v = affine.load %x[%j, %i] : memref<1024x1024xi8>
      affine.store %v, %y[%i, %j] : memref<1024x1024xi8>
    }
    return
  }
  // CHECK-LABEL: @side_f16
  // CHECK: affine.parallel {{.*}} step (64, 64)
  // CHECK-COUNT-16: affine.vector_load {{.*}} vector<16xf16>
  func.func @side_f16(%x: memref<1024x1024xf16>, %y: memref<1024x1024xf16>) {
    affine.parallel (%i, %j) = (0, 0) to (1024, 1024) {
      %v = affine.load %x[%j, %i] : memref<1024x1024xf16>
      affine.store %v, %y[%i, %j] : memref<1024x1024xf16>
    }
    return
  }
  // CHECK-LABEL: @side_f32
  // CHECK: affine.parallel {{.*}} step (32, 32)
  // CHECK-COUNT-16: affine.vector_load {{.*}} vector<16xf32>
  func.func @side_f32(%x: memref<1024x1024xf32>, %y: memref<1024x1024xf32>) {
    affine.parallel (%i, %j) = (0, 0) to (1024, 1024) {
      %v = affine.load %x[%j, %i] : memref<1024x1024xf32>
      affine.store %v, %y[%i, %j] : memref<1024x1024xf32>
    }
    return
  }
  // CHECK-LABEL: @side_f64
  // CHECK: affine.parallel {{.*}} step (32, 32)
  // CHECK-COUNT-8: affine.vector_load {{.*}} vector<8xf64>
  // CHECK-COUNT-24: vector.shuffle
  // CHECK-NOT: vector.shuffle
  func.func @side_f64(%x: memref<1024x1024xf64>, %y: memref<1024x1024xf64>) {
    affine.parallel (%i, %j) = (0, 0) to (1024, 1024) {
      %v = affine.load %x[%j, %i] : memref<1024x1024xf64>
      affine.store %v, %y[%i, %j] : memref<1024x1024xf64>
    }
    return
  }
}

// -----

// Tiles at the borders are masked: a column that is not there loads nothing, and
// rows, which wait on the stack, run as many as there are.
// CHECK-LABEL: @borders
// CHECK: affine.parallel {{.*}} to (symbol(%arg2), symbol(%arg3)) step (32, 32)
// CHECK: affine.if
// CHECK: affine.vector_load
// CHECK: } else {
// CHECK: %[[LEFT:.*]] = affine.min
// CHECK: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<16xi1>
// CHECK: vector.maskedload {{.*}}, %[[MASK]]
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: affine.vector_store %{{.*}}, %[[STACK:.*]][{{.*}}] : memref<256xf32>
// CHECK: affine.for %[[ROW:.*]] = 0 to min #{{.*}} {
// CHECK-NEXT: affine.vector_load %[[STACK]][%[[ROW]] * 16]
// CHECK: vector.maskedstore
// CHECK: return
func.func @borders(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%m)) {
    %v = affine.load %x[%j, %i] : memref<?x?xf32>
    affine.store %v, %y[%i, %j] : memref<?x?xf32>
  }
  return
}

// -----

// Without masks of the elements, points at the borders run one by one.
// AVX2-LABEL: @points
// AVX2: affine.if
// AVX2: affine.vector_store
// AVX2: } else {
// AVX2: affine.for
// AVX2: affine.for
// AVX2-NEXT: affine.load
// AVX2-NEXT: affine.store
func.func @points(%x: memref<100x100xi8>, %y: memref<100x100xi8>) {
  affine.parallel (%i, %j) = (0, 0) to (100, 100) {
    %v = affine.load %x[%j, %i] : memref<100x100xi8>
    affine.store %v, %y[%i, %j] : memref<100x100xi8>
  }
  return
}

// -----

// A store along rows is transposed behind the body.
// CHECK-LABEL: @store
// CHECK-COUNT-16: affine.vector_load %arg0[
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: affine.vector_store %{{.*}}, %arg1[
func.func @store(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    %v = affine.load %x[%i, %j] : memref<64x64xf32>
    affine.store %v, %y[%j, %i] : memref<64x64xf32>
  }
  return
}

// -----

// Booleans are bytes until they are transposed.
// CHECK-LABEL: @booleans
// CHECK-COUNT-16: affine.vector_load {{.*}} vector<16xi8>
// CHECK-COUNT-64: vector.shuffle {{.*}} vector<16xi8>
// CHECK-COUNT-16: arith.cmpi ne, {{.*}} vector<16xi8>
func.func @booleans(%x: memref<64x64xi1>, %u: memref<64x64xf32>, %y: memref<64x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    %p = affine.load %x[%j, %i] : memref<64x64xi1>
    %v = affine.load %u[%i, %j] : memref<64x64xf32>
    %n = arith.negf %v : f32
    %s = arith.select %p, %v, %n : f32
    affine.store %s, %y[%i, %j] : memref<64x64xf32>
  }
  return
}

// -----

// What an iteration stores it may load again, after the tile was loaded.
// CHECK-LABEL: @should_not_move_loads_over_stores
// CHECK-NOT: vector.shuffle
func.func @should_not_move_loads_over_stores(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    %v = affine.load %y[%i, %j] : memref<64x64xf32>
    affine.store %v, %x[%j, %i] : memref<64x64xf32>
    %w = affine.load %x[%j, %i] : memref<64x64xf32>
    affine.store %w, %y[%i, %j] : memref<64x64xf32>
  }
  return
}

// -----

// Three rows do not fill a tile.
// CHECK-LABEL: @should_not_tile_few_rows
// CHECK-NOT: vector.shuffle
func.func @should_not_tile_few_rows(%x: memref<64x3xf32>, %y: memref<3x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (3, 64) {
    %v = affine.load %x[%j, %i] : memref<64x3xf32>
    affine.store %v, %y[%i, %j] : memref<3x64xf32>
  }
  return
}

// -----

// A long body is in a loop over the rows of a tile, which are on the stack.
// CHECK-LABEL: @long_body
// CHECK: %[[STACK:.*]] = memref.alloca() : memref<256xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK: affine.for %[[ROW:.*]] = 0 to 16 {
// CHECK-NEXT: affine.vector_load %[[STACK]][%[[ROW]] * 16]
// CHECK-NEXT: math.exp {{.*}} vector<16xf32>
// CHECK: math.sin {{.*}} vector<16xf32>
func.func @long_body(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    %v = affine.load %x[%j, %i] : memref<64x64xf32>
    %e = math.exp %v : f32
    %s = math.sin %e : f32
    affine.store %s, %y[%i, %j] : memref<64x64xf32>
  }
  return
}
