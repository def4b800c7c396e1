// RUN: stax-opt %s -split-input-file -verify-diagnostics

// Nothing says what the tuple is.
func.func @monoid_c1_count(%x: tensor<8xi32>) {
  // expected-error @below {{expected an init for each member of the tuple, such as #stax.monoid<@f, 0 : i32>}}
  %0 = stax.reduce #stax.monoid<@f> dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// An init is a number.
func.func @monoid_c1_type(%x: tensor<8xi32>) {
  // expected-error @below {{expected inits to be floats or integers, but got "no"}}
  %0 = stax.reduce #stax.monoid<@f, "no"> dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

func.func private @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
// The elements are those of the function.
func.func @monoid_c2(%x: tensor<8xi64>) {
  // expected-error @below {{#stax.monoid<@f, 0 : i32> combines values of type 'i32', but got 'i64'}}
  %0 = stax.reduce #stax.monoid<@f, 0 : i32> dims [0] ins(%x : tensor<8xi64>) -> tensor<i64>
  return
}

// -----

func.func private @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
// Lanes would mix up the points.
func.func @should_not_reorder(%x: tensor<8xi32>) {
  // expected-error @below {{expected a tree that keeps the order of points, which #stax.monoid<@f, 0 : i32> needs, but got row}}
  %0 = stax.reduce #stax.monoid<@f, 0 : i32> dims [0] tree(row) ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// There is no such function.
func.func @monoid_c3(%x: tensor<8xi32>) {
  // expected-error @below {{expected @f of #stax.monoid<@f, 0 : i32> to be a function of this module}}
  %0 = stax.reduce #stax.monoid<@f, 0 : i32> dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// What is named is no function.
memref.global @f : memref<i32>
func.func @monoid_c3_global(%x: tensor<8xi32>) {
  // expected-error @below {{expected @f of #stax.monoid<@f, 0 : i32> to be a function of this module}}
  %0 = stax.reduce #stax.monoid<@f, 0 : i32> dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// Two tuples, not one.
// expected-note @below {{function is here}}
func.func private @f(%a: i32) -> i32 {
  return %a : i32
}
func.func @monoid_c3_signature(%x: tensor<8xi32>) {
  // expected-error @below {{expected @f to map two tuples of ('i32') to one, but got '(i32) -> i32'}}
  %0 = stax.reduce #stax.monoid<@f, 0 : i32> dims [0] ins(%x : tensor<8xi32>) -> tensor<i32>
  return
}

// -----

// A declaration has nothing to combine with.
func.func private @f(i32, i32) -> i32
func.func @monoid_c4_declaration(%x: tensor<8xi32>) {
  // expected-error @below {{expected @f to have a body of one block, to combine with}}
  %0 = stax.scan #stax.monoid<@f, 0 : i32> dim 0 ins(%x : tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

// A call could come back.
func.func private @f(%a: i32, %b: i32) -> i32 {
  // expected-note @below {{'func.call' is not}}
  %0 = func.call @f(%b, %a) : (i32, i32) -> i32
  return %0 : i32
}
func.func @monoid_c4_recursion(%x: tensor<8xi32>) {
  // expected-error @below {{expected @f to consist of operations that have no side effects and are defined for all values}}
  %0 = stax.scan #stax.monoid<@f, 0 : i32> dim 0 ins(%x : tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

// So could a combination by a function.
func.func private @f(%a: i32, %b: i32) -> i32 {
  // expected-note @below {{'stax.combine' is not}}
  // expected-error @below {{expected @f to consist of operations that have no side effects and are defined for all values}}
  %0 = stax.combine #stax.monoid<@f, 0 : i32> (%a) (%b) : i32
  return %0 : i32
}

// -----

// A division by zero would have to be reported.
func.func private @f(%a: i32, %b: i32) -> i32 {
  // expected-note @below {{'arith.divsi' is not}}
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}
func.func @monoid_c4_division(%a: i32) -> i32 {
  // expected-error @below {{expected @f to consist of operations that have no side effects and are defined for all values}}
  %0 = stax.combine #stax.monoid<@f, 0 : i32> (%a) (%a) : i32
  return %0 : i32
}
