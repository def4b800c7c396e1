// Cases of public trackers that a compiler has to reject, with a diagnostic.

// RUN: stax-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// numba/numba#3119: the minimum of nothing.
func.func @A11(%x: tensor<0xf64>) -> tensor<f64> {
  // expected-error @below {{reduces the empty dimension 0 by #stax.min, which has no value for no points}}
  %m = stax.reduce #stax.min dims [0] ins(%x : tensor<0xf64>) -> tensor<f64>
  return %m : tensor<f64>
}

// -----

// pytorch/pytorch#102546: a scalar has no axis to reduce.
func.func @E03(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{expected reduced dimensions of a domain of rank 0, but got 0}}
  %m = stax.reduce #stax.add dims [0] domain [] ins(%x : tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}

// -----

// pytorch/pytorch#190418: nor one for a softmax.
func.func @E04(%x: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  // expected-error @below {{incorrect dimension specified}}
  %y = linalg.softmax dimension(0) ins(%x : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// llvm/llvm-project#173567: an empty group of dimensions.
func.func @R01(%x: tensor<1x2xf32>) -> tensor<2xf32> {
  // expected-error @below {{reassociation indices must not be empty}}
  %y = tensor.collapse_shape %x [[0, 1], []] : tensor<1x2xf32> into tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// llvm/llvm-project#173568: a map that is no place in the input.
func.func @R02(%x: tensor<2x2xi64>, %s: index) -> tensor<2x2xi64> {
  // expected-error @below {{expected the map of input #0 to have 2 results, one for each dimension of 'tensor<2x2xi64>', but got 1}}
  %y = stax.pointwise domain [2, 2] ins(%x[(d0, d1)[s0] -> (d0 * 128 + d1 + s0)] : tensor<2x2xi64>) symbols(%s) -> tensor<2x2xi64>
  return %y : tensor<2x2xi64>
}

// -----

// llvm/llvm-project#118768: more results than the monoid has.
func.func @R03(%x: tensor<2xf32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error @below {{expected 1 results for #stax.add, but got 2}}
  %y:2 = stax.reduce #stax.add dims [0] ins(%x : tensor<2xf32>) -> (tensor<f32>, tensor<f32>)
  return %y#0, %y#1 : tensor<f32>, tensor<f32>
}

// -----

// pytorch/pytorch#121093: no widths to pad by.
func.func @R05(%x: tensor<2xf32>, %p: f32) -> tensor<2xf32> {
  // expected-error @below {{failed to infer expectedType}}
  %y = tensor.pad %x low[] high[] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<2xf32> to tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// jax-ml/jax#14625 and pytorch/pytorch#193265: a scalar has no axis to scan.
func.func @R07(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @below {{expected to scan along a dimension of a domain of rank 0, but got 2}}
  %y = stax.scan #stax.add dim 2 domain [] ins(%x : tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// -----

func.func @C04(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{expected to scan along a dimension of a domain of rank 0, but got 0}}
  %y = stax.scan #stax.add dim 0 domain [] ins(%x : tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
