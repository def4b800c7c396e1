func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
  %y = arith.addf %x, %x : tensor<1xf32>
  return %y : tensor<1xf32>
}
