// RUN: stax-opt %s -convert-linalg-to-stax -split-input-file | FileCheck %s

// Parallel loops with identity maps; the empty destination disappears.
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: @elementwise
func.func @elementwise(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   stax.yield %[[S]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Broadcasts and sums of loops are maps.
// CHECK-LABEL: @general_input_maps
func.func @general_input_maps(%x: tensor<8xf32>, %y: tensor<11xf32>, %z: tensor<1x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stax.pointwise ins(
  // CHECK-SAME: [(d0, d1) -> (d1)]
  // CHECK-SAME: [(d0, d1) -> (d0 + d1)]
  // CHECK-SAME: [(d0, d1) -> (0, d1)]
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [
      affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0 + d1)>,
      affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<8xf32>, tensor<11xf32>, tensor<1x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %c : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// The domain is the result's shape: inputs and indices are renamed, not it.
// CHECK-LABEL: @permuted_output
func.func @permuted_output(%x: tensor<4x8xindex>) -> tensor<8x4xindex> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0, d1) -> (d1, d0)] : tensor<4x8xindex>) -> tensor<8x4xindex>
  // CHECK: %[[I:.*]] = stax.index 1
  // CHECK: arith.addi %{{.*}}, %[[I]]
  %e = tensor.empty() : tensor<8x4xindex>
  %0 = linalg.generic {indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xindex>) outs(%e : tensor<8x4xindex>) {
  ^bb0(%a: index, %out: index):
    %i = linalg.index 0 : index
    %s = arith.addi %a, %i : index
    linalg.yield %s : index
  } -> tensor<8x4xindex>
  return %0 : tensor<8x4xindex>
}

// -----

// A cycle of three is not its own inverse.
// CHECK-LABEL: @cyclic_output
func.func @cyclic_output(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0, d1, d2) -> (d2, d0, d1)] : tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %e = tensor.empty() : tensor<3x4x2xf32>
  %0 = linalg.generic {indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2, d0)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x4xf32>) outs(%e : tensor<3x4x2xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// -----

// Results of one layout share a node, another layout gets its own.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @several_results
func.func @several_results(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xi1>) {
  // CHECK: %[[A:.*]]:2 = stax.pointwise ins(%{{.*}} : tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi1>) {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: arith.cmpf
  // CHECK-NEXT: stax.yield
  // CHECK: %[[B:.*]] = stax.pointwise ins(%{{.*}}[(d0, d1) -> (d1, d0)] : tensor<4x8xf32>) -> tensor<8x4xf32> {
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.negf
  // CHECK-NEXT: stax.yield
  // CHECK: return %[[A]]#0, %[[B]], %[[A]]#1
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %g = tensor.empty() : tensor<4x8xi1>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e, %f, %g : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xi1>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32, %o2: i1):
    %p = math.exp %a : f32
    %q = arith.negf %a : f32
    %r = arith.cmpf olt, %p, %a : f32
    linalg.yield %p, %q, %r : f32, f32, i1
  } -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xi1>)
  return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xi1>
}

// -----

