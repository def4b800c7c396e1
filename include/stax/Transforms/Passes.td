//===- Passes.td - Passes on graphs, kernels and loops -----*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grouped by stage, alphabetical in a group.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_PASSES_TD
#define STAX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

def FusePass : Pass<"stax-fuse", "::mlir::func::FuncOp"> {
  let summary = "group operations into kernels";
  let description = [{
    Puts every operation that can be fused into a `stax.kernel`, alone or with
    others, so that later stages see kernels only. A kernel's space has the
    parallel dimensions outside and the reduced ones inside; its destinations
    are empty tensors. Values that an operation captures become inputs of its
    kernel; constants are copied into it. Operations that are in a kernel
    already are left alone.

    Algorithm `none` makes a kernel for each operation.

    ```mlir
    %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<64xf32>
    %m = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
        outs(%e : tensor<64xf32>) {
    ^bb0(%a: tensor<64x128xf32>):
      %r = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
      stax.yield %r : tensor<64xf32>
    } -> tensor<64xf32>
    ```
  }];
  let options = [
    Option<"algorithm", "algorithm", "::mlir::stax::FuseAlgorithm",
           "::mlir::stax::FuseAlgorithm::None",
           "How to choose which operations share a kernel.", [{
             ::llvm::cl::values(clEnumValN(::mlir::stax::FuseAlgorithm::None,
                                           "none", "A kernel for each operation."))
           }]>
  ];
  let dependentDialects = ["::mlir::stax::StaxDialect", "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def BufferizePass : Pass<"stax-bufferize", "::mlir::ModuleOp"> {
  let summary = "put every tensor into a buffer";
  let description = [{
    Upstream's one-shot bufferization over functions and calls, with identity
    layouts at function boundaries. A kernel's operands become memrefs and it
    loses its results; its region stays as it is. Buffers are allocated with
    `memref.alloc` and not freed: the passes after this one do that. A result
    that may share storage with another one of its function is copied, as a
    caller owns and frees each.

    A function that is neither called nor calls and whose tensor operations are
    kernels, empty tensors, constants and extents in one block is done in time
    linear in its uses; one-shot analysis is quadratic in the users of a value.

    ```mlir
    %e = tensor.empty() : tensor<64xf32>
    %m = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>)
        outs(%e : tensor<64xf32>) { ... } -> tensor<64xf32>
    ```

    becomes

    ```mlir
    %m = memref.alloc() {alignment = 64 : i64} : memref<64xf32>
    stax.kernel space(par: [64], seq: []) ins(%x : memref<64xf32>)
        outs(%m : memref<64xf32>) { ... }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// Outline
//===----------------------------------------------------------------------===//

def OutlineKernelsPass : Pass<"stax-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "move kernels into functions of their own";
  let description = [{
    Moves each maximal run of kernels in a block (`group=launch`), or each kernel
    (`group=kernel`), into a private function marked `stax.launch_group`, and
    calls it. Allocations and pure operations between the kernels of a run move
    in front of it. Operands of the kernels, extents included, become
    arguments; equal ones become one.

    Where extents are dynamic, the caller first checks that the shapes of the
    operands agree with each kernel's space and that no reduction without a
    value for no points is empty. A failed check sets its bit in a status word
    that the function gets as its last argument, marked `stax.status`, and the
    call is left out. The module's `stax.checks` says what each bit means.
  }];
  let options = [
    Option<"group", "group", "::mlir::stax::OutlineGroup",
           "::mlir::stax::OutlineGroup::Launch",
           "Which kernels share a function.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::OutlineGroup::Launch, "launch",
                          "Maximal runs of kernels in a block."),
               clEnumValN(::mlir::stax::OutlineGroup::Kernel, "kernel",
                          "Each kernel alone."))
           }]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::stax::StaxDialect"];
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def LegalizeArithPass : Pass<"stax-legalize-arith", "::mlir::ModuleOp"> {
  let summary = "make every scalar operation defined for all values";
  let description = [{
    Replaces operations whose upstream meaning has poison or undefined cases by
    ones without, so that nothing later can exploit them:
    - a shift by the width or more gives 0, the sign for `shrsi`;
    - a float outside the integer's range converts to its nearest end, NaN to 0;
    - the smallest integer divided by -1 is itself, with remainder 0;
    - a negative power of an integer is the reciprocal rounded to zero; of zero
      it is a division by zero;
    - a division by zero divides by one, an element out of bounds is the first,
      and a `stax.check` records the error, as it does for a `cf.assert`;
    - divisions that round up or down, and conversions of bf16, become basic
      operations that every target has.

    Kernels must be outlined. Functions with new checks get the status word as
    their last argument.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::stax::StaxDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandMathPass : Pass<"stax-expand-math", "::mlir::func::FuncOp"> {
  let summary = "compute functions of f32 by arithmetic";
  let description = [{
    Replaces the functions of `math` on f32, scalar or vector, by formulas of
    `arith` and of operations that targets have: at most 1 unit in the last
    place for exp, log, sin and cos and 2 for the rest, over the whole range,
    special values, signed zeros and subnormals right. The formulas have no
    branches and no calls, so that loops around them become vector code, and
    every vector width, tail and target computes the same bits.

    Functions of f64 stay calls of the system's library. Shorter floats are to
    be extended before (`math-extend-to-supported-types`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def LegalizeFloatsPass : Pass<"stax-legalize-floats", "::mlir::func::FuncOp"> {
  let summary = "give float operations their one defined result";
  let description = [{
    Replaces operations that lower upstream, but not to the result of one
    rounding:
    - `arith.maxnumf` and `arith.minnumf`, which leave the order of zeros open,
      select the operand that is a number, and else -0.0 < +0.0;
    - integers beyond f32 and f64 convert to bf16 without a rounding to f32 in
      between;
    - `math.fpowi` is a power in f64 rather than repeated products.

    Runs before arithmetic of bf16 is emulated in f32, which is exact for sums,
    products, quotients and roots only.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def VectorizePass : Pass<"stax-vectorize", "::mlir::func::FuncOp"> {
  let summary = "realise the combining trees of affine loops";
  let description = [{
    Turns loops whose `stax.combine` carries a tree into loops that combine in
    the order of that tree, and every `stax.combine` into arithmetic. The bits
    of the result are the same for every width.

    With `width=1` the code is scalar: the lanes of a chunk and the pending
    chunks are small arrays on the stack, which exist once for each thread.
  }];
  let options = [
    Option<"width", "width", "int64_t", "1",
           "Elements of a vector; 1 for scalar code.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

//===----------------------------------------------------------------------===//
// Insight
//===----------------------------------------------------------------------===//

def PrintKernelStructurePass
    : Pass<"stax-print-kernel-structure", "::mlir::ModuleOp"> {
  let summary = "print the loops and phases of kernels";
  let description = [{
    Prints for every kernel the tree of sequential loops that runs at a point of
    its parallel dimensions, with its nodes, numbered from 0, where they run;
    then the values that one loop writes and another one reads, and where these
    are found. A loop says which nodes' accumulators it carries. A node is
    `stored` where it writes to a destination or scratch, and runs `again` where
    a value is computed once more.

    ```
    kernel in @softmax:
      for d1 carries 0:
        node 0 stax.reduce
      for d1 carries 2:
        node 1 stax.pointwise
        node 2 stax.reduce
      for d1:
        node 1 stax.pointwise again
        node 3 stax.pointwise stored
      node 1 result 0 crosses: recomputed
    ```
  }];
}

#endif // STAX_TRANSFORMS_PASSES_TD
