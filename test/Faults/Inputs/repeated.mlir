// Calls a program with threads as often as it takes to see a race.
func.func @repeated() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant 1000 : index
  %x = arith.constant dense<[0x4B800000, 1.0, 1.0, 1.0, 1.0, 0xCB800000, 0.5, 0.5]> : tensor<8xf32>
  %sum = arith.constant dense<4.0> : tensor<f32>
  %rows = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi64>
  %sums = arith.constant dense<[25, 30]> : tensor<2xi64>
  scf.for %i = %c0 to %times step %c1 {
    %s = func.call @P06(%x) : (tensor<8xf32>) -> tensor<f32>
    "check.expect"(%s, %sum) {kind = "expect_eq_const"} : (tensor<f32>, tensor<f32>) -> ()
    %t = func.call @P01(%rows) : (tensor<5x2xi64>) -> tensor<2xi64>
    "check.expect"(%t, %sums) {kind = "expect_eq_const"} : (tensor<2xi64>, tensor<2xi64>) -> ()
  }
  return
}
