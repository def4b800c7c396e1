// How each read is known to be inside its operand.

// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s

// The guard of a pad by a computed amount says enough: sums of extents and
// symbols are taken apart. Only that nothing wraps is checked, once.
// CHECK: stax.checks = [#stax.check_info<2, "an extent is negative", "{{.*}}">, #stax.check_info<4, "an index of input #0 does not fit in 64 bits", "{{.*}}">]
// CHECK-LABEL: func @pad(
// CHECK: arith.cmpi sge
// CHECK: call @pad_launch0(
// CHECK-LABEL: func private @pad_launch0(
// CHECK-NOT: stax.check
// CHECK: return
#inside = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, s0 + s1 - 1 - d0 >= 0)>
func.func @pad(%x: memref<?xf32>, %low: index, %high: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %begin = arith.addi %low, %n : index
  %m = arith.addi %begin, %high : index
  %y = memref.alloc(%m) : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  stax.kernel space(par: [%m], seq: []) ins(%x, %low, %n, %zero : memref<?xf32>, index, index, f32) outs(%y : memref<?xf32>) {
  ^bb0(%d: index, %t: tensor<?xf32>, %l: index, %s: index, %p: f32):
    %r = stax.pointwise domain [%d] ins(%t[(d0)[s0, s1] -> (d0 - s0)] guard #inside else %p : tensor<?xf32>) symbols(%l, %s) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  return %y : memref<?xf32>
}

// -----

// The result of a pad in front ends where the source does, because its extent
// is their sum.
// CHECK-LABEL: func @pad_in_front(
// CHECK-LABEL: func private @pad_in_front_launch0(
// CHECK-NOT: stax.check
// CHECK: return
#behind = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @pad_in_front(%x: memref<?xf32>, %low: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = arith.addi %low, %n : index
  %y = memref.alloc(%m) : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  stax.kernel space(par: [%m], seq: []) ins(%x, %low, %zero : memref<?xf32>, index, f32) outs(%y : memref<?xf32>) {
  ^bb0(%d: index, %t: tensor<?xf32>, %l: index, %p: f32):
    %r = stax.pointwise domain [%d] ins(%t[(d0)[s0] -> (d0 - s0)] guard #behind else %p : tensor<?xf32>) symbols(%l) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  }
  return %y : memref<?xf32>
}

// -----

// A guard that leaves one point outside: the read is restricted to what is
// inside, and the point that this cuts off fails a check.
// CHECK-DAG: #[[INSIDE:.*]] = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
// CHECK-DAG: stax.checks = [#stax.check_info<4, "an index of input #0 is out of bounds where its guard holds", "{{.*}}">]
// CHECK-LABEL: func @beyond(
// CHECK-SAME: %[[S:[^:]*]]: memref<1xi64> {stax.status})
// CHECK: call @beyond_launch0(%{{.*}}, %[[S]])
// CHECK-LABEL: func private @beyond_launch0(
// CHECK: stax.pointwise ins(%{{.*}} guard #[[INSIDE]] else %{{.*}}) -> tensor<10xf32>
// CHECK: %[[I:.*]] = stax.index 0
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: %[[IS_PADDING:.*]] = arith.xori
// CHECK: %[[OK:.*]] = arith.ori %{{.*}}, %[[IS_PADDING]]
// CHECK: stax.check %[[OK]], 0
#open = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @beyond(%x: memref<8xf32>, %y: memref<10xf32>) {
  %zero = arith.constant 0.0 : f32
  stax.kernel space(par: [10], seq: []) ins(%x, %zero : memref<8xf32>, f32) outs(%y : memref<10xf32>) {
  ^bb0(%t: tensor<8xf32>, %p: f32):
    %r = stax.pointwise ins(%t[(d0) -> (d0 - 1)] guard #open else %p : tensor<8xf32>) -> tensor<10xf32>
    stax.yield %r : tensor<10xf32>
  }
  return
}

// -----

// Points need an extent that is known only when the program runs as a symbol.
// CHECK: affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0)>
// CHECK-LABEL: func @unknown_extent(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: call @unknown_extent_launch0(%{{.*}}, %{{.*}}, %[[N]], %{{.*}}, %{{.*}})
// CHECK: stax.kernel {{.*}} ins(%{{.*}}, %{{.*}}, %[[ARG:.*]] : memref<?xf32>, f32, index)
// CHECK: stax.pointwise ins(%{{.*}}) symbols(%{{.*}})
#open = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @unknown_extent(%x: memref<?xf32>, %y: memref<10xf32>) {
  %zero = arith.constant 0.0 : f32
  stax.kernel space(par: [10], seq: []) ins(%x, %zero : memref<?xf32>, f32) outs(%y : memref<10xf32>) {
  ^bb0(%t: tensor<?xf32>, %p: f32):
    %r = stax.pointwise ins(%t[(d0) -> (d0 - 1)] guard #open else %p : tensor<?xf32>) -> tensor<10xf32>
    stax.yield %r : tensor<10xf32>
  }
  return
}

// -----

// Interval arithmetic counts a dimension that occurs twice as two; integer sets
// do not.
// CHECK-LABEL: func @upper_half(
// CHECK-LABEL: func private @upper_half_launch0(
// CHECK-NOT: stax.check
// CHECK: return
func.func @upper_half(%x: memref<50xf32>, %y: memref<100xf32>) {
  stax.kernel space(par: [100], seq: []) ins(%x : memref<50xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%t: tensor<50xf32>):
    %r = stax.pointwise ins(%t[(d0) -> (d0 - d0 ceildiv 2)] : tensor<50xf32>) -> tensor<100xf32>
    stax.yield %r : tensor<100xf32>
  }
  return
}

// -----

// What wraps within a map is out of bounds, whatever it wraps to.
// CHECK-LABEL: func @wraps(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[O:[^:]*]]: index,
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK: %[[HIGH:.*]] = arith.addi %[[O]], %[[C7]]
// CHECK: %[[A:.*]] = arith.xori %[[HIGH]], %[[C7]]
// CHECK: %[[B:.*]] = arith.xori %[[O]], %[[HIGH]]
// CHECK: %[[WRAPS:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %[[WRAPS]], %{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: arith.andi %[[INSIDE]], %[[FITS]]
func.func @wraps(%x: memref<?xf32>, %o: index, %z: memref<8xf32>) {
  stax.kernel space(par: [8], seq: []) ins(%x, %o : memref<?xf32>, index) outs(%z : memref<8xf32>) {
  ^bb0(%t: tensor<?xf32>, %p: index):
    %r = stax.pointwise ins(%t[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%p) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}
