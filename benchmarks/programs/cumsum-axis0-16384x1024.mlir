// Written by benchmarks/generate-programs.py.

func.func @cumsum_axis0(%x: tensor<16384x1024xf32>) -> tensor<16384x1024xf32> {
  %y = stax.scan #stax.add dim 0 ins(%x : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  return %y : tensor<16384x1024xf32>
}
