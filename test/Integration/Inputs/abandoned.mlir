func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  %1 = arith.addf %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @expand(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %1 = arith.addf %0, %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func private @reshape(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<3x3xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @nested(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<3x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zeros = arith.constant dense<0.0> : tensor<3x3xf32>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %zeros) -> tensor<3x3xf32> {
    %y = func.call @reshape(%x, %s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<3x3xf32>
    %next = arith.addf %sum, %y : tensor<3x3xf32>
    scf.yield %next : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}

func.func @fill(%n: index) -> tensor<?xf32> {
  %c = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%c : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
