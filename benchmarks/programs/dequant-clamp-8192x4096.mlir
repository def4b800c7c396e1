// Written by benchmarks/generate-programs.py.

func.func @dequant_clamp(%x: tensor<8192x4096xi8>, %scale: tensor<8192xf32>) -> tensor<8192x4096xf32> {
  %low = arith.constant -1.0 : f32
  %high = arith.constant 1.0 : f32
  %y = stax.pointwise ins(%x, %scale[(i, j) -> (i)] : tensor<8192x4096xi8>, tensor<8192xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: i8, %a1: f32):
    %f = arith.sitofp %a0 : i8 to f32
    %s = arith.mulf %f, %a1 : f32
    %t = arith.maximumf %s, %low : f32
    %q = arith.minimumf %t, %high : f32
    stax.yield %q : f32
  }
  return %y : tensor<8192x4096xf32>
}
