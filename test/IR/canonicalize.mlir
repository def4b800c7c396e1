// RUN: stax-opt %s -split-input-file -canonicalize | FileCheck %s

// A transpose is read through its map.
// CHECK-LABEL: @transpose_is_a_map
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
func.func @transpose_is_a_map(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.reduce #stax.max dims [1] ins(%[[X]][(d0, d1) -> (d1, d0)] : tensor<4x8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[R]]
  %t = stax.pointwise ins(%x[(d0, d1) -> (d1, d0)] : tensor<4x8xf32>) -> tensor<8x4xf32>
  %m = stax.reduce #stax.max dims [1] ins(%t : tensor<8x4xf32>) -> tensor<8xf32>
  return %m : tensor<8xf32>
}

// -----

// Maps of moves of moves are composed.
// CHECK-LABEL: @flip_of_a_flip
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
func.func @flip_of_a_flip(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[X]]
  %a = stax.pointwise ins(%x[(d0) -> (-d0 + 7)] : tensor<8xf32>) -> tensor<8xf32>
  %b = stax.pointwise ins(%a[(d0) -> (-d0 + 7)] : tensor<8xf32>) -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// Symbols of both operations are kept apart, equal ones become one.
// CHECK-LABEL: @symbols
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
func.func @symbols(%x: tensor<?xf32>, %i: index, %j: index) -> tensor<8xf32> {
  // CHECK: stax.pointwise ins(%[[X]][(d0)[s0, s1] -> (d0 + s0)], %[[X]][(d0)[s0, s1] -> (d0 + s1)] : {{.*}}) symbols(%[[I]], %[[J]])
  %a = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%i) -> tensor<8xf32>
  %b = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%j) -> tensor<8xf32>
  %s = stax.pointwise ins(%a, %b : tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%v: f32, %w: f32):
    %r = arith.addf %v, %w : f32
    stax.yield %r : f32
  }
  return %s : tensor<8xf32>
}

// -----

// A padded tensor is read under its guard.
// CHECK: #[[SET:.*]] = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
// CHECK-LABEL: @padding_is_a_guard
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Z:.*]]: f32)
#inside = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
func.func @padding_is_a_guard(%x: tensor<8xf32>, %z: f32) -> tensor<10xf32> {
  // CHECK-NEXT: stax.pointwise ins(%[[X]][(d0) -> (d0 - 1)] guard #[[SET]] else %[[Z]] : tensor<8xf32>)
  %p = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #inside else %z : tensor<8xf32>) -> tensor<10xf32>
  %e = stax.pointwise ins(%p : tensor<10xf32>) -> tensor<10xf32> {
  ^bb0(%v: f32):
    %r = math.exp %v : f32
    stax.yield %r : f32
  }
  return %e : tensor<10xf32>
}

// -----

// What is padded need not be padded by the same value: where only the outer
// guard cuts it off, the outer padding is selected.
// CHECK-LABEL: @padding_of_padding
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[A:.*]]: f32, %[[B:.*]]: f32)
#inside = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
#further = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 10 >= 0)>
func.func @padding_of_padding(%x: tensor<8xf32>, %a: f32, %b: f32) -> tensor<12xf32> {
  // CHECK: stax.pointwise ins(%[[X]][(d0) -> (d0 - 2)] guard #{{.*}} else %[[A]] : tensor<8xf32>) -> tensor<12xf32> {
  // CHECK-NEXT: ^bb0(%[[V:.*]]: f32):
  // CHECK: %[[HOLDS:.*]] = arith.andi
  // CHECK-NEXT: arith.select %[[HOLDS]], %[[V]], %[[B]]
  %p = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #inside else %a : tensor<8xf32>) -> tensor<10xf32>
  %q = stax.pointwise ins(%p[(d0) -> (d0 - 1)] guard #further else %b : tensor<10xf32>) -> tensor<12xf32>
  return %q : tensor<12xf32>
}

// -----

// Slices and casts are read through.
// CHECK-LABEL: @slice_and_cast
// CHECK-SAME: (%[[X:.*]]: tensor<8x6xf32>)
func.func @slice_and_cast(%x: tensor<8x6xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%[[X]][(d0) -> (d0 * 2 + 1, 4)] : tensor<8x6xf32>) -> tensor<3xf32>
  // CHECK: return %[[R]]
  %c = tensor.cast %x : tensor<8x6xf32> to tensor<?x6xf32>
  %s = tensor.extract_slice %c[1, 4] [3, 1] [2, 1] : tensor<?x6xf32> to tensor<3xf32>
  %y = stax.pointwise ins(%s : tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%v: f32):
    %r = math.exp %v : f32
    stax.yield %r : f32
  }
  return %y : tensor<3xf32>
}

