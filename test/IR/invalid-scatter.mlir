// RUN: stax-opt %s -split-input-file -verify-diagnostics

// Maps follow the rules of other operations over a domain.
func.func @scatter_c1(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected the map of input #1 to have the domain's 1 dimensions, but got 2}}
  %0 = stax.scatter set ins(%x, %i[(d0, d1) -> (d0)] : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// So do extents.
func.func @scatter_c2(%x: tensor<8xf32>, %i: tensor<7xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected input #1 to have extent 8 in dimension 0, but got 7}}
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<7xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// And reads.
func.func @scatter_c3(%x: tensor<8xf32>, %i: tensor<8x2xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{reads input #1 out of bounds: indices of dimension 1 run from 2 to 2, but its extent is 2}}
  %0 = stax.scatter set ins(%x, %i[(d0) -> (d0, 2)] : tensor<8xf32>, tensor<8x2xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// Reads at other places are computed in front.
func.func @scatter_c3_offset(%x: tensor<9xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected the map of input #0 to consist of dimensions, and of constants in place of static extents, but got affine_map<(d0) -> (d0 + 1)>}}
  %0 = stax.scatter set domain [8] ins(%x[(d0) -> (d0 + 1)], %i : tensor<9xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// A column that may not be there.
func.func @scatter_c3_dynamic(%x: tensor<8xf32>, %i: tensor<8x?xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected the map of input #1 to consist of dimensions, and of constants in place of static extents, but got affine_map<(d0) -> (d0, 1)>}}
  %0 = stax.scatter set ins(%x, %i[(d0) -> (d0, 1)] : tensor<8xf32>, tensor<8x?xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// So are reads under a guard.
#inside = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @no_guards(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>, %zero: f32) {
  // expected-error @below {{expected inputs without guards}}
  %0 = stax.scatter set ins(%x guard #inside else %zero, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// And the domain.
func.func @scatter_c5(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected extent 0 of the domain not to be negative, but got -8}}
  %0 = stax.scatter set domain [-8] ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// An argument of another type.
func.func @scatter_c6_arguments(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected argument #1 of the region to be 'index', but got 'i64'}}
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: i64):
    %j = arith.index_cast %b : i64 to index
    stax.yield %a, %j : f32, index
  }
  return
}

// -----

// An index for each dimension of the destination.
func.func @scatter_c6_count(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<4x4xf32>) {
  // expected-error @below {{expected the region to yield 1 values and 2 indices of an element of 'tensor<4x4xf32>', but got 2 scalars}}
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Other integers are converted in the region.
func.func @scatter_c6_index(%x: tensor<8xf32>, %i: tensor<8xi32>, %d: tensor<16xf32>) {
  // expected-error @below {{expected index #0 that the region yields to be of type 'index', but got 'i32'}}
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xi32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// A tensor is read through an input.
func.func @scatter_c7(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected the region to compute on scalars, and to read no tensors but its inputs}}
  %0 = stax.scatter set ins(%x : tensor<8xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %j = stax.index 0
    // expected-note @below {{this one is 'tensor.extract'}}
    %k = tensor.extract %i[%j] : tensor<8xindex>
    stax.yield %a, %k : f32, index
  }
  return
}

// -----

// Something is written.
func.func @scatter_c4_none(%x: tensor<8xf32>) {
  // expected-error @below {{expected at least one destination}}
  stax.scatter set ins(%x : tensor<8xf32>)
  return
}

// -----

// The tuple has one place.
func.func @scatter_c4_shapes(%x: tensor<8xf32>, %at: tensor<8xi64>, %i: tensor<8xindex>, %d: tensor<4xf32>, %e: tensor<5xi64>) {
  // expected-error @below {{expected all destinations to have one shape, but #1 is 'tensor<5xi64>' and #0 'tensor<4xf32>'}}
  %0:2 = stax.scatter #stax.argmax ins(%x, %at, %i : tensor<8xf32>, tensor<8xi64>, tensor<8xindex>)
      outs(%d, %e : tensor<4xf32>, tensor<5xi64>) -> (tensor<4xf32>, tensor<5xi64>)
  return
}

// -----

// A pair needs two destinations.
func.func @scatter_c8_arity(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected 2 destinations for #stax.argmax, but got 1}}
  %0 = stax.scatter #stax.argmax ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// Bits of floats are not combined.
func.func @scatter_c8_types(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{#stax.xor combines an integer, but got 'f32'}}
  %0 = stax.scatter #stax.xor ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// A value is not converted.
func.func @scatter_c9(%x: tensor<8xf16>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected destination #0 to have elements of type 'f16', but got 'f32'}}
  %0 = stax.scatter set ins(%x, %i : tensor<8xf16>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// Tensors and buffers do not mix.
func.func @scatter_c10(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: memref<16xf32>) {
  // expected-error @below {{expected operands to be all tensors or all memrefs, but got 'memref<16xf32>' and 'tensor<8xf32>'}}
  stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : memref<16xf32>)
  return
}

// -----

// What is read while the destination is written.
func.func @scatter_c11(%x: memref<8xf32>, %i: memref<8xindex>) {
  // expected-error @below {{expected destination #0 to be a buffer that is no other operand}}
  stax.scatter set ins(%x, %i : memref<8xf32>, memref<8xindex>) outs(%x : memref<8xf32>)
  return
}

// -----

// Something else than a monoid.
func.func @no_monoid(%x: tensor<8xf32>, %i: tensor<8xindex>, %d: tensor<16xf32>) {
  // expected-error @below {{expected 'set' or a monoid, such as #stax.add, but got 1 : i64}}
  %0 = stax.scatter 1 ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return
}

// -----

// Nothing gives the domain.
func.func @unknown_domain(%v: f32, %d: tensor<16xf32>) {
  // expected-error @below {{expected a ranked first input, or the extents spelled out with 'domain [...]'}}
  %0 = stax.scatter set outs(%d : tensor<16xf32>) -> tensor<16xf32> {
    %i = stax.index 0
    stax.yield %v, %i : f32, index
  }
  return
}
