// RUN: stax-opt %s -split-input-file -verify-diagnostics

// A map has the domain's dimensions.
func.func @pointwise_c1_dimensions(%x: tensor<8xf32>) {
  // expected-error @below {{expected the map of input #0 to have the domain's 1 dimensions, but got 2}}
  %0 = stax.pointwise ins(%x[(d0, d1) -> (d0)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A map has as many symbols as the operation.
func.func @pointwise_c1_symbols(%x: tensor<8xf32>) {
  // expected-error @below {{expected the map of input #0 to have 0 symbols, but got 1}}
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A map has one result for each dimension of the input.
func.func @pointwise_c1_results(%x: tensor<8x4xf32>) {
  // expected-error @below {{expected the map of input #0 to have 2 results, one for each dimension of 'tensor<8x4xf32>', but got 1}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0)] : tensor<8x4xf32>) -> tensor<8xf32>
  return
}

// -----

// There is no quotient by zero.
func.func @pointwise_c1_division_by_zero(%x: tensor<8xf32>) {
  // expected-error @below {{expected the map of input #0 to divide by positive constants only, but got affine_map<(d0) -> (d0 floordiv 0)>}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 floordiv 0)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A symbol may be zero when the program runs.
func.func @pointwise_c1_division_by_symbol(%x: tensor<8xf32>, %n: index) {
  // expected-error @below {{expected the map of input #0 to divide by positive constants only, but got affine_map<(d0)[s0] -> (d0 mod s0)>}}
  %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 mod s0)] : tensor<8xf32>) symbols(%n) -> tensor<8xf32>
  return
}

// -----

// Only the generic form can leave a map out.
func.func @pointwise_c1_missing_map(%x: tensor<8xf32>) {
  // expected-error @below {{expected one map for each of 1 inputs, but got 0}}
  %0 = "stax.pointwise"(%x) <{maps = [], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// The attribute itself is required.
func.func @pointwise_c1_missing_maps(%x: tensor<8xf32>) {
  // expected-error @below {{requires attribute 'maps'}}
  %0 = "stax.pointwise"(%x) <{staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A plain dimension runs over the whole input.
func.func @pointwise_c2(%x: tensor<8x5xf32>) {
  // expected-error @below {{expected input #0 to have extent 4 in dimension 1, but got 5}}
  %0 = stax.pointwise ins(%x : tensor<8x5xf32>) -> tensor<8x4xf32>
  return
}

// -----

// A guard excuses the dimensions that it restricts, and no others.
#inside = affine_set<(d0, d1) : (d0 - 1 >= 0, -d0 + 6 >= 0)>
func.func @pointwise_c2_guard(%x: tensor<8x5xf32>, %zero: f32) {
  // expected-error @below {{expected input #0 to have extent 4 in dimension 1, but got 5}}
  %0 = stax.pointwise ins(%x guard #inside else %zero : tensor<8x5xf32>) -> tensor<9x4xf32>
  return
}

// -----

// A shift without a guard leaves the input at its end.
func.func @pointwise_c3_above(%x: tensor<8xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 1 to 8, but its extent is 8}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 + 1)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A flip that is off by one leaves it at its beginning.
func.func @pointwise_c3_below(%x: tensor<8xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from -1 to 6, but its extent is 8}}
  %0 = stax.pointwise ins(%x[(d0) -> (-d0 + 6)] : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Quotients and remainders are bounded too.
func.func @pointwise_c3_quotient(%x: tensor<3x4xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 0 to 3, but its extent is 3}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 floordiv 4, d0 mod 4)] : tensor<3x4xf32>) -> tensor<16xf32>
  return
}

// -----

// The remainder of an index within one multiple is not the full range.
func.func @pointwise_c3_remainder(%x: tensor<3xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 0 to 3, but its extent is 3}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 mod 8)] : tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// A constant is an index like any other.
func.func @pointwise_c3_constant(%x: tensor<3xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 3 to 3, but its extent is 3}}
  %0 = stax.pointwise ins(%x[(d0) -> (3)] : tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// Quotients may be rounded up.
func.func @pointwise_c3_ceildiv(%x: tensor<2xf32>) {
  // expected-error @below {{reads input #0 out of bounds: indices of dimension 0 run from 0 to 2, but its extent is 2}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 ceildiv 2)] : tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// A guard speaks of the same dimensions as the map.
#inside = affine_set<(d0, d1) : (d0 - 1 >= 0)>
func.func @pointwise_c4_dimensions(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{expected the guard of input #0 to have 1 dimensions and 0 symbols, but got 2 and 0}}
  %0 = stax.pointwise ins(%x[(d0) -> (d0 - 1)] guard #inside else %zero : tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

// A guard divides as a map does.
#inside = affine_set<(d0) : (d0 floordiv 0 >= 0)>
func.func @pointwise_c4_division(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{expected the guard of input #0 to divide by positive constants only}}
  %0 = stax.pointwise ins(%x guard #inside else %zero : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// An else value is an element; the custom syntax gives it that type.
#inside = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @pointwise_c4_padding_type(%x: tensor<8xf32>, %zero: f64) {
  // expected-error @below {{expected the 'else' value of input #0 to be 'f32', but got 'f64'}}
  %0 = "stax.pointwise"(%x, %zero) <{maps = [affine_map<(d0) -> (d0)>], guards = [#inside], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 1>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>, f64) -> tensor<8xf32>
  return
}

// -----

// Each guard needs an else value.
#inside = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @pointwise_c4_missing_padding(%x: tensor<8xf32>) {
  // expected-error @below {{expected an 'else' value for each guard}}
  %0 = "stax.pointwise"(%x) <{maps = [affine_map<(d0) -> (d0)>], guards = [#inside], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// An else value without its guard would be lost.
func.func @pointwise_c4_extra_padding(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{expected 0 'else' values, one for each guard, but got 1}}
  %0 = "stax.pointwise"(%x, %zero) <{maps = [affine_map<(d0) -> (d0)>], guards = [unit], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 1>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>, f32) -> tensor<8xf32>
  return
}

// -----

// The same without any guard.
func.func @pointwise_c4_padding_without_guards(%x: tensor<8xf32>, %zero: f32) {
  // expected-error @below {{has 'else' values, but no guards}}
  %0 = "stax.pointwise"(%x, %zero) <{maps = [affine_map<(d0) -> (d0)>], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 1>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>, f32) -> tensor<8xf32>
  return
}

// -----

// Guards are given for all inputs or for none.
func.func @pointwise_c4_guard_count(%x: tensor<8xf32>) {
  // expected-error @below {{expected one guard or unit for each of 1 inputs, but got 2}}
  %0 = "stax.pointwise"(%x) <{maps = [affine_map<(d0) -> (d0)>], guards = [unit, unit], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A guard is a set.
func.func @pointwise_c4_guard_kind(%x: tensor<8xf32>) {
  // expected-error @below {{expected guard #0 to be an integer set or unit, but got 3 : i64}}
  %0 = "stax.pointwise"(%x) <{maps = [affine_map<(d0) -> (d0)>], guards = [3], staticExtents = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    stax.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Extents are not negative.
func.func @pointwise_c5_negative(%c: f32) {
  // expected-error @below {{expected extent 0 of the domain not to be negative, but got -3}}
  %0 = stax.pointwise domain [-3] -> tensor<8xf32> {
    stax.yield %c : f32
  }
  return
}

// -----

// Each dynamic extent has a value, also where the body asks for the domain.
func.func @pointwise_c5_missing_value(%x: tensor<?xf32>) {
  // expected-error @below {{expected 1 values for dynamic extents, but got 0}}
  %0 = "stax.pointwise"(%x) <{maps = [affine_map<(d0) -> (d0)>], staticExtents = array<i64: -9223372036854775808>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
  ^bb0(%a: f32):
    %i = stax.index 0
    stax.yield %a : f32
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// The region has an argument for each input.
func.func @pointwise_c6_argument_count(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to have 1 arguments, one for each input, but got 2}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    stax.yield %a : f32
  }
  return
}

// -----

// The argument is an element.
func.func @pointwise_c6_argument_type(%x: tensor<8xf32>) {
  // expected-error @below {{expected argument #0 of the region to be 'f32', but got 'f64'}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf64> {
  ^bb0(%a: f64):
    stax.yield %a : f64
  }
  return
}

// -----

// One scalar is yielded for each result.
func.func @pointwise_c6_yield_count(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield 1 values, one for each result, but got 2}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    stax.yield %a, %a : f32, f32
  }
  return
}

// -----

// It is an element of the result.
func.func @pointwise_c6_yield_type(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield 'f64' for result #0, but got 'f32'}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf64> {
  ^bb0(%a: f32):
    stax.yield %a : f32
  }
  return
}

// -----

// A tensor from outside is no scalar.
func.func @pointwise_c6_yield_tensor(%x: tensor<8xf32>, %y: tensor<2xf32>) {
  // expected-error @below {{expected the region to yield scalars, but got 'tensor<2xf32>'}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    stax.yield %y : tensor<2xf32>
  }
  return
}

// -----

// Elements are numbers.
func.func @pointwise_element_type(%x: tensor<8xvector<2xf32>>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of signless integer or index or floating-point or complex-type values, but got 'tensor<8xvector<2xf32>>'}}
  %0 = stax.pointwise ins(%x : tensor<8xvector<2xf32>>) -> tensor<8xvector<2xf32>>
  return
}

// -----

// Another terminator hands nothing over.
func.func @pointwise_c6_terminator(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to end in 'stax.yield'}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    llvm.unreachable
  }
  return
}

// -----

// A block without a terminator.
func.func @pointwise_c6_no_terminator(%x: tensor<8xf32>) {
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-error @below {{block with no terminator}}
    %b = arith.negf %a : f32
  }
  return
}

// -----

// An empty block.
func.func @pointwise_c6_empty_block(%x: tensor<8xf32>) {
  // expected-error @below {{expects a non-empty block}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
  }
  return
}

// -----

// A region without blocks.
func.func @pointwise_c6_no_block(%x: tensor<8xf32>) {
  // expected-error @below {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {}
  return
}

// -----

// Control flow between blocks.
func.func @pointwise_c6_two_blocks(%x: tensor<8xf32>) {
  // expected-error @below {{expects region #0 to have 0 or 1 blocks}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    cf.br ^bb1
  ^bb1:
    stax.yield %a : f32
  }
  return
}

// -----

// A store in the region.
func.func @pointwise_c7_side_effect(%x: tensor<8xf32>, %m: memref<f32>) {
  // expected-error @below {{expected operations without regions and side effects in the region}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'memref.store'}}
    memref.store %a, %m[] : memref<f32>
    stax.yield %a : f32
  }
  return
}

// -----

// Control flow in the region; 'arith.select' is the way.
func.func @pointwise_c7_region(%x: tensor<8xf32>, %c: i1) {
  // expected-error @below {{expected operations without regions and side effects in the region}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'scf.if'}}
    %r = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %a : f32
    }
    stax.yield %r : f32
  }
  return
}

