// RUN: stax-opt %s -split-input-file -verify-diagnostics

// The rules of maps hold for scans as for pointwise operations.
func.func @scan_c1(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected the map of input #0 to have the domain's 2 dimensions, but got 1}}
  %0 = stax.scan #stax.add dim 1 ins(%x[(d0) -> (d0, 0)] : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// So does that of extents.
func.func @scan_c2(%x: tensor<8x5xf32>) {
  // expected-error @below {{expected input #0 to have extent 4 in dimension 1, but got 5}}
  %0 = stax.scan #stax.add dim 1 ins(%x : tensor<8x5xf32>) -> tensor<8x4xf32>
  return
}

// -----

// A shift that is too far.
func.func @scan_c3(%x: tensor<8xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 1 to 8, but its extent is 8}}
  %0 = stax.scan #stax.add dim 0 ins(%x[(d0) -> (d0 + 1)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A guard of another rank.
#inside = affine_set<(d0, d1) : (d0 >= 0)>
func.func @scan_c4(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{expected the guard of input #0 to have 1 dimensions and 0 symbols, but got 2 and 0}}
  %0 = stax.scan #stax.add dim 0 ins(%x guard #inside else %zero : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A negative extent.
func.func @scan_c5(%x: tensor<8xf32>) {
  // expected-error @below {{expected extent 0 of the domain not to be negative, but got -8}}
  %0 = stax.scan #stax.add dim 0 domain [-8] ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A region of other types than the inputs'.
func.func @scan_c6(%x: tensor<8xf32>) {
  // expected-error @below {{expected argument #0 of the region to be 'f32', but got 'i32'}}
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<8xf32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    stax.yield %a : i32
  }
  return
}

// -----

// The region has no side effects.
func.func @scan_c7(%x: tensor<8xf32>, %m: memref<f32>) {
  // expected-error @below {{expected operations without regions and side effects in the region}}
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'memref.load'}}
    %b = memref.load %m[] : memref<f32>
    stax.yield %b : f32
  }
  return
}

// -----

// There is no third dimension.
func.func @scan_c8(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected to scan along a dimension of a domain of rank 2, but got 2}}
  %0 = stax.scan #stax.add dim 2 ins(%x : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// A point has no dimension.
func.func @scan_c8_point(%x: tensor<f32>) {
  // expected-error @below {{expected to scan along a dimension of a domain of rank 0, but got 0}}
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<f32>) -> tensor<f32>
  return
}

// -----

// No maximum of floats by the rule of integers.
func.func @scan_c9(%x: tensor<8xf32>) {
  // expected-error @below {{#stax.maxs combines an integer, but got 'f32'}}
  %0 = stax.scan #stax.maxs dim 0 ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A tuple of two needs two values.
func.func @scan_c9_arity(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield 2 values for #stax.argmax, but got 1}}
  %0 = stax.scan #stax.argmax dim 0 ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Results do not widen at will.
func.func @scan_c10_type(%x: tensor<8xf32>) {
  // expected-error @below {{expected result #0 to have elements of type 'f32', but got 'f64'}}
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<8xf32>) -> tensor<8xf64>
  return
}

// -----

// A scan keeps its dimension.
func.func @scan_c10_shape(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected result #0 to be 'tensor<8x4xf32>', but got 'tensor<8xf32>'}}
  %0 = stax.scan #stax.add dim 1 domain [8, 4] ins(%x : tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// One result for two members.
func.func @scan_c10_count(%x: tensor<8xf32>, %i: tensor<8xi64>) {
  // expected-error @below {{expected 2 results for #stax.argmax, but got 1}}
  %0 = stax.scan #stax.argmax dim 0 ins(%x, %i : tensor<8xf32>, tensor<8xi64>) -> tensor<8xf32>
  return
}

// -----

// One carry for two members.
func.func @scan_c11_count(%x: tensor<8xf32>, %i: tensor<8xi64>, %c: f32) {
  // expected-error @below {{expected 2 carries for #stax.argmax, but got 1}}
  %0:2 = stax.scan #stax.argmax dim 0 carry(%c : f32) ins(%x, %i : tensor<8xf32>, tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>)
  return
}

// -----

// A carry has the type of the tuple.
func.func @scan_c11_type(%x: tensor<8xf32>, %c: i32) {
  // expected-error @below {{expected carry #0 to be of type 'f32', but got 'i32'}}
  %0 = stax.scan #stax.add dim 0 carry(%c : i32) ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A carry has an element for each line.
func.func @scan_c11_shape(%x: tensor<8x4xf32>, %c: tensor<4xf32>) {
  // expected-error @below {{expected carry #0 to be a scalar or 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = stax.scan #stax.add dim 1 carry(%c : tensor<4xf32>) ins(%x : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// There is no maximum before the first point.
func.func @scan_c12(%x: tensor<8xf32>) {
  // expected-error @below {{expected a carry: the first point of an exclusive scan combines no points, for which #stax.max has no value}}
  %0 = stax.scan #stax.max dim 0 exclusive ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Lanes would mix up the points.
func.func @scan_c13(%x: tensor<8xf32>) {
  // expected-error @below {{expected the tree scan_row, scan_column or serial, but got row}}
  %0 = stax.scan #stax.add dim 0 tree(row) ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scan_needs_a_monoid(%x: tensor<8xf32>) {
  // expected-error @below {{expected a monoid, such as #stax.add, but got #stax.schedule}}
  %0 = stax.scan #stax.schedule dim 0 ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// What has a syntax of its own is not an attribute.
func.func @scan_inherent_attribute(%x: tensor<8xf32>) {
  // expected-error @below {{expected 'reverse' in the operation's own syntax, not in its attributes}}
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<8xf32>) attributes {reverse} -> tensor<8xf32>
  return
}
