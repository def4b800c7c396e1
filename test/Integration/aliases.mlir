// Results are buffers of their own and arguments stay as they are, whatever a
// program returns and updates. stax-run compares the arguments, too.

// DEFINE: %{check} = stax-run %s --check --verify-each-stage --entry=
// RUN: %{check}same_result_twice | FileCheck %s
// RUN: %{check}result_and_its_view | FileCheck %s
// RUN: %{check}dynamic_result_twice --input=random:0xf32 | FileCheck %s
// RUN: %{check}dynamic_result_twice --input=random:7xf32 | FileCheck %s
// RUN: %{check}argument_twice | FileCheck %s
// RUN: %{check}updated_argument | FileCheck %s
// RUN: %{check}called_entry | FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

func.func @same_result_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, f32, tensor<4xf32>) {
  %0 = arith.negf %x : tensor<4xf32>
  %c = arith.constant 1.0 : f32
  return %0, %c, %0 : tensor<4xf32>, f32, tensor<4xf32>
}

func.func @result_and_its_view(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
  %0 = arith.negf %x : tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<6xf32>
}

func.func @dynamic_result_twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = arith.negf %x : tensor<?xf32>
  return %0, %0, %0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @argument_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

func.func @updated_argument(%x: tensor<8x8xf32>, %y: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %0 = tensor.insert_slice %y into %x[2, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

func.func @called_entry(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a, %c, %b = func.call @same_result_twice(%x)
      : (tensor<4xf32>) -> (tensor<4xf32>, f32, tensor<4xf32>)
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
