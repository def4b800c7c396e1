// RUN: stax-opt %s -stax-memory-pipeline | FileCheck %s

// A caller owns results, so an argument that is returned is copied, and no
// operation of the bufferization dialect is left.
// CHECK-LABEL: @returned_argument_is_copied
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>)
func.func @returned_argument_is_copied(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[COPY:.*]] = memref.alloc() : memref<4xf32>
  // CHECK-NEXT: memref.copy %[[X]], %[[COPY]]
  // CHECK-NEXT: return %[[COPY]]
  return %x : tensor<4xf32>
}

// CHECK-LABEL: @returned_constant_is_copied
func.func @returned_constant_is_copied() -> tensor<2xi32> {
  // CHECK: %[[CONSTANT:.*]] = memref.get_global
  // CHECK: memref.copy %[[CONSTANT]], %[[COPY:.*]] :
  // CHECK-NOT: bufferization
  // CHECK: return
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %c : tensor<2xi32>
}
