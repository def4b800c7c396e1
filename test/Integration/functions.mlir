// RUN: stax-run %s --check --entry=bf16 --input=random:4096xbf16:range=0,4 | FileCheck %s
// RUN: stax-run %s --check --entry=f16 --input=random:4096xf16:range=0,4 | FileCheck %s
// RUN: stax-run %s --check --entry=log1p --input=random:4096xf32:range=-1e-5,1e-5 | FileCheck %s

// CHECK: check: ok

// Functions of short floats are computed in f32 and rounded once, those that
// are made of several operations, too.
func.func @bf16(%x: tensor<4096xbf16>) -> (tensor<4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) {
  %0 = math.rsqrt %x : tensor<4096xbf16>
  %1 = math.expm1 %x : tensor<4096xbf16>
  %2 = math.sin %x : tensor<4096xbf16>
  return %0, %1, %2 : tensor<4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>
}

func.func @f16(%x: tensor<4096xf16>) -> (tensor<4096xf16>, tensor<4096xf16>) {
  %0 = math.rsqrt %x : tensor<4096xf16>
  %1 = math.sin %x : tensor<4096xf16>
  return %0, %1 : tensor<4096xf16>, tensor<4096xf16>
}

// log(1 + x) has no digit of an x this small.
func.func @log1p(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = math.log1p %x : tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// A function may have the name of one that it calls in the C library.
// RUN: stax-run %s --check --entry=sinh --input=random:64xf64 | FileCheck %s
func.func @sinh(%x: tensor<64xf64>) -> tensor<64xf64> {
  %0 = math.sinh %x : tensor<64xf64>
  %1 = math.expm1 %0 : tensor<64xf64>
  %2 = call @expm1(%1) : (tensor<64xf64>) -> tensor<64xf64>
  return %2 : tensor<64xf64>
}
func.func @expm1(%x: tensor<64xf64>) -> tensor<64xf64> {
  %0 = math.expm1 %x : tensor<64xf64>
  return %0 : tensor<64xf64>
}