// A destination that the body reads is an input.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: @destination_is_read
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32>, %[[C:[a-z0-9]+]]: tensor<4xf32>
func.func @destination_is_read(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise ins(%[[X]], %[[C]] :
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An input that only gave its shape is not read, and the extents stay.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: @unread_input
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[Y:[a-z0-9]+]]: tensor<?xf32>
func.func @unread_input(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[D:.*]] = tensor.dim %[[X]]
  // CHECK: stax.pointwise domain [%[[D]]] ins(%[[Y]] : tensor<?xf32>)
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    linalg.yield %b : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A dynamic destination gives the extent that it was made with.
// CHECK-LABEL: @extent_of_destination
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @extent_of_destination(%n: index) -> tensor<?xindex> {
  // CHECK-NEXT: stax.pointwise domain [%[[N]]] -> tensor<?xindex>
  %e = tensor.empty(%n) : tensor<?xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<?xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<?xindex>
  return %0 : tensor<?xindex>
}

// -----

// An extent that is known but not in the result's type stays a value.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: @dynamic_result_of_static_input
func.func @dynamic_result_of_static_input(%x: tensor<4xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  // CHECK: stax.pointwise domain [%[[C4]]] ins(%{{.*}} : tensor<4xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Rank 0 and extent 0 are ordinary.
// CHECK-LABEL: @rank_zero_and_empty
func.func @rank_zero_and_empty(%x: tensor<f32>, %y: tensor<0x3xf32>) -> (tensor<f32>, tensor<0x3xf32>) {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<f32>) -> tensor<f32>
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<0x3xf32>) -> tensor<0x3xf32>
  %0 = linalg.exp ins(%x : tensor<f32>) outs(%x : tensor<f32>) -> tensor<f32>
  %1 = linalg.exp ins(%y : tensor<0x3xf32>) outs(%y : tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0, %1 : tensor<f32>, tensor<0x3xf32>
}

// -----

// Named operations are what their generic form is.
// CHECK-LABEL: @named
func.func @named(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // CHECK: math.exp
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: arith.divf
  %1 = linalg.div ins(%0, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: arith.maximumf
  %2 = linalg.elementwise kind = #linalg.elementwise_kind<max_signed>
      ins(%1, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: arith.select
  %3 = linalg.map ins(%2, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
      (%a: f32, %b: f32, %out: f32) {
        %c = arith.cmpf ult, %a, %b : f32
        %s = arith.select %c, %a, %b : f32
        linalg.yield %s : f32
      }
  // CHECK-NOT: linalg
  // CHECK: return
  return %3 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @broadcast_and_transpose
func.func @broadcast_and_transpose(%x: tensor<8xf32>) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[B:.*]] = stax.pointwise ins(%{{.*}}[(d0, d1) -> (d1)] : tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: stax.pointwise ins(%[[B]][(d0, d1) -> (d1, d0)] : tensor<4x8xf32>) -> tensor<8x4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %f = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) permutation = [1, 0]
  return %1 : tensor<8x4xf32>
}

// -----

// A fill whose result is needed holds its scalar.
// CHECK-LABEL: @fill
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index
func.func @fill(%s: f32, %n: index) -> (tensor<?xf32>, tensor<4xf32>) {
  // CHECK: stax.pointwise domain [%[[N]]] -> tensor<?xf32> {
  // CHECK-NEXT: stax.yield %[[S]] : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stax.pointwise -> tensor<4xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT: stax.yield %[[C]] : f32
  %c = arith.constant 1.0 : f32
  %f = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%c : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4xf32>
}

// -----

// A fill is read as its scalar, its extents as the destination's.
// CHECK-LABEL: @fill_as_input
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index
func.func @fill_as_input(%s: f32, %n: index) -> tensor<?xf32> {
  // CHECK-NEXT: stax.pointwise domain [%[[N]]] -> tensor<?xf32> {
  // CHECK-NEXT: math.exp %[[S]]
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A scalar input is captured, a constant one is copied in.
// CHECK-LABEL: @scalar_inputs
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32
func.func @scalar_inputs(%x: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<4xf32>)
  // CHECK: %[[C:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK: arith.mulf %{{.*}}, %[[S]] : f32
  // CHECK: arith.addf %{{.*}}, %[[C]] : f32
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>,
      affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %s, %c : tensor<4xf32>, f32, f32) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %k: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %k : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A tensor that the body reads at computed indices is captured.
// CHECK-LABEL: @gather
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<16xf32>
func.func @gather(%t: tensor<16xf32>, %i: tensor<4xindex>) -> tensor<4xf32> {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<4xindex>) -> tensor<4xf32>
  // CHECK: tensor.extract %[[T]]
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%i : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%k: index, %out: f32):
    %v = tensor.extract %t[%k] : tensor<16xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A result axis that is always 0 is a dimension of one point.
// CHECK-LABEL: @constant_output_axis
func.func @constant_output_axis(%x: tensor<4xf32>) -> tensor<1x4x1xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0, d1, d2) -> (d1)] : tensor<4xf32>) -> tensor<1x4x1xf32>
  %e = tensor.empty() : tensor<1x4x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0, d0, 0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<1x4x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// -----

// Softmax along the last dimension: maximum, exponential, sum, quotient.
// CHECK-LABEL: @softmax
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<64x128xf32>
func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK-NEXT: %[[M:.*]] = stax.reduce #stax.max dims [1] ins(%[[X]] : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK-NEXT: %[[E:.*]] = stax.pointwise ins(%[[X]], %[[M]][(d0, d1) -> (d0)] :
  // CHECK:        arith.subf
  // CHECK-NEXT:   math.exp
  // CHECK:      %[[S:.*]] = stax.reduce #stax.add dims [1] ins(%[[E]] : tensor<64x128xf32>) -> tensor<64xf32>
  // CHECK-NEXT: %[[Y:.*]] = stax.pointwise ins(%[[E]], %[[S]][(d0, d1) -> (d0)] :
  // CHECK:        arith.divf
  // CHECK:      return %[[Y]]
  %e = tensor.empty() : tensor<64x128xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// An empty row has no maximum, and nobody asks for it.
// CHECK-LABEL: @softmax_of_possibly_empty_rows
func.func @softmax_of_possibly_empty_rows(%x: tensor<?x8xf32>, %y: tensor<4x0xf32>, %e: tensor<?x8xf32>,
                                          %f: tensor<4x0xf32>) -> (tensor<?x8xf32>, tensor<4x0xf32>) {
  // CHECK: stax.reduce #stax.max dims [0] partial domain
  // CHECK: stax.reduce #stax.max dims [1] partial ins
  %0 = linalg.softmax dimension(0) ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = linalg.softmax dimension(1) ins(%y : tensor<4x0xf32>) outs(%f : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<4x0xf32>
}

// -----

// Device and stream go to every node.
// CHECK-LABEL: @placement
func.func @placement(%x: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.reduce {{.*}}stax.stream = 1 : i64
  // CHECK: stax.pointwise {{.*}}stax.stream = 1 : i64
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%c : tensor<4xf32>)
      attrs = {stax.stream = 1 : i64} {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
