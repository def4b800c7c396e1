// Written by benchmarks/generate-programs.py.

func.func @cumsum(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %y = stax.scan #stax.add dim 1 ins(%x : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %y : tensor<64x1024xf32>
}
