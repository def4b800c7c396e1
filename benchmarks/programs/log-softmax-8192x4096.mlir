// Written by benchmarks/generate-programs.py.

func.func @log_softmax(%x: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> {
  %max = stax.reduce #stax.max dims [1] ins(%x : tensor<8192x4096xf32>) -> tensor<8192xf32>
  %exp = stax.pointwise ins(%x, %max[(i, j) -> (i)] : tensor<8192x4096xf32>, tensor<8192xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<8192x4096xf32>) -> tensor<8192xf32>
  %y = stax.pointwise ins(%x, %max[(i, j) -> (i)], %sum[(i, j) -> (i)] : tensor<8192x4096xf32>, tensor<8192xf32>, tensor<8192xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: f32):
    %d = arith.subf %a0, %a1 : f32
    %l = math.log %a2 : f32
    %q = arith.subf %d, %l : f32
    stax.yield %q : f32
  }
  return %y : tensor<8192x4096xf32>
}
