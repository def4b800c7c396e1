// RUN: stax-opt %s -convert-tensor-to-stax -split-input-file -mlir-print-local-scope | FileCheck %s

// A slice is a read at an offset.
// CHECK-LABEL: @extract_slice
func.func @extract_slice(%x: tensor<8x16xf32>) -> tensor<4x3xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%{{.*}}[(d0, d1) -> (d0 + 2, d1 * 5 + 1)] : tensor<8x16xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = tensor.extract_slice %x[2, 1] [4, 3] [1, 5] : tensor<8x16xf32> to tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// A dimension that the slice has whole stays plain; a prefix carries its offset
// as a symbol, as a plain dimension would say that the source ends there.
// CHECK-LABEL: @extract_prefix
func.func @extract_prefix(%x: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: stax.pointwise ins(%{{.*}}[(d0, d1)[s0] -> (d0 + s0, d1)] : tensor<8x16xf32>) symbols(%[[ZERO]]) -> tensor<4x16xf32>
  %0 = tensor.extract_slice %x[0, 0] [4, 16] [1, 1] : tensor<8x16xf32> to tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Dimensions that the slice drops are read at their offset, static or not.
// CHECK-LABEL: @extract_row
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x16x4xf32>, %[[I:[a-z0-9]+]]: index
func.func @extract_row(%x: tensor<8x16x4xf32>, %i: index) -> tensor<16xf32> {
  // CHECK: stax.pointwise ins(%[[X]][(d0)[s0] -> (s0, d0, 3)] : tensor<8x16x4xf32>) symbols(%[[I]]) -> tensor<16xf32>
  %0 = tensor.extract_slice %x[%i, 0, 3] [1, 16, 1] [1, 1, 1] : tensor<8x16x4xf32> to tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Offsets, sizes and strides that are known only when the program runs; one
// value is one symbol.
// CHECK-LABEL: @extract_dynamic
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[I:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
func.func @extract_dynamic(%x: tensor<?x?xf32>, %i: index, %n: index, %s: index) -> tensor<?x?xf32> {
  // CHECK: stax.pointwise domain [%[[N]], %[[N]]] ins(%[[X]][(d0, d1)[s0, s1] -> (d0 + s0, d1 * s1 + s0)] : tensor<?x?xf32>) symbols(%[[I]], %[[S]]) -> tensor<?x?xf32>
  %0 = tensor.extract_slice %x[%i, %i] [%n, %n] [1, %s] : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// An empty slice reads nothing.
// CHECK-LABEL: @extract_nothing
func.func @extract_nothing(%x: tensor<8xf32>) -> tensor<0xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0) -> (d0 + 7)] : tensor<8xf32>) -> tensor<0xf32>
  %0 = tensor.extract_slice %x[7] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

// Padding is a guard, with bounds where there is padding only.
// CHECK-LABEL: @pad
func.func @pad(%x: tensor<8x4x2xf32>, %v: f32) -> tensor<13x4x3xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}}[(d0, d1, d2) -> (d0 - 3, d1, d2 - 1)] guard affine_set<(d0, d1, d2) : (d0 - 3 >= 0, -d0 + 10 >= 0, d2 - 1 >= 0)> else %{{.*}} : tensor<8x4x2xf32>) -> tensor<13x4x3xf32>
  %0 = tensor.pad %x low[3, 0, 1] high[2, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %v : f32
  } : tensor<8x4x2xf32> to tensor<13x4x3xf32>
  return %0 : tensor<13x4x3xf32>
}

// -----

// A constant of the padding's region moves in front.
// CHECK-LABEL: @pad_by_constant
func.func @pad_by_constant(%x: tensor<2xi8>) -> tensor<4xi8> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 7 : i8
  // CHECK-NEXT: stax.pointwise ins(%{{.*}}[(d0) -> (d0 - 1)] guard affine_set<{{.*}}> else %[[C]] : tensor<2xi8>) -> tensor<4xi8>
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %c = arith.constant 7 : i8
    tensor.yield %c : i8
  } : tensor<2xi8> to tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Nothing is padded, nothing guarded.
// CHECK-LABEL: @pad_nothing
func.func @pad_nothing(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{[a-z0-9]+}} : tensor<4xf32>) -> tensor<4xf32>
  %0 = tensor.pad %x nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Dynamic extents and padding.
// CHECK-LABEL: @pad_dynamic
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[L:[a-z0-9]+]]: index
func.func @pad_dynamic(%x: tensor<?x?xf32>, %l: index, %v: f32) -> tensor<?x?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[LN:.*]] = arith.addi %[[L]], %[[N]]
  // CHECK: %[[EXTENT:.*]] = arith.addi %[[LN]], %c2
  // CHECK: %[[M:.*]] = tensor.dim %[[X]], %c1
  // CHECK: stax.pointwise domain [%[[EXTENT]], %[[M]]] ins(%[[X]][(d0, d1)[s0, s1] -> (d0 - s0, d1)] guard affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0)> else %{{.*}} : tensor<?x?xf32>) symbols(%[[L]], %[[N]])
  %0 = tensor.pad %x low[%l, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A result that only says where it ends may end before or after the source: the
// guard keeps every read inside.
// CHECK-LABEL: @pad_to_static
func.func @pad_to_static(%x: tensor<?xf32>, %v: f32) -> tensor<5xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}[(d0)[s0] -> (d0 - 1)] guard affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0)> else
  %0 = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// Each piece is read where it lies; the region takes the one that lies there.
