// RUN: stax-opt %s -split-input-file -stax-attach-alias-scopes -verify-diagnostics

// Only memrefs have memory.
// expected-error @below {{expected 'stax.disjoint' to name memref arguments, but got #1}}
func.func @index(%a: memref<8xf32>, %n: index) attributes {stax.disjoint = array<i64: 0, 1>} {
  return
}

// -----

// expected-error @below {{expected 'stax.disjoint' to name memref arguments, but got #2}}
func.func @number(%a: memref<8xf32>, %b: memref<8xf32>) attributes {stax.disjoint = array<i64: 0, 2>} {
  return
}

// -----

// expected-error @below {{expected 'stax.disjoint' to be pairs of argument numbers on a function, but got array<i64: 0>}}
func.func @pairs(%a: memref<8xf32>, %b: memref<8xf32>) attributes {stax.disjoint = array<i64: 0>} {
  return
}
