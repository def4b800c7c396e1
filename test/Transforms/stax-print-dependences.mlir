// RUN: stax-opt %s -split-input-file -stax-print-dependences -o /dev/null | FileCheck %s

// Reads of inputs are met, those of what nodes write are not. Ranges merge only
// where every access runs through them as one.
// CHECK-LABEL: dependences of @divide_by_sum
// CHECK-NEXT:   buf0: tensor<64x128xf32>, 32768 bytes, input
// CHECK-NEXT:   buf1: tensor<64xf32>, 256 bytes, written by op0
// CHECK-NEXT:   buf2: tensor<64x128xf32>, 32768 bytes, written by op1, output
// CHECK-NEXT:   op0: stax.reduce, grouping ((64), (128))
// CHECK-NEXT:     reads buf0[c0], {c0: 8192}: memory, met
// CHECK-NEXT:     writes buf1[c0], {c0: 64}
// CHECK-NEXT:   op1: stax.pointwise, grouping ((64, 128), ())
// CHECK-NEXT:     reads buf0[c0], {c0: 8192}: memory, met
// CHECK-NEXT:     reads buf1[c0], {c0: 64}: memory, unmet
// CHECK-NEXT:     writes buf2[c0], {c0: 8192}
// CHECK-NEXT:     after op0: memory through buf1, distance (0)
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

// A pointwise node over memory in order has one range; a transposed read none
// that merge.
// CHECK-LABEL: dependences of @groupings
// CHECK: op0: stax.pointwise, grouping ((8192), ())
// CHECK: op1: stax.pointwise, grouping ((128, 64), ())
// CHECK-NEXT: reads buf1[c0 + 128*c1], {c0: 128, c1: 64}: memory, unmet
// CHECK: after op0: memory through buf1, distance (0, 0)
// CHECK: op2: stax.reduce, grouping ((), (8192))
func.func @groupings(%x: tensor<64x128xf32>) -> (tensor<128x64xf32>, tensor<f32>) {
  %0 = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = stax.pointwise ins(%0[(i, j) -> (j, i)] : tensor<64x128xf32>) -> tensor<128x64xf32>
  %2 = stax.reduce #stax.add dims [0, 1] ins(%0 : tensor<64x128xf32>) -> tensor<f32>
  return %1, %2 : tensor<128x64xf32>, tensor<f32>
}

// -----

// Reordered sums, a quotient and a remainder of one number, views of views, and
// dimensions of extent 1 are the same index.
// CHECK-LABEL: dependences of @normal_forms
// CHECK-COUNT-4: reads buf0[c0], {c0: 8192}: memory, met
// CHECK: reads buf0[c0], {c0: 8192} through tensor.expand_shape: memory, met
func.func @normal_forms(%x: tensor<8192xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<8192xf32>, tensor<64x1x128xf32>, tensor<2x32x128xf32>) {
  %0 = stax.pointwise domain [64, 128] ins(%x[(i, j) -> (i * 128 + j)] : tensor<8192xf32>) -> tensor<64x128xf32>
  %1 = stax.pointwise domain [64, 128] ins(%x[(i, j) -> (j + i * 128)] : tensor<8192xf32>) -> tensor<64x128xf32>
  %2 = stax.pointwise domain [8192] ins(%x[(i) -> ((i floordiv 128) * 128 + i mod 128)] : tensor<8192xf32>) -> tensor<8192xf32>
  %3 = stax.pointwise domain [64, 1, 128] ins(%x[(i, j, k) -> (i * 128 + k)] : tensor<8192xf32>) -> tensor<64x1x128xf32>
  %v = tensor.expand_shape %x [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
  %w = tensor.expand_shape %v [[0, 1], [2]] output_shape [2, 32, 128] : tensor<64x128xf32> into tensor<2x32x128xf32>
  %4 = stax.pointwise ins(%w : tensor<2x32x128xf32>) -> tensor<2x32x128xf32>
  return %0, %1, %2, %3, %4 : tensor<64x128xf32>, tensor<64x128xf32>, tensor<8192xf32>, tensor<64x1x128xf32>, tensor<2x32x128xf32>
}

// -----

// Strides of dynamic shapes are products of extents. Extents that come from one
// shape are one.
// CHECK-LABEL: dependences of @dynamic
// CHECK: op0: stax.reduce, grouping ((n0), (n1))
// CHECK-NEXT: reads buf0[c0], {c0: n0*n1}: memory, met
// CHECK: op1: stax.pointwise, grouping ((n0, n1), ())
// CHECK-NEXT: reads buf0[c0], {c0: n0*n1}: memory, met
// CHECK-NEXT: reads buf1[c0], {c0: n0}: memory, unmet
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = stax.reduce #stax.add dims [1] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %y = stax.pointwise domain [%m, %n] ins(%x, %s[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    stax.yield %b : f32
  }
  return %y : tensor<?x?xf32>
}

