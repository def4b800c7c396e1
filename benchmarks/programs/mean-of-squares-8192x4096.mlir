// Written by benchmarks/generate-programs.py.

func.func @mean_of_squares(%x: tensor<8192x4096xf32>) -> tensor<8192xf32> {
  %n = arith.constant 4096.0 : f32
  %squares = stax.reduce #stax.add dims [1] ins(%x : tensor<8192x4096xf32>) -> tensor<8192xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %y = stax.pointwise ins(%squares : tensor<8192xf32>)
      -> tensor<8192xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  return %y : tensor<8192xf32>
}
