// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx512" -canonicalize -cse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=avx2" -canonicalize -cse | FileCheck %s --check-prefix=AVX2
// RUN: stax-opt %s -split-input-file -stax-vectorize="isa=none" -canonicalize -cse | FileCheck %s --check-prefix=NONE

// The 64 lanes of a row are four vectors of 16, eight of 8 or sixteen of 4, and
// combine by halving.
// CHECK-LABEL: @row
// CHECK: affine.for %[[K:.*]] = 0 to 128 step 64 iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK-COUNT-4: affine.vector_load
// CHECK-COUNT-4: arith.addf %{{.*}} : vector<16xf32>
// CHECK: }
// CHECK-COUNT-3: arith.addf %{{.*}} : vector<16xf32>
// CHECK: arith.addf %{{.*}} : vector<8xf32>
// CHECK: arith.addf %{{.*}} : vector<4xf32>
// CHECK: arith.addf %{{.*}} : vector<2xf32>
// CHECK: arith.addf %{{.*}} : f32
// CHECK-NEXT: return
// AVX2-LABEL: @row
// AVX2: affine.for %{{.*}} = 0 to 128 step 64
// AVX2-COUNT-8: affine.vector_load
// AVX2-COUNT-8: arith.addf %{{.*}} : vector<8xf32>
// AVX2: }
// AVX2-COUNT-7: arith.addf %{{.*}} : vector<8xf32>
// NONE-LABEL: @row
// NONE: affine.for %{{.*}} = 0 to 128 step 64
// NONE-COUNT-16: affine.vector_load
// NONE-COUNT-16: arith.addf %{{.*}} : vector<4xf32>
// NONE: }
// NONE-COUNT-15: arith.addf %{{.*}} : vector<4xf32>
func.func @row(%x: memref<128xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// f64 has 32 lanes, in registers of half as many elements.
// CHECK-LABEL: @row_f64
// CHECK: affine.for %{{.*}} = 0 to 128 step 32
// CHECK-COUNT-4: arith.addf %{{.*}} : vector<8xf64>
func.func @row_f64(%x: memref<128xf64>) -> f64 {
  %zero = arith.constant -0.0 : f64
  %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f64) {
    %v = affine.load %x[%k] : memref<128xf64>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f64
    affine.yield %n : f64
  }
  return %s : f64
}

// -----

// Lanes without a point keep their value. Without masks, lanes are in memory
// for the points that are left.
// CHECK-LABEL: @tail
// CHECK: affine.for %{{.*}} = 0 to 64 step 64
// CHECK: }
// CHECK: vector.load %{{.*}} vector<16xf32>
// CHECK: vector.load %{{.*}} vector<16xf32>
// CHECK: %[[V:.*]] = vector.maskedload %{{.*}}, %[[M:.*]], %{{.*}} : memref<100xf32>
// CHECK-NOT: vector.maskedload
// CHECK: %[[N:.*]] = arith.addf %[[OLD:.*]], %[[V]]
// CHECK: arith.select %[[M]], %[[N]], %[[OLD]] : vector<16xi1>, vector<16xf32>
// NONE-LABEL: @tail
// NONE: %[[A:.*]] = memref.alloca() : memref<64xf32>
// NONE-COUNT-16: vector.store %{{.*}}, %[[A]]
// NONE: affine.for %{{.*}} to 100 {
// NONE: arith.remui
// NONE: memref.load %[[A]]
// NONE: arith.addf
// NONE: memref.store %{{.*}}, %[[A]]
// NONE: }
// NONE-COUNT-16: vector.load %[[A]]
func.func @tail(%x: memref<100xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 100 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<100xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// A row that is shorter than its lanes has vectors for its points only.
// CHECK-LABEL: @short
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 iter_args({{.*}}) -> (vector<16xf32>)
// AVX2-LABEL: @short
// AVX2: step 16 iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>)
func.func @short(%x: memref<16xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 16 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<16xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Chunks of 4096 points start from the identity and are pushed one by one; a
// maximum is carried through all.
// CHECK-LABEL: @chunks
// CHECK-SAME: %{{.*}}, %[[N:.*]]: index
// CHECK: affine.for %[[B:.*]] = 0 to %[[N]] step 4096 iter_args({{.*}}) -> (vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>) {
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}}(%[[B]]) to min #{{.*}}(%[[B]])[%[[N]]] step 64
// CHECK: arith.maxsi
// CHECK: affine.if #{{.*}}(%[[B]])[%[[N]]]
// CHECK: vector.create_mask
// CHECK: scf.while
// CHECK: memref.store
// CHECK: affine.yield
// CHECK: scf.while
// CHECK: arith.select %{{.*}} : f32
func.func @chunks(%x: memref<?xf32>, %n: index) -> (f32, f32) {
  %zero = arith.constant -0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %s:2 = affine.for %k = 0 to %n iter_args(%acc = %zero, %max = %low) -> (f32, f32) {
    %v = affine.load %x[%k] : memref<?xf32>
    %a = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    %m = stax.combine #stax.max tree(row) (%max) (%v) : f32
    affine.yield %a, %m : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

// -----

// The index of an extreme is a vector, too.
// CHECK-LABEL: @argmax
// CHECK: affine.for {{.*}} step 64 iter_args
// CHECK: vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xi32>
func.func @argmax(%x: memref<256xf32>) -> (f32, i64) {
  %low = arith.constant 0xFF800000 : f32
  %last = arith.constant -1 : i64
  %s:2 = affine.for %k = 0 to 256 iter_args(%m = %low, %i = %last) -> (f32, i64) {
    %v = affine.load %x[%k] : memref<256xf32>
    %p = arith.index_cast %k : index to i64
    %n:2 = stax.combine #stax.argmax tree(row) (%m, %i) (%v, %p) : f32, i64
    affine.yield %n#0, %n#1 : f32, i64
  }
  return %s#0, %s#1 : f32, i64
}

// -----

// A column sum runs in vectors of columns, many at once, as each row is read in
// strips of them; each carries the serial chunks of its tree.
// CHECK-LABEL: @column
// CHECK: affine.parallel (%[[J:.*]]) = (0) to (128) step (128) {
// CHECK: affine.for %[[B:.*]] = 0 to 300 step 256 {
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}}(%[[B]]) to min #{{.*}}(%[[B]]) iter_args(
// CHECK-COUNT-8: affine.vector_load %{{.*}} vector<16xf32>
// CHECK-COUNT-8: arith.addf %{{.*}} : vector<16xf32>
// CHECK-COUNT-8: affine.vector_store
func.func @column(%x: memref<300x128xf32>, %y: memref<128xf32>) {
  affine.parallel (%j) = (0) to (128) {
    %zero = arith.constant -0.0 : f32
    %s = affine.for %k = 0 to 300 iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %x[%k, %j] : memref<300x128xf32>
      %n = stax.combine #stax.add tree(column) (%acc) (%v) : f32
      affine.yield %n : f32
    }
    affine.store %s, %y[%j] : memref<128xf32>
  }
  return
}

