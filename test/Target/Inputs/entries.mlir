// One entry of each kind of argument.
func.func @scale(%x: tensor<4x?xf64>, %s: f64) -> (tensor<4x?xf64>, f64) {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %x, %c1 : tensor<4x?xf64>
  %all = tensor.splat %s[%columns] : tensor<4x?xf64>
  %y = arith.mulf %x, %all : tensor<4x?xf64>
  return %y, %s : tensor<4x?xf64>, f64
}

func.func @invert(%x: tensor<8xi1>) -> tensor<8xi1> {
  %true = arith.constant dense<true> : tensor<8xi1>
  %y = arith.xori %x, %true : tensor<8xi1>
  return %y : tensor<8xi1>
}

func.func private @helper(%x: tensor<8xi1>) -> tensor<8xi1> {
  return %x : tensor<8xi1>
}