// CHECK-LABEL: @concat
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3xi32>, %[[Y:[a-z0-9]+]]: tensor<2x5xi32>, %[[Z:[a-z0-9]+]]: tensor<2x1xi32>
func.func @concat(%x: tensor<2x3xi32>, %y: tensor<2x5xi32>, %z: tensor<2x1xi32>) -> tensor<2x9xi32> {
  // CHECK: stax.pointwise ins(%[[X]] guard affine_set<(d0, d1) : (-d1 + 2 >= 0)> else %c0_i32, %[[Y]][(d0, d1) -> (d0, d1 - 3)] guard affine_set<(d0, d1) : (d1 - 3 >= 0, -d1 + 7 >= 0)> else %c0_i32, %[[Z]][(d0, d1) -> (d0, d1 - 8)] guard affine_set<(d0, d1) : (d1 - 8 >= 0)> else %c0_i32 :
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32):
  // CHECK-DAG:    %[[J:.*]] = stax.index 1
  // CHECK-DAG:    %[[END1:.*]] = arith.constant 3 : index
  // CHECK-DAG:    %[[END2:.*]] = arith.constant 8 : index
  // CHECK-DAG:    %[[BEFORE2:.*]] = arith.cmpi slt, %[[J]], %[[END2]]
  // CHECK-DAG:    %[[BC:.*]] = arith.select %[[BEFORE2]], %[[B]], %[[C]]
  // CHECK-DAG:    %[[BEFORE1:.*]] = arith.cmpi slt, %[[J]], %[[END1]]
  // CHECK-DAG:    %[[ABC:.*]] = arith.select %[[BEFORE1]], %[[A]], %[[BC]]
  // CHECK:        stax.yield %[[ABC]]
  %0 = tensor.concat dim(1) %x, %y, %z : (tensor<2x3xi32>, tensor<2x5xi32>, tensor<2x1xi32>) -> tensor<2x9xi32>
  return %0 : tensor<2x9xi32>
}

// -----

// Where a piece begins may depend on those before.
// CHECK-LABEL: @concat_dynamic
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[Y:[a-z0-9]+]]: tensor<?xf32>
func.func @concat_dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]]
  // CHECK: %[[M:.*]] = tensor.dim %[[Y]]
  // CHECK: %[[NM:.*]] = arith.addi %[[N]], %[[M]]
  // CHECK: stax.pointwise domain [%[[NM]]] ins(%[[X]] guard affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)> else %{{.*}}, %[[Y]][(d0)[s0] -> (d0 - s0)] guard affine_set<(d0)[s0] : (d0 - s0 >= 0)> else %{{.*}} : tensor<?xf32>, tensor<?xf32>) symbols(%[[N]])
  // CHECK: arith.cmpi slt, %{{.*}}, %[[N]]
  %0 = tensor.concat dim(0) %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One piece is a copy.
// CHECK-LABEL: @concat_one
func.func @concat_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise ins(%{{[a-z0-9]+}} : tensor<4xf32>) -> tensor<4xf32>
  %0 = tensor.concat dim(0) %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Whole slices, at indices of another type; the result has a dimension of one
// point for what is gathered.
// CHECK-LABEL: @gather
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x4x5xf32>, %[[AT:[a-z0-9]+]]: tensor<6x7x1xi32>
func.func @gather(%x: tensor<3x4x5xf32>, %at: tensor<6x7x1xi32>) -> tensor<6x7x3x1x5xf32> {
  // CHECK-NEXT: stax.pointwise ins(%[[AT]][(d0, d1, d2, d3, d4) -> (d0, d1, 0)] : tensor<6x7x1xi32>) -> tensor<6x7x3x1x5xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i32):
  // CHECK-NEXT:   %[[I:.*]] = stax.index 2
  // CHECK-NEXT:   %[[J:.*]] = arith.index_cast %[[A]] : i32 to index
  // CHECK-NEXT:   %[[K:.*]] = stax.index 4
  // CHECK-NEXT:   %[[E:.*]] = tensor.extract %[[X]][%[[I]], %[[J]], %[[K]]]
  // CHECK-NEXT:   stax.yield %[[E]]
  %0 = tensor.gather %x[%at] gather_dims([1]) : (tensor<3x4x5xf32>, tensor<6x7x1xi32>) -> tensor<6x7x3x1x5xf32>
  return %0 : tensor<6x7x3x1x5xf32>
}

// -----

