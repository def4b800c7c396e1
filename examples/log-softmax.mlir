// The logarithm of the softmax of each row, in one pass for the sums:
//
//   y = x - max(x) - log(sum(exp(x - max(x))))
//
//   stax-run examples/log-softmax.mlir --check
//
// #stax.logsumexp combines pairs (maximum, sum of exponentials relative to it),
// so that nothing overflows and a row of -inf is no special case.

func.func @log_softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %one = arith.constant 1.0 : f32
  %pair:2 = stax.reduce #stax.logsumexp dims [1] ins(%x : tensor<64x1000xf32>)
      -> (tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  %y = stax.pointwise
      ins(%x, %pair#0[(d0, d1) -> (d0)], %pair#1[(d0, d1) -> (d0)]
          : tensor<64x1000xf32>, tensor<64xf32>, tensor<64xf32>)
      -> tensor<64x1000xf32> {
  ^bb0(%a: f32, %max: f32, %sum: f32):
    %log = math.log %sum : f32
    %d = arith.subf %a, %max : f32
    %r = arith.subf %d, %log : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x1000xf32>
}
