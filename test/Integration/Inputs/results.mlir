// Results that share what they are computed from.
func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>) {
  %y = arith.addf %x, %x : tensor<4xf32>
  %z = tensor.expand_shape %y [[0, 1]] output_shape [2, 2]
      : tensor<4xf32> into tensor<2x2xf32>
  return %y, %z, %x : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>
}
