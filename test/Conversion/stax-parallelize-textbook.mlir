// RUN: stax-opt %s -split-input-file -stax-parallelize="rule=textbook threads=4" | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-parallelize="rule=textbook threads=4 min-iterations=1" | FileCheck %s --check-prefix=ONE

// The textbook's rule for four threads: each gets at least 512 iterations.

// 64 rows are more than twice as many as threads.
// CHECK-LABEL: @depth_1
// CHECK: omp.loop_nest (%{{.*}}) : index
// CHECK-NEXT: scf.for
func.func @depth_1(%x: memref<64x128xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = arith.constant 64 : index
  %e1 = arith.constant 128 : index
  scf.parallel (%i0, %i1) = (%c0, %c0) to (%e0, %e1) step (%c1, %c1) {
    memref.store %c, %x[%i0, %i1] : memref<64x128xf32>
  }
  return
}

// -----

// 1024 iterations are 256 for a thread.
// CHECK-LABEL: @depth_0
// CHECK-NOT: omp.
// CHECK: return
// ONE-LABEL: @depth_0
// ONE: omp.loop_nest
func.func @depth_0(%x: memref<1024xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = arith.constant 1024 : index
  scf.parallel (%i0) = (%c0) to (%e0) step (%c1) {
    memref.store %c, %x[%i0] : memref<1024xf32>
  }
  return
}

// -----

// 2 are too few, 8 are twice as many as threads.
// CHECK-LABEL: @depth_2
// CHECK: omp.loop_nest (%{{.*}}, %{{.*}}) : index = {{.*}} collapse(2) {
// CHECK-NEXT: scf.for
func.func @depth_2(%x: memref<2x4x4096xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = arith.constant 2 : index
  %e1 = arith.constant 4 : index
  %e2 = arith.constant 4096 : index
  scf.parallel (%i0, %i1, %i2) = (%c0, %c0, %c0) to (%e0, %e1, %e2) step (%c1, %c1, %c1) {
    memref.store %c, %x[%i0, %i1, %i2] : memref<2x4x4096xf32>
  }
  return
}

// -----

// 6 are neither twice as many as threads nor as many.
// CHECK-LABEL: @depth_3
// CHECK: omp.loop_nest (%{{.*}}, %{{.*}}, %{{.*}}) : index = {{.*}} collapse(3) {
// CHECK-NEXT: memref.store
func.func @depth_3(%x: memref<2x3x4096xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = arith.constant 2 : index
  %e1 = arith.constant 3 : index
  %e2 = arith.constant 4096 : index
  scf.parallel (%i0, %i1, %i2) = (%c0, %c0, %c0) to (%e0, %e1, %e2) step (%c1, %c1, %c1) {
    memref.store %c, %x[%i0, %i1, %i2] : memref<2x3x4096xf32>
  }
  return
}

// -----

// Iterations of serial loops inside count, too.
// CHECK-LABEL: @inner_iterations
// CHECK: omp.loop_nest (%{{.*}}) : index
func.func @inner_iterations(%x: memref<64x128xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = arith.constant 64 : index
  %e1 = arith.constant 128 : index
  scf.parallel (%i0) = (%c0) to (%e0) step (%c1) {
    scf.for %i1 = %c0 to %e1 step %c1 {
      memref.store %c, %x[%i0, %i1] : memref<64x128xf32>
    }
  }
  return
}
