// What the passes make of kernels together.
// RUN: stax-opt %s -split-input-file -stax-graph-pipeline -stax-memory-pipeline \
// RUN:   -stax-loops-pipeline="isa=avx512" | FileCheck %s

// A softmax is one parallel loop with vector code: an extreme, a sum of
// exponentials, which are kept, and quotients. No loop allocates.
// CHECK-LABEL: func.func private @softmax_launch0(
// CHECK: omp.parallel
// CHECK: omp.wsloop
// CHECK-NOT: alloc
// CHECK: vector.load %{{.*}} : memref<4096x1024xf32>, vector<16xf32>
// CHECK-NOT: alloc
// CHECK: arith.maxsi %{{.*}} : vector<16xi32>
// CHECK-NOT: alloc
// CHECK: vector.store %{{.*}}, %[[ROW:.*]][%{{.*}}] : memref<1024xf32, {{.*}}>, vector<16xf32>
// CHECK-NOT: alloc
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK-NOT: alloc
// CHECK: vector.load %[[ROW]][
// CHECK: math.fma %{{.*}} : vector<16xf32>
// CHECK: vector.store %{{.*}} : memref<4096x1024xf32>, vector<16xf32>
// CHECK-NOT: alloc
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @softmax(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %max = stax.reduce #stax.max dims [1] ins(%x : tensor<4096x1024xf32>) -> tensor<4096xf32>
  %exp = stax.pointwise ins(%x, %max[(i, j) -> (i)] : tensor<4096x1024xf32>, tensor<4096xf32>)
      -> tensor<4096x1024xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<4096x1024xf32>) -> tensor<4096xf32>
  %y = stax.pointwise ins(%exp, %sum[(i, j) -> (i)] : tensor<4096x1024xf32>, tensor<4096xf32>)
      -> tensor<4096x1024xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %q = arith.divf %a0, %a1 : f32
    stax.yield %q : f32
  }
  return %y : tensor<4096x1024xf32>
}

// -----

// A sum of columns reads vectors of rows.
// CHECK-LABEL: func.func private @columns_launch0(
// CHECK: omp.wsloop
// CHECK: vector.load %{{.*}} : memref<256x4096xf32>, vector<16xf32>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: vector.store %{{.*}} : memref<4096xf32>, vector<16xf32>
func.func @columns(%x: tensor<256x4096xf32>) -> tensor<4096xf32> {
  %sum = stax.reduce #stax.add dims [0] ins(%x : tensor<256x4096xf32>) -> tensor<4096xf32>
  return %sum : tensor<4096xf32>
}

// -----

// The index of a maximum is a vector of indices beside one of values.
// CHECK-LABEL: func.func private @argmax_launch0(
// CHECK: omp.wsloop
// CHECK: vector.load %{{.*}} : memref<4096x1024xf32>, vector<16xf32>
// CHECK: arith.cmpf {{.*}} : vector<16xf32>
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xi32>
func.func @argmax(%x: tensor<4096x1024xf32>) -> (tensor<4096xf32>, tensor<4096xi64>) {
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<4096x1024xf32>)
      -> (tensor<4096xf32>, tensor<4096xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  return %max#0, %max#1 : tensor<4096xf32>, tensor<4096xi64>
}