// Coordinates in several dimensions, which the result lacks.
// CHECK-LABEL: @gather_reduced
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?x?xf32>, %[[AT:[a-z0-9]+]]: tensor<?x2xindex>
func.func @gather_reduced(%x: tensor<?x?x?xf32>, %at: tensor<?x2xindex>) -> tensor<?x?xf32> {
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[AT]], %c0
  // CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c1
  // CHECK: stax.pointwise domain [%[[N]], %[[M]]] ins(%[[AT]][(d0, d1) -> (d0, 0)], %[[AT]][(d0, d1) -> (d0, 1)] : tensor<?x2xindex>, tensor<?x2xindex>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: index, %[[B:.*]]: index):
  // CHECK-NEXT:   %[[J:.*]] = stax.index 1
  // CHECK-NEXT:   tensor.extract %[[X]][%[[A]], %[[J]], %[[B]]]
  %0 = tensor.gather %x[%at] gather_dims([0, 2]) : (tensor<?x?x?xf32>, tensor<?x2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The body sees where it is.
// CHECK-LABEL: @generate
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
func.func @generate(%n: index, %k: index) -> tensor<4x?xindex> {
  // CHECK-NEXT: stax.pointwise domain [4, %[[N]]] -> tensor<4x?xindex> {
  // CHECK-NEXT:   %[[J:.*]] = stax.index 1
  // CHECK-NEXT:   %[[R:.*]] = arith.muli %[[J]], %[[K]]
  // CHECK-NEXT:   stax.yield %[[R]]
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %r = arith.muli %j, %k : index
    tensor.yield %r : index
  } : tensor<4x?xindex>
  return %0 : tensor<4x?xindex>
}

// -----

// The body may read tensors, and yield what is known outside.
// CHECK-LABEL: @generate_transpose
func.func @generate_transpose(%x: tensor<4x8xf32>, %v: f32) -> (tensor<8x4xf32>, tensor<2xf32>) {
  // CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<4x8xf32>
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %x[%j, %i] : tensor<4x8xf32>
    tensor.yield %e : f32
  } : tensor<8x4xf32>
  // CHECK: stax.pointwise -> tensor<2xf32> {
  // CHECK-NEXT: stax.yield %arg1
  %1 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<2xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<2xf32>
}

// -----

// A scalar at every point.
// CHECK-LABEL: @splat
// CHECK-SAME: %[[V:[a-z0-9]+]]: f32, %[[N:[a-z0-9]+]]: index
func.func @splat(%v: f32, %n: index) -> tensor<?x4xf32> {
  // CHECK-NEXT: stax.pointwise domain [%[[N]], 4] -> tensor<?x4xf32> {
  // CHECK-NEXT:   stax.yield %[[V]]
  %0 = tensor.splat %v[%n] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A tensor of one scalar; a constant is in the region.
// CHECK-LABEL: @from_one_element
func.func @from_one_element(%v: f32) -> (tensor<f32>, tensor<2xf32>) {
  // CHECK: stax.pointwise -> tensor<f32> {
  // CHECK-NEXT: stax.yield %arg0
  %0 = tensor.from_elements %v : tensor<f32>
  // CHECK: stax.pointwise -> tensor<2xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant 2.0
  // CHECK-NEXT: stax.yield %[[C]]
  %c = arith.constant 2.0 : f32
  %1 = tensor.from_elements %c, %c : tensor<2xf32>
  return %0, %1 : tensor<f32>, tensor<2xf32>
}

// -----

// Views are free once buffers are chosen; what they are made of stays.
// CHECK-LABEL: @should_not_convert_views
func.func @should_not_convert_views(%x: tensor<8xf32>, %y: tensor<2x2xf32>, %i: index) -> (tensor<?x4xf32>, tensor<8xf32>, f32) {
  // CHECK-NEXT: tensor.expand_shape
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  // CHECK-NEXT: tensor.insert_slice
  %1 = tensor.insert_slice %y into %0[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<2x4xf32>
  // CHECK-NEXT: tensor.collapse_shape
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  // CHECK-NEXT: tensor.cast
  %3 = tensor.cast %1 : tensor<2x4xf32> to tensor<?x4xf32>
  // CHECK-NEXT: tensor.extract
  %4 = tensor.extract %x[%i] : tensor<8xf32>
  return %3, %2, %4 : tensor<?x4xf32>, tensor<8xf32>, f32
}

// -----

// Device and stream stay with the operation.
// CHECK-LABEL: @placement
func.func @placement(%x: tensor<8xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise {{.*}} attributes {stax.device = 1 : i64, stax.stream = 2 : i64}
  %0 = tensor.extract_slice %x[1] [4] [1] {stax.device = 1, stax.stream = 2} : tensor<8xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A caller's tensor is not written over.
// CHECK-LABEL: @into_argument
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @into_argument(%x: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %x in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Should not take away writes to what the function has, or to memory.
// CHECK-LABEL: @into_own
// CHECK: materialize_in_destination %{{.*}} in %{{.*}} : (tensor<4xf32>, tensor<4xf32>)
// CHECK: materialize_in_destination %{{.*}} in restrict writable
func.func @into_own(%x: tensor<4xf32>, %d: tensor<4xf32> {stax.donate}, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %x in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %x in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return %0 : tensor<4xf32>
}
