// RUN: stax-opt %s -split-input-file -convert-stax-to-affine | FileCheck %s

// A point whose check fails adds its bit to the status word.
// CHECK-LABEL: @pointwise(
// CHECK-SAME: %[[S:[^:]*]]: memref<1xi64> {stax.status})
// CHECK: affine.parallel
// CHECK: %[[OK:.*]] = arith.cmpf
// CHECK: %[[BIT:.*]] = arith.constant 4 : i64
// CHECK: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK: %[[BITS:.*]] = arith.select %[[OK]], %[[NONE]], %[[BIT]] : i64
// CHECK: affine.store
// CHECK: %[[FAILED:.*]] = arith.cmpi ne, %[[BITS]], %{{.*}}
// CHECK: scf.if %[[FAILED]] {
// CHECK: memref.atomic_rmw ori %[[BITS]], %[[S]]
// CHECK-NOT: stax.check
// CHECK: return
func.func private @pointwise(%x: memref<8xf32>, %y: memref<8xf32>, %s: memref<1xi64> {stax.status}) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<8xf32>):
    %r = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %ok = arith.cmpf oeq, %a, %a : f32
      stax.check %ok, 2
      stax.yield %a : f32
    }
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// A reduction carries the bits of its points along.
// CHECK-LABEL: @reduce(
// CHECK: affine.parallel
// CHECK: %[[R:.*]]:2 = affine.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[BITS:.*]] = %{{.*}}) -> (f32, i64) {
// CHECK: %[[NEW:.*]] = arith.select
// CHECK: %[[NEXT:.*]] = arith.ori %[[BITS]], %[[NEW]]
// CHECK: %[[SUM:.*]] = stax.combine #stax.add tree(row) (%[[ACC]])
// CHECK: affine.yield %[[SUM]], %[[NEXT]]
// CHECK: arith.cmpi ne, %[[R]]#1
// CHECK: scf.if
// CHECK: memref.atomic_rmw ori %[[R]]#1
func.func private @reduce(%x: memref<4x8xf32>, %y: memref<4xf32>, %s: memref<1xi64> {stax.status}) attributes {stax.launch_group} {
  stax.kernel space(par: [4], seq: [8]) ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%t: tensor<4x8xf32>):
    %r = stax.reduce #stax.add dims [1] ins(%t : tensor<4x8xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32):
      %ok = arith.cmpf oeq, %a, %a : f32
      stax.check %ok, 2
      stax.yield %a : f32
    }
    stax.yield %r : tensor<4xf32>
  }
  return
}

// -----

// Captured tensors are read in their buffers.
// CHECK-LABEL: @captured(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[I:[^:]*]]: memref<8xindex>
// CHECK: affine.parallel
// CHECK: %[[K:.*]] = affine.load %[[I]]
// CHECK: memref.dim %[[X]]
// CHECK: %[[V:.*]] = memref.load %[[X]][%{{.*}}]
// CHECK: affine.store %[[V]]
// CHECK-NOT: bufferization.
// CHECK: return
func.func private @captured(%x: memref<?xf32>, %i: memref<8xindex>, %y: memref<8xf32>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x, %i : memref<?xf32>, memref<8xindex>) outs(%y : memref<8xf32>) {
  ^bb0(%t: tensor<?xf32>, %u: tensor<8xindex>):
    %r = stax.pointwise ins(%u : tensor<8xindex>) -> tensor<8xf32> {
    ^bb0(%k: index):
      %c0 = arith.constant 0 : index
      %n = tensor.dim %t, %c0 : tensor<?xf32>
      %l = arith.minui %k, %n : index
      %v = tensor.extract %t[%l] : tensor<?xf32>
      stax.yield %v : f32
    }
    stax.yield %r : tensor<8xf32>
  }
  return
}