// -----

// A prefix is no plain dimension, which would say that the source ends there.
// CHECK-LABEL: @prefix
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
func.func @prefix(%x: tensor<8xf32>) -> tensor<3xf32> {
  // CHECK: %[[C:.*]] = arith.constant 0 : index
  // CHECK: stax.pointwise ins(%[[X]][(d0)[s0] -> (d0 + s0)] : tensor<8xf32>) symbols(%[[C]]) -> tensor<3xf32>
  %s = tensor.extract_slice %x[0] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %y = stax.pointwise ins(%s : tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%v: f32):
    %r = math.exp %v : f32
    stax.yield %r : f32
  }
  return %y : tensor<3xf32>
}

// -----

// Equal reads become one, and unused ones go.
// CHECK-LABEL: @equal_and_unused_reads
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>)
func.func @equal_and_unused_reads(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stax.pointwise ins(%[[X]] : tensor<8xf32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: arith.mulf %[[A]], %[[A]]
  %s = stax.pointwise ins(%x, %y, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.mulf %a, %c : f32
    stax.yield %r : f32
  }
  return %s : tensor<8xf32>
}

// -----

// The extents of both inputs agree when the program runs, or it fails: that
// the second one is not read changes nothing.
// CHECK-LABEL: @unused_read_checks_extents
func.func @unused_read_checks_extents(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stax.pointwise domain [%{{.*}}] ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>)
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = stax.pointwise domain [%n] ins(%x, %y : tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  return %s : tensor<?xf32>
}

// -----

// A copy is its source.
// CHECK-LABEL: @copy
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
func.func @copy(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[X]]
  %s = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// A copy to a device is none.
// CHECK-LABEL: @transfer
func.func @transfer(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stax.pointwise
  %s = stax.pointwise ins(%x : tensor<8xf32>) attributes {stax.device = 1} -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// A copy whose extent only the program knows to be right stays.
// CHECK-LABEL: @copy_checks_extents
func.func @copy_checks_extents(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: stax.pointwise domain [%{{.*}}]
  %s = stax.pointwise domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// A slice of a sum of tensors whose extents may differ keeps the sum, where
// that is an error; a slice of a product with a scalar does not.
// CHECK-LABEL: @slice_keeps_checks
func.func @slice_keeps_checks(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[P:.*]] = stax.pointwise domain [%{{.*}}] ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>)
  // CHECK: stax.pointwise ins(%[[P]][(d0)[s0] -> (d0 + s0)]
  // CHECK: stax.pointwise ins(%{{.*}}[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>)
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = stax.pointwise domain [%n] ins(%x, %y : tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    stax.yield %a : f32
  }
  %q = stax.pointwise domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %r = stax.pointwise ins(%p[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%i) -> tensor<4xf32>
  %s = stax.pointwise ins(%q[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%i) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// Splats and fills are scalars in the region.
// CHECK-LABEL: @splats
func.func @splats(%x: tensor<8xf32>, %k: f32) -> tensor<8xf32> {
  // CHECK: %[[C:.*]] = arith.constant 2.0
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<8xf32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[C]]
  // CHECK-NEXT: arith.addf %[[P]], %{{.*}}
  %c = arith.constant dense<2.0> : tensor<8xf32>
  %f = stax.pointwise -> tensor<8xf32> {
    stax.yield %k : f32
  }
  %s = stax.pointwise ins(%x, %c, %f : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %p, %d : f32
    stax.yield %r : f32
  }
  return %s : tensor<8xf32>
}

// -----

// Constant symbols become part of the maps.
// CHECK-LABEL: @constant_symbol
func.func @constant_symbol(%x: tensor<16xf32>) -> tensor<8xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0) -> (d0 + 3)] : tensor<16xf32>) -> tensor<8xf32>
  %c3 = arith.constant 3 : index
  %s = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%c3) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// One that is out of bounds stays an error of the program.
// CHECK-LABEL: @symbol_out_of_bounds
func.func @symbol_out_of_bounds(%x: tensor<16xf32>) -> tensor<8xf32> {
  // CHECK: (d0)[s0] -> (d0 + s0)
  %c9 = arith.constant 9 : index
  %s = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%c9) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// A guard loses the constraints that always hold.
// CHECK: affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-LABEL: @guard_that_holds
#some = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 9 >= 0)>
#all = affine_set<(d0) : (d0 >= 0)>
func.func @guard_that_holds(%x: tensor<9xf32>, %y: tensor<12xf32>, %z: f32) -> tensor<10xf32> {
  // CHECK: ins(%{{.*}}[(d0) -> (d0 - 1)] guard #{{.*}} else %{{.*}}, %{{.*}}[(d0) -> (d0 + 2)] : tensor<9xf32>, tensor<12xf32>)
  %s = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #some else %z, %y[(d0) -> (d0 + 2)] guard #all else %z : tensor<9xf32>, tensor<12xf32>) -> tensor<10xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  return %s : tensor<10xf32>
}

