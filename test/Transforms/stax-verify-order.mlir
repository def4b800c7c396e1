// RUN: stax-opt %S/stax-order.mlir -split-input-file -stax-order -stax-verify-order -o /dev/null
// RUN: stax-opt %S/stax-order.mlir -split-input-file -stax-order=strategy=textbook -stax-verify-order -o /dev/null
// RUN: stax-opt %s -stax-verify-order | FileCheck %s

// What stax-order chooses passes, and so does a kernel that overwrites nothing.
// CHECK-LABEL: func @apart
// CHECK-SAME: stax.peak = 0 : i64
func.func @apart(%x: tensor<8xf32>) -> tensor<8xf32> attributes {stax.peak = 0 : i64} {
  %e = tensor.empty() : tensor<8xf32>
  %a = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    %r = stax.pointwise ins(%in : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %a : tensor<8xf32>
}
