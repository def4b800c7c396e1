// Written by benchmarks/generate-programs.py.

func.func @logsumexp(%x: tensor<8192x4096xf32>) -> tensor<8192xf32> {
  %max = stax.reduce #stax.max dims [1] ins(%x : tensor<8192x4096xf32>) -> tensor<8192xf32>
  %exp = stax.pointwise ins(%x, %max[(i, j) -> (i)] : tensor<8192x4096xf32>, tensor<8192xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<8192x4096xf32>) -> tensor<8192xf32>
  %y = stax.pointwise ins(%max, %sum : tensor<8192xf32>, tensor<8192xf32>)
      -> tensor<8192xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %l = math.log %a1 : f32
    %r = arith.addf %a0, %l : f32
    stax.yield %r : f32
  }
  return %y : tensor<8192xf32>
}
