// Written by benchmarks/generate-programs.py.

func.func @exp_sum_max(%x: tensor<8192x4096xf32>) -> (tensor<8192x4096xf32>, tensor<8192xf32>, tensor<8192xf32>) {
  %exp = stax.pointwise ins(%x : tensor<8192x4096xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: f32):
    %e = math.exp %a0 : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<8192x4096xf32>) -> tensor<8192xf32>
  %max = stax.reduce #stax.max dims [1] ins(%exp : tensor<8192x4096xf32>) -> tensor<8192xf32>
  return %exp, %sum, %max : tensor<8192x4096xf32>, tensor<8192xf32>, tensor<8192xf32>
}
