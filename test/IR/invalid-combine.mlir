// RUN: stax-opt %s -split-input-file -verify-diagnostics

// The monoid's tuple has one member.
func.func @combine_c1_arity(%a: f32) {
  // expected-error @below {{expected 1 accumulators for #stax.add, but got 2}}
  %0:2 = stax.combine #stax.add (%a, %a) (%a, %a) : f32, f32
  return
}

// -----

// A tuple of nothing.
func.func @combine_c1_none() {
  // expected-error @below {{expected 1 accumulators for #stax.add, but got 0}}
  "stax.combine"() <{monoid = #stax.add}> : () -> ()
  return
}

// -----

// The element type of a vector decides.
func.func @combine_c1_type(%a: vector<4xf32>) {
  // expected-error @below {{#stax.or combines an integer, but got 'f32'}}
  %0 = stax.combine #stax.or (%a) (%a) : vector<4xf32>
  return
}

// -----

// A value alone has no index.
func.func @combine_c1_argmax(%a: f32) {
  // expected-error @below {{expected 2 accumulators for #stax.argmax, but got 1}}
  %0 = stax.combine #stax.argmax (%a) (%a) : f32
  return
}

// -----

// An index is no float.
func.func @combine_c1_index(%a: f32) {
  // expected-error @below {{#stax.argmax combines a float and its index, an integer, but got 'f32' and 'f32'}}
  %0:2 = stax.combine #stax.argmax (%a, %a) (%a, %a) : f32, f32
  return
}

// -----

// The sign of integers is part of the monoid's name.
func.func @combine_c1_arg_value(%a: i32) {
  // expected-error @below {{#stax.argmin combines a float and its index, an integer, but got 'i32' and 'i32'}}
  %0:2 = stax.combine #stax.argmin (%a, %a) (%a, %a) : i32, i32
  return
}

// -----

// Floats have monoids of their own.
func.func @combine_c1_arg_float(%a: f32, %i: index) {
  // expected-error @below {{#stax.argmaxu combines an integer and its index, an integer, but got 'f32' and 'index'}}
  %0:2 = stax.combine #stax.argmaxu (%a, %i) (%a, %i) : f32, index
  return
}

// -----

// A count is a float.
func.func @combine_c1_welford(%a: f32, %n: i32) {
  // expected-error @below {{#stax.welford combines 3 floats of one type, but got 'f32', 'f32', 'i32'}}
  %0:3 = stax.combine #stax.welford (%a, %a, %n) (%a, %a, %n) : f32, f32, i32
  return
}

// -----

// Both members accumulate in one type.
func.func @combine_c1_logsumexp(%a: f16, %b: f32) {
  // expected-error @below {{#stax.logsumexp combines 2 floats of one type, but got 'f16', 'f32'}}
  %0:2 = stax.combine #stax.logsumexp (%a, %b) (%a, %b) : f16, f32
  return
}

// -----

// Values have the accumulators' types.
func.func @combine_c2_values(%a: f32, %b: f64) {
  // expected-error @below {{expected accumulators, values and results to have the same types}}
  %0 = "stax.combine"(%a, %b) <{monoid = #stax.add}> : (f32, f64) -> f32
  return
}

// -----

// So have results.
func.func @combine_c2_results(%a: f32) {
  // expected-error @below {{expected accumulators, values and results to have the same types}}
  %0 = "stax.combine"(%a, %a) <{monoid = #stax.add}> : (f32, f32) -> f64
  return
}

// -----

// An odd operand belongs to neither tuple.
func.func @combine_c2_odd(%a: f32) {
  // expected-error @below {{expected accumulators, values and results to have the same types}}
  %0 = "stax.combine"(%a, %a, %a) <{monoid = #stax.add}> : (f32, f32, f32) -> f32
  return
}

// -----

// Tensors are combined by reductions.
func.func @combine_c3(%a: tensor<4xf32>) {
  // expected-error @below {{expected scalars, or vectors of one shape, but got 'tensor<4xf32>'}}
  %0 = stax.combine #stax.add (%a) (%a) : tensor<4xf32>
  return
}

// -----

// Types are written once, one for each accumulator.
func.func @combine_parse_types(%a: f32) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stax.combine #stax.add (%a) (%a) : f32, f32
  return
}

// -----

// An ordinal is a position.
func.func @check_c1(%ok: i1, %status: memref<1xi64>) {
  // expected-error @below {{expected the ordinal not to be negative, but got -1}}
  stax.check %ok, -1 in %status : memref<1xi64>
  return
}

// -----

// Without a word there is nothing to record in.
func.func @check_c2(%ok: i1, %status: memref<0xi64>) {
  // expected-error @below {{expected a status of one word, but got 'memref<0xi64>'}}
  stax.check %ok, 0 in %status : memref<0xi64>
  return
}

// -----

// Outside of a region of points the status word is spelled out.
func.func @check_c3_no_status(%ok: i1) {
  // expected-error @below {{expected a status}}
  stax.check %ok, 0
  return
}

// -----

// In such a region it is the function's.
func.func private @check_c3_status(%x: memref<8xi1>, %y: memref<8xi1>, %s: memref<1xi64>) attributes {stax.launch_group} {
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xi1>) outs(%y : memref<8xi1>) {
  ^bb0(%t: tensor<8xi1>):
    %r = stax.pointwise ins(%t : tensor<8xi1>) -> tensor<8xi1> {
    ^bb0(%a: i1):
      %m = ub.poison : memref<1xi64>
      // expected-error @below {{expected no status in the region of an operation over a domain}}
      stax.check %a, 0 in %m : memref<1xi64>
      stax.yield %a : i1
    }
    stax.yield %r : tensor<8xi1>
  }
  return
}

// -----

// There is one only for kernels that are called.
func.func @check_c3_on_tensors(%x: tensor<8xi1>) -> tensor<8xi1> {
  %r = stax.pointwise ins(%x : tensor<8xi1>) -> tensor<8xi1> {
  ^bb0(%a: i1):
    // expected-error @below {{expected to be in a scatter or kernel on buffers}}
    stax.check %a, 0
    stax.yield %a : i1
  }
  return %r : tensor<8xi1>
}
