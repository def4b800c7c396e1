// Running sums of each row: from the left with the point itself, from the right
// without it, and from the left starting where the row above ended.
//
//   stax-run examples/cumsum.mlir --check

func.func @cumsum(%x: tensor<4x1000xf32>)
    -> (tensor<4x1000xf32>, tensor<4x1000xf32>, tensor<4x1000xf32>) {
  // y[i, j] = x[i, 0] + ... + x[i, j]
  %up_to = stax.scan #stax.add dim 1
      ins(%x : tensor<4x1000xf32>) -> tensor<4x1000xf32>

  // y[i, j] = x[i, 999] + ... + x[i, j + 1]
  %after = stax.scan #stax.add dim 1 exclusive reverse
      ins(%x : tensor<4x1000xf32>) -> tensor<4x1000xf32>

  // As if the rows were one: a row starts from the sum of those above it.
  %rows = stax.reduce #stax.add dims [1] ins(%x : tensor<4x1000xf32>) -> tensor<4xf32>
  %above = stax.scan #stax.add dim 0 exclusive ins(%rows : tensor<4xf32>) -> tensor<4xf32>
  %all = stax.scan #stax.add dim 1 carry(%above : tensor<4xf32>)
      ins(%x : tensor<4x1000xf32>) -> tensor<4x1000xf32>

  return %up_to, %after, %all
      : tensor<4x1000xf32>, tensor<4x1000xf32>, tensor<4x1000xf32>
}
