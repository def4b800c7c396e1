// Written by benchmarks/generate-programs.py.

func.func @argmax(%x: tensor<64x1024xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<64x1024xf32>)
      -> (tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  return %max#0, %max#1 : tensor<64xf32>, tensor<64xi64>
}
