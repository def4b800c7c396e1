// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s

// Buffers are passed without a static shape; a result that is not 0 is an error.
// CHECK: module attributes {stax.checks = [#stax.check_info<7, "'scale' failed", {{.*}}>]}
// CHECK-NOT: stax.kernel
// CHECK: func.func @call
// CHECK: %[[A:.*]] = memref.cast %{{.*}} : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK: %[[B:.*]] = memref.cast
// CHECK: %[[S:.*]] = call @scale(%[[A]], %{{.*}}, %[[B]])
// CHECK: %[[OK:.*]] = arith.cmpi eq, %[[S]], %{{.*}} : i32
// CHECK: stax.check %[[OK]], 0 in %{{.*}}
// CHECK: func.func private @scale(memref<?xf32, strided<[?], offset: ?>>, f32, memref<?xf32, strided<[?], offset: ?>>) -> i32 attributes {llvm.emit_c_interface}
func.func @call(%x: memref<8xf32>, %f: f32, %y: memref<8xf32>) {
  stax.extern @scale ins(%x, %f : memref<8xf32>, f32) outs(%y : memref<8xf32>)
  return
}

// -----

// Calls of different shapes share a declaration; the epilogue is a kernel in
// place, which gets what the region captures.
// CHECK: func.func @epilogue(%{{.*}}: memref<?x4xf32>, %[[Y:.*]]: memref<8x4xf32>, %[[F:.*]]: f32
// CHECK: call @init
// CHECK: call @init
// CHECK: call @epilogue_launch0(%[[Y]], %[[F]])
// CHECK: func.func private @epilogue_launch0(%[[Y:.*]]: memref<8x4xf32>, %[[F:.*]]: f32)
// CHECK: stax.kernel space(par: [8, 4], seq: []) ins(%[[Y]], %[[F]] : memref<8x4xf32>, f32) outs(%[[Y]] : memref<8x4xf32>) {
// CHECK: ^bb0(%[[IN:.*]]: tensor<8x4xf32>, %[[G:.*]]: f32):
// CHECK: stax.pointwise ins(%[[IN]] : tensor<8x4xf32>) -> tensor<8x4xf32> {
// CHECK: arith.mulf %{{.*}}, %[[G]]
// CHECK: func.func private @init(memref<?x?xf32, strided<[?, ?], offset: ?>>) -> i32
func.func @epilogue(%x: memref<?x4xf32>, %y: memref<8x4xf32>, %f: f32) {
  stax.extern @init outs(%x : memref<?x4xf32>)
  stax.extern @init outs(%y : memref<8x4xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %f : f32
    stax.yield %w : f32
  }
  return
}
