func.func @distances(%x: tensor<1000x3xf32>, %p: tensor<3xf32>) -> tensor<1000xf32> {
  %sum = stax.reduce #stax.add dims [1] ins(%x, %p[(d0, d1) -> (d1)] : tensor<1000x3xf32>, tensor<3xf32>) -> tensor<1000xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %square = arith.mulf %d, %d : f32
    stax.yield %square : f32
  }
  %root = math.sqrt %sum : tensor<1000xf32>
  return %root : tensor<1000xf32>
}
