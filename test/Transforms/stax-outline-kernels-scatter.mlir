// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s
// RUN: stax-opt %s -stax-outline-kernels -stax-legalize-arith -split-input-file | FileCheck %s --check-prefix=CHECKS

// A scatter is alone in its function, which gets what the region captures;
// constants move along.
// CHECK-LABEL: func.func @captures
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[I:.*]]: memref<8xindex>, %[[D:.*]]: memref<16xf32>, %[[F:.*]]: f32)
// CHECK: call @captures_launch0(%[[X]], %[[I]], %[[D]], %[[F]])
// CHECK: call @captures_launch1(%[[X]], %[[I]], %[[D]])
// CHECK: func.func private @captures_launch0(%[[X:.*]]: memref<8xf32>, %[[I:.*]]: memref<8xindex>, %[[D:.*]]: memref<16xf32>, %[[F:.*]]: f32) attributes {stax.launch_group}
// CHECK: stax.scatter #stax.add ins(%[[X]], %[[I]] : memref<8xf32>, memref<8xindex>) outs(%[[D]] : memref<16xf32>) {
// CHECK: %[[C:.*]] = arith.constant 1 : index
// CHECK: arith.mulf %{{.*}}, %[[F]]
// CHECK: arith.addi %{{.*}}, %[[C]]
// CHECK: func.func private @captures_launch1
// CHECK: stax.scatter set ins

// The region checks the indices; the computation goes on.
// CHECKS-LABEL: func.func private @captures_launch0
// CHECKS-SAME: %[[STATUS:.*]]: memref<1xi64> {stax.status}
// CHECKS: %[[J:.*]] = arith.addi
// CHECKS: %[[OK:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : index
// CHECKS: stax.check %[[OK]], 0{{$}}
// CHECKS: stax.yield %{{.*}}, %[[J]]
func.func @captures(%x: memref<8xf32>, %i: memref<8xindex>, %d: memref<16xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  stax.scatter #stax.add ins(%x, %i : memref<8xf32>, memref<8xindex>) outs(%d : memref<16xf32>) {
  ^bb0(%v: f32, %k: index):
    %w = arith.mulf %v, %f : f32
    %j = arith.addi %k, %c1 : index
    stax.yield %w, %j : f32, index
  }
  stax.scatter set ins(%x, %i : memref<8xf32>, memref<8xindex>) outs(%d : memref<16xf32>)
  return
}

// -----

// Dynamic extents are compared in front; bounds of a dynamic destination are
// its own.
// CHECK: module attributes {stax.checks = [#stax.check_info<2, "an extent is negative", {{.*}}>, #stax.check_info<2, "the extent of dimension 0 of input #0 does not agree with the other shapes", {{.*}}>, #stax.check_info<2, "the extent of dimension 0 of input #1 does not agree with the other shapes", {{.*}}>]}
// CHECK-LABEL: func.func @dynamic
// CHECK: scf.if
// CHECK: call @dynamic_launch0
// CHECKS: func.func private @dynamic_launch0
// CHECKS: %[[SIZE:.*]] = memref.dim
// CHECKS: stax.scatter
// CHECKS: %[[OK:.*]] = arith.cmpi ult, %{{.*}}, %[[SIZE]]
// CHECKS: stax.check %[[OK]], 3{{$}}
func.func @dynamic(%x: memref<?xf32>, %i: memref<?xindex>, %d: memref<?xf32>, %n: index) {
  stax.scatter set domain [%n] ins(%x, %i : memref<?xf32>, memref<?xindex>) outs(%d : memref<?xf32>)
  return
}
