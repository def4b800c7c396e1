func.func @both(%x: tensor<8xf32>) -> tensor<i64> {
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    stax.yield %e : f32
  }
  %m:2 = stax.reduce #stax.argmax dims [0] ins(%x : tensor<8xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %d = stax.index 0
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : f32, i64
  }
  return %m#1 : tensor<i64>
}
