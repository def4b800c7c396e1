//===- Passes.td - Conversions from and to other dialects --*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grouped by stage, import first; alphabetical in a group.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_PASSES_TD
#define STAX_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Outline
//===----------------------------------------------------------------------===//

def EmitEntryPointsPass : Pass<"stax-emit-entry-points", "::mlir::ModuleOp"> {
  let summary = "give public functions the binary interface of stax-c/Runtime.h";
  let description = [{
    Every public function with a body becomes private under the name
    `<name>_host`, and a C function `<name>` takes its place: it checks arguments
    and results against the compiled signature, builds memref descriptors,
    calls the function, reports failed checks, and hands results over. The
    module gets `<name>_signature` for each entry, `stax_signature`, which returns
    all of them, and `stax_arena_size` where there is one entry.

    Arguments and results are memrefs with identity layout, or scalars; other
    types are an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect"];
}


//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

def ConvertStaxToAffinePass
    : Pass<"convert-stax-to-affine", "::mlir::func::FuncOp"> {
  let summary = "turn outlined kernels into affine loops";
  let description = [{
    A kernel becomes one loop nest over its space: `affine.parallel` over the
    parallel dimensions, `affine.for` over the sequential ones. A reduction is
    carried by the loops and combined by one `stax.combine` that has the
    operation's tree; its init, if it is not partial, is combined after them.

    Kernels must be outlined: their operands are arguments of a function marked
    `stax.launch_group`.

    ```mlir
    stax.kernel space(par: [64], seq: [128]) ins(%x : memref<64x128xf32>)
        outs(%m : memref<64xf32>) { ... stax.reduce #stax.add dims [1] ... }
    ```

    becomes

    ```mlir
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 128 iter_args(%acc = %identity) -> (f32) {
        %v = affine.load %x[%i, %j] : memref<64x128xf32>
        %next = stax.combine #stax.add tree(row) (%acc) (%v) : f32
        affine.yield %next : f32
      }
      %r = stax.combine #stax.add (%s) (%init) : f32
      affine.store %r, %m[%i] : memref<64xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ParallelizePass : Pass<"stax-parallelize", "::mlir::func::FuncOp"> {
  let summary = "run the outermost parallel loops on threads";
  let description = [{
    Every outermost `scf.parallel` without reductions becomes `omp.parallel` with
    one workshared loop over all its dimensions; those inside it become serial
    loops. Constant-size stack arrays of the loop body move to the start of the
    parallel region, so that each thread has one and no iteration allocates.
    With `parallel=false` all become serial loops.
  }];
  let options = [
    Option<"parallel", "parallel", "bool", "true",
           "Whether to use threads at all.">
  ];
  let dependentDialects = ["::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // STAX_CONVERSION_PASSES_TD
