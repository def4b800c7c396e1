// RUN: stax-opt %s -split-input-file -stax-compose | FileCheck %s --check-prefixes=CHECK,COST
// RUN: stax-opt %s -split-input-file -stax-compose="rule=textbook" | FileCheck %s --check-prefixes=CHECK,BOOK
// RUN: stax-opt %s -split-input-file -stax-compose="rule=none" | FileCheck %s --check-prefix=NONE

// A value that is used once is computed where it is read.
// CHECK-LABEL: @producer_of_a_reduction
// CHECK-SAME: (%[[X:.*]]: tensor<64x128xf32>)
// NONE-LABEL: @producer_of_a_reduction
func.func @producer_of_a_reduction(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.reduce #stax.add dims [1] ins(%[[X]] : tensor<64x128xf32>) -> tensor<64xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[A]]
  // CHECK-NEXT: stax.yield %[[E]]
  // CHECK: return %[[R]]
  // NONE: stax.pointwise
  // NONE: stax.reduce
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}

// -----

// A function of a value that two operations read is computed once.
// CHECK-LABEL: @expensive_and_shared
func.func @expensive_and_shared(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: %[[E:.*]] = stax.pointwise
  // CHECK: stax.reduce #stax.add dims [1] ins(%[[E]] : tensor<64x128xf32>)
  // CHECK: stax.reduce #stax.max dims [1] ins(%[[E]] : tensor<64x128xf32>)
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.reduce #stax.max dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}

// -----

// A sum is computed twice rather than written and read.
// CHECK-LABEL: @cheap_and_shared
func.func @cheap_and_shared(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK-NOT: stax.pointwise
  // CHECK: stax.reduce #stax.add dims [1] ins(%{{.*}}, %{{.*}} : tensor<64x128xf32>, tensor<64x128xf32>)
  // CHECK: stax.reduce #stax.max dims [1] ins(%{{.*}}, %{{.*}} : tensor<64x128xf32>, tensor<64x128xf32>)
  %e = stax.pointwise ins(%x, %y : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.reduce #stax.max dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}

// -----

// A function of a row would be computed again for every column.
// CHECK-LABEL: @expensive_and_broadcast
func.func @expensive_and_broadcast(%x: tensor<64x128xf32>, %y: tensor<128xf32>) -> tensor<64x128xf32> {
  // COST: %[[E:.*]] = stax.pointwise ins(%{{.*}} : tensor<128xf32>)
  // COST: stax.pointwise ins(%{{.*}}, %[[E]][(d0, d1) -> (d1)]
  // BOOK: stax.pointwise ins(%{{.*}}, %{{.*}}[(d0, d1) -> (d1)] : tensor<64x128xf32>, tensor<128xf32>)
  // BOOK-NEXT: ^bb0
  // BOOK-NEXT: math.exp
  // BOOK-NEXT: arith.mulf
  %e = stax.pointwise ins(%y : tensor<128xf32>) -> tensor<128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise ins(%x, %e[(d0, d1) -> (d1)] : tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  return %p : tensor<64x128xf32>
}

// -----

// Users that were two become one: then the function is composed, too.
// CHECK-LABEL: @users_become_one
func.func @users_become_one(%x: tensor<64xf32>) -> tensor<64xf32> {
  // COST: stax.pointwise ins(%{{.*}} : tensor<64xf32>)
  // COST-NEXT: ^bb0(%[[A:.*]]: f32):
  // COST-NEXT: %[[T:.*]] = math.tanh %[[A]]
  // COST-NEXT: %[[N:.*]] = arith.negf %[[T]]
  // COST-NEXT: arith.mulf %[[N]], %[[T]]
  // COST: return
  // BOOK: math.tanh
  // BOOK: stax.pointwise
  %t = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.tanh %a : f32
    stax.yield %r : f32
  }
  %n = stax.pointwise ins(%t : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.negf %a : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise ins(%n, %t : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  return %p : tensor<64xf32>
}

// -----

// Both paths of a diamond end in one expression.
// CHECK-LABEL: @diamond
func.func @diamond(%x: tensor<64xf32>, %k: f32) -> tensor<64xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<64xf32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[A]]
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[S]]
  // CHECK-NEXT: arith.mulf %[[N]], %[[S]]
  // CHECK-NEXT: stax.yield
  %s = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %a : f32
    stax.yield %r : f32
  }
  %n = stax.pointwise ins(%s : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.negf %a : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise ins(%n, %s : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  return %p : tensor<64xf32>
}

// -----

// Coordinates are those of the point that is read.
// CHECK-LABEL: @coordinates
// CHECK-SAME: %[[O:[a-z0-9]+]]: index)
func.func @coordinates(%x: tensor<16x16xindex>, %o: index) -> tensor<4x8xindex> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0, d1)[s0] -> (d1 + s0, d0 * 2 + 1)] : tensor<16x16xindex>) symbols(%[[O]]) -> tensor<4x8xindex> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: index):
  // CHECK-NEXT: %[[D1:.*]] = stax.index 1
  // CHECK-NEXT: %[[I:.*]] = arith.addi %[[D1]], %[[O]]
  // CHECK-NEXT: %[[D0:.*]] = stax.index 0
  // CHECK: %[[P:.*]] = arith.muli %[[D0]], %{{.*}}
  // CHECK: %[[J:.*]] = arith.addi %[[P]], %{{.*}}
  // CHECK-NEXT: %[[K:.*]] = arith.muli %[[I]], %[[J]]
  // CHECK-NEXT: %[[L:.*]] = arith.addi %[[K]], %[[A]]
  // CHECK-NEXT: stax.yield %[[L]]
  %s = stax.pointwise ins(%x : tensor<16x16xindex>) -> tensor<16x16xindex> {
  ^bb0(%a: index):
    %i = stax.index 0
    %j = stax.index 1
    %k = arith.muli %i, %j : index
    %l = arith.addi %k, %a : index
    stax.yield %l : index
  }
  %t = stax.pointwise ins(%s[(d0, d1)[s0] -> (d1 + s0, d0 * 2 + 1)] : tensor<16x16xindex>) symbols(%o) -> tensor<4x8xindex>
  return %t : tensor<4x8xindex>
}

