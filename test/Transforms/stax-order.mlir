// RUN: stax-opt %s -split-input-file -stax-order | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-order=strategy=original | FileCheck %s --check-prefix=ORIGINAL
// RUN: stax-opt %s -split-input-file -stax-order=in-place=false | FileCheck %s --check-prefix=APART

// A small tensor is made of a large one before the next large one is made.
// CHECK-LABEL: func @interleave
// CHECK-SAME: stax.peak = 4224 : i64, stax.peak_lower_bound = 4224 : i64
// CHECK: %[[A:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1024xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<1024xf32>)
// CHECK: %[[B:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1024xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[B]] : tensor<1024xf32>)
// The original order holds both large tensors at once.
// ORIGINAL-LABEL: func @interleave
// ORIGINAL-SAME: stax.peak = 8256 : i64
// ORIGINAL: linalg.generic {{.*}} outs(%{{.*}} : tensor<1024xf32>)
// ORIGINAL: linalg.generic {{.*}} outs(%{{.*}} : tensor<1024xf32>)
// ORIGINAL: linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
// ORIGINAL: linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
func.func @interleave(%x: f32, %y: f32, %z: tensor<f32>) -> tensor<f32> {
  %large = tensor.empty() : tensor<1024xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : f32) outs(%large : tensor<1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1024xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%y : f32) outs(%large : tensor<1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1024xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<1024xf32>) outs(%z : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %other = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%b : tensor<1024xf32>) outs(%z : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %out : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %empty = tensor.empty() : tensor<f32>
  %result = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%sum, %other : tensor<f32>, tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %r = arith.addf %in, %in2 : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %result : tensor<f32>
}

// -----

// A kernel whose input dies there writes over it; the last one writes a result
// of the function, which is not the block's to place.
// CHECK-LABEL: func @chain
// CHECK-SAME: stax.peak = 256 : i64, stax.peak_lower_bound = 256 : i64
// CHECK: %[[A:.*]] = stax.kernel {{.*}} outs(%{{.*}} : tensor<64xf32>)
// CHECK: %[[B:.*]] = stax.kernel {{.*}} ins(%[[A]] : tensor<64xf32>) outs(%[[A]] : tensor<64xf32>)
// CHECK: stax.kernel {{.*}} ins(%[[B]] : tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// APART-LABEL: func @chain
// APART-SAME: stax.peak = 512 : i64, stax.peak_lower_bound = 512 : i64
// APART: %[[E:.*]] = tensor.empty
// APART-COUNT-3: stax.kernel {{.*}} outs(%[[E]] : tensor<64xf32>)
func.func @chain(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %a = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  %b = stax.kernel space(par: [64], seq: []) ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  %c = stax.kernel space(par: [64], seq: []) ins(%b : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  return %c : tensor<64xf32>
}

// -----

// A tensor that is read at other elements should not be overwritten.
// CHECK-LABEL: func @transpose
// CHECK-SAME: stax.peak = 512 : i64
// CHECK: stax.kernel {{.*}} outs(%[[E:.*]] : tensor<8x8xf32>)
// CHECK: stax.kernel {{.*}} outs(%[[E]] : tensor<8x8xf32>)
func.func @transpose(%x: tensor<8x8xf32>, %out: tensor<f32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8, 8], seq: []) ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: tensor<8x8xf32>):
    %r = stax.pointwise ins(%in : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %r : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  %b = stax.kernel space(par: [8, 8], seq: []) ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: tensor<8x8xf32>):
    %r = stax.pointwise ins(%in[(i, j) -> (j, i)] : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %r : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  %c = stax.kernel space(par: [8], seq: [8]) ins(%b : tensor<8x8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: tensor<8x8xf32>):
    %r = stax.reduce #stax.max dims [1] ins(%in : tensor<8x8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// An argument of the function should not be overwritten, and neither should a
// tensor that is needed later.
// CHECK-LABEL: func @needed
// CHECK: %[[E:.*]] = tensor.empty() : tensor<64xf32>
// CHECK: %[[A:.*]] = stax.kernel {{.*}} outs(%[[E]] : tensor<64xf32>)
// CHECK: %[[B:.*]] = stax.kernel {{.*}} ins(%[[A]] : tensor<64xf32>) outs(%[[E]] : tensor<64xf32>)
// CHECK: stax.kernel {{.*}} ins(%[[B]], %[[A]] : tensor<64xf32>, tensor<64xf32>)
func.func @needed(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %a = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  %b = stax.kernel space(par: [64], seq: []) ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  %c = stax.kernel space(par: [64], seq: []) ins(%b, %a : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>, %in2: tensor<64xf32>):
    %r = stax.pointwise ins(%in, %in2 : tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  return %c : tensor<64xf32>
}

// -----

// Dynamic sizes are estimated to find an order, and no peak is stated.
// CHECK-LABEL: func @dynamic
// CHECK-NOT: stax.peak
// CHECK: %[[A:.*]] = stax.kernel
// CHECK: stax.kernel {{.*}} ins(%[[A]] : tensor<?xf32>) outs(%[[A]] : tensor<?xf32>)
func.func @dynamic(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = stax.kernel space(par: [%n], seq: []) ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%d: index, %in: tensor<?xf32>):
    %r = stax.pointwise domain [%d] ins(%in : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  %b = stax.kernel space(par: [%n], seq: []) ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%d: index, %in: tensor<?xf32>):
    %r = stax.pointwise domain [%d] ins(%in : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  %c = stax.kernel space(par: [%n], seq: []) ins(%b : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%d: index, %in: tensor<?xf32>):
    %r = stax.pointwise domain [%d] ins(%in : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// Buffers that the program allocates itself are not counted, and no peak is
// stated.
// CHECK-LABEL: func @allocates
// CHECK-NOT: stax.peak
// CHECK: memref.alloc
func.func @allocates(%x: tensor<64xf32>) -> tensor<64xf32> {
  %m = memref.alloc() : memref<64xf32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<64xf32>, memref<64xf32>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<64xf32> to tensor<64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %c = stax.kernel space(par: [64], seq: []) ins(%t : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: tensor<64xf32>):
    %r = stax.pointwise ins(%in : tensor<64xf32>) -> tensor<64xf32>
    stax.yield %r : tensor<64xf32>
  } -> tensor<64xf32>
  return %c : tensor<64xf32>
}

// -----

// Effects keep their order, whatever memory would gain.
// CHECK-LABEL: func @effects
// CHECK: vector.print str "first"
// CHECK: vector.print str "second"
func.func @effects() {
  vector.print str "first"
  vector.print str "second"
  return
}

// -----

// A function without tensors needs no memory.
// CHECK-LABEL: func @empty() {
// CHECK-NEXT: return
func.func @empty() {
  return
}
