// The facts reach the loads and stores that LLVM sees, in the outlined bodies of
// parallel loops, too.
// RUN: stax-compile %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll

// CHECK: load {{.*}}, !alias.scope ![[X:[0-9]+]], !noalias ![[Y:[0-9]+]]
// CHECK: store {{.*}}, !alias.scope ![[Y]], !noalias ![[X]]
// CHECK-DAG: !"argument #0"
// CHECK-DAG: !"argument #1"
func.func @scale(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  return %0 : tensor<64x128xf32>
}