// -----

// What a guard cuts off is neither read nor computed on; a computed value is
// selected by the guard.
// CHECK-LABEL: @under_a_guard
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Z:.*]]: f32)
#inside = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
func.func @under_a_guard(%x: tensor<8xf32>, %z: f32) -> tensor<10xf32> {
  // CHECK: stax.pointwise ins(%[[X]][(d0) -> (d0 - 1)] guard #{{.*}} else %{{.*}} : tensor<8xf32>) -> tensor<10xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK: %[[E:.*]] = math.exp %[[A]]
  // CHECK: %[[H:.*]] = arith.andi
  // CHECK-NEXT: %[[S:.*]] = arith.select %[[H]], %[[E]], %[[Z]]
  // CHECK-NEXT: stax.yield %[[S]]
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise ins(%e[(d0) -> (d0 - 1)] guard #inside else %z : tensor<8xf32>) -> tensor<10xf32>
  return %p : tensor<10xf32>
}

// -----

// A division is only done where it is needed: its error would be one that the
// program does not have.
// CHECK-LABEL: @division_under_a_guard
#inside = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
func.func @division_under_a_guard(%x: tensor<8xi32>, %z: i32) -> tensor<10xi32> {
  // CHECK: stax.pointwise
  // CHECK: arith.divsi
  // CHECK: stax.pointwise
  %e = stax.pointwise ins(%x : tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    %r = arith.divsi %z, %a : i32
    stax.yield %r : i32
  }
  %p = stax.pointwise ins(%e[(d0) -> (d0 - 1)] guard #inside else %z : tensor<8xi32>) -> tensor<10xi32>
  return %p : tensor<10xi32>
}

// -----

// Elsewhere it moves to its reader, with its error.
// CHECK-LABEL: @division
func.func @division(%x: tensor<8xi32>, %z: i32) -> tensor<4xi32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}}[(d0) -> (d0 + 2)] : tensor<8xi32>) -> tensor<4xi32> {
  // CHECK: arith.divsi
  %e = stax.pointwise ins(%x : tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    %r = arith.divsi %z, %a : i32
    stax.yield %r : i32
  }
  %p = stax.pointwise ins(%e[(d0) -> (d0 + 2)] : tensor<8xi32>) -> tensor<4xi32>
  return %p : tensor<4xi32>
}

// -----

