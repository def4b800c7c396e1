// Written by benchmarks/generate-programs.py.

func.func @transpose_add(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %y = stax.pointwise ins(%a, %b[(i, j) -> (j, i)] : tensor<512x512xf32>, tensor<512x512xf32>)
      -> tensor<512x512xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %s = arith.addf %a0, %a1 : f32
    stax.yield %s : f32
  }
  return %y : tensor<512x512xf32>
}
