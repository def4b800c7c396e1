// Written by benchmarks/generate-programs.py.

func.func @swiglu(%x: tensor<64x1024xf32>, %gate: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %one = arith.constant 1.0 : f32
  %y = stax.pointwise ins(%x, %gate : tensor<64x1024xf32>, tensor<64x1024xf32>)
      -> tensor<64x1024xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %n = arith.negf %a1 : f32
    %e = math.exp %n : f32
    %d = arith.addf %one, %e : f32
    %s = arith.divf %a1, %d : f32
    %q = arith.mulf %a0, %s : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x1024xf32>
}
