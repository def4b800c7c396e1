// Buffers that do not leave the function are planned, into an arena that the
// caller passes; results stay allocations.
// RUN: stax-opt %s -stax-graph-pipeline='fuse=none in-place=false' -stax-memory-pipeline=memory=arena \
// RUN:   -stax-verify-memory-plan | FileCheck %s

// RUN: stax-run %s --check --options="memory=arena" --verify-each-stage | FileCheck %s --check-prefix=RESULT
// RUN: stax-run %s --check --options="memory=none" | FileCheck %s --check-prefix=RESULT

// RESULT: check: ok

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: memref<64xf32>, %[[ARENA:.*]]: memref<512xi8> {stax.arena})
// CHECK-SAME: attributes {stax.arena_bytes = 512 : i64, stax.peak = 512 : i64, stax.peak_bytes = 512 : i64
func.func @chain(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: memref.view %[[ARENA]]
  // CHECK: stax.kernel
  // CHECK: memref.view %[[ARENA]]
  // CHECK: stax.kernel
  // CHECK: memref.view %[[ARENA]]
  // CHECK: stax.kernel
  // CHECK: %[[OUT:.*]] = memref.alloc() {{.*}} : memref<64xf32>
  // CHECK: stax.kernel {{.*}} outs(%[[OUT]] :
  // CHECK-NOT: memref.dealloc
  // CHECK: return %[[OUT]]
  %0 = stax.pointwise ins(%x, %x : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %1 = stax.pointwise ins(%0, %x : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %2 = stax.pointwise ins(%1, %x : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  %3 = stax.pointwise ins(%2, %2 : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  return %3 : tensor<64xf32>
}
