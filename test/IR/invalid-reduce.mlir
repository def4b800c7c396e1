// RUN: stax-opt %s -split-input-file -verify-diagnostics

// The rules of maps hold for reductions as for pointwise operations.
func.func @reduce_c1(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected the map of input #0 to have the domain's 2 dimensions, but got 1}}
  %0 = stax.reduce #stax.add dims [1] domain [8, 4] ins(%x[(d0) -> (d0, 0)] : tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// So does that of extents.
func.func @reduce_c2(%x: tensor<8x5xf32>) {
  // expected-error @below {{expected input #0 to have extent 4 in dimension 1, but got 5}}
  %0 = stax.reduce #stax.add dims [1] domain [8, 4] ins(%x : tensor<8x5xf32>) -> tensor<8xf32>
  return
}

// -----

// A window that is too wide.
func.func @reduce_c3(%x: tensor<10xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 0 to 10, but its extent is 10}}
  %0 = stax.reduce #stax.max dims [1] domain [8, 4] ins(%x[(d0, d1) -> (d0 + d1)] : tensor<10xf32>) -> tensor<8xf32>
  return
}

// -----

// A guard of another rank.
#inside = affine_set<(d0, d1) : (d0 >= 0)>
func.func @reduce_c4(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{expected the guard of input #0 to have 1 dimensions and 0 symbols, but got 2 and 0}}
  %0 = stax.reduce #stax.add dims [0] ins(%x guard #inside else %zero : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// A negative extent.
func.func @reduce_c5(%x: tensor<8xf32>) {
  // expected-error @below {{expected extent 0 of the domain not to be negative, but got -8}}
  %0 = stax.reduce #stax.add dims [0] domain [-8] ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// Without a region the tuple is the inputs' elements, whose types must agree.
func.func @reduce_c6(%x: tensor<8xf32>) {
  // expected-error @below {{expected argument #0 of the region to be 'f32', but got 'i32'}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) -> tensor<i32> {
  ^bb0(%a: i32):
    stax.yield %a : i32
  }
  return
}

// -----

// The region has no side effects.
func.func @reduce_c7(%x: tensor<8xf32>, %m: memref<f32>) {
  // expected-error @below {{expected operations without regions and side effects in the region}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'memref.load'}}
    %b = memref.load %m[] : memref<f32>
    stax.yield %b : f32
  }
  return
}

// -----

// A reduction reduces.
func.func @reduce_c8_none(%x: tensor<8xf32>) {
  // expected-error @below {{expected at least one reduced dimension}}
  %0 = stax.reduce #stax.add dims [] ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A dimension that the domain lacks.
func.func @reduce_c8_range(%x: tensor<8xf32>) {
  // expected-error @below {{expected reduced dimensions of a domain of rank 1, but got 1}}
  %0 = stax.reduce #stax.add dims [1] domain [8] ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// One before the first, where the domain is to be inferred.
func.func @reduce_c8_negative(%x: tensor<8xf32>) {
  // expected-error @below {{expected reduced dimensions of a domain of rank 1, but got -1}}
  %0 = stax.reduce #stax.add dims [-1] ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// A dimension is reduced once.
func.func @reduce_c8_order(%x: tensor<8x8xf32>) {
  // expected-error @below {{expected reduced dimensions to increase, but got 1 after 1}}
  %0 = stax.reduce #stax.add dims [1, 1] domain [8, 8] ins(%x : tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

// The monoid's tuple has another size.
func.func @reduce_c9_arity(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield 1 values for #stax.add, but got 2}}
  %0 = stax.reduce #stax.add dims [0] ins(%x, %x : tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// Bits of floats are not combined.
func.func @reduce_c9_float(%x: tensor<8xf32>) {
  // expected-error @below {{#stax.and combines an integer, but got 'f32'}}
  %0 = stax.reduce #stax.and dims [0] ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// The maximum of integers needs a sign.
func.func @reduce_c9_integer(%x: tensor<8xi32>) {
  // expected-error @below {{#stax.max combines a float, but got 'i32'}}
  %0 = stax.reduce #stax.max dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// Neither floats nor integers.
func.func @reduce_c9_number(%x: tensor<8xcomplex<f32>>) {
  // expected-error @below {{#stax.add combines a float or integer, but got 'complex<f32>'}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xcomplex<f32>>) -> tensor<complex<f32>>
  return
}

// -----

// One result for each member of the tuple.
func.func @reduce_c10_count(%x: tensor<8xf32>) {
  // expected-error @below {{expected 1 results for #stax.add, but got 2}}
  %0:2 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

// A result of another element type.
func.func @reduce_c10_type(%x: tensor<8xf32>) {
  // expected-error @below {{expected result #0 to have elements of type 'f32', but got 'f64'}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) -> tensor<f64>
  return
}

// -----

// A result of another shape.
func.func @reduce_c10_shape(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected result #0 to be 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = stax.reduce #stax.add dims [1] domain [8, 4] ins(%x : tensor<8x4xf32>) -> tensor<4xf32>
  return
}

// -----

// There is no largest of no elements.
func.func @reduce_c11(%x: tensor<4x0xf32>) {
  // expected-error @below {{reduces the empty dimension 1 by #stax.max, which has no value for no points}}
  %0 = stax.reduce #stax.max dims [1] ins(%x : tensor<4x0xf32>) -> tensor<4xf32>
  return
}

// -----

// Nor is there an index of it.
func.func @reduce_c11_argmax(%x: tensor<4x0xf32>, %i: tensor<4x0xi64>) {
  // expected-error @below {{reduces the empty dimension 1 by #stax.argmax, which has no value for no points}}
  %0:2 = stax.reduce #stax.argmax dims [1] ins(%x, %i : tensor<4x0xf32>, tensor<4x0xi64>) -> (tensor<4xf32>, tensor<4xi64>)
  return
}

// -----

// An order of points is a serial tree.
func.func @reduce_c12_ordered(%x: tensor<8xf32>) {
  // expected-error @below {{expected the tree serial for an ordered reduction, but got row}}
  %0 = stax.reduce #stax.add dims [0] ordered tree(row) ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// And no other reduction has it.
func.func @reduce_c12_serial(%x: tensor<8xf32>) {
  // expected-error @below {{expected another tree for a reduction that is not ordered, but got serial}}
  %0 = stax.reduce #stax.add dims [0] tree(serial) ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// Any attribute parses, but only monoids combine.
func.func @reduce_parse_monoid(%x: tensor<8xf32>) {
  // expected-error @below {{expected a monoid, such as #stax.add, but got 5 : i32}}
  %0 = stax.reduce 5 : i32 dims [0] ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// An unknown tree.
func.func @reduce_parse_tree(%x: tensor<8xf32>) {
  // expected-error @below {{expected serial, row, column, pairs, scan_row or scan_column, but got 'fancy'}}
  %0 = stax.reduce #stax.add dims [0] tree(fancy) ins(%x : tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// The tree has a clause, an attribute of that name would be lost.
func.func @reduce_parse_inherent(%x: tensor<8xf32>) {
  // expected-error @below {{expected 'tree' in the operation's own syntax, not in its attributes}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) attributes {tree = 1 : i32} -> tensor<f32>
  return
}

// -----

// The domain must follow from some input.
func.func @reduce_parse_unknown_extent(%x: tensor<10xf32>) {
  // expected-error @below {{cannot infer the extent of dimension 1; spell it out with 'domain [...]'}}
  %0 = stax.reduce #stax.max dims [1] ins(%x[(d0, d1) -> (d0 + d1)] : tensor<10xf32>) -> tensor<8xf32>
  return
}

// -----

// A value outside of the enumeration.
func.func @reduce_generic_tree(%x: tensor<8xf32>) {
  // expected-error @below {{property 'tree' failed to satisfy constraint}}
  %0 = "stax.reduce"(%x) <{monoid = #stax.add, dimensions = array<i64: 0>, tree = 77 : i32, maps = [affine_map<(d0) -> (d0)>], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// A missing monoid.
func.func @reduce_generic_monoid(%x: tensor<8xf32>) {
  // expected-error @below {{requires attribute 'monoid'}}
  %0 = "stax.reduce"(%x) <{dimensions = array<i64: 0>, tree = 1 : i32, maps = [affine_map<(d0) -> (d0)>], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<f32>
  return
}

// -----

// Segments that do not add up to the operands.
func.func @reduce_generic_segments(%x: tensor<8xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "stax.reduce"(%x) <{monoid = #stax.add, dimensions = array<i64: 0>, tree = 1 : i32, maps = [affine_map<(d0) -> (d0)>], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<f32>
  return
}