// -----

// Distances, and why there is none.
// CHECK-LABEL: dependences of @distances
// CHECK: after op0: memory through buf1, distance (1)
// CHECK: after op0: memory through buf1, it reads the fixed index 3 along dimension 0
// CHECK: after op0: memory through buf1, index -d0 + 7 along dimension 0 is no loop plus a constant
// CHECK: after op0: whole through buf1
func.func @distances(%x: tensor<8xf32>, %at: tensor<8xindex>) -> (tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  %1 = stax.pointwise domain [7] ins(%0[(i) -> (i + 1)] : tensor<8xf32>) -> tensor<7xf32>
  %2 = stax.pointwise domain [8] ins(%0[(i) -> (3)] : tensor<8xf32>) -> tensor<8xf32>
  %3 = stax.pointwise domain [8] ins(%0[(i) -> (7 - i)] : tensor<8xf32>) -> tensor<8xf32>
  %4 = stax.pointwise ins(%at : tensor<8xindex>) -> tensor<8xf32> {
  ^bb0(%i: index):
    %v = tensor.extract %0[%i] : tensor<8xf32>
    stax.yield %v : f32
  }
  return %1, %2, %3, %4 : tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Both readers come before what overwrites the memory that they read; no data
// flows.
// CHECK-LABEL: dependences of @weak
// CHECK: op0: bufferization.to_tensor, whole
// CHECK: op1: stax.pointwise
// CHECK: op2: stax.pointwise
// CHECK: op3: bufferization.materialize_in_destination, whole
// CHECK: after op0: weak{{$}}
// CHECK-NEXT: after op1: weak{{$}}
// CHECK-NEXT: after op2: weak{{$}}
func.func @weak(%m: memref<8xf32>, %zero: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %x = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %y = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  %z = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %zero in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}

// -----

// Memory that is overwritten is another buffer afterwards.
// CHECK-LABEL: dependences of @renamed
// CHECK: buf[[OLD:[0-9]+]]: memref<8xf32>, 32 bytes, input{{$}}
// CHECK: buf[[NEW:[0-9]+]]: memref<8xf32>, 32 bytes, written by op1, output
// CHECK: op0: bufferization.to_tensor
// CHECK: reads buf[[OLD]]: whole, met
// CHECK: op1: bufferization.materialize_in_destination
// CHECK: writes buf[[NEW]]
// CHECK: op2: bufferization.to_tensor
// CHECK: reads buf[[NEW]]: whole, unmet
// CHECK: after op1: whole through buf[[NEW]]
func.func @renamed(%m: memref<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %x = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  bufferization.materialize_in_destination %v in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  %y = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}

// -----

// Operations that are not over a domain are nodes as a whole; scalars that they
// compute are dependences, too.
// CHECK-LABEL: dependences of @wholes
// CHECK: op0: stax.pointwise
// CHECK: op1: tensor.extract, whole
// CHECK: after op0: whole through buf1
// CHECK: op2: stax.pointwise
// CHECK: after op1: whole{{$}}
// CHECK: op3: linalg.matmul
// CHECK: reads buf{{[0-9]+}}: whole, unmet
func.func @wholes(%x: tensor<8x8xf32>, %i: index) -> tensor<8x8xf32> {
  %0 = stax.pointwise ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = tensor.extract %0[%i, %i] : tensor<8x8xf32>
  %1 = stax.pointwise ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %v : f32
    stax.yield %r : f32
  }
  %2 = linalg.matmul ins(%1, %0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
