// The largest number of each row and where it stands. The first NaN wins, else
// the first of equal numbers.
//
//   stax-run examples/argmax.mlir --check

func.func @argmax(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<64x128xf32>)
      -> (tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  return %max#0, %max#1 : tensor<64xf32>, tensor<64xi64>
}
