// The peak of an order is that of its memory plan, which the verifier checks,
// whatever the program is made of.
// RUN: stax-opt %s -split-input-file -stax-order -stax-verify-order | FileCheck %s --check-prefix=ORDER
// RUN: stax-opt %s -split-input-file -stax-order -stax-memory-pipeline -stax-verify-memory-plan | FileCheck %s

// A value that crosses loops has scratch in the kernel's step: a row of 512
// bytes for each of 64 threads.
// ORDER-LABEL: func @scratch(
// ORDER-SAME: stax.peak = 32768 : i64, stax.peak_lower_bound = 32768 : i64
// CHECK-LABEL: func.func @scratch(
// CHECK-SAME: stax.arena_bytes = 32768 : i64, stax.peak = 32768 : i64, stax.peak_bytes = 32768 : i64
func.func @scratch(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %init = tensor.empty() : tensor<64x128xf32>
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %e = stax.pointwise ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
    %y = stax.pointwise ins(%e, %s[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// A slice is written into its destination, which becomes a result: the plan
// holds the slice only.
// ORDER-LABEL: func @updates(
// ORDER-SAME: stax.peak = 64 : i64, stax.peak_lower_bound = 64 : i64
// CHECK-LABEL: func.func @updates(
// CHECK-SAME: stax.arena_bytes = 64 : i64, stax.peak = 64 : i64, stax.peak_bytes = 64 : i64
// CHECK: %[[OUT:.*]] = memref.alloc() {{.*}} : memref<32xf32>
// CHECK-NOT: memref.copy {{.*}} : memref<32xf32> to
// CHECK: return %[[OUT]]
func.func @updates(%x: tensor<16xf32>, %y: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = stax.kernel space(par: [16], seq: []) ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  %f = tensor.empty() : tensor<32xf32>
  %b = stax.kernel space(par: [32], seq: []) ins(%y : tensor<32xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%in: tensor<32xf32>):
    %r = stax.pointwise ins(%in : tensor<32xf32>) -> tensor<32xf32>
    stax.yield %r : tensor<32xf32>
  } -> tensor<32xf32>
  %c = tensor.insert_slice %a into %b[8] [16] [1] : tensor<16xf32> into tensor<32xf32>
  return %c : tensor<32xf32>
}

// -----

// A destination that is read later is copied: 64 bytes more.
// ORDER-LABEL: func @copies(
// ORDER-SAME: stax.peak = 128 : i64, stax.peak_lower_bound = 128 : i64
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: stax.arena_bytes = 128 : i64, stax.peak = 128 : i64, stax.peak_bytes = 128 : i64
func.func @copies(%x: tensor<16xf32>, %y: tensor<4xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = stax.kernel space(par: [16], seq: []) ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  %b = tensor.insert_slice %y into %a[8] [4] [1] : tensor<4xf32> into tensor<16xf32>
  %c = stax.kernel space(par: [16], seq: []) ins(%a, %b : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>, %in2: tensor<16xf32>):
    %r = stax.pointwise ins(%in, %in2 : tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32> {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

// What a call returns is in memory of the callee; what it is passed is only
// read, also by a function from outside.
func.func private @print(tensor<16xf32>)
func.func private @make() -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = stax.kernel space(par: [16], seq: []) outs(%e : tensor<16xf32>) {
    %r = stax.pointwise -> tensor<16xf32> {
      %one = arith.constant 1.0 : f32
      stax.yield %one : f32
    }
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  return %a : tensor<16xf32>
}
// ORDER-LABEL: func @calls(
// ORDER-SAME: stax.peak = 64 : i64, stax.peak_lower_bound = 64 : i64
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: stax.arena_bytes = 64 : i64, stax.peak = 64 : i64, stax.peak_bytes = 64 : i64
func.func @calls() {
  %a = call @make() : () -> tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %b = stax.kernel space(par: [16], seq: []) ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  call @print(%b) : (tensor<16xf32>) -> ()
  return
}

// -----

// A snapshot of memory that does not change in between is that memory.
// ORDER-LABEL: func @snapshot(
// ORDER-SAME: stax.peak = 64 : i64, stax.peak_lower_bound = 64 : i64
// CHECK-LABEL: func.func @snapshot(
// CHECK-SAME: stax.arena_bytes = 64 : i64, stax.peak = 64 : i64, stax.peak_bytes = 64 : i64
func.func @snapshot(%m: memref<16xf32>) {
  %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %b = stax.kernel space(par: [16], seq: []) ins(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<16xf32>, memref<16xf32>) -> ()
  return
}

// -----

// A buffer that the caller gives away is written over by one kernel after the
// other, and no plan holds anything.
// ORDER-LABEL: func @donated(
// ORDER-SAME: %[[X:.*]]: tensor<16xf32> {stax.donate}
// ORDER-SAME: stax.peak = 0 : i64, stax.peak_lower_bound = 0 : i64
// ORDER: %[[A:.*]] = stax.kernel {{.*}} outs(%[[X]] : tensor<16xf32>)
// ORDER: stax.kernel {{.*}} outs(%[[A]] : tensor<16xf32>)
// CHECK-LABEL: func.func @donated(
// CHECK-SAME: %[[X:.*]]: memref<16xf32> {stax.donate}
// CHECK-SAME: stax.arena_bytes = 0 : i64, stax.peak = 0 : i64, stax.peak_bytes = 0 : i64
// CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<16xf32>) outs(%[[X]] : memref<16xf32>)
// CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<16xf32>) outs(%[[X]] : memref<16xf32>)
// CHECK: %[[OUT:.*]] = memref.alloc()
// CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<16xf32>) outs(%[[OUT]] : memref<16xf32>)
func.func @donated(%x: tensor<16xf32> {stax.donate}) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = stax.kernel space(par: [16], seq: []) ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  %b = stax.kernel space(par: [16], seq: []) ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  %c = stax.kernel space(par: [16], seq: []) ins(%b : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  return %c : tensor<16xf32>
}

// -----

// A function of the module, too, should not write to what it is passed.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[X:.*]]: memref<16xf32>
// CHECK: memref.copy %[[X]],
func.func private @callee(%x: tensor<16xf32>, %y: tensor<4xf32>) -> tensor<16xf32> {
  %0 = tensor.insert_slice %y into %x[8] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @caller(%x: tensor<16xf32>, %y: tensor<4xf32>) -> tensor<16xf32> {
  %0 = call @callee(%x, %y) : (tensor<16xf32>, tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// A buffer of the type of its arena stays a view of it.
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: , %[[ARENA:[a-z0-9]+]]: memref<128xi8> {stax.arena})
// CHECK-SAME: stax.arena_bytes = 128 : i64, stax.peak = 128 : i64, stax.peak_bytes = 128 : i64
// CHECK: %[[VIEW:.*]] = memref.view %[[ARENA]]{{.*}} to memref<1x128xi8>
// CHECK: %[[BUFFER:.*]] = memref.collapse_shape %[[VIEW]]
// CHECK: stax.kernel {{.*}} outs(%[[BUFFER]] : memref<128xi8>)
func.func @bytes(%x: tensor<128xi8>) -> tensor<128xi8> {
  %e = tensor.empty() : tensor<128xi8>
  %a = stax.kernel space(par: [128], seq: []) ins(%x : tensor<128xi8>) outs(%e : tensor<128xi8>) {
  ^bb0(%in: tensor<128xi8>):
    %r = stax.pointwise ins(%in : tensor<128xi8>) -> tensor<128xi8>
    stax.yield %r : tensor<128xi8>
  } -> tensor<128xi8>
  %b = stax.kernel space(par: [128], seq: []) ins(%a : tensor<128xi8>) outs(%e : tensor<128xi8>) {
  ^bb0(%in: tensor<128xi8>):
    %r = stax.pointwise ins(%in : tensor<128xi8>) -> tensor<128xi8>
    stax.yield %r : tensor<128xi8>
  } -> tensor<128xi8>
  return %b : tensor<128xi8>
}

// -----

// Where what a view shows is needed later, the update of the view is the copy,
// not the view.
// ORDER-LABEL: func @updated_view(
// ORDER-SAME: stax.peak = 192 : i64, stax.peak_lower_bound = 192 : i64
// CHECK-LABEL: func.func @updated_view(
// CHECK-SAME: stax.arena_bytes = 192 : i64, stax.peak = 192 : i64, stax.peak_bytes = 192 : i64
// CHECK: stax.kernel {{.*}} outs(%[[A:.*]] : memref<16xf32>)
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[A]]
// CHECK: stax.kernel {{.*}} ins(%[[VIEW]] : memref<4x4xf32>)
// CHECK: memref.copy %[[VIEW]],
func.func @updated_view(%x: tensor<16xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = stax.kernel space(par: [16], seq: []) ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: tensor<16xf32>):
    %r = stax.pointwise ins(%in : tensor<16xf32>) -> tensor<16xf32>
    stax.yield %r : tensor<16xf32>
  } -> tensor<16xf32>
  %view = tensor.expand_shape %a [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %b = stax.kernel space(par: [4], seq: [4]) ins(%view : tensor<4x4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: tensor<4x4xf32>):
    %r = stax.reduce #stax.max dims [1] ins(%in : tensor<4x4xf32>) -> tensor<4xf32>
    stax.yield %r : tensor<4xf32>
  } -> tensor<4xf32>
  %row = tensor.expand_shape %b [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %c = tensor.insert_slice %row into %view[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  %g = tensor.empty() : tensor<4x4xf32>
  %d = stax.kernel space(par: [4, 4], seq: []) ins(%view, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%g : tensor<4x4xf32>) {
  ^bb0(%in: tensor<4x4xf32>, %in2: tensor<4x4xf32>):
    %r = stax.pointwise ins(%in, %in2 : tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<4x4xf32>
  } -> tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}