// -----

// A loop may reduce and store what later phases read.
// CHECK-LABEL: @store_and_reduce
// CHECK: affine.for
// CHECK-COUNT-4: affine.vector_store
// CHECK-COUNT-4: arith.addf
func.func @store_and_reduce(%x: memref<64xf32>, %y: memref<64xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 64 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<64xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %y[%k] : memref<64xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%w) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Plain arithmetic that may be reassociated; its start is combined last.
// CHECK-LABEL: @reassociable
// CHECK-SAME: %{{.*}}, %[[INIT:.*]]: f32
// CHECK: affine.for {{.*}} step 64
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: %[[R:.*]] = arith.addf %[[INIT]], %{{.*}} : f32
// CHECK-NEXT: return %[[R]]
func.func @reassociable(%x: memref<64xf32>, %init: f32) -> f32 {
  %s = affine.for %i = 0 to 64 iter_args(%acc = %init) -> f32 {
    %v = affine.load %x[%i] : memref<64xf32>
    %n = arith.addf %acc, %v fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// Integers associate in any way; several steps are combined in one iteration.
// CHECK-LABEL: @integers
// CHECK: affine.for {{.*}} = 0 to 1024 step 64
// CHECK: arith.ori %{{.*}} : vector<16xi32>
// CHECK: arith.ori %{{.*}} : i32
func.func @integers(%x: memref<1024xi32>, %y: memref<1024xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 1024 iter_args(%acc = %zero) -> i32 {
    %v = affine.load %x[%i] : memref<1024xi32>
    %w = affine.load %y[%i] : memref<1024xi32>
    %a = arith.ori %acc, %v : i32
    %b = arith.ori %a, %w : i32
    affine.yield %b : i32
  }
  return %s : i32
}

// -----

// In order means in order.
// CHECK-LABEL: @should_not_reorder_serial_sums
// CHECK-NOT: vector
// CHECK: return
func.func @should_not_reorder_serial_sums(%x: memref<64xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 64 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<64xf32>
    %c = stax.combine #stax.add (%acc) (%v) : f32
    affine.yield %c : f32
  }
  return %s : f32
}

// -----

// A short loop is as many vectors as it fills, here three, and all of them
// combine.
// AVX2-LABEL: @three_vectors
// AVX2: %[[S:.*]]:3 = affine.for %{{.*}} = 0 to 96 step 96 iter_args
// AVX2: }
// AVX2: %[[A:.*]] = arith.addi %[[S]]#0, %[[S]]#2 : vector<32xi32>
// AVX2: arith.addi %[[A]], %[[S]]#1 : vector<32xi32>
func.func @three_vectors(%x: memref<96xi8>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 96 iter_args(%acc = %zero) -> i32 {
    %v = affine.load %x[%i] : memref<96xi8>
    %w = arith.extsi %v : i8 to i32
    %a = arith.addi %acc, %w : i32
    affine.yield %a : i32
  }
  return %s : i32
}

// -----

// Extremes of floats are those of integers in the order of floats; either end
// tells that there was a NaN.
// CHECK-LABEL: @least
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[START:.*]]: f32
// CHECK-DAG: %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-DAG: %[[INF:.*]] = arith.constant 2139095040 : i32
// CHECK-DAG: %[[MINUS_INF:.*]] = arith.constant -2139095041 : i32
// CHECK: arith.bitcast %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: %[[SIGN:.*]] = arith.shrsi
// CHECK: %[[FLIP:.*]] = arith.andi %[[SIGN]],
// CHECK: %[[KEY:.*]] = arith.xori %{{.*}}, %[[FLIP]]
// CHECK: arith.maxsi %{{.*}}, %[[KEY]] : vector<16xi32>
// CHECK: arith.minsi %{{.*}}, %[[KEY]] : vector<16xi32>
// CHECK: %[[LEAST:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[ABOVE:.*]] = arith.cmpi sgt, %{{.*}}, %[[INF]]
// CHECK: %[[BELOW:.*]] = arith.cmpi slt, %{{.*}}, %[[MINUS_INF]]
// CHECK: %[[IS_NAN:.*]] = arith.ori %[[ABOVE]], %[[BELOW]]
// CHECK: %[[LAST:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[LEAST]]
// CHECK: arith.minimumf %[[START]], %[[LAST]]
func.func @least(%x: memref<64xf32>, %start: f32) -> f32 {
  %s = affine.for %k = 0 to 64 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<64xf32>
    %n = stax.combine #stax.min (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}
