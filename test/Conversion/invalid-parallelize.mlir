// RUN: stax-opt %s -stax-parallelize -verify-diagnostics

// Combining steps are arithmetic by now.
func.func @combine_left(%a: f32, %b: f32) -> f32 {
  // expected-error @below {{'stax.combine' op is not lowered; run stax-vectorize before lower-affine}}
  %c = stax.combine #stax.add tree(row) (%a) (%b) : f32
  return %c : f32
}
