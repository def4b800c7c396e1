// RUN: stax-opt %s -finalize-memref-to-llvm -stax-attach-alias-scopes | FileCheck %s

// Accesses of %a do not alias those of %b; %c may be either.
// CHECK-DAG: #[[A:.*]] = #llvm.alias_scope<{{.*}}description = "argument #0">
// CHECK-DAG: #[[B:.*]] = #llvm.alias_scope<{{.*}}description = "argument #1">
// CHECK-LABEL: func.func @accesses(
// CHECK-NOT: stax.disjoint
// CHECK: llvm.load {{.*}} {alias_scopes = [#[[A]]], noalias_scopes = [#[[B]]]}
// CHECK: llvm.store {{.*}} {alias_scopes = [#[[B]]], noalias_scopes = [#[[A]]]}
// CHECK: omp.parallel
// CHECK: llvm.load {{.*}} {alias_scopes = [#[[A]]], noalias_scopes = [#[[B]]]}
// CHECK: llvm.store %{{.*}}, %{{[0-9]+}} : f32, !llvm.ptr
func.func @accesses(%a: memref<8xf32>, %b: memref<4xf32, strided<[1], offset: 4>>, %c: memref<f32>, %i: index) attributes {stax.disjoint = array<i64: 0, 1>} {
  %0 = memref.load %a[%i] : memref<8xf32>
  memref.store %0, %b[%i] : memref<4xf32, strided<[1], offset: 4>>
  omp.parallel {
    %1 = memref.load %a[%i] : memref<8xf32>
    memref.store %1, %c[] : memref<f32>
    omp.terminator
  }
  return
}
