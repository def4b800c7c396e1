// Written by benchmarks/generate-programs.py.

func.func @batchnorm_statistics(%x: tensor<8x16x512xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %n = arith.constant 4096.0 : f32
  %sum = stax.reduce #stax.add dims [0, 2] ins(%x : tensor<8x16x512xf32>) -> tensor<16xf32>
  %mean = stax.pointwise ins(%sum : tensor<16xf32>)
      -> tensor<16xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  %centred = stax.pointwise ins(%x, %mean[(n, c, h) -> (c)] : tensor<8x16x512xf32>, tensor<16xf32>)
      -> tensor<8x16x512xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    stax.yield %d : f32
  }
  %squares = stax.reduce #stax.add dims [0, 2] ins(%centred : tensor<8x16x512xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %variance = stax.pointwise ins(%squares : tensor<16xf32>)
      -> tensor<16xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  return %mean, %variance : tensor<16xf32>, tensor<16xf32>
}
