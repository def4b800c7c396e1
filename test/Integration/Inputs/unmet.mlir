func.func @met() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = arith.addf %x, %x : tensor<2xf32>
  %expected = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  "check.expect"(%y, %expected) {kind = "expect_eq"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

func.func @unmet() {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = arith.addf %x, %x : tensor<2xf32>
  %expected = arith.constant dense<[2.0, 4.001]> : tensor<2xf32>
  "check.expect"(%y, %expected) {kind = "expect_almost_eq"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
