// RUN: stax-opt %s -stax-import-pipeline \
// RUN:   -stax-graph-pipeline="compose=textbook fuse=greedy-textbook" \
// RUN:   -stax-memory-pipeline -stax-outline-kernels -convert-stax-to-affine \
// RUN:   -stax-vectorize -lower-affine \
// RUN:   -stax-parallelize="rule=textbook threads=4" \
// RUN:   -stax-merge-parallel-regions | FileCheck %s

// The rules of textbooks keep an exponential that has two users, and fuse these:
// two loops in one region, with a barrier, as the second one reads what the first
// one writes. No thread waits twice at the end.
// CHECK-LABEL: func.func private @sum_and_maximum_launch0
// CHECK: omp.parallel {
// CHECK: omp.wsloop {
// CHECK: math.exp
// CHECK: omp.wsloop nowait {
// CHECK-NOT: math.exp
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @sum_and_maximum(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = math.exp %x : tensor<64x128xf32>
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.reduce #stax.max dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}
