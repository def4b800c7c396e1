// Written by benchmarks/generate-programs.py.

func.func @chain50(%x: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> {
  %factor = arith.constant 0.999 : f32
  %term = arith.constant 0.001 : f32
  %y = stax.pointwise ins(%x : tensor<8192x4096xf32>)
      -> tensor<8192x4096xf32> {
  ^bb0(%a0: f32):
    %f0 = math.fma %a0, %factor, %term : f32
    %f1 = math.fma %f0, %factor, %term : f32
    %f2 = math.fma %f1, %factor, %term : f32
    %f3 = math.fma %f2, %factor, %term : f32
    %f4 = math.fma %f3, %factor, %term : f32
    %f5 = math.fma %f4, %factor, %term : f32
    %f6 = math.fma %f5, %factor, %term : f32
    %f7 = math.fma %f6, %factor, %term : f32
    %f8 = math.fma %f7, %factor, %term : f32
    %f9 = math.fma %f8, %factor, %term : f32
    %f10 = math.fma %f9, %factor, %term : f32
    %f11 = math.fma %f10, %factor, %term : f32
    %f12 = math.fma %f11, %factor, %term : f32
    %f13 = math.fma %f12, %factor, %term : f32
    %f14 = math.fma %f13, %factor, %term : f32
    %f15 = math.fma %f14, %factor, %term : f32
    %f16 = math.fma %f15, %factor, %term : f32
    %f17 = math.fma %f16, %factor, %term : f32
    %f18 = math.fma %f17, %factor, %term : f32
    %f19 = math.fma %f18, %factor, %term : f32
    %f20 = math.fma %f19, %factor, %term : f32
    %f21 = math.fma %f20, %factor, %term : f32
    %f22 = math.fma %f21, %factor, %term : f32
    %f23 = math.fma %f22, %factor, %term : f32
    %f24 = math.fma %f23, %factor, %term : f32
    %f25 = math.fma %f24, %factor, %term : f32
    %f26 = math.fma %f25, %factor, %term : f32
    %f27 = math.fma %f26, %factor, %term : f32
    %f28 = math.fma %f27, %factor, %term : f32
    %f29 = math.fma %f28, %factor, %term : f32
    %f30 = math.fma %f29, %factor, %term : f32
    %f31 = math.fma %f30, %factor, %term : f32
    %f32 = math.fma %f31, %factor, %term : f32
    %f33 = math.fma %f32, %factor, %term : f32
    %f34 = math.fma %f33, %factor, %term : f32
    %f35 = math.fma %f34, %factor, %term : f32
    %f36 = math.fma %f35, %factor, %term : f32
    %f37 = math.fma %f36, %factor, %term : f32
    %f38 = math.fma %f37, %factor, %term : f32
    %f39 = math.fma %f38, %factor, %term : f32
    %f40 = math.fma %f39, %factor, %term : f32
    %f41 = math.fma %f40, %factor, %term : f32
    %f42 = math.fma %f41, %factor, %term : f32
    %f43 = math.fma %f42, %factor, %term : f32
    %f44 = math.fma %f43, %factor, %term : f32
    %f45 = math.fma %f44, %factor, %term : f32
    %f46 = math.fma %f45, %factor, %term : f32
    %f47 = math.fma %f46, %factor, %term : f32
    %f48 = math.fma %f47, %factor, %term : f32
    %f49 = math.fma %f48, %factor, %term : f32
    stax.yield %f49 : f32
  }
  return %y : tensor<8192x4096xf32>
}
