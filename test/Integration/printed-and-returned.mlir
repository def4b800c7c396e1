// What is printed can be used afterwards: printing does not write.

// RUN: stax-run %s --input=iota:4xf32 --check | FileCheck %s
// CHECK: [1, 2, 3, 4]
// CHECK: check: ok (max 0 ulp

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %y = arith.addf %x, %one : tensor<4xf32>
  %u = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return %y : tensor<4xf32>
}
