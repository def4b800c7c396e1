// Written by benchmarks/generate-programs.py.

func.func @dequant_clamp(%x: tensor<64x1024xi8>, %scale: tensor<64xf32>) -> tensor<64x1024xf32> {
  %low = arith.constant -1.0 : f32
  %high = arith.constant 1.0 : f32
  %y = stax.pointwise ins(%x, %scale[(i, j) -> (i)] : tensor<64x1024xi8>, tensor<64xf32>)
      -> tensor<64x1024xf32> {
  ^bb0(%a0: i8, %a1: f32):
    %f = arith.sitofp %a0 : i8 to f32
    %s = arith.mulf %f, %a1 : f32
    %t = arith.maximumf %s, %low : f32
    %q = arith.minimumf %t, %high : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x1024xf32>
}
