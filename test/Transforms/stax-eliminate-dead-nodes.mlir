// RUN: stax-opt %s -split-input-file -stax-eliminate-dead-nodes | FileCheck %s

// A chain of values that nobody uses goes as a whole, and with it the error
// that dividing by zero would be.
// CHECK-LABEL: @dead_chain
// CHECK-SAME: (%[[X:.*]]: tensor<8xi32>)
func.func @dead_chain(%x: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK-NEXT: return %[[X]]
  %zero = arith.constant 0 : i32
  %d = stax.pointwise ins(%x : tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    %q = arith.divsi %a, %zero : i32
    stax.yield %q : i32
  }
  %s = stax.reduce #stax.add dims [0] ins(%d : tensor<8xi32>) -> tensor<i32>
  return %x : tensor<8xi32>
}

// -----

// Of several results only those that are used stay, with what they need.
// CHECK-LABEL: @dead_result
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>)
func.func @dead_result(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%[[Y]] : tensor<8xf32>) attributes {stax.stream = 1 : i64} -> tensor<8xf32> {
  // CHECK-NEXT: ^bb0(%[[B:.*]]: f32):
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[B]]
  // CHECK-NEXT: stax.yield %[[N]]
  // CHECK: return %[[R]]
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %0:2 = stax.pointwise ins(%e, %y : tensor<8xf32>, tensor<8xf32>) attributes {stax.stream = 1} -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %l = math.log %a : f32
    %n = arith.negf %b : f32
    stax.yield %l, %n : f32, f32
  }
  return %0#1 : tensor<8xf32>
}

// -----

// A kernel loses the results that are not used, their destinations and nodes,
// and the inputs that are not read any more.
// CHECK-LABEL: @dead_result_of_a_kernel
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[Y:.*]]: tensor<?x8xf32>, %[[N:.*]]: index)
func.func @dead_result_of_a_kernel(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty(%[[N]])
  // CHECK-NEXT: %[[K:.*]] = stax.kernel space(par: [%[[N]], 8], seq: []) ins(%[[Y]] : tensor<?x8xf32>) outs(%[[E]] : tensor<?x8xf32>)
  // CHECK-SAME: attributes {stax.device = 1 : i64}
  // CHECK-NEXT: ^bb0(%[[M:.*]]: index, %[[B:.*]]: tensor<?x8xf32>):
  // CHECK-NEXT: %[[P:.*]] = stax.pointwise domain [%[[M]], 8] ins(%[[B]] : tensor<?x8xf32>)
  // CHECK: arith.negf
  // CHECK: stax.yield %[[P]] : tensor<?x8xf32>
  // CHECK: return %[[K]]
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = tensor.empty(%n) : tensor<?x8xf32>
  %0:2 = stax.kernel space(par: [%n, 8], seq: []) ins(%x, %y : tensor<?x8xf32>, tensor<?x8xf32>)
      outs(%e, %f : tensor<?x8xf32>, tensor<?x8xf32>) attributes {stax.device = 1} {
  ^bb0(%m: index, %a: tensor<?x8xf32>, %b: tensor<?x8xf32>):
    %p = stax.pointwise domain [%m, 8] ins(%a : tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %q = stax.pointwise domain [%m, 8] ins(%b : tensor<?x8xf32>) -> tensor<?x8xf32> {
    ^bb0(%v: f32):
      %r = arith.negf %v : f32
      stax.yield %r : f32
    }
    stax.yield %p, %q : tensor<?x8xf32>, tensor<?x8xf32>
  } -> (tensor<?x8xf32>, tensor<?x8xf32>)
  return %0#1 : tensor<?x8xf32>
}

// -----

// An argmax computes its value even where only the index is used.
// CHECK-LABEL: @tuple
func.func @tuple(%x: tensor<8xf32>) -> tensor<i64> {
  // CHECK: stax.reduce #stax.argmax dims [0] ins(%{{.*}} : tensor<8xf32>) -> (tensor<f32>, tensor<i64>)
  %m:2 = stax.reduce #stax.argmax dims [0] ins(%x : tensor<8xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : f32, i64
  }
  return %m#1 : tensor<i64>
}

// -----

// Writes, calls and assertions stay, and so does what they use.
// CHECK-LABEL: @side_effects
func.func private @observe(tensor<8xf32>)
func.func @side_effects(%x: tensor<8xf32>, %m: memref<8xf32>, %ok: i1) {
  // CHECK: stax.pointwise
  // CHECK: call @observe
  // CHECK: bufferization.materialize_in_destination
  // CHECK: cf.assert
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  call @observe(%e) : (tensor<8xf32>) -> ()
  bufferization.materialize_in_destination %e in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  cf.assert %ok, "not ok"
  return
}

// -----

// What is dead in a loop goes as well.
// CHECK-LABEL: @loop
func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  // CHECK: scf.for
  // CHECK-NOT: math.exp
  // CHECK: arith.negf
  // CHECK: scf.yield
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %e = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %r = math.exp %a : f32
      stax.yield %r : f32
    }
    %f = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %r = arith.negf %a : f32
      stax.yield %r : f32
    }
    scf.yield %f : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