// -----

// Where a guard never holds there is only padding.
// CHECK-LABEL: @guard_that_never_holds
// CHECK-SAME: (%{{.*}}: tensor<9xf32>, %[[Z:.*]]: f32)
#never = affine_set<(d0) : (d0 - 10 >= 0)>
func.func @guard_that_never_holds(%x: tensor<9xf32>, %z: f32) -> tensor<10xf32> {
  // CHECK-NEXT: stax.pointwise -> tensor<10xf32>
  // CHECK-NEXT: stax.yield %[[Z]]
  %s = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #never else %z : tensor<9xf32>) -> tensor<10xf32>
  return %s : tensor<10xf32>
}

// -----

// Constant extents become static ones.
// CHECK-LABEL: @constant_extent
func.func @constant_extent(%x: tensor<8xf32>) -> tensor<?xf32> {
  // CHECK: %[[S:.*]] = stax.pointwise ins(%{{.*}} : tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[S]] : tensor<8xf32> to tensor<?xf32>
  // CHECK: return %[[C]]
  %c8 = arith.constant 8 : index
  %s = stax.pointwise domain [%c8] ins(%x : tensor<8xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  return %s : tensor<?xf32>
}

// -----

// One that does not fit stays an error of the program, and so does a negative one.
// CHECK-LABEL: @constant_extents_that_are_errors
func.func @constant_extents_that_are_errors(%x: tensor<8xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-COUNT-2: -> tensor<?xf32>
  // CHECK-NOT: tensor.cast
  // CHECK: return
  %c9 = arith.constant 9 : index
  %cn = arith.constant -1 : index
  %s = stax.pointwise domain [%c9] ins(%x : tensor<8xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %t = stax.pointwise domain [%cn] ins(%y : tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  return %s, %t : tensor<?xf32>, tensor<?xf32>
}

// -----

// Equal results become one, unused ones go, with what only they needed.
// CHECK-LABEL: @results
func.func @results(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[S:.*]] = stax.pointwise ins(%{{.*}} : tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NOT: math.log
  // CHECK: return %[[S]], %[[S]]
  %s:3 = stax.pointwise ins(%x, %y : tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = math.exp %a : f32
    %l = math.log %b : f32
    stax.yield %r, %l, %r : f32, f32, f32
  }
  return %s#0, %s#2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Few constant elements are computed at once.
// CHECK-LABEL: @constants
func.func @constants() -> tensor<2x3xi32> {
  // CHECK-NEXT: arith.constant dense<{{\[\[}}11, 13, 15], [21, 23, 25]]> : tensor<2x3xi32>
  // CHECK-NEXT: return
  %c = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %d = arith.constant dense<[10, 20]> : tensor<2xi32>
  %s = stax.pointwise ins(%c[(d0, d1) -> (d1)], %d[(d0, d1) -> (d0)] : tensor<3xi32>, tensor<2xi32>) -> tensor<2x3xi32> {
  ^bb0(%a: i32, %b: i32):
    %i = stax.index 1
    %j = arith.index_cast %i : index to i32
    %p = arith.addi %a, %b : i32
    %q = arith.addi %p, %j : i32
    %one = arith.constant 1 : i32
    %r = arith.addi %q, %one : i32
    stax.yield %r : i32
  }
  return %s : tensor<2x3xi32>
}

// -----

// Functions of constants are left to the machine that runs the program, and a
// division by zero is an error there.
// CHECK-LABEL: @constants_left_alone
func.func @constants_left_alone() -> (tensor<2xf32>, tensor<2xi32>) {
  // CHECK: math.exp
  // CHECK: arith.divsi
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = arith.constant dense<[1, 0]> : tensor<2xi32>
  %s = stax.pointwise ins(%c : tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %t = stax.pointwise ins(%d : tensor<2xi32>) -> tensor<2xi32> {
  ^bb0(%a: i32):
    %one = arith.constant 1 : i32
    %r = arith.divsi %one, %a : i32
    stax.yield %r : i32
  }
  return %s, %t : tensor<2xf32>, tensor<2xi32>
}

// -----

// The only coordinate of a dimension of one point is 0.
// CHECK-LABEL: @index_of_a_point
func.func @index_of_a_point() -> tensor<1x4xindex> {
  // CHECK: %[[I:.*]] = stax.index 1
  // CHECK-NEXT: %[[K:.*]] = arith.muli %[[I]], %[[I]]
  // CHECK-NEXT: stax.yield %[[K]]
  %s:2 = stax.pointwise -> (tensor<1x4xindex>, tensor<1x4xindex>) {
    %i = stax.index 0
    %j = stax.index 1
    %k = arith.muli %j, %j : index
    %l = arith.addi %k, %i : index
    stax.yield %l, %i : index, index
  }
  return %s#0 : tensor<1x4xindex>
}

// -----

// The sum of one point is the point, with +0.0 added: a reduction combines the
// init last, and -0.0 + 0.0 is 0.0.
// CHECK-LABEL: @sum_of_a_point
// CHECK-SAME: (%[[X:.*]]: tensor<4x1xf16>)
func.func @sum_of_a_point(%x: tensor<4x1xf16>) -> tensor<4xf16> {
  // CHECK: %[[Z:.*]] = arith.constant 0.0{{.*}} : f32
  // CHECK: stax.pointwise ins(%[[X]][(d0) -> (d0, 0)] : tensor<4x1xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f16):
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[A]] : f16 to f32
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[W]], %[[Z]] : f32
  // CHECK-NEXT: %[[T:.*]] = arith.truncf %[[S]] : f32 to f16
  // CHECK-NEXT: stax.yield %[[T]]
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<4x1xf16>) -> tensor<4xf16>
  return %s : tensor<4xf16>
}

// -----

// A sum over no points is its init.
// CHECK-LABEL: @sum_of_nothing
func.func @sum_of_nothing(%x: tensor<4x0xi32>) -> tensor<4xi32> {
  // CHECK: %[[Z:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: stax.pointwise -> tensor<4xi32>
  // CHECK-NEXT: stax.yield %[[Z]]
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<4x0xi32>) -> tensor<4xi32>
  return %s : tensor<4xi32>
}

// -----

// Combining with the identity, which is -0.0, changes nothing; +0.0 is not it.
// CHECK-LABEL: @combine_with_identity
// CHECK-SAME: (%[[A:.*]]: f32)
func.func @combine_with_identity(%a: f32) -> (f32, f32, f32) {
  // CHECK: %[[C:.*]] = stax.combine #stax.add (%[[A]]) (%{{.*}}) : f32
  // CHECK-NEXT: return %[[A]], %[[A]], %[[C]]
  %identity = arith.constant -0.0 : f32
  %zero = arith.constant 0.0 : f32
  %0 = stax.combine #stax.add (%identity) (%a) : f32
  %1 = stax.combine #stax.add (%a) (%identity) : f32
  %2 = stax.combine #stax.add (%a) (%zero) : f32
  return %0, %1, %2 : f32, f32, f32
}

// -----

// A check that always holds goes.
// CHECK-LABEL: @check_of_true
func.func @check_of_true(%status: memref<1xi64>, %ok: i1) {
  // CHECK-NEXT: stax.check %{{.*}}, 1 in
  // CHECK-NEXT: return
  %true = arith.constant true
  stax.check %true, 0 in %status : memref<1xi64>
  stax.check %ok, 1 in %status : memref<1xi64>
  return
}

// -----

// The extent of a result is that of the domain.
// CHECK-LABEL: @dim
// CHECK-SAME: (%{{.*}}: tensor<?x4xf32>, %[[N:.*]]: index)
func.func @dim(%x: tensor<?x4xf32>, %n: index) -> index {
  // CHECK-NEXT: return %[[N]]
  %c0 = arith.constant 0 : index
  %s = stax.reduce #stax.max dims [1] domain [%n, 4] ins(%x : tensor<?x4xf32>) -> tensor<?xf32>
  %d = tensor.dim %s, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// The reads of operations in a kernel say how the kernel runs.
// CHECK-LABEL: @kernel
func.func @kernel(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stax.pointwise
  // CHECK: stax.pointwise
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %c = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    %e = stax.pointwise ins(%c : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    stax.yield %e : tensor<8xf32>
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// What memory holds must be read before it is written.
// CHECK-LABEL: @memory
func.func @memory(%m: memref<8xf32>, %c: f32) -> tensor<8xf32> {
  // CHECK: stax.pointwise
  // CHECK: memref.store
  // CHECK: stax.pointwise
  %i = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %f = stax.pointwise ins(%t[(d0) -> (-d0 + 7)] : tensor<8xf32>) -> tensor<8xf32>
  memref.store %c, %m[%i] : memref<8xf32>
  %e = stax.pointwise ins(%f : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%v: f32):
    %r = math.exp %v : f32
    stax.yield %r : f32
  }
  return %e : tensor<8xf32>
}
