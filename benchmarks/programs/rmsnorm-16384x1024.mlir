// Written by benchmarks/generate-programs.py.

func.func @rmsnorm(%x: tensor<16384x1024xf32>, %w: tensor<1024xf32>) -> tensor<16384x1024xf32> {
  %n = arith.constant 1024.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %squares = stax.reduce #stax.add dims [1] ins(%x : tensor<16384x1024xf32>) -> tensor<16384xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %y = stax.pointwise ins(%x, %squares[(i, j) -> (i)], %w[(i, j) -> (j)] : tensor<16384x1024xf32>, tensor<16384xf32>, tensor<1024xf32>)
      -> tensor<16384x1024xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: f32):
    %mean = arith.divf %a1, %n : f32
    %v = arith.addf %mean, %eps : f32
    %r = math.rsqrt %v : f32
    %s = arith.mulf %a0, %r : f32
    %q = arith.mulf %s, %a2 : f32
    stax.yield %q : f32
  }
  return %y : tensor<16384x1024xf32>
}
