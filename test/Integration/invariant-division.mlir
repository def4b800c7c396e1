// Quotients by one divisor have the bits of divisions: dividends that are special,
// zero or moderate, and divisors of all kinds.
// RUN: stax-run %s --check --entry=special | FileCheck %s
// RUN: stax-run %s --check --entry=moderate | FileCheck %s
// RUN: stax-run %s --check --entry=special --options="isa=avx2" | FileCheck %s
// RUN: stax-run %s --check --entry=moderate --options="isa=avx2" | FileCheck %s
// RUN: stax-run %s --check --entry=rows --input=random:64x1000xf32 \
// RUN:   --input=random:64xf32:seed=1:range=-2,2 | FileCheck %s
// CHECK: check: ok (max 0 ulp

func.func @special() -> tensor<12x64xf32> {
  %row = arith.constant dense<[
    0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-45, -1.0e-45, 
    1.17549435e-38, 1.0e-38, 3.40282347e+38, -3.40282347e+38, 1.0e-31, 7.9e-31, 1.2e+30, 
    1.3e+30, 3.0, 7.0, 0.3, -0.7, 5.0e-39, 1.0e+20, -1.0e-20, 0.0, -0.0, 1.0, -1.0, 0x7F800000, 
    0xFF800000, 0x7FC00000, 1.0e-45, -1.0e-45, 1.17549435e-38, 1.0e-38, 3.40282347e+38, 
    -3.40282347e+38, 1.0e-31, 7.9e-31, 1.2e+30, 1.3e+30, 3.0, 7.0, 0.3, -0.7, 5.0e-39, 1.0e+20, 
    -1.0e-20, 0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-45, -1.0e-45, 
    1.17549435e-38, 1.0e-38, 3.40282347e+38, -3.40282347e+38, 1.0e-31, 7.9e-31, 1.2e+30]> : tensor<64xf32>
  %d = arith.constant dense<[
    3.0, -3.0, 0.0, -0.0, 0x7F800000, 0x7FC00000, 1.0e-30, 1.0e+30, 0.1, -7.0, 33554432.0, 
    2.98023224e-08]> : tensor<12xf32>
  %y = stax.pointwise ins(%row[(i, j) -> (j)], %d[(i, j) -> (i)] : tensor<64xf32>, tensor<12xf32>) -> tensor<12x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<12x64xf32>
}

func.func @moderate() -> tensor<12x64xf32> {
  %row = arith.constant dense<[
    0.0, -0.0, 1.5, -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, -2.25, 3.0e-10, 
    7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, 
    -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3, 
    0.0, -0.0, 1.5, -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, -2.25, 3.0e-10, 
    7.0e+10, 0.1, -0.3, 0.0, -0.0, 1.5, -2.25, 3.0e-10, 7.0e+10, 0.1, -0.3]> : tensor<64xf32>
  %d = arith.constant dense<[
    3.0, -3.0, 0.0, -0.0, 0x7F800000, 0x7FC00000, 1.0e-30, 1.0e+30, 0.1, -7.0, 33554432.0, 
    2.98023224e-08]> : tensor<12xf32>
  %y = stax.pointwise ins(%row[(i, j) -> (j)], %d[(i, j) -> (i)] : tensor<64xf32>, tensor<12xf32>) -> tensor<12x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<12x64xf32>
}

func.func @rows(%x: tensor<64x1000xf32>, %d: tensor<64xf32>) -> tensor<64x1000xf32> {
  %y = stax.pointwise ins(%x, %d[(i, j) -> (i)] : tensor<64x1000xf32>, tensor<64xf32>) -> tensor<64x1000xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x1000xf32>
}
