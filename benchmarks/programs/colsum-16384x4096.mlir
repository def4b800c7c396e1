// Written by benchmarks/generate-programs.py.

func.func @colsum(%x: tensor<16384x4096xf32>) -> tensor<4096xf32> {
  %y = stax.reduce #stax.add dims [0] ins(%x : tensor<16384x4096xf32>) -> tensor<4096xf32>
  return %y : tensor<4096xf32>
}