// -----

// A whole tensor computed for each point.
func.func @pointwise_c7_tensor(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to compute on scalars, and to read tensors by 'tensor.extract' only}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'tensor.splat'}}
    %t = tensor.splat %a : tensor<4xf32>
    stax.yield %a : f32
  }
  return
}

// -----

// A result of another shape than the domain.
func.func @pointwise_c8(%c: f32) {
  // expected-error @below {{expected result #1 to be 'tensor<8xf32>', but got 'tensor<9xf32>'}}
  %0:2 = stax.pointwise -> (tensor<8xf32>, tensor<9xf32>) {
    stax.yield %c, %c : f32, f32
  }
  return
}

// -----

// Input types are as many as inputs.
func.func @pointwise_parse_types(%x: tensor<8xf32>) {
  // expected-error @below {{expected 2 input types, but got 1}}
  %0 = stax.pointwise ins(%x, %x : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Inputs are ranked tensors.
func.func @pointwise_parse_unranked(%x: tensor<*xf32>) {
  // expected-error @below {{expected a ranked tensor as input, but got 'tensor<*xf32>'}}
  %0 = stax.pointwise ins(%x : tensor<*xf32>) -> tensor<8xf32>
  return
}

// -----

// Without a ranked result the domain does not follow from the types.
func.func @pointwise_parse_no_result(%x: tensor<8xf32>) {
  // expected-error @below {{expected a ranked tensor as first result, or the extents spelled out with 'domain [...]'}}
  stax.pointwise ins(%x : tensor<8xf32>) -> ()
  return
}

// -----

// Neither result nor input says how large the domain is.
func.func @pointwise_parse_unknown_extent(%x: tensor<?xf32>) {
  // expected-error @below {{cannot infer the extent of dimension 0; spell it out with 'domain [...]'}}
  %0 = stax.pointwise ins(%x : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// What has a syntax of its own would be overridden.
func.func @pointwise_parse_inherent(%x: tensor<8xf32>) {
  // expected-error @below {{expected 'staticExtents' in the operation's own syntax, not in its attributes}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) attributes {staticExtents = "x"} -> tensor<8xf32>
  return
}

// -----

// A coordinate exists in the region of an operation over a domain.
func.func @index_c1() {
  // expected-error @below {{expected to be in the region of an operation over a domain}}
  %0 = stax.index 0
  return
}

// -----

// Only dimensions of the domain have one.
func.func @index_c2() {
  %0 = stax.pointwise -> tensor<8xindex> {
    // expected-error @below {{expected a dimension of a domain of rank 1, but got 1}}
    %i = stax.index 1
    stax.yield %i : index
  }
  return
}

// -----

// Nor is there a dimension before the first.
func.func @index_c2_negative() {
  %0 = stax.pointwise -> tensor<8xindex> {
    // expected-error @below {{expected a dimension of a domain of rank 1, but got -1}}
    %i = stax.index -1
    stax.yield %i : index
  }
  return
}

// -----

// A function ends otherwise.
func.func @yield_c1() {
  // expected-error @below {{expected to end the region of an operation over a domain or of a kernel}}
  stax.yield
}
