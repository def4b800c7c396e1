// Written by benchmarks/generate-programs.py.

func.func @argmax(%x: tensor<8192x4096xf32>) -> (tensor<8192xf32>, tensor<8192xi64>) {
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<8192x4096xf32>)
      -> (tensor<8192xf32>, tensor<8192xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  return %max#0, %max#1 : tensor<8192xf32>, tensor<8192xi64>
}
