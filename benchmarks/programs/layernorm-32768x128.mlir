// Written by benchmarks/generate-programs.py.

func.func @layernorm(%x: tensor<32768x128xf32>, %w: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<32768x128xf32> {
  %n = arith.constant 128.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %sum = stax.reduce #stax.add dims [1] ins(%x : tensor<32768x128xf32>) -> tensor<32768xf32>
  %mean = stax.pointwise ins(%sum : tensor<32768xf32>)
      -> tensor<32768xf32> {
  ^bb0(%a0: f32):
    %q = arith.divf %a0, %n : f32
    stax.yield %q : f32
  }
  %centred = stax.pointwise ins(%x, %mean[(i, j) -> (i)] : tensor<32768x128xf32>, tensor<32768xf32>)
      -> tensor<32768x128xf32> {
  ^bb0(%a0: f32, %a1: f32):
    %d = arith.subf %a0, %a1 : f32
    stax.yield %d : f32
  }
  %squares = stax.reduce #stax.add dims [1] ins(%centred : tensor<32768x128xf32>) -> tensor<32768xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %y = stax.pointwise ins(%centred, %squares[(i, j) -> (i)], %w[(i, j) -> (j)], %b[(i, j) -> (j)] : tensor<32768x128xf32>, tensor<32768xf32>, tensor<128xf32>, tensor<128xf32>)
      -> tensor<32768x128xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32):
    %variance = arith.divf %a1, %n : f32
    %v = arith.addf %variance, %eps : f32
    %r = math.rsqrt %v : f32
    %s = arith.mulf %a0, %r : f32
    %t = arith.mulf %s, %a2 : f32
    %q = arith.addf %t, %a3 : f32
    stax.yield %q : f32
  }
  return %y : tensor<32768x128xf32>
}
