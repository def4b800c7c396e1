// Written by benchmarks/generate-programs.py.

func.func @softmax(%x: tensor<32768x128xf32>) -> tensor<32768x128xf32> {
  %max = stax.reduce #stax.max dims [1] ins(%x : tensor<32768x128xf32>) -> tensor<32768xf32>
  %exp = stax.pointwise ins(%x, %max[(i, j) -> (i)] : tensor<32768x128xf32>, tensor<32768xf32>)
      -> tensor<32768x128xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    stax.yield %e : f32
  }
  %sum = stax.reduce #stax.add dims [1] ins(%exp : tensor<32768x128xf32>) -> tensor<32768xf32>
  %y = stax.pointwise ins(%exp, %sum[(i, j) -> (i)] : tensor<32768x128xf32>, tensor<32768xf32>)
      -> tensor<32768x128xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %q = arith.divf %a0, %a1 : f32
    stax.yield %q : f32
  }
  return %y : tensor<32768x128xf32>
}
