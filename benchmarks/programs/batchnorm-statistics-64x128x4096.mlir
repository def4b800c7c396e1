// Written by benchmarks/generate-programs.py.

func.func @batchnorm_statistics(%x: tensor<64x128x4096xf32>) -> (tensor<128xf32>, tensor<128xf32>) {
  %n = arith.constant 262144.0 : f32
  %sum = stax.reduce #stax.add dims [0, 2] ins(%x : tensor<64x128x4096xf32>) -> tensor<128xf32>
  %mean = stax.pointwise ins(%sum : tensor<128xf32>)
      -> tensor<128xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  %centred = stax.pointwise ins(%x, %mean[(n, c, h) -> (c)] : tensor<64x128x4096xf32>, tensor<128xf32>)
      -> tensor<64x128x4096xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    stax.yield %d : f32
  }
  %squares = stax.reduce #stax.add dims [0, 2] ins(%centred : tensor<64x128x4096xf32>) -> tensor<128xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %variance = stax.pointwise ins(%squares : tensor<128xf32>)
      -> tensor<128xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  return %mean, %variance : tensor<128xf32>, tensor<128xf32>
}
