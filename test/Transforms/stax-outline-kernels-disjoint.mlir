// Which arguments of a group of kernels share no byte follows from the plan.
// RUN: stax-opt %s -split-input-file -stax-outline-kernels | FileCheck %s

// Buffers of an arena that overlap are not disjoint, and neither are two
// arguments of the function, which may be the same memory; an allocation is
// disjoint from all else. The arguments of the group are the destinations and
// inputs in the order of their first use.
// CHECK-LABEL: func.func private @group_launch0(
// CHECK-SAME: %[[X:arg[0-9]+]]: memref<16xf32>, %[[A:arg[0-9]+]]: memref<16xf32>, %[[B:arg[0-9]+]]: memref<16xf32>, %[[Y:arg[0-9]+]]: memref<16xf32>, %[[R:arg[0-9]+]]: memref<16xf32>, %[[C:arg[0-9]+]]: memref<16xf32>)
// CHECK-SAME: stax.disjoint = array<i64: 0, 1, 0, 2, 0, 4, 0, 5, 1, 2, 1, 3, 1, 4, 2, 3, 2, 4, 2, 5, 3, 4, 3, 5, 4, 5>
func.func @group(%x: memref<16xf32>, %y: memref<16xf32>) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %a = memref.view %arena[%c0][] {stax.buffer = 0 : i64} : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] {stax.buffer = 1 : i64} : memref<128xi8> to memref<16xf32>
  %c = memref.view %arena[%c0][] {stax.buffer = 2 : i64} : memref<128xi8> to memref<16xf32>
  %r = memref.alloc() : memref<16xf32>
  stax.kernel space(par: [16], seq: []) ins(%x : memref<16xf32>) outs(%a : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  stax.kernel space(par: [16], seq: []) ins(%a : memref<16xf32>) outs(%b : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  stax.kernel space(par: [16], seq: []) ins(%y : memref<16xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  stax.kernel space(par: [16], seq: []) ins(%b : memref<16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  memref.dealloc %arena : memref<128xi8>
  return %r : memref<16xf32>
}

// -----

// Of two arguments, and of what a branch has chosen, nothing is known.
// CHECK-LABEL: func.func private @unknown_launch0(
// CHECK-NOT: stax.disjoint
// CHECK: stax.kernel
func.func @unknown(%x: memref<16xf32>, %y: memref<16xf32>, %p: i1) {
  %z = arith.select %p, %x, %y : memref<16xf32>
  stax.kernel space(par: [16], seq: []) ins(%x : memref<16xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  stax.kernel space(par: [16], seq: []) ins(%x : memref<16xf32>) outs(%z : memref<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %v = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %v : tensor<16xf32>
  }
  return
}
