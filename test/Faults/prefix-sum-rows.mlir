// Sums of prefixes of rows between two elementwise operations: upstream's
// affine-loop-fusion lets each element begin anew, so that all of them are 2. As
// one kernel, and under every other choice, each continues the one before.

// DEFINE: %{check} = stax-run %s --check --entry=rows
// RUN: %{check} --json | FileCheck %s --check-prefix=ONE
// ONE: "kernels": 1,
// RUN: %{check} --options=fuse=none
// RUN: %{check} --options=fuse=greedy-textbook
// RUN: %{check} --options="fuse=exact compose=cost"
// RUN: %{check} --options="vectorize=off compose=textbook"

func.func private @prefixes(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %half = arith.constant dense<0.5> : tensor<4x8xf32>
  %a = arith.addf %x, %x : tensor<4x8xf32>
  %s = stax.scan #stax.add dim 1 ins(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %h = arith.mulf %s, %half : tensor<4x8xf32>
  %y = arith.addf %h, %h : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

func.func @rows() {
  %x = arith.constant dense<1.0> : tensor<4x8xf32>
  %y = call @prefixes(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %expected = arith.constant dense<[
    [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0],
    [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0],
    [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0],
    [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]]> : tensor<4x8xf32>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
