// y[i] = a[i] * y[i - 1] + b[i], as a scan: maps y -> a * y + b compose to maps
// of the same form, and composing them is a monoid that does not commute.
//
//   stax-run examples/recurrence.mlir --check

// First y -> a * y + b, then y -> c * y + d.
func.func private @compose(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %factor = arith.mulf %a, %c : f32
  %scaled = arith.mulf %b, %c : f32
  %offset = arith.addf %scaled, %d : f32
  return %factor, %offset : f32, f32
}

func.func @recurrence(%a: tensor<8x1000xf32>, %b: tensor<8x1000xf32>, %start: tensor<8xf32>)
    -> tensor<8x1000xf32> {
  // The identity is y -> 1 * y - 0.
  %0:2 = stax.scan #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> dim 1
      ins(%a, %b : tensor<8x1000xf32>, tensor<8x1000xf32>)
      -> (tensor<8x1000xf32>, tensor<8x1000xf32>)
  %y = stax.pointwise
      ins(%0#0, %0#1, %start[(d0, d1) -> (d0)] : tensor<8x1000xf32>, tensor<8x1000xf32>, tensor<8xf32>)
      -> tensor<8x1000xf32> {
  ^bb0(%factor: f32, %offset: f32, %s: f32):
    %scaled = arith.mulf %factor, %s : f32
    %r = arith.addf %scaled, %offset : f32
    stax.yield %r : f32
  }
  return %y : tensor<8x1000xf32>
}
