// RUN: stax-opt %s -split-input-file -stax-bufferize=threads=4 | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-bufferize="threads=4 max-scratch=511" | FileCheck %s --check-prefix=SMALL
// RUN: stax-opt %s -split-input-file -stax-bufferize=threads=4 -remarks-filter=stax -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not stax-opt %s -split-input-file -stax-bufferize=threads=0 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not stax-opt %s -split-input-file -stax-bufferize=max-scratch=-1 2>&1 | FileCheck %s --check-prefix=SCRATCH
// THREADS: stax-bufferize: expected threads to be positive, but got 0
// SCRATCH: stax-bufferize: expected max-scratch not to be negative, but got -1

// An exponential that a later loop needs is kept: a row for each thread, of
// whole cache lines. Where that is too large it is computed again.
// CHECK-LABEL: @expensive(
// CHECK: %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x128xf32>
// CHECK: stax.kernel {{.*}} scratch(%[[ROWS]] : memref<4x128xf32>)
// CHECK: stax.pointwise {{.*}} attributes {stax.scratch = array<i64: 0>}
// SMALL-LABEL: @expensive(
// SMALL-NOT: scratch
// SMALL: return
// REMARK: stax-bufferize-private.mlir:[[#@LINE+5]]:{{.*}} PrivateValue {{.*}}cost=43, place=scratch, rowBytes=512
func.func @expensive(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %init = tensor.empty() : tensor<64x128xf32>
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %e = stax.pointwise ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32):
      %w = arith.mulf %v, %v : f32
      %u = arith.addf %w, %v : f32
      %r = math.exp %u : f32
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

// What takes little is computed again.
// CHECK-LABEL: @cheap(
// CHECK-NOT: scratch
// CHECK: return
func.func @cheap(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %init = tensor.empty() : tensor<64x128xf32>
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%init : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %e = stax.pointwise ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32):
      %r = arith.mulf %v, %v : f32
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

// A row of dynamic size has no scratch.
// CHECK-LABEL: @dynamic(
// CHECK-NOT: scratch
// CHECK: return
func.func @dynamic(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %init = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = stax.kernel space(par: [%n], seq: [%m]) ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%k: index, %l: index, %a: tensor<?x?xf32>):
    %e = stax.pointwise domain [%k, %l] ins(%a : tensor<?x?xf32>) -> tensor<?x?xf32> {
    ^bb0(%v: f32):
      %r = math.exp %v : f32
      stax.yield %r : f32
    }
    %s = stax.reduce #stax.add dims [1] domain [%k, %l] ins(%e : tensor<?x?xf32>) -> tensor<?xf32>
    %y = stax.pointwise domain [%k, %l] ins(%e, %s[(d0, d1) -> (d0)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<?x?xf32>
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// What cannot be computed again where it is read is kept in any case: in scratch
// with one row, as no dimension is parallel, or as a result of the kernel.
// CHECK-LABEL: @needs_a_place(
// CHECK: %[[ROW:.*]] = memref.alloc() {{.*}} : memref<1x256xf32>
// CHECK: stax.kernel {{.*}} scratch(%[[ROW]] : memref<1x256xf32>)
// SMALL-LABEL: @needs_a_place(
// SMALL: %[[SUMS:.*]] = memref.alloc() {{.*}} : memref<256xf32>
// SMALL: stax.kernel {{.*}} outs(%{{.*}}, %[[SUMS]] : memref<8x256xf32>, memref<256xf32>)
// SMALL: %[[VALUE:.*]] = stax.reduce #stax.add dims [0]
// SMALL: stax.yield %{{.*}}, %[[VALUE]] : tensor<8x256xf32>, tensor<256xf32>
func.func @needs_a_place(%x: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %init = tensor.empty() : tensor<8x256xf32>
  %0 = stax.kernel space(par: [], seq: [8, 256]) ins(%x : tensor<8x256xf32>) outs(%init : tensor<8x256xf32>) {
  ^bb0(%a: tensor<8x256xf32>):
    %rows = stax.reduce #stax.add dims [1] ins(%a : tensor<8x256xf32>) -> tensor<8xf32>
    %columns = stax.reduce #stax.add dims [0] ins(%a : tensor<8x256xf32>) -> tensor<256xf32>
    %y = stax.pointwise ins(%rows[(d0, d1) -> (d0)], %columns[(d0, d1) -> (d1)] : tensor<8xf32>, tensor<256xf32>) -> tensor<8x256xf32> {
    ^bb0(%v: f32, %w: f32):
      %r = arith.mulf %v, %w : f32
      stax.yield %r : f32
    }
    stax.yield %y : tensor<8x256xf32>
  } -> tensor<8x256xf32>
  return %0 : tensor<8x256xf32>
}
