// RUN: stax-opt %s -split-input-file -stax-verify-order -verify-diagnostics

// What is needed later should not be overwritten.
func.func @needed_later(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  // expected-error @below {{writes destination #0 over an input, but the input is needed later}}
  %b = stax.kernel space(par: [8], seq: []) ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  // expected-note @below {{it is used here}}
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// -----

// Neither should what a view shows later.
func.func @viewed_later(%x: tensor<8xf32>) -> (tensor<2x4xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  %view = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  // expected-error @below {{writes destination #0 over an input, but the input is needed later}}
  %b = stax.kernel space(par: [8], seq: []) ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  // expected-note @below {{it is used here}}
  return %view, %b : tensor<2x4xf32>, tensor<8xf32>
}

// -----

// An argument belongs to the caller.
func.func @argument(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{writes destination #0 over an input, but the input is not a result of an operation of its block}}
  %b = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// What is read at other elements should not be overwritten.
func.func @read_elsewhere(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  // expected-error @below {{writes destination #0 over an input, but the kernel reads it at other elements}}
  %b = stax.kernel space(par: [8], seq: []) ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in[(i) -> (7 - i)] : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// A recorded peak is that of the order.
// expected-error @below {{has the peak 128, but that of its order is 64}}
func.func @peak(%x: tensor<8xf32>) -> tensor<8xf32> attributes {stax.peak = 128 : i64} {
  %e = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  %b = stax.kernel space(par: [8], seq: []) ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// A lower bound does not exceed the peak.
// expected-error @below {{has a lower bound of 64 bytes for a peak of 0}}
func.func @bound(%x: tensor<8xf32>) -> tensor<8xf32> attributes {stax.peak = 0 : i64, stax.peak_lower_bound = 64 : i64} {
  return %x : tensor<8xf32>
}

// -----

// A function with dynamic sizes has no peak.
// expected-error @below {{has a peak, which only a function of one block with static sizes can have}}
func.func @dynamic(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {stax.peak = 0 : i64} {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = stax.kernel space(par: [%n], seq: []) ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%d: index, %in: tensor<?xf32>):
    %r = stax.pointwise domain [%d] ins(%in : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  %b = stax.kernel space(par: [%n], seq: []) ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%d: index, %in: tensor<?xf32>):
    %r = stax.pointwise domain [%d] ins(%in : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  return %b : tensor<?xf32>
}
