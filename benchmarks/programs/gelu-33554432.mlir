// Written by benchmarks/generate-programs.py.

func.func @gelu(%x: tensor<33554432xf32>) -> tensor<33554432xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106769 : f32
  %y = stax.pointwise ins(%x : tensor<33554432xf32>)
      -> tensor<33554432xf32> {
  ^bb0(%a0: f32):
    %s = arith.mulf %a0, %root : f32
    %e = math.erf %s : f32
    %p = arith.addf %e, %one : f32
    %h = arith.mulf %a0, %half : f32
    %q = arith.mulf %h, %p : f32
    stax.yield %q : f32
  }
  return %y : tensor<33554432xf32>
}
