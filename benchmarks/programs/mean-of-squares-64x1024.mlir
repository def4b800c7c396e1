// Written by benchmarks/generate-programs.py.

func.func @mean_of_squares(%x: tensor<64x1024xf32>) -> tensor<64xf32> {
  %n = arith.constant 1024.0 : f32
  %squares = stax.reduce #stax.add dims [1] ins(%x : tensor<64x1024xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %y = stax.pointwise ins(%squares : tensor<64xf32>)
      -> tensor<64xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  return %y : tensor<64xf32>
}
