// What has one rounding, or an order of zeros, that upstream does not give it.

// DEFINE: %{entry} = less_one
// DEFINE: %{inputs} = --input=random:4096xf64:range=-1e-5,1e-5
// DEFINE: %{check} = stax-run %s --entry=%{entry} %{inputs} --check
// RUN: %{check} | FileCheck %s
// CHECK: check: ok
func.func @less_one(%x: tensor<4096xf64>) -> tensor<4096xf64> {
  %0 = math.expm1 %x : tensor<4096xf64>
  return %0 : tensor<4096xf64>
}

// REDEFINE: %{entry} = powers
// REDEFINE: %{inputs} = --input=random:512xf32:range=0.5,2 --input=random:512xi32:range=-40,40 --input=random:512xi8 --input=random:512xi8:range=-3,9
// RUN: %{check} | FileCheck %s
func.func @powers(%x: tensor<512xf32>, %n: tensor<512xi32>, %i: tensor<512xi8>, %j: tensor<512xi8>) -> (tensor<512xf32>, tensor<512xi8>) {
  %one = arith.constant dense<1> : tensor<512xi8>
  %odd = arith.ori %i, %one : tensor<512xi8>
  %0 = math.fpowi %x, %n : tensor<512xf32>, tensor<512xi32>
  %1 = math.ipowi %odd, %j : tensor<512xi8>
  return %0, %1 : tensor<512xf32>, tensor<512xi8>
}

// REDEFINE: %{entry} = extremes
// REDEFINE: %{inputs} =
// RUN: %{check} | FileCheck %s --check-prefix=EXTREMES
// EXTREMES: check: ok (max 0 ulp, max 0 absolute, 0 undecided)
func.func @extremes() -> (tensor<4xf32>, tensor<4xf32>) {
  %a = arith.constant dense<[0.0, -0.0, 1.0, 0x7FC00000]> : tensor<4xf32>
  %b = arith.constant dense<[-0.0, 0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %0 = arith.maxnumf %a, %b : tensor<4xf32>
  %1 = arith.minnumf %a, %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Just above, at and just below the middle between two bf16 numbers.
// REDEFINE: %{entry} = to_bf16
// RUN: %{check} | FileCheck %s --check-prefix=CHECK
func.func @to_bf16() -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) {
  %x = arith.constant dense<[1.00390625, 1.0039062500000002, 1.00390624999999978, -1.01171875, -1.0117187500000002, 3.4028235677973366e+38, 1.0e300, 1.0e-45]> : tensor<8xf64>
  %n = arith.constant dense<[36169534507319296, 36169534507319297, 36169534507319295, -36169534507319297, 9223372036854775807, -9223372036854775808, 16842753, -1]> : tensor<8xi64>
  %0 = arith.truncf %x : tensor<8xf64> to tensor<8xbf16>
  %1 = arith.sitofp %n : tensor<8xi64> to tensor<8xbf16>
  %2 = arith.uitofp %n : tensor<8xi64> to tensor<8xbf16>
  return %0, %1, %2 : tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>
}
