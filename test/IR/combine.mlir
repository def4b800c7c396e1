// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// One step on scalars; the serial tree goes without saying.
// CHECK-LABEL: @scalars
func.func @scalars(%a: f32, %b: f32) -> f32 {
  // CHECK: stax.combine #stax.add (%{{.*}}) (%{{.*}}) : f32
  %0 = stax.combine #stax.add tree(serial) (%a) (%b) : f32
  return %0 : f32
}

// -----

// A loop's combine says how its steps associate.
// CHECK-LABEL: @tree
func.func @tree(%a: f32, %b: f32) -> f32 {
  // CHECK: stax.combine #stax.add tree(row) (%{{.*}}) (%{{.*}}) : f32
  %0 = stax.combine #stax.add tree(row) (%a) (%b) : f32
  return %0 : f32
}

// -----

// Vectors combine lane by lane.
// CHECK-LABEL: @vectors
func.func @vectors(%a: vector<16xi32>, %b: vector<16xi32>) -> vector<16xi32> {
  // CHECK: stax.combine #stax.maxs (%{{.*}}) (%{{.*}}) : vector<16xi32>
  %0 = stax.combine #stax.maxs (%a) (%b) : vector<16xi32>
  return %0 : vector<16xi32>
}

// -----

// Attributes of the user stay.
// CHECK-LABEL: @attributes
func.func @attributes(%a: f32, %b: f32) -> f32 {
  // CHECK: stax.combine #stax.mul (%{{.*}}) (%{{.*}}) {test.mark} : f32
  %0 = stax.combine #stax.mul (%a) (%b) {test.mark} : f32
  return %0 : f32
}

// -----

// A check records its ordinal in a status word.
// CHECK-LABEL: @check
func.func @check(%ok: i1, %status: memref<1xi64>) {
  // CHECK: stax.check %{{.*}}, 3 in %{{.*}} : memref<1xi64>
  stax.check %ok, 3 in %status : memref<1xi64>
  return
}
