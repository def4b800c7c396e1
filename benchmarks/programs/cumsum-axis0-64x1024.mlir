// Written by benchmarks/generate-programs.py.

func.func @cumsum_axis0(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %y = stax.scan #stax.add dim 0 ins(%x : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %y : tensor<64x1024xf32>
}
