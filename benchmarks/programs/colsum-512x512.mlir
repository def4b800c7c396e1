// Written by benchmarks/generate-programs.py.

func.func @colsum(%x: tensor<512x512xf32>) -> tensor<512xf32> {
  %y = stax.reduce #stax.add dims [0] ins(%x : tensor<512x512xf32>) -> tensor<512xf32>
  return %y : tensor<512xf32>
}
