// The distribution's own tools plan and run a program without any operation of
// Stax: %b lies where %a was, and the results are those of the program as it is.
// DEFINE: %{plugin} = --load-dialect-plugin=%stax_build/lib/StaxPlugin.so \
// DEFINE:   --load-pass-plugin=%stax_build/lib/StaxPlugin.so
// DEFINE: %{lower} = convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void \
// DEFINE:   -shared-libs=%llvm_libs/libmlir_runner_utils.so,%llvm_libs/libmlir_c_runner_utils.so

// RUN: mlir-opt %s %{plugin} --pass-pipeline='builtin.module(stax-plan-memory,stax-verify-memory-plan)' -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.mlir
// RUN: mlir-opt %t.mlir --pass-pipeline='builtin.module(%{lower})' --allow-unregistered-dialect | %{run} | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(%{lower})' | %{run} | FileCheck %s

// PLAN-LABEL: func.func @main
// PLAN-SAME: stax.arena_bytes = 128 : i64, stax.peak_bytes = 128 : i64
// PLAN: memref.alloc() {{.*}} : memref<128xi8>
// PLAN: memref.alloc() : memref<4xf32>
// PLAN-NOT: memref.alloc(

// CHECK: [3,  3,  3,  3]
// CHECK: [6,  6,  6,  6]
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %out = memref.alloc() : memref<4xf32>
  %sum = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4xf32>)
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%one : f32) outs(%a : memref<4xf32>)
    linalg.add ins(%sum, %a : memref<4xf32>, memref<4xf32>) outs(%sum : memref<4xf32>)
  }
  memref.copy %sum, %out : memref<4xf32> to memref<4xf32>
  %u = memref.cast %out : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %b = memref.alloc() : memref<4xf32>
  linalg.add ins(%out, %out : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  memref.copy %b, %out : memref<4xf32> to memref<4xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
