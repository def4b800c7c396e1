// The distribution's own mlir-opt runs Stax's passes and reads its dialect.
// RUN: mlir-opt %s --load-dialect-plugin=%stax_build/lib/StaxPlugin.so \
// RUN:   --load-pass-plugin=%stax_build/lib/StaxPlugin.so \
// RUN:   --pass-pipeline='builtin.module(stax-import-pipeline,func.func(stax-fuse),stax-bufferize)' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @scale(
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: stax.kernel {{.*}} outs(%[[B]] : memref<8xf32>)
func.func @scale(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = arith.addf %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
