// Normalises each row of a matrix to mean 0 and variance 1, then scales and
// shifts each column:
//
//   y = (x - mean(x)) / sqrt(var(x) + 1e-5) * gamma + beta
//
//   stax-run examples/layernorm.mlir --check
//
// Mean and variance come from one pass over the row: #stax.welford combines
// (mean, sum of squared deviations, count) without the loss of digits that
// E[x^2] - E[x]^2 has.

func.func @layernorm(%x: tensor<64x768xf32>, %gamma: tensor<768xf32>, %beta: tensor<768xf32>) -> tensor<64x768xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %moments:3 = stax.reduce #stax.welford dims [1] ins(%x : tensor<64x768xf32>)
      -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  %y = stax.pointwise
      ins(%x, %moments#0[(d0, d1) -> (d0)], %moments#1[(d0, d1) -> (d0)], %moments#2[(d0, d1) -> (d0)],
          %gamma[(d0, d1) -> (d1)], %beta[(d0, d1) -> (d1)]
          : tensor<64x768xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<768xf32>, tensor<768xf32>)
      -> tensor<64x768xf32> {
  ^bb0(%a: f32, %mean: f32, %squares: f32, %count: f32, %g: f32, %b: f32):
    %variance = arith.divf %squares, %count : f32
    %more = arith.addf %variance, %epsilon : f32
    %deviation = math.sqrt %more : f32
    %centered = arith.subf %a, %mean : f32
    %normal = arith.divf %centered, %deviation : f32
    %scaled = arith.mulf %normal, %g : f32
    %shifted = arith.addf %scaled, %b : f32
    stax.yield %shifted : f32
  }
  return %y : tensor<64x768xf32>
}
