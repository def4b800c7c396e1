// RUN: stax-opt %s -split-input-file -stax-vectorize | FileCheck %s

// The loop carries values and iterations of 32 bits, in 16 lanes; what begins as
// the first iteration of each lane is no point's only if there are better ones.
// The index is computed once, of the best iteration.
// CHECK-LABEL: @rising
// CHECK-DAG: arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// CHECK-DAG: arith.constant dense<[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : vector<16xi32>
// CHECK: affine.for %{{.*}} = 0 to 128 step 32 iter_args(%[[BEST:.*]] = %{{.*}}, %[[INDEX:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (vector<16xf32>, vector<16xi32>, vector<16xf32>, vector<16xi32>)
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]] : vector<16xf32>
// CHECK: %[[BETTER:.*]] = arith.cmpf ugt, %{{.*}}, %[[BEST]] : vector<16xf32>
// CHECK: %[[WINS:.*]] = arith.andi %[[NUMBER]], %[[BETTER]] : vector<16xi1>
// CHECK: arith.select %[[WINS]], %{{.*}}, %[[INDEX]] : vector<16xi1>, vector<16xi32>
// CHECK-NOT: vector<{{.*}}i64>
// CHECK: %[[POSITION:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: affine.apply #{{.*}}(%[[POSITION]])
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @rising(%x: memref<128xf32>) -> (f32, i64) {
    %least = arith.constant 0xFF800000 : f32
    %none = arith.constant -1 : i64
    %r:2 = affine.for %i = 0 to 128 iter_args(%a = %least, %b = %none) -> (f32, i64) {
      %v = affine.load %x[%i] : memref<128xf32>
      %j = affine.apply affine_map<(d0) -> (d0 * 3 + 2)>(%i)
      %k = arith.index_cast %j : index to i64
      %n:2 = stax.combine #stax.argmax (%a, %b) (%v, %k) : f32, i64
      affine.yield %n#0, %n#1 : f32, i64
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0, unroll = 2>}
    return %r#0, %r#1 : f32, i64
  }
}

// -----

// Indices that fall are compared.
// CHECK-LABEL: @should_not_carry_falling_indices
// CHECK-NOT: vector<{{.*}}xi32>
// CHECK: arith.cmpi ule, %{{.*}} : vector<8xi64>
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @should_not_carry_falling_indices(%x: memref<128xf32>) -> (f32, i64) {
    %least = arith.constant 0xFF800000 : f32
    %none = arith.constant -1 : i64
    %r:2 = affine.for %i = 0 to 128 iter_args(%a = %least, %b = %none) -> (f32, i64) {
      %v = affine.load %x[%i] : memref<128xf32>
      %j = affine.apply affine_map<(d0) -> (127 - d0)>(%i)
      %k = arith.index_cast %j : index to i64
      %n:2 = stax.combine #stax.argmax (%a, %b) (%v, %k) : f32, i64
      affine.yield %n#0, %n#1 : f32, i64
    }
    return %r#0, %r#1 : f32, i64
  }
}

// -----

// Bytes would wrap.
// CHECK-LABEL: @should_not_carry_what_wraps
// CHECK: arith.cmpi ule, %{{.*}} : vector<{{.*}}xi8>
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @should_not_carry_what_wraps(%x: memref<300xf32>) -> (f32, i8) {
    %least = arith.constant 0xFF800000 : f32
    %none = arith.constant -1 : i8
    %r:2 = affine.for %i = 0 to 300 iter_args(%a = %least, %b = %none) -> (f32, i8) {
      %v = affine.load %x[%i] : memref<300xf32>
      %k = arith.index_cast %i : index to i8
      %n:2 = stax.combine #stax.argmax (%a, %b) (%v, %k) : f32, i8
      affine.yield %n#0, %n#1 : f32, i8
    }
    return %r#0, %r#1 : f32, i8
  }
}
