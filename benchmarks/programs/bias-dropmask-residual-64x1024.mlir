// Written by benchmarks/generate-programs.py.

func.func @bias_dropmask_residual(%x: tensor<64x1024xf32>, %bias: tensor<1024xf32>, %mask: tensor<64x1024xi1>, %residual: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %scale = arith.constant 1.25 : f32
  %zero = arith.constant 0.0 : f32
  %y = stax.pointwise ins(%x, %bias[(i, j) -> (j)], %mask, %residual : tensor<64x1024xf32>, tensor<1024xf32>, tensor<64x1024xi1>, tensor<64x1024xf32>)
      -> tensor<64x1024xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: i1, %a3: f32):
    %s = arith.addf %a0, %a1 : f32
    %k = arith.mulf %s, %scale : f32
    %d = arith.select %a2, %k, %zero : f32
    %q = arith.addf %d, %a3 : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x1024xf32>
}
