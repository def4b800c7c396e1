// The softmax of each row: exp(x - max) / sum(exp(x - max)).

func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %empty = tensor.empty() : tensor<64x128xf32>
  %y = linalg.softmax dimension(1)
      ins(%x : tensor<64x128xf32>)
      outs(%empty : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}
