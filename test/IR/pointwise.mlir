// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// Identity maps and a static domain are left out.
// CHECK-LABEL: @identity_maps_are_left_out
func.func @identity_maps_are_left_out(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stax.pointwise ins(%x[(d0, d1) -> (d0, d1)] : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  return %0 : tensor<64x128xf32>
}

// -----

// A reduction's result is read back over its row.
// CHECK-LABEL: @broadcast
func.func @broadcast(%x: tensor<64x128xf32>, %m: tensor<64xf32>) -> tensor<64x128xf32> {
  // CHECK: ins(%{{.*}}, %{{.*}}[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>)
  %0 = stax.pointwise ins(%x, %m[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  return %0 : tensor<64x128xf32>
}

// -----

// A body that yields its arguments is left out.
// CHECK-LABEL: @transpose_without_region
func.func @transpose_without_region(%x: tensor<64x128xf32>) -> tensor<128x64xf32> {
  // CHECK: %[[T:.*]] = stax.pointwise ins(%{{.*}}[(d0, d1) -> (d1, d0)] : tensor<64x128xf32>) -> tensor<128x64xf32>
  // CHECK-NEXT: return %[[T]]
  %0 = stax.pointwise ins(%x[(d0, d1) -> (d1, d0)] : tensor<64x128xf32>) -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}

// -----

// Dynamic extents are values.
// CHECK-LABEL: @dynamic_extents
func.func @dynamic_extents(%x: tensor<?x128xf32>, %n: index) -> tensor<?x128xf32> {
  // CHECK: stax.pointwise domain [%{{.*}}, 128] ins(%{{.*}} : tensor<?x128xf32>) -> tensor<?x128xf32>
  %0 = stax.pointwise domain [%n, 128] ins(%x : tensor<?x128xf32>) -> tensor<?x128xf32> {
  ^bb0(%a: f32):
    %r = arith.negf %a : f32
    stax.yield %r : f32
  }
  return %0 : tensor<?x128xf32>
}

// -----

// Symbols give offsets that are known when the program runs.
// CHECK-LABEL: @symbols
func.func @symbols(%x: tensor<?xf32>, %offset: index) -> tensor<8xf32> {
  // CHECK: ins(%{{.*}}[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%{{.*}}) -> tensor<8xf32>
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%offset) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A guard pads: outside it the element is the else value.
// CHECK: #[[SET:.*]] = affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-LABEL: @guard
#inside = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @guard(%x: tensor<8xf32>, %zero: f32) -> tensor<9xf32> {
  // CHECK: ins(%{{.*}}[(d0) -> (d0 - 1)] guard #[[SET]] else %{{.*}} : tensor<8xf32>) -> tensor<9xf32>
  %0 = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #inside else %zero : tensor<8xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Several results share one domain, and no input is needed.
// CHECK-LABEL: @iota_and_constant
func.func @iota_and_constant(%c: f32) -> (tensor<4x2xindex>, tensor<4x2xf32>) {
  // CHECK: %{{.*}}:2 = stax.pointwise -> (tensor<4x2xindex>, tensor<4x2xf32>) {
  // CHECK-NEXT: stax.index 1
  %0:2 = stax.pointwise -> (tensor<4x2xindex>, tensor<4x2xf32>) {
    %i = stax.index 1
    stax.yield %i, %c : index, f32
  }
  return %0#0, %0#1 : tensor<4x2xindex>, tensor<4x2xf32>
}

// -----

// Rank 0 is a domain of one point, extent 0 one of none.
// CHECK-LABEL: @rank_zero_and_empty
func.func @rank_zero_and_empty(%x: tensor<f32>, %y: tensor<0x3xf32>) -> (tensor<f32>, tensor<0x3xf32>) {
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<f32>) -> tensor<f32>
  %0 = stax.pointwise ins(%x : tensor<f32>) -> tensor<f32>
  // CHECK: stax.pointwise ins(%{{.*}} : tensor<0x3xf32>) -> tensor<0x3xf32>
  %1 = stax.pointwise ins(%y : tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0, %1 : tensor<f32>, tensor<0x3xf32>
}

// -----

// Elements at computed indices come from a captured tensor.
// CHECK-LABEL: @indirect_read
func.func @indirect_read(%table: tensor<?xf32>, %i: tensor<8xindex>) -> tensor<8xf32> {
  // CHECK: tensor.extract
  %0 = stax.pointwise ins(%i : tensor<8xindex>) -> tensor<8xf32> {
  ^bb0(%k: index):
    %v = tensor.extract %table[%k] : tensor<?xf32>
    stax.yield %v : f32
  } 
  return %0 : tensor<8xf32>
}
