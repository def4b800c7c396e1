// Written by benchmarks/generate-programs.py.

func.func @adam(%p: tensor<33554432xf32>, %g: tensor<33554432xf32>, %m: tensor<33554432xf32>, %v: tensor<33554432xf32>) -> (tensor<33554432xf32>, tensor<33554432xf32>, tensor<33554432xf32>) {
  %beta1 = arith.constant 0.9 : f32
  %rest1 = arith.constant 0.1 : f32
  %beta2 = arith.constant 0.999 : f32
  %rest2 = arith.constant 0.001 : f32
  %eps = arith.constant 1.0e-8 : f32
  %rate = arith.constant 0.001 : f32
  %y:3 = stax.pointwise ins(%p, %g, %m, %v : tensor<33554432xf32>, tensor<33554432xf32>, tensor<33554432xf32>, tensor<33554432xf32>)
      -> (tensor<33554432xf32>, tensor<33554432xf32>, tensor<33554432xf32>) {
  ^bb0(%pi: f32, %gi: f32, %mi: f32, %vi: f32):
    %m0 = arith.mulf %mi, %beta1 : f32
    %m1 = math.fma %gi, %rest1, %m0 : f32
    %g2 = arith.mulf %gi, %gi : f32
    %v0 = arith.mulf %vi, %beta2 : f32
    %v1 = math.fma %g2, %rest2, %v0 : f32
    %mh = arith.divf %m1, %rest1 : f32
    %vh = arith.divf %v1, %rest2 : f32
    %s = math.sqrt %vh : f32
    %d = arith.addf %s, %eps : f32
    %q = arith.divf %mh, %d : f32
    %u = arith.mulf %q, %rate : f32
    %p1 = arith.subf %pi, %u : f32
    stax.yield %p1, %m1, %v1 : f32, f32, f32
  }
  return %y#0, %y#1, %y#2 : tensor<33554432xf32>, tensor<33554432xf32>, tensor<33554432xf32>
}
