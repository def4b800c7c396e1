// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// Without a region the inputs are the values and then the indices.
// CHECK-LABEL: @set_elements
func.func @set_elements(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: %[[R:.*]] = stax.scatter set ins(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xindex>) outs(%{{.*}} : tensor<16xf32>) -> tensor<16xf32>{{$}}
  // CHECK-NEXT: return %[[R]]
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Rows go to computed rows; the column is a window.
// CHECK-LABEL: @add_rows
func.func @add_rows(%x: tensor<8x4xf32>, %key: tensor<8xi32>, %d: tensor<16x4xf32>) -> tensor<16x4xf32> {
  // CHECK: stax.scatter #stax.add ins(%{{.*}}, %{{.*}}[(d0, d1) -> (d0)] : tensor<8x4xf32>, tensor<8xi32>) outs(%{{.*}} : tensor<16x4xf32>) -> tensor<16x4xf32> {
  // CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[K:.*]]: i32):
  // CHECK: stax.yield %[[V]], %{{.*}}, %{{.*}} : f32, index, index
  %0 = stax.scatter #stax.add ins(%x, %key[(d0, d1) -> (d0)] : tensor<8x4xf32>, tensor<8xi32>)
      outs(%d : tensor<16x4xf32>) -> tensor<16x4xf32> {
  ^bb0(%v: f32, %k: i32):
    %row = arith.index_cast %k : i32 to index
    %column = stax.index 1
    stax.yield %v, %row, %column : f32, index, index
  }
  return %0 : tensor<16x4xf32>
}

// -----

// Dynamic extents are spelled out; a column is a constant.
// CHECK-LABEL: @dynamic
func.func @dynamic(%x: tensor<?xf32>, %i: tensor<?x2xindex>, %d: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  // CHECK: stax.scatter #stax.max domain [%[[N:.*]]] ins(%{{.*}}, %{{.*}}[(d0) -> (d0, 0)], %{{.*}}[(d0) -> (d0, 1)] : tensor<?xf32>, tensor<?x2xindex>, tensor<?x2xindex>) outs(%{{.*}} : tensor<?x?xf32>) attributes {stax.stream = 1 : i64} -> tensor<?x?xf32>
  %0 = stax.scatter #stax.max domain [%n] ins(%x, %i[(d0) -> (d0, 0)], %i[(d0) -> (d0, 1)] : tensor<?xf32>, tensor<?x2xindex>, tensor<?x2xindex>)
      outs(%d : tensor<?x?xf32>) attributes {stax.stream = 1 : i64} -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A tuple has a destination for each member.
// CHECK-LABEL: @argmax
func.func @argmax(%x: tensor<8xf32>, %at: tensor<8xi64>, %i: tensor<8xindex>, %d: tensor<4xf32>, %e: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  // CHECK: stax.scatter #stax.argmax ins({{.*}}) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>)
  %0:2 = stax.scatter #stax.argmax ins(%x, %at, %i : tensor<8xf32>, tensor<8xi64>, tensor<8xindex>)
      outs(%d, %e : tensor<4xf32>, tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}

// -----

// On buffers there are no results.
// CHECK-LABEL: @on_buffers
func.func @on_buffers(%x: memref<8xf16>, %i: memref<8xindex>, %d: memref<16xf32>) {
  // CHECK: stax.scatter #stax.add ins(%{{.*}}, %{{.*}} : memref<8xf16>, memref<8xindex>) outs(%{{.*}} : memref<16xf32>){{$}}
  stax.scatter #stax.add ins(%x, %i : memref<8xf16>, memref<8xindex>) outs(%d : memref<16xf32>)
  return
}

// -----

// A destination of rank 0 has no indices; a domain of rank 0 one point.
// CHECK-LABEL: @scalars
func.func @scalars(%x: tensor<f32>, %y: tensor<8xf32>, %d: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: stax.scatter set ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<f32>) -> tensor<f32>
  %0 = stax.scatter set ins(%x : tensor<f32>) outs(%d : tensor<f32>) -> tensor<f32>
  // CHECK: stax.scatter #stax.mul ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<f32>) -> tensor<f32>
  %1 = stax.scatter #stax.mul ins(%y : tensor<8xf32>) outs(%d : tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// Without inputs the domain is spelled out.
// CHECK-LABEL: @no_inputs
func.func @no_inputs(%one: f32, %d: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.scatter set domain [4] outs(%{{.*}} : tensor<4xf32>) -> tensor<4xf32> {
  %0 = stax.scatter set domain [4] outs(%d : tensor<4xf32>) -> tensor<4xf32> {
    %i = stax.index 0
    stax.yield %one, %i : f32, index
  }
  return %0 : tensor<4xf32>
}
