// RUN: stax-opt %s -convert-elementwise-to-stax -split-input-file | FileCheck %s

// One operation, one node, with identity maps.
// CHECK-LABEL: @binary
func.func @binary(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = stax.pointwise ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.subf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   stax.yield %[[S]] : f32
  // CHECK:      return %[[R]]
  %0 = arith.subf %x, %y : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Flags stay with the scalar operation, and so does what else it carries.
// CHECK-LABEL: @properties_are_kept
func.func @properties_are_kept(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} fastmath<nnan> : f32
  // CHECK: stax.yield %{{.*}} : i1
  %0 = arith.cmpf olt, %x, %y fastmath<nnan> : tensor<4xf32>
  return %0 : tensor<4xi1>
}

// -----

// A conversion's input and result differ in type.
// CHECK-LABEL: @cast
func.func @cast(%x: tensor<4xi8>) -> tensor<4xf64> {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<4xi8>) -> tensor<4xf64>
  // CHECK: arith.uitofp %{{.*}} : i8 to f64
  %0 = arith.uitofp %x : tensor<4xi8> to tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// A tensor that is used twice is read once.
// CHECK-LABEL: @same_operand_twice
func.func @same_operand_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT:   arith.mulf %[[A]], %[[A]] : f32
  %0 = arith.mulf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Two results share the node.
// CHECK-LABEL: @several_results
func.func @several_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[R:.*]]:2 = stax.pointwise ins(%{{.*}} : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[S:.*]], %[[C:.*]] = math.sincos %{{.*}} : f32
  // CHECK: stax.yield %[[S]], %[[C]] : f32, f32
  // CHECK: return %[[R]]#0, %[[R]]#1
  %s, %c = math.sincos %x : tensor<4xf32>
  return %s, %c : tensor<4xf32>, tensor<4xf32>
}

// -----

// A scalar condition is captured.
// CHECK-LABEL: @select_with_scalar_condition
// CHECK-SAME: %[[COND:[a-z0-9]+]]: i1
func.func @select_with_scalar_condition(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>)
  // CHECK: arith.select %[[COND]], %{{.*}}, %{{.*}} : f32
  %0 = arith.select %c, %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Splats become scalars in the region, and are gone if nothing else uses them.
// CHECK-LABEL: @splat_constant
func.func @splat_constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32):
  // CHECK-NEXT:   %[[C:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK-NEXT:   arith.mulf %[[A]], %[[C]] : f32
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.mulf %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Other constants stay operands.
// CHECK-LABEL: @dense_constant
func.func @dense_constant(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
  // CHECK: stax.pointwise ins(%{{.*}}, %[[C]] : tensor<2xf32>, tensor<2xf32>)
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = arith.mulf %x, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A tensor that repeats a computed scalar is not read.
// CHECK-LABEL: @splat_of_value
// CHECK-SAME: %[[S:[a-z0-9]+]]: f32
func.func @splat_of_value(%x: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<4xf32>)
  // CHECK: arith.addf %{{.*}}, %[[S]] : f32
  %t = tensor.splat %s : tensor<4xf32>
  %0 = arith.addf %x, %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Dynamic extents come from the first tensor, and a chain shares them.
// CHECK-LABEL: @dynamic_extents
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x4xf32>
func.func @dynamic_extents(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[D:.*]] = tensor.dim %[[X]]
  // CHECK: %[[A:.*]] = stax.pointwise domain [%[[D]], 4]
  // CHECK: stax.pointwise domain [%[[D]], 4] ins(%[[A]] :
  %0 = arith.addf %x, %y : tensor<?x4xf32>
  %1 = math.exp %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Rank 0 and extent 0 are ordinary.
// CHECK-LABEL: @rank_zero_and_empty
func.func @rank_zero_and_empty(%x: tensor<f32>, %y: tensor<0x3xi32>) -> (tensor<f32>, tensor<0x3xi32>) {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<f32>) -> tensor<f32>
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<0x3xi32>) -> tensor<0x3xi32>
  %0 = arith.negf %x : tensor<f32>
  %1 = arith.addi %y, %y : tensor<0x3xi32>
  return %0, %1 : tensor<f32>, tensor<0x3xi32>
}

// -----

// Operations below control flow are converted in their place.
// CHECK-LABEL: @inside_control_flow
func.func @inside_control_flow(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: stax.pointwise
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %1 = math.sqrt %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Device and stream go to the node.
// CHECK-LABEL: @placement
func.func @placement(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stax.pointwise
  // CHECK-SAME: stax.device = 1 : i64
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.exp %{{.*}} : f32
  %0 = math.exp %x {stax.device = 1 : i64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Scalars and vectors are not tensors.
// CHECK-LABEL: @should_not_convert_scalars_and_vectors
func.func @should_not_convert_scalars_and_vectors(%x: f32, %y: vector<4xf32>) -> (f32, vector<4xf32>) {
  // CHECK-NOT: stax.
  // CHECK: math.exp %{{.*}} : f32
  // CHECK: math.exp %{{.*}} : vector<4xf32>
  %0 = math.exp %x : f32
  %1 = math.exp %y : vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}
