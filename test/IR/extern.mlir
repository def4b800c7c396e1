// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// A call with nothing after it.
// CHECK-LABEL: @plain
func.func @plain(%a: tensor<8x4xf32>, %s: f32, %d: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: %[[R:.*]] = stax.extern @scale ins(%{{.*}}, %{{.*}} : tensor<8x4xf32>, f32) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>{{$}}
  // CHECK-NEXT: return %[[R]]
  %0 = stax.extern @scale ins(%a, %s : tensor<8x4xf32>, f32) outs(%d : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// The region maps elements of the results; a function says what the call means.
// CHECK-LABEL: @epilogue
func.func @epilogue(%a: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stax.extern @copy reference @meaning ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) attributes {stax.stream = 1 : i64} -> tensor<?xf32> {
  // CHECK-NEXT: ^bb0(%[[V:.*]]: f32):
  // CHECK-NEXT: math.tanh %[[V]]
  %0 = stax.extern @copy reference @meaning ins(%a : tensor<?xf32>) outs(%d : tensor<?xf32>)
      attributes {stax.stream = 1 : i64} -> tensor<?xf32> {
  ^bb0(%v: f32):
    %t = math.tanh %v : f32
    stax.yield %t : f32
  }
  return %0 : tensor<?xf32>
}
func.func private @meaning(%a: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

// On buffers there are no results; inputs may be missing.
// CHECK-LABEL: @on_buffers
func.func @on_buffers(%d: memref<8xf32>, %e: memref<4xi32>) {
  // CHECK: stax.extern @init outs(%{{.*}}, %{{.*}} : memref<8xf32>, memref<4xi32>){{$}}
  stax.extern @init outs(%d, %e : memref<8xf32>, memref<4xi32>)
  return
}
