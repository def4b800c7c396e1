// RUN: stax-opt %s -convert-tensor-to-stax -split-input-file | FileCheck %s

// Dimensions without an index are a window; indexed ones may be left out of the
// source.
// CHECK-LABEL: @rows
// CHECK-SAME: (%[[X:.*]]: tensor<5x4xf32>, %[[D:.*]]: tensor<8x4xf32>, %[[I:.*]]: tensor<5x1xi32>)
// CHECK: stax.scatter set ins(%[[X]], %[[I]][(d0, d1) -> (d0, 0)] : tensor<5x4xf32>, tensor<5x1xi32>) outs(%[[D]] : tensor<8x4xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[K:.*]]: i32):
// CHECK-DAG: %[[ROW:.*]] = arith.index_cast %[[K]]
// CHECK-DAG: %[[COLUMN:.*]] = stax.index 1
// CHECK: stax.yield %[[V]], %[[ROW]], %[[COLUMN]]
func.func @rows(%x: tensor<5x4xf32>, %d: tensor<8x4xf32>, %i: tensor<5x1xi32>) -> tensor<8x4xf32> {
  %0 = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<5x4xf32>, tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Several indexed dimensions, that the source has with one element each.
// CHECK-LABEL: @coordinates
// CHECK: stax.scatter set ins(%{{.*}}[(d0, d1, d2) -> (d0, d1, 0, d2, 0)], %{{.*}}[(d0, d1, d2) -> (d0, d1, 0)], %{{.*}}[(d0, d1, d2) -> (d0, d1, 1)]
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[A:.*]]: index, %[[B:.*]]: index):
// CHECK: %[[C:.*]] = stax.index 2
// CHECK: stax.yield %[[V]], %[[A]], %[[C]], %[[B]]
func.func @coordinates(%x: tensor<5x6x1x4x1xf32>, %d: tensor<8x4x3xf32>, %i: tensor<5x6x2xindex>) -> tensor<8x4x3xf32> {
  %0 = tensor.scatter %x into %d[%i] scatter_dims([0, 2]) unique : (tensor<5x6x1x4x1xf32>, tensor<8x4x3xf32>, tensor<5x6x2xindex>) -> tensor<8x4x3xf32>
  return %0 : tensor<8x4x3xf32>
}

// -----

// Dynamic extents are those of the indices and the destination.
// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[D:.*]]: tensor<8x?xf32>, %[[I:.*]]: tensor<?x1xindex>)
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[I]]
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[D]]
// CHECK: stax.scatter set domain [%[[M]], %[[N]]] ins
func.func @dynamic(%x: tensor<?x?xf32>, %d: tensor<8x?xf32>, %i: tensor<?x1xindex>) -> tensor<8x?xf32> {
  %0 = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<?x?xf32>, tensor<8x?xf32>, tensor<?x1xindex>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}
