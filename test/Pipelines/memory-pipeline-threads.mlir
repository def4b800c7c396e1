// RUN: stax-opt %s -stax-graph-pipeline -stax-memory-pipeline="threads=3 memory=none" | FileCheck %s
// RUN: stax-opt %s -stax-graph-pipeline=threads=3 -stax-memory-pipeline=threads=3 -stax-verify-memory-plan | FileCheck %s --check-prefix=PEAK

// Each of the threads that may run a kernel has a row of its scratch.
// CHECK-LABEL: @softmax
// CHECK: %[[ROWS:.*]] = memref.alloc() {{.*}} : memref<3x128xf32>
// CHECK: stax.kernel {{.*}} scratch(%[[ROWS]] : memref<3x128xf32>)

// The order counts as many.
// PEAK-LABEL: @softmax
// PEAK-SAME: stax.peak = 1536 : i64, stax.peak_bytes = 1536 : i64
func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}
