// RUN: stax-opt %s -stax-bufferize -split-input-file | FileCheck %s

// A value returned twice becomes two buffers, as a caller frees both.
// CHECK-LABEL: func.func @same_value
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: %[[COPY:.*]] = bufferization.clone %[[Y]]
// CHECK: return %[[Y]], %[[COPY]]
func.func @same_value(%x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = tensor.splat %x : tensor<4xf32>
  return %y, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// A view of another result is copied.
// CHECK-LABEL: func.func @view
// CHECK: %[[Y:.*]] = memref.alloc
// CHECK: %[[VIEW:.*]] = memref.collapse_shape %[[Y]]
// CHECK: %[[COPY:.*]] = bufferization.clone %[[VIEW]]
// CHECK: return %[[Y]], %[[COPY]]
func.func @view(%x: f32) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %y = tensor.splat %x : tensor<4x4xf32>
  %z = tensor.collapse_shape %y [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  return %y, %z : tensor<4x4xf32>, tensor<16xf32>
}

// -----

// A choice between values may be the other result.
// CHECK-LABEL: func.func @choice
// CHECK: %[[CHOICE:.*]] = arith.select
// CHECK: %[[COPY:.*]] = bufferization.clone %[[CHOICE]]
// CHECK: return %{{.*}}, %[[COPY]]
func.func @choice(%c: i1, %x: f32, %w: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = tensor.splat %x : tensor<4xf32>
  %z = tensor.splat %w : tensor<4xf32>
  %r = arith.select %c, %y, %z : tensor<4xf32>
  return %y, %r : tensor<4xf32>, tensor<4xf32>
}

// -----

// Buffers of their own, and one that is the only result, are not copied.
// CHECK-LABEL: func.func @should_not_copy_distinct
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @should_not_copy_distinct(%x: f32, %w: f32)
    -> (tensor<4xf32>, f32, tensor<4xf32>) {
  %y = tensor.splat %x : tensor<4xf32>
  %z = tensor.splat %w : tensor<4xf32>
  return %y, %x, %z : tensor<4xf32>, f32, tensor<4xf32>
}

// -----

// Deallocation copies arguments that are returned, so that this need not.
// CHECK-LABEL: func.func @should_not_copy_arguments
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @should_not_copy_arguments(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}
