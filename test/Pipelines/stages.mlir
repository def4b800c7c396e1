// Each stage's output is text that the next stage starts from.
// RUN: stax-opt %s --stax-import-pipeline -o %t.import.mlir
// RUN: FileCheck %s --check-prefix=IMPORT --input-file=%t.import.mlir
// RUN: stax-opt %t.import.mlir --stax-graph-pipeline -o %t.graph.mlir
// RUN: FileCheck %s --check-prefix=GRAPH --input-file=%t.graph.mlir
// RUN: stax-opt %t.graph.mlir --stax-memory-pipeline -o %t.memory.mlir
// RUN: FileCheck %s --check-prefix=MEMORY --input-file=%t.memory.mlir
// RUN: stax-opt %t.memory.mlir --stax-loops-pipeline -o %t.loops.mlir
// RUN: FileCheck %s --check-prefix=LOOPS --input-file=%t.loops.mlir
// RUN: stax-opt %t.loops.mlir --stax-llvm-pipeline -o %t.llvm.mlir
// RUN: FileCheck %s --check-prefix=LLVM --input-file=%t.llvm.mlir

// The last two together, with their options.
// RUN: stax-opt %t.memory.mlir --stax-cpu-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: stax-opt %t.memory.mlir --stax-cpu-pipeline='width=1 parallel=false' \
// RUN:   | FileCheck %s --check-prefix=SERIAL
// RUN: stax-opt %t.import.mlir --stax-graph-pipeline='fuse=none' \
// RUN:   | FileCheck %s --check-prefix=APART

// IMPORT-LABEL: func.func @scale(
// IMPORT-NOT: linalg.
// IMPORT: stax.reduce #stax.add
// IMPORT: stax.pointwise

// GRAPH-LABEL: func.func @scale(
// GRAPH: stax.kernel
// GRAPH: stax.reduce
// GRAPH-NOT: stax.kernel
// GRAPH: stax.pointwise

// APART-LABEL: func.func @scale(
// APART: stax.kernel
// APART: stax.reduce
// APART: stax.kernel
// APART: stax.pointwise

// MEMORY-LABEL: func.func @scale(
// MEMORY-SAME: memref<?x8xf32>) -> memref<?x8xf32>
// MEMORY: %[[Y:.*]] = memref.alloc
// MEMORY: stax.kernel {{.*}} outs(%[[Y]] : memref<?x8xf32>)
// MEMORY: return %[[Y]]

// LOOPS: llvm.func @scale(
// LOOPS: func.func private @scale_host(
// LOOPS: func.func private @scale_launch0(
// LOOPS: omp.parallel
// LOOPS: scf.for

// LLVM: llvm.func @scale(
// LLVM-NOT: unrealized_conversion_cast
// LLVM-NOT: memref.
// LLVM: omp.parallel

// SERIAL: llvm.func @scale(
// SERIAL-NOT: omp.
// SERIAL: llvm.func @scale_host(

func.func @scale(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x8xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  %g = tensor.empty(%n) : tensor<?x8xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x8xf32>, tensor<?xf32>) outs(%g : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
