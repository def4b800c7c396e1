// Mean and variance of each row in one pass, without the cancellation that the
// mean of squares less the square of the mean suffers from.
//
//   stax-run examples/mean-variance.mlir --check

func.func @mean_variance(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // Each number is its own mean, deviates from it by nothing, and counts once.
  %moments:3 = stax.reduce #stax.welford dims [1] ins(%x : tensor<64x128xf32>)
      -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  %variance = stax.pointwise ins(%moments#1, %moments#2 : tensor<64xf32>, tensor<64xf32>)
      -> tensor<64xf32> {
  ^bb0(%squares: f32, %count: f32):
    %v = arith.divf %squares, %count : f32
    stax.yield %v : f32
  }
  return %moments#0, %variance : tensor<64xf32>, tensor<64xf32>
}
