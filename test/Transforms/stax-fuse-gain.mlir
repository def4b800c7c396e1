// RUN: stax-opt %s -split-input-file -stax-fuse | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-fuse=algorithm=exact | FileCheck %s

// A reduction with its epilogue; the sums stay inside.
// CHECK-LABEL: @divide_by_sum
// CHECK-SAME: (%[[X:.*]]: tensor<64x128xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<64x128xf32>
// CHECK-NEXT: %[[K:.*]] = stax.kernel space(par: [64], seq: [128]) ins(%[[X]] : tensor<64x128xf32>) outs(%[[E]] : tensor<64x128xf32>) {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<64x128xf32>):
// CHECK-NEXT: %[[S:.*]] = stax.reduce #stax.add dims [1] ins(%[[A]] : tensor<64x128xf32>)
// CHECK-NEXT: %[[Y:.*]] = stax.pointwise ins(%[[A]], %[[S]][(d0, d1) -> (d0)]
// CHECK: stax.yield %[[Y]] : tensor<64x128xf32>
// CHECK-NEXT: } -> tensor<64x128xf32>
// CHECK-NEXT: return %[[K]]
func.func @divide_by_sum(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}

// -----

// Prologue and two reductions over it, which have no outermost range in common.
// CHECK-LABEL: @exp_sum_max
// CHECK: stax.kernel space(par: [64], seq: [128])
// CHECK: stax.pointwise
// CHECK: stax.reduce #stax.add
// CHECK: stax.reduce #stax.max
// CHECK: stax.yield %{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>
// CHECK-NOT: stax.kernel
// CHECK: return
func.func @exp_sum_max(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
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

// Dynamic extents are equal where they come from one shape. Values of them map
// to one argument.
// CHECK-LABEL: @dynamic_softmax
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: stax.kernel space(par: [%[[N]]], seq: [128])
// CHECK-NEXT: ^bb0(%[[M:.*]]: index, %{{.*}}: tensor<?x128xf32>):
// CHECK-NEXT: stax.reduce #stax.max dims [1] domain [%[[M]], 128]
// CHECK-NEXT: stax.pointwise domain [%[[M]], 128]
// CHECK: stax.reduce #stax.add dims [1] domain [%[[M]], 128]
// CHECK-NEXT: stax.pointwise domain [%[[M]], 128]
// CHECK-NOT: stax.kernel
// CHECK: return
func.func @dynamic_softmax(%x: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x128xf32>
  %m = stax.reduce #stax.max dims [1] domain [%n, 128] ins(%x : tensor<?x128xf32>) -> tensor<?xf32>
  %e = stax.pointwise domain [%n, 128] ins(%x, %m[(i, j) -> (i)] : tensor<?x128xf32>, tensor<?xf32>) -> tensor<?x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %k = tensor.dim %e, %c0 : tensor<?x128xf32>
  %s = stax.reduce #stax.add dims [1] domain [%k, 128] ins(%e : tensor<?x128xf32>) -> tensor<?xf32>
  %y = stax.pointwise domain [%k, 128] ins(%e, %s[(i, j) -> (i)] : tensor<?x128xf32>, tensor<?xf32>) -> tensor<?x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<?x128xf32>
}

// -----

// Extents that nothing proves to be equal are different.
// CHECK-LABEL: @should_not_fuse_unknown_extents
// CHECK-COUNT-2: stax.kernel
func.func @should_not_fuse_unknown_extents(%x: tensor<8xf32>, %n: index, %m: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stax.pointwise domain [%n] ins(%x[(i) -> (0)] : tensor<8xf32>) -> tensor<?xf32>
  %1 = stax.pointwise domain [%m] ins(%0[(i) -> (i)] : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A reader with its loops in another order gets a map; batch statistics have
// the channel outside.
// CHECK: #[[NORM:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
// CHECK-LABEL: @batch_norm
// CHECK: stax.kernel space(par: [16], seq: [4, 8, 8])
// CHECK-NEXT: ^bb0
// CHECK-NEXT: stax.reduce #stax.add dims [0, 2, 3] ins(%{{.*}}) attributes {stax.node_map = #[[NORM]]}
// CHECK-NEXT: stax.pointwise ins({{.*}}) attributes {stax.node_map = #[[NORM]]}
// CHECK-NOT: stax.kernel
// CHECK: return
func.func @batch_norm(%x: tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32> {
  %s = stax.reduce #stax.add dims [0, 2, 3] ins(%x : tensor<4x16x8x8xf32>) -> tensor<16xf32>
  %y = stax.pointwise ins(%x, %s[(n, c, h, w) -> (c)] : tensor<4x16x8x8xf32>, tensor<16xf32>) -> tensor<4x16x8x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<4x16x8x8xf32>
}

// -----

// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @transposed_reader
// CHECK: stax.kernel space(par: [64, 32], seq: [])
// CHECK: stax.pointwise ins(%{{.*}}[(d0, d1) -> (d1, d0)] : tensor<64x32xf32>) attributes {stax.node_map = #[[MAP]]} -> tensor<32x64xf32>
func.func @transposed_reader(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {
  %e = stax.pointwise ins(%x : tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %t = stax.pointwise ins(%e[(i, j) -> (j, i)] : tensor<64x32xf32>) -> tensor<32x64xf32>
  return %t : tensor<32x64xf32>
}

// -----

// A tensor and its transpose cannot both lie over the loops of their sum.
// CHECK-LABEL: @should_not_fuse_sum_with_transpose
// CHECK-COUNT-2: stax.kernel
func.func @should_not_fuse_sum_with_transpose(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = stax.pointwise ins(%x : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %t = stax.pointwise ins(%e, %e[(i, j) -> (j, i)] : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  return %t : tensor<64x64xf32>
}

// -----

// Neighbours are other points.
// CHECK-LABEL: @should_not_fuse_neighbours
// CHECK-COUNT-2: stax.kernel
func.func @should_not_fuse_neighbours(%x: tensor<16xf32>) -> tensor<13xf32> {
  %e = stax.pointwise ins(%x : tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %d = stax.pointwise domain [13] ins(%e[(i) -> (i + 1)], %e[(i) -> (i + 2)] : tensor<16xf32>, tensor<16xf32>) -> tensor<13xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  return %d : tensor<13xf32>
}

// -----

// A dimension of extent 1 has no loop of its own among others.
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: @kept_dimension
// CHECK: stax.kernel space(par: [64], seq: [128])
// CHECK: stax.pointwise ins(%{{.*}}[(d0, d1) -> (d0)] : tensor<64xf32>) attributes {stax.node_map = #[[MAP]]} -> tensor<64x1xf32>
func.func @kept_dimension(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %k = stax.pointwise domain [64, 1] ins(%s[(i, j) -> (i)] : tensor<64xf32>) -> tensor<64x1xf32> {
  ^bb0(%a: f32):
    %r = math.sqrt %a : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%x, %k[(i, j) -> (i, 0)] : tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}

// -----

// Operations between nodes move in front of their kernel or after it.
// CHECK-LABEL: @moves_operations
// CHECK: %[[K:.*]]:2 = stax.kernel
// CHECK-NOT: stax.kernel
// CHECK: tensor.extract %[[K]]#0
func.func @moves_operations(%x: tensor<64xf32>, %i: index) -> (tensor<64xf32>, f32) {
  %0 = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %v = tensor.extract %0[%i] : tensor<64xf32>
  %f = arith.constant 2.0 : f32
  %1 = stax.pointwise ins(%0 : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %f : f32
    stax.yield %r : f32
  }
  return %1, %v : tensor<64xf32>, f32
}

// -----

// Other devices and streams are other kernels.
// CHECK-LABEL: @should_not_fuse_streams
// CHECK: stax.kernel {{.*}} attributes {stax.stream = 1 : i64} {
// CHECK: stax.kernel {{.*}} attributes {stax.device = 1 : i64, stax.stream = 1 : i64} {
func.func @should_not_fuse_streams(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stax.pointwise ins(%x : tensor<64xf32>) attributes {stax.stream = 1} -> tensor<64xf32>
  %1 = stax.pointwise ins(%0 : tensor<64xf32>) attributes {stax.device = 1, stax.stream = 1} -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

// Two ordered reductions never share a kernel.
// CHECK-LABEL: @should_not_fuse_ordered
// CHECK-COUNT-2: stax.kernel
func.func @should_not_fuse_ordered(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = stax.reduce #stax.add dims [1] ordered ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %1 = stax.reduce #stax.mul dims [1] ordered ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// One sum of everything would leave a single thread.
// CHECK-LABEL: @should_not_lose_parallelism
// CHECK-COUNT-2: stax.kernel
func.func @should_not_lose_parallelism(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [0, 1] ins(%x : tensor<64x128xf32>) -> tensor<f32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> ()] : tensor<64x128xf32>, tensor<f32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}

// -----

// Nodes in other regions have kernels there.
// CHECK-LABEL: @nested
// CHECK: scf.if
// CHECK: stax.kernel
// CHECK-NOT: stax.kernel
// CHECK: scf.yield
func.func @nested(%c: i1, %x: tensor<64xf32>) -> tensor<64xf32> {
  %r = scf.if %c -> tensor<64xf32> {
    %0 = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32>
    %1 = stax.pointwise ins(%0 : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %1 : tensor<64xf32>
  } else {
    scf.yield %x : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// What is read before memory is overwritten stays before.
// CHECK-LABEL: @keeps_reads_before_writes
// CHECK: to_tensor
// CHECK: stax.kernel
// CHECK-NOT: stax.kernel
// CHECK: materialize_in_destination
func.func @keeps_reads_before_writes(%m: memref<64xf32>, %v: tensor<64xf32>) -> tensor<64xf32> {
  %x = bufferization.to_tensor %m restrict : memref<64xf32> to tensor<64xf32>
  %0 = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32>
  %1 = stax.pointwise ins(%0 : tensor<64xf32>) -> tensor<64xf32>
  bufferization.materialize_in_destination %v in restrict writable %m : (tensor<64xf32>, memref<64xf32>) -> ()
  return %1 : tensor<64xf32>
}

// -----

// Extents of 0, and no dimensions at all.
// CHECK-LABEL: @empty_and_scalar
// CHECK: stax.kernel space(par: [0, 4], seq: [])
// CHECK: stax.kernel space(par: [], seq: [])
// CHECK-NOT: stax.kernel
// CHECK: return
func.func @empty_and_scalar(%x: tensor<0x4xf32>, %y: tensor<f32>) -> (tensor<0x4xf32>, tensor<f32>) {
  %0 = stax.pointwise ins(%x : tensor<0x4xf32>) -> tensor<0x4xf32>
  %1 = stax.pointwise ins(%0 : tensor<0x4xf32>) -> tensor<0x4xf32>
  %2 = stax.pointwise ins(%y : tensor<f32>) -> tensor<f32>
  %3 = stax.pointwise ins(%2 : tensor<f32>) -> tensor<f32>
  return %1, %3 : tensor<0x4xf32>, tensor<f32>
}

// -----

// A dimension of extent 1 that is reduced or scanned is a loop of the kernel, and
// every node has it; others are none.
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0, d1, 0)>
// CHECK-LABEL: @combined_extents_of_one
// CHECK: stax.kernel space(par: [64], seq: [1])
// CHECK-NEXT: ^bb0
// CHECK-NEXT: stax.pointwise ins(%{{.*}}) attributes {stax.node_map = #[[MAP]]}
// CHECK: stax.scan #stax.add dim 1 ins(%{{.*}}) attributes {stax.node_map = #[[MAP]]}
// CHECK-NEXT: stax.reduce #stax.max dims [1] ins(%{{.*}}) attributes {stax.node_map = #[[MAP]]}
// CHECK-NOT: stax.kernel
// CHECK: return
func.func @combined_extents_of_one(%x: tensor<64x1x1xf32>) -> tensor<64x1xf32> {
  %e = stax.pointwise ins(%x : tensor<64x1x1xf32>) -> tensor<64x1x1xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.scan #stax.add dim 1 ins(%e : tensor<64x1x1xf32>) -> tensor<64x1x1xf32>
  %m = stax.reduce #stax.max dims [1] ins(%s : tensor<64x1x1xf32>) -> tensor<64x1xf32>
  return %m : tensor<64x1xf32>
}
