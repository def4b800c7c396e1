// Written by benchmarks/generate-programs.py.

func.func @exp_sum_max(%x: tensor<64x1024xf32>) -> (tensor<64x1024xf32>, tensor<64xf32>, tensor<64xf32>) {
  %exp = stax.pointwise ins(%x : tensor<64x1024xf32>)
      -> tensor<64x1024xf32> {
  ^bb0(%a0: f32):
    %e = math.exp %a0 : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<64x1024xf32>) -> tensor<64xf32>
  %max = stax.reduce #stax.max dims [1] ins(%exp : tensor<64x1024xf32>) -> tensor<64xf32>
  return %exp, %sum, %max : tensor<64x1024xf32>, tensor<64xf32>, tensor<64xf32>
}
