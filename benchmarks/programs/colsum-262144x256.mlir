// Written by benchmarks/generate-programs.py.

func.func @colsum(%x: tensor<262144x256xf32>) -> tensor<256xf32> {
  %y = stax.reduce #stax.add dims [0] ins(%x : tensor<262144x256xf32>) -> tensor<256xf32>
  return %y : tensor<256xf32>
}
