// RUN: stax-opt %s -convert-tosa-to-stax -split-input-file -verify-diagnostics -remarks-filter=stax | FileCheck %s

// Batches and channels are a window; the last of equal indices wins.
// CHECK-LABEL: @scatter
// CHECK-SAME: (%[[D:.*]]: tensor<2x8x3xf32>, %[[I:.*]]: tensor<2x5xi32>, %[[X:.*]]: tensor<2x5x3xf32>)
// CHECK: stax.scatter set ins(%[[X]], %[[I]][(d0, d1, d2) -> (d0, d1)] : tensor<2x5x3xf32>, tensor<2x5xi32>) outs(%[[D]] : tensor<2x8x3xf32>) -> tensor<2x8x3xf32> {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[K:.*]]: i32):
// CHECK-DAG: %[[BATCH:.*]] = stax.index 0
// CHECK-DAG: %[[ROW:.*]] = arith.index_cast %[[K]]
// CHECK-DAG: %[[CHANNEL:.*]] = stax.index 2
// CHECK: stax.yield %[[V]], %[[BATCH]], %[[ROW]], %[[CHANNEL]]
func.func @scatter(%d: tensor<2x8x3xf32>, %i: tensor<2x5xi32>, %x: tensor<2x5x3xf32>) -> tensor<2x8x3xf32> {
  %0 = tosa.scatter %d, %i, %x : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<2x8x3xf32>
  return %0 : tensor<2x8x3xf32>
}

// -----

// CHECK-LABEL: @dynamic
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x?xi8>)
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[W:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[C:.*]] = tensor.dim %[[X]], %c2
// CHECK: stax.scatter set domain [%[[N]], %[[W]], %[[C]]]
func.func @dynamic(%d: tensor<?x?x?xi8>, %i: tensor<?x?xi32>, %x: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %0 = tosa.scatter %d, %i, %x : (tensor<?x?x?xi8>, tensor<?x?xi32>, tensor<?x?x?xi8>) -> tensor<?x?x?xi8>
  return %0 : tensor<?x?x?xi8>
}

// -----

// CHECK-LABEL: @should_not_convert_other_elements
// CHECK: tosa.scatter
func.func @should_not_convert_other_elements(%d: tensor<2x8x3xf8E4M3FN>, %i: tensor<2x5xi32>, %x: tensor<2x5x3xf8E4M3FN>) -> tensor<2x8x3xf8E4M3FN> {
  // expected-remark @below {{Reason="element type f8E4M3FN is not supported", op=tosa.scatter}}
  %0 = tosa.scatter %d, %i, %x : (tensor<2x8x3xf8E4M3FN>, tensor<2x5xi32>, tensor<2x5x3xf8E4M3FN>) -> tensor<2x8x3xf8E4M3FN>
  return %0 : tensor<2x8x3xf8E4M3FN>
}

// -----

// CHECK-LABEL: @should_not_convert_a_result_of_another_type
// CHECK: tosa.scatter
func.func @should_not_convert_a_result_of_another_type(%d: tensor<2x8x3xf32>, %i: tensor<2x5xi32>, %x: tensor<2x5x3xf32>) -> tensor<?x8x3xf32> {
  // expected-remark @below {{Reason="its result has another type than its destination", op=tosa.scatter}}
  %0 = tosa.scatter %d, %i, %x : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<?x8x3xf32>
  return %0 : tensor<?x8x3xf32>
}