// Of two results only the one that is read is computed.
// CHECK-LABEL: @several_results
func.func @several_results(%x: tensor<8xf32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: stax.reduce #stax.add
  // CHECK: arith.mulf
  // CHECK-NOT: arith.negf
  // CHECK: stax.reduce #stax.max
  // CHECK-NOT: arith.mulf
  // CHECK: arith.negf
  %e:2 = stax.pointwise ins(%x : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    %s = arith.negf %a : f32
    stax.yield %r, %s : f32, f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%e#0 : tensor<8xf32>) -> tensor<f32>
  %m = stax.reduce #stax.max dims [0] ins(%e#1 : tensor<8xf32>) -> tensor<f32>
  return %s, %m : tensor<f32>, tensor<f32>
}

// -----

// A move is composed even where its other users need the tensor.
// CHECK-LABEL: @move_and_result
func.func @move_and_result(%x: tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<8xf32>) {
  // CHECK: %[[T:.*]] = stax.pointwise ins(%[[X:.*]][(d0, d1) -> (d1, d0)] : tensor<4x8xf32>)
  // CHECK: stax.reduce #stax.add dims [1] ins(%[[X]][(d0, d1) -> (d1, d0)] : tensor<4x8xf32>)
  // CHECK: return %[[T]]
  %t = stax.pointwise ins(%x[(d0, d1) -> (d1, d0)] : tensor<4x8xf32>) -> tensor<8x4xf32>
  %s = stax.reduce #stax.add dims [1] ins(%t : tensor<8x4xf32>) -> tensor<8xf32>
  return %t, %s : tensor<8x4xf32>, tensor<8xf32>
}

// -----

// Dynamic extents: the result of the sum has the extents of its first input.
// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[Y:.*]]: tensor<?x?xf32>)
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
  // CHECK: %[[M:.*]] = tensor.dim %[[X]], %{{.*}}
  // CHECK: stax.reduce #stax.add dims [1] domain [%[[N]], %[[M]]] ins(%[[X]], %[[Y]] : tensor<?x?xf32>, tensor<?x?xf32>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = stax.pointwise domain [%n, %m] ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %i = tensor.dim %p, %c0 : tensor<?x?xf32>
  %j = tensor.dim %p, %c1 : tensor<?x?xf32>
  %s = stax.reduce #stax.add dims [1] domain [%i, %j] ins(%p : tensor<?x?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// Nothing is composed across devices and streams.
// CHECK-LABEL: @streams
func.func @streams(%x: tensor<8xf32>) -> tensor<f32> {
  // CHECK: stax.pointwise
  // CHECK: stax.reduce
  %p = stax.pointwise ins(%x : tensor<8xf32>) attributes {stax.stream = 1} -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%p : tensor<8xf32>) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

// A value is not moved over a write to the memory that it comes from, but over
// other operations.
// CHECK-LABEL: @memory
func.func @memory(%m: memref<8xf32>, %x: tensor<8xf32>, %c: f32) -> (tensor<f32>, tensor<f32>) {
  // CHECK: to_tensor
  // CHECK: %[[P:.*]] = stax.pointwise
  // CHECK-NOT: stax.pointwise
  // CHECK: memref.store
  // CHECK: stax.reduce #stax.add dims [0] ins(%[[P]] : tensor<8xf32>)
  // CHECK: stax.reduce #stax.add dims [0] ins(%{{.*}} : tensor<8xf32>) -> tensor<f32> {
  %i = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %p = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %q = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  memref.store %c, %m[%i] : memref<8xf32>
  %s = stax.reduce #stax.add dims [0] ins(%p : tensor<8xf32>) -> tensor<f32>
  %u = stax.reduce #stax.add dims [0] ins(%q : tensor<8xf32>) -> tensor<f32>
  return %s, %u : tensor<f32>, tensor<f32>
}

// -----

// A scan computes what it combines.
// CHECK-LABEL: @producer_of_a_scan
func.func @producer_of_a_scan(%x: tensor<8x64xf32>) -> tensor<64x8xf32> {
  // CHECK-NEXT: stax.scan #stax.add dim 0 ins(%{{.*}}[(d0, d1) -> (d1, d0)] : tensor<8x64xf32>) -> tensor<64x8xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT: math.exp %[[A]]
  %e = stax.pointwise ins(%x : tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.scan #stax.add dim 0 ins(%e[(d0, d1) -> (d1, d0)] : tensor<8x64xf32>) -> tensor<64x8xf32>
  return %s : tensor<64x8xf32>
}
