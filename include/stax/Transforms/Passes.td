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

def ComposePass : Pass<"stax-compose", "::mlir::func::FuncOp"> {
  let summary = "compute pointwise values where they are read";
  let description = [{
    Replaces reads of a `stax.pointwise` by its computation, in every operation
    over a domain that reads it, and deletes it. Access maps, symbols and guards
    are composed; equal reads and equal subexpressions of the new region become
    one. The bits of every value and the errors of every value that is needed
    stay the same; where that cannot be shown the value is kept.

    What only moves elements, or repeats a scalar, is composed always. Of other
    values:
    - rule `textbook` keeps those whose region has more than `max-ops`
      operations or more than `max-reads` inputs, and on a CPU those that have
      at least two users and compute an expensive function;
    - rule `cost` also keeps those whose repeated computation costs more than
      writing and reading them, those whose functions a CPU would compute more
      often, and those whose copies would have more than `copy-budget`
      operations.

    Values that something else than an operation over a domain uses, such as
    `return`, are kept, and so are those read on another device or stream, or
    after a write to the memory that they come from.

    ```mlir
    %0 = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%a: f32):
      %q = arith.mulf %a, %a : f32
      stax.yield %q : f32
    }
    %1 = stax.reduce #stax.add dims [1] ins(%0 : tensor<64x128xf32>) -> tensor<64xf32>
    ```

    becomes

    ```mlir
    %1 = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      %q = arith.mulf %a, %a : f32
      stax.yield %q : f32
    }
    ```
  }];
  let options = [
    Option<"rule", "rule", "::mlir::stax::ComposeRule",
           "::mlir::stax::ComposeRule::Cost",
           "Which values are computed where they are read.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::ComposeRule::None, "none", "No value."),
               clEnumValN(::mlir::stax::ComposeRule::Textbook, "textbook",
                          "Those that are cheap or used once."),
               clEnumValN(::mlir::stax::ComposeRule::Cost, "cost",
                          "Those that cost less to compute than to keep."))
           }]>,
    Option<"target", "target", "::mlir::stax::ComposeTarget",
           "::mlir::stax::ComposeTarget::Cpu",
           "The machine to decide for.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::ComposeTarget::Cpu, "cpu", "A CPU."),
               clEnumValN(::mlir::stax::ComposeTarget::Gpu, "gpu", "A GPU."))
           }]>,
    Option<"maxOps", "max-ops", "int64_t", "64",
           "Scalar operations in the region of a value that is composed.">,
    Option<"maxReads", "max-reads", "int64_t", "8",
           "Inputs of a value that is composed.">,
    Option<"copyBudget", "copy-budget", "int64_t", "256",
           "Scalar operations in all copies of one value, under rule cost.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::stax::StaxDialect"];
}

def EliminateCommonNodesPass : Pass<"stax-eliminate-common-nodes", "::mlir::func::FuncOp"> {
  let summary = "compute equal values once";
  let description = [{
    Replaces an operation without side effects by an equal one that comes before
    it wherever it runs: nodes whose regions compute the same from the same
    operands, extents, scalars in a region.

    This is upstream's `cse` for graphs. There all operations that differ only in
    their regions, as the readers of one tensor do, have the same hash and are
    compared in pairs.

    ```mlir
    %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      stax.yield %e : f32
    }
    %1 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      stax.yield %e : f32
    }
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
    ```

    becomes

    ```mlir
    %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      stax.yield %e : f32
    }
    return %0, %0 : tensor<8xf32>, tensor<8xf32>
    ```
  }];
}

def EliminateDeadNodesPass : Pass<"stax-eliminate-dead-nodes", "::mlir::func::FuncOp"> {
  let summary = "delete what computes values that nobody uses";
  let description = [{
    Deletes operations without side effects whose results are unused, and then
    what only they used; the unused results of a `stax.pointwise` that has
    others; and the unused results of a `stax.kernel`, with their destinations,
    the nodes that only they needed, and inputs that no node reads any more.

    An error belongs to a value: with a dead value its errors go. Side effects
    stay: writes, calls of functions, assertions, prints.

    ```mlir
    %0:2 = stax.pointwise ins(%x : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      %n = arith.negf %a : f32
      stax.yield %e, %n : f32, f32
    }
    return %0#1 : tensor<8xf32>
    ```

    becomes

    ```mlir
    %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      %n = arith.negf %a : f32
      stax.yield %n : f32
    }
    return %0 : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::stax::StaxDialect"];
}

def FusePass : Pass<"stax-fuse", "::mlir::func::FuncOp"> {
  let summary = "group operations into kernels";
  let description = [{
    Puts every operation that can be fused into a `stax.kernel`, alone or with
    others, so that later stages see kernels only. A kernel's space has the
    parallel dimensions outside and the others inside; its destinations are
    empty tensors. Values that an operation captures become inputs of its
    kernel; constants are copied into it. Operations that are in a kernel
    already are left alone.

    Operations share a kernel only if their loops lie over each other so that
    each reads what the same point of the space has written, no path between two
    of them leaves the kernel, they are on one device and stream, at most one is
    ordered, and the limits hold. Which of the legal kernels are formed is the
    choice of `algorithm`, which saves as much memory traffic as it can.
    Operations move where that is needed; dependences, also through memory, are
    kept. Every decision is a remark.

    ```mlir
    %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
    %y = stax.pointwise ins(%x, %s[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> { ... }
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<64x128xf32>
    %y = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
        outs(%e : tensor<64x128xf32>) {
    ^bb0(%a: tensor<64x128xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
      %r = stax.pointwise ins(%a, %s[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> { ... }
      stax.yield %r : tensor<64x128xf32>
    } -> tensor<64x128xf32>
    ```
  }];
  let options = [
    Option<"algorithm", "algorithm", "::mlir::stax::FuseAlgorithm",
           "::mlir::stax::FuseAlgorithm::Gain",
           "How to choose which operations share a kernel.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::FuseAlgorithm::None, "none",
                          "A kernel for each operation."),
               clEnumValN(::mlir::stax::FuseAlgorithm::GreedyTextbook,
                          "greedy-textbook", "Rounds of pairs by score."),
               clEnumValN(::mlir::stax::FuseAlgorithm::Gain, "gain",
                          "The greatest saving first, then refinement."),
               clEnumValN(::mlir::stax::FuseAlgorithm::Exact, "exact",
                          "The least traffic, for few operations."))
           }]>,
    Option<"target", "target", "::mlir::stax::FuseTarget",
           "::mlir::stax::FuseTarget::Cpu",
           "What to fuse for: with pairwise spaces, operations of a CPU's kernel "
           "must have the same outermost range.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::FuseTarget::Cpu, "cpu", "Loops."),
               clEnumValN(::mlir::stax::FuseTarget::Gpu, "gpu",
                          "Grids of threads."))
           }]>,
    Option<"space", "space", "::mlir::stax::FuseSpace",
           "::mlir::stax::FuseSpace::Default",
           "How the operations of a kernel fit each other.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::FuseSpace::Default, "default",
                          "pairwise for greedy-textbook, else block."),
               clEnumValN(::mlir::stax::FuseSpace::Pairwise, "pairwise",
                          "Every two are compatible."),
               clEnumValN(::mlir::stax::FuseSpace::Block, "block",
                          "One iteration space holds all."))
           }]>,
    Option<"maxNodes", "max-nodes", "unsigned", "128",
           "Most operations of a kernel.">,
    Option<"maxBuffers", "max-buffers", "unsigned", "32",
           "Most buffers that a kernel reads from or writes to memory.">,
    Option<"rounds", "rounds", "unsigned", "10",
           "Most rounds of greedy-textbook.">,
    Option<"minSharedBytes", "min-shared-bytes", "int64_t", "1",
           "Least bytes that two groups share if they are to be fused.">,
    Option<"peakGuard", "peak-guard", "int64_t", "32",
           "Bytes that a fusion may keep alive for longer for each byte of "
           "traffic that it saves; 0 for any.">,
    Option<"peakRise", "peak-rise", "int64_t", "5",
           "Percent by which fusion may raise the estimated peak memory of a "
           "block where it exceeds `cache-budget`; -1 for any. greedy-textbook "
           "and exact have no such limit.">,
    Option<"cacheBudget", "cache-budget", "int64_t", "0",
           "Bytes of a row, the elements at one point of the parallel loops, up "
           "to which a later phase of a kernel reads it again; 0 for half of "
           "the L2 cache of `stax.target`, or 512 KiB, -1 for no limit. "
           "greedy-textbook has none.">,
    Option<"threads", "threads", "int64_t", "0",
           "Parallel points that a kernel in a block space keeps if one of its "
           "operations has them alone; 0 for the cores of `stax.target`, or 8.">,
    Option<"exactLimit", "exact-limit", "unsigned", "14",
           "Operations up to which the optimum is searched for, at most 64. "
           "Above it algorithm=exact does what gain does, and says so.">,
    Option<"timeBudgetMs", "time-budget-ms", "int64_t", "200",
           "Milliseconds that refinement may take, counted as work so that kernels "
           "do not depend on the machine; 0 for no limit.">
  ];
  let dependentDialects = ["::mlir::stax::StaxDialect", "::mlir::tensor::TensorDialect"];
}

def PrintDependencesPass : Pass<"stax-print-dependences", "::mlir::func::FuncOp"> {
  let summary = "print what operations depend on";
  let description = [{
    Prints the dependence graph of each block to standard output: buffers with
    their bytes, and nodes with the simplified ranges of their loops, what they
    read and write at which index, and the nodes that come before them.

    A read is *memory* if its index is known, else *whole*; it is *met* if no
    node of the block writes the buffer. Indices are in normal form: offsets of
    elements, with loops that run through memory as one merged. A *weak*
    dependence is one of order alone.

    ```mlir
    %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
    ```

    prints

    ```
      buf0: tensor<64x128xf32>, 32768 bytes, input
      buf1: tensor<64xf32>, 256 bytes, written by op0
      op0: stax.reduce, grouping ((64), (128))
        reads buf0[c0], {c0: 8192}: memory, met
        writes buf1[c0], {c0: 64}
    ```
  }];
}

def VerifyFusionPass : Pass<"stax-verify-fusion", "::mlir::func::FuncOp"> {
  let summary = "check that kernels were legal to form";
  let description = [{
    Checks every kernel on tensors, whoever formed it, and shares nothing with
    `stax-fuse`. A broken rule is an error that names it:
    - `nodes`: only operations that can be fused, and scalars, are inside;
    - `space`: the loops of each node cover its domain in the kernel's space;
    - `point`: each value of the kernel is read where the same point writes it,
      after it was written;
    - `whole`: no value of the kernel is read at computed indices inside;
    - `parallel`: no parallel loop is reduced or scanned;
    - `reduced-order`: reduced loops keep their order;
    - `place`: all nodes have the kernel's device and stream;
    - `ordered`: at most one node is ordered;
    - `limits`: nodes and buffers are not more than the options allow;
    - `cycle`: no kernel needs, through others, what it computes;
    - `weak`: nothing overwrites memory between the place where it was shown as
      a tensor and a kernel that reads this tensor.
  }];
  let options = [
    Option<"maxNodes", "max-nodes", "unsigned", "128",
           "Most operations of a kernel of several.">,
    Option<"maxBuffers", "max-buffers", "unsigned", "32",
           "Most buffers that a kernel of several operations uses.">
  ];
}

def LegalizeMutationPass : Pass<"stax-legalize-mutation", "::mlir::func::FuncOp"> {
  let summary = "let tensors taken from memory be what memory held then";
  let description = [{
    A `bufferization.to_tensor` is what memory holds at its place, but becomes
    the memory itself once tensors are buffers. So this pass sees to it that
    everything which reads one runs before the next write to its memory:
    operations without side effects move in front of the write, with what they
    need. Where that cannot be done the tensor is copied in its place, and the
    readers read the copy: what is returned, or handed to the next round of a
    loop; what the writer itself reads, such as a loop that does both, or a part
    that is written to an overlapping one; and what has side effects, such as
    the second write of a swap.

    Memory is known by what a memref is a view of. Different arguments of a
    function, allocations and globals are different memory; what else a memref
    may be, and what a called function writes to, is any memory it could be.

    Afterwards every such tensor is `restrict` and not `writable`. Later passes
    must keep readers in front of writes.

    ```mlir
    %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
    memref.store %k, %m[%c0] : memref<8xf32>
    %s = stax.reduce #stax.add dims [0] ins(%t : tensor<8xf32>) -> tensor<f32>
    ```

    becomes

    ```mlir
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    %s = stax.reduce #stax.add dims [0] ins(%t : tensor<8xf32>) -> tensor<f32>
    memref.store %k, %m[%c0] : memref<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::stax::StaxDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitReductionsPass : Pass<"stax-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "cut long reductions and scans that have few outer points";
  let description = [{
    A reduction with fewer outer points than threads becomes a partial reduction
    of each chunk of its tree, for which there are more points, and a reduction
    of their results. A scan becomes a partial reduction of each chunk, a serial
    exclusive scan of their results, which are the carries, and scans of the
    chunks that start from them. Both cut only where the tree of the operation
    has its chunks, so the results are the same bits. Points after the last full
    chunk are an operation of their own, so that the others need no test.

    Several dimensions that are reduced together are collapsed, if they are next
    to each other in the domain and in each input. Columns count in groups of
    64. Where the number of outer points is not known, or an input might not
    have the extent of the domain, the operation is left whole; a range of
    unknown length is cut. Ordered reductions and serial scans are never cut.

    Remarks say what was cut (`Split`), and why not (`NotSplit`): `InOrder`,
    `UnknownOuterPoints`, `EnoughOuterPoints`, `ShortRange`, `UnknownExtents`,
    `NotOneRange`.

    ```mlir
    %s = stax.reduce #stax.add dims [0] ins(%x : tensor<1048576xf32>) -> tensor<f32>
    ```

    becomes

    ```mlir
    %p = stax.reduce #stax.add dims [1] partial domain [256, 4096]
        ins(%x[(d0, d1) -> (d0 * 4096 + d1)] : tensor<1048576xf32>) -> tensor<256xf32>
    %s = stax.reduce #stax.add dims [0] tree(pairs) ins(%p : tensor<256xf32>) -> tensor<f32>
    ```
  }];
  let options = [
    Option<"minChunks", "min-chunks", "int64_t", "8",
           "Chunks that a range has at least for it to be cut.">,
    Option<"threads", "threads", "int64_t", "0",
           "Threads to have work for; 0 for the cores of the module's target, or "
           "8 without one.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::stax::StaxDialect",
                           "::mlir::tensor::TensorDialect"];
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
    kernels, scatters, calls outside, empty tensors, constants and extents in one
    block is done in time linear in its uses; one-shot analysis is quadratic in
    the users of a value. There a destination that is updated is updated in place
    after its last other use, if the function owns it, else in a copy.

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
  let options = [
    Option<"maxScratch", "max-scratch", "int64_t", "65536",
           "Bytes of scratch that a thread has for one kernel.">,
    Option<"threads", "threads", "int64_t", "64",
           "Threads that scratch is allocated for; no more run its kernel.">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def InsertFreesPass : Pass<"stax-insert-frees", "::mlir::ModuleOp"> {
  let summary = "free buffers after their last use";
  let description = [{
    Inserts a `memref.dealloc` after the last operation that touches an
    allocation, through views, branches, loops and calls of functions of the
    module. What is returned belongs to the caller, arenas are freed by their
    plan, and what the program frees itself is left alone.

    If some buffer has no such place, as it is handed from block to block, from
    one iteration to the next, or is the result of a call that is used further,
    upstream's ownership-based deallocation frees the buffers of the module,
    followed by its `optimize-allocation-liveness`.

    ```mlir
    %a = memref.alloc() : memref<4xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<4xf32>)
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32> // inserted
    "other"() : () -> ()
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def PlanMemoryPass : Pass<"stax-plan-memory"> {
  let summary = "decide where buffers live";
  let description = [{
    Plans the `memref.alloc`s of a function, or of every function inside any
    other operation. A buffer is live from the first operation that touches it
    to the last one, through views, branches, loops and calls of functions of
    the module; buffers whose lives do not overlap share memory. Frees of
    planned buffers disappear.

    Not planned, with a remark `NotPlanned` that says why, are buffers that are
    returned or may be kept by what they are passed to, that a loop hands on to
    its next iteration, that are allocated in a parallel region, or whose size
    is computed on the way.

    Mode `arena` makes buffers views of one allocation for each memory space,
    which is freed at every end of the function. `stax.arena_bytes` on the
    function is its size, `stax.peak_bytes` the most bytes of buffers that are
    live at once, which no plan can undercut. Sizes are rounded up to the
    alignment. Dynamic sizes are planned if they follow from the arguments and
    their extents: then offsets and the size of the arena are computed at the
    start of the function, and there are no such attributes.

    With `in-place`, the output of a linalg operation on buffers takes the place
    of an input of the same type that dies there, if the operation is parallel
    and reads of that buffer only the element that it writes.

    With `arena=argument` a public function that no function of the module uses
    gets its arena, of the default memory space, as an argument behind the
    others, marked `stax.arena`. If its size is dynamic, `stax.arena_size` names a
    function of the module that computes it from the other arguments; this needs
    the pass to run on the module.

    Mode `pool-tree` does the same with the textbook's planner: larger buffers
    first, into slots that are split in time and space. Mode `reuse` keeps
    allocations: a buffer takes over the storage of a dead one of its block, size
    and element type, unless keeping that raises the peak; dynamic sizes are not
    planned. Both work where a comparison with the textbook is wanted. Works on programs of any dialect; nothing is changed in mode
    `none`.

    ```mlir
    %a = memref.alloc() : memref<64xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
    linalg.exp ins(%a : memref<64xf32>) outs(%x : memref<64xf32>)
    %b = memref.alloc() : memref<32xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<32xf32>)
    ```

    becomes

    ```mlir
    %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<256xi8>
    %c0 = arith.constant 0 : index
    %a = memref.view %arena[%c0][] : memref<256xi8> to memref<64xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
    linalg.exp ins(%a : memref<64xf32>) outs(%x : memref<64xf32>)
    %b = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<32xf32>)
    memref.dealloc %arena : memref<256xi8>
    ```
  }];
  let options = [
    Option<"mode", "mode", "::mlir::stax::PlanMode",
           "::mlir::stax::PlanMode::Arena", "How to place buffers.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::PlanMode::None, "none", "As they are."),
               clEnumValN(::mlir::stax::PlanMode::Reuse, "reuse",
                          "Some in the storage of dead ones of the same size."),
               clEnumValN(::mlir::stax::PlanMode::PoolTree, "pool-tree",
                          "At offsets of one allocation, by splits in time and space."),
               clEnumValN(::mlir::stax::PlanMode::Arena, "arena",
                          "At offsets of one allocation, as small as is found."))
           }]>,
    Option<"arena", "arena", "::mlir::stax::ArenaOwner",
           "::mlir::stax::ArenaOwner::Function", "Who allocates arenas.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::ArenaOwner::Function, "function",
                          "The function, which frees them."),
               clEnumValN(::mlir::stax::ArenaOwner::Argument, "argument",
                          "The caller of a public function that no other one calls."))
           }]>,
    Option<"inPlace", "in-place", "bool", "false",
           "Whether outputs of linalg operations may lie in inputs that nothing "
           "reads afterwards.">,
    Option<"budget", "budget", "int64_t", "-1",
           "Bytes that an arena may have; more is an error. -1 for no limit.">,
    Option<"alignment", "alignment", "int64_t", "64",
           "Bytes, a power of two, that buffers are aligned to.">,
    Option<"timeBudgetMs", "time-budget-ms", "int64_t", "1000",
           "Milliseconds that the search for a smaller arena may take, counted as "
           "work so that the plan does not depend on the machine.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::stax::StaxDialect"];
}

def VerifyMemoryPlanPass : Pass<"stax-verify-memory-plan"> {
  let summary = "check that a memory plan is right";
  let description = [{
    Derives anew, from upstream's analyses, when each view of an arena (an
    allocation or argument marked `stax.arena`) is live, and fails where
    - two views overlap that are live at the same time;
    - a view is not aligned, or not inside its arena;
    - a view is returned, freed, used outside of the iteration that makes it, or
      made in a parallel region;
    - the arena is used other than through views, is not freed exactly once at
      every end of the function, or is used after that;
    - more or fewer bytes are live at once than `stax-order` has counted.

    Changes nothing.
  }];
  let options = [
    Option<"alignment", "alignment", "int64_t", "64",
           "Bytes, a power of two, that views must be aligned to.">
  ];
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def OrderPass : Pass<"stax-order", "::mlir::func::FuncOp"> {
  let summary = "order operations, and choose what is overwritten, for the least memory";
  let description = [{
    Orders the operations of every block, kernels as well as any other operation
    on tensors, so that the most bytes live at once are as few as possible. What
    one reads of another, and effects on memory, keep their order. With
    `in-place` a kernel whose input dies there may write over it: the input
    becomes its destination.

    Counted is what the memory plan will hold: tensors that operations produce
    and that die in the block, and what `stax-bufferize` with the same
    `max-scratch` and `threads` allocates for private values of kernels, rounded
    up to `alignment`. A function of one block with static sizes that allocates
    no buffers itself gets the attributes `stax.peak`, the peak of its order, and
    `stax.peak_lower_bound`, below which no order can be. `exact` is never worse
    than the original order, and usually proves that it is the best.
  }];
  let options = [
    Option<"strategy", "strategy", "::mlir::stax::OrderStrategyKind",
           "::mlir::stax::OrderStrategyKind::Exact", "How an order is found.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::OrderStrategyKind::Original, "original",
                          "The order of the text."),
               clEnumValN(::mlir::stax::OrderStrategyKind::Textbook, "textbook",
                          "The best of the original and three greedy orders."),
               clEnumValN(::mlir::stax::OrderStrategyKind::Exact, "exact",
                          "Exact search piece by piece, within limits."))
           }]>,
    Option<"inPlace", "in-place", "bool", "true",
           "Whether kernels may write over inputs that die there.">,
    Option<"maxScratch", "max-scratch", "int64_t", "65536",
           "Bytes of scratch that a thread has for one kernel.">,
    Option<"threads", "threads", "int64_t", "64",
           "Threads that scratch is allocated for.">,
    Option<"alignment", "alignment", "int64_t", "64",
           "Bytes that sizes of buffers are rounded up to; a power of two.">
  ];
}

def VerifyOrderPass : Pass<"stax-verify-order", "::mlir::func::FuncOp"> {
  let summary = "check destinations that are inputs, and recorded peaks";
  let description = [{
    Fails where a kernel overwrites an input that something needs later, that the
    kernel itself reads elsewhere or afterwards, or that is not a result of
    another operation of the block; and where `stax.peak` is not the peak of the
    function's order or `stax.peak_lower_bound` exceeds it. Lifetimes are found
    from uses alone, not from the dependence graph that `stax-order` asks.
  }];
  let options = [
    Option<"maxScratch", "max-scratch", "int64_t", "65536",
           "Bytes of scratch that a thread has for one kernel.">,
    Option<"threads", "threads", "int64_t", "64",
           "Threads that scratch is allocated for.">,
    Option<"alignment", "alignment", "int64_t", "64",
           "Bytes that sizes of buffers are rounded up to; a power of two.">
  ];
}

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

defvar scheduleChoices = [{
  ::llvm::cl::values(
    clEnumValN(::mlir::stax::ScheduleChoice::Auto, "auto", "Choose."),
    clEnumValN(::mlir::stax::ScheduleChoice::On, "on", "Yes."),
    clEnumValN(::mlir::stax::ScheduleChoice::Off, "off", "No."))
}];

def SelectSchedulePass : Pass<"stax-select-schedule", "::mlir::func::FuncOp"> {
  let summary = "choose how the loops of kernels run";
  let description = [{
    Gives each kernel without one a `#stax.schedule`: along which dimension of
    its space vectors run, and how many of them are a step. Without a
    `stax.target` on the module and without options kernels stay as they are,
    for `stax-vectorize` to choose. The options replace what the pass would
    choose. No choice changes a result; each is a remark, `Schedule`.

    Vectors run along the dimension in which the most accesses of a point move
    by one element, the innermost of equals; where in all of them more move
    otherwise, loops are scalar.
    Steps are longer where operations wait for one another.
    Rows that registers hold have no loops. A row asks for the next one where
    there are three loops over it or more, or two that compute much, it has 4 to
    16 KiB, or up to an eighth of the second cache where much is computed, and
    the second caches do not hold all rows. Stores pass by the caches where what a point computes is little and what the
    kernel reads and writes exceeds a quarter of the last cache, which others
    use, too.

    ```mlir
    %y = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
        outs(%o : tensor<64x128xf32>) {
    ```

    becomes, with `stax.target = #stax.target<isa = "avx512", ...>`

    ```mlir
    %y = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
        outs(%o : tensor<64x128xf32>) schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4> {
    ```
  }];
  let options = [
    Option<"vectorDim", "vector-dim", "int64_t", "-2",
           "Dimension of the space that vectors run along; -1 for scalar loops, "
           "-2 to choose one.">,
    Option<"unroll", "unroll", "int64_t", "0",
           "Vectors a step; 0 to choose.">,
    Option<"rowInRegisters", "row-in-registers",
           "::mlir::stax::ScheduleChoice", "::mlir::stax::ScheduleChoice::Auto",
           "Whether rows that registers hold have no loops.",
           scheduleChoices>,
    Option<"prefetch", "prefetch", "::mlir::stax::ScheduleChoice",
           "::mlir::stax::ScheduleChoice::Auto",
           "Whether a row asks for the next one.", scheduleChoices>,
    Option<"nontemporal", "nontemporal", "::mlir::stax::ScheduleChoice",
           "::mlir::stax::ScheduleChoice::Auto",
           "Whether stores pass by the caches.", scheduleChoices>
  ];
}

//===----------------------------------------------------------------------===//
// Outline
//===----------------------------------------------------------------------===//

def OutlineKernelsPass : Pass<"stax-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "move kernels into functions of their own";
  let description = [{
    Moves each maximal run of kernels in a block (`group=launch`), or each kernel
    (`group=kernel`), into a private function marked `stax.launch_group`, and
    calls it. A `stax.scatter` has a function of its own, which gets what its
    region captures as arguments. Allocations and pure operations between the
    kernels of a run move in front of it. Operands of the kernels, extents included, become
    arguments; equal ones become one.

    A `stax.extern` becomes a `func.call` of a declared function with MLIR's C
    interface; a result that is not 0 is an error of the program. Its epilogue
    becomes a kernel that maps the destinations in place.

    Around kernels, single loads and stores, copies, slices and allocations whose
    indices or extents are not known to fit are guarded: what does not fit is not
    accessed, and is an error of the program. A load that fails gives 0, a slice
    begins at 0 and has no extent where that is dynamic, a buffer has no negative
    extents.

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
      and a `stax.check` records the error, as it does for a `cf.assert`; the
      region of a `stax.scatter` checks the indices that it yields;
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
    be extended before (`math-extend-to-supported-types`). Conversions between
    f32 and bf16 become arithmetic of integers: most targets have none, and those
    that do flush subnormals.
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
    - `math.fma` of f16 and bf16 rounds once, without one to f32 in between;
    - bf16 extends to f64 through f32, which is exact;
    - `math.fpowi` is a power in f64 rather than repeated products.

    Runs before arithmetic of bf16 is emulated in f32, which is exact for sums,
    products, quotients and roots only.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def VectorizePass : Pass<"stax-vectorize", "::mlir::func::FuncOp"> {
  let summary = "run affine loops in vectors, and realise their combining trees";
  let description = [{
    Turns loops whose iterations can run at once into vector loops: the last
    dimension of an `affine.parallel`, and an innermost `affine.for` that carries
    nothing but reductions and has no dependences. A body becomes several
    vectors, up to four for each value; what does not fill them is done by one
    masked vector, or one by one where the instruction set has no masks for the
    elements. Memory outside of the loop's own accesses is never touched. Where
    the loops inside an `affine.parallel` cannot run in vectors, but its last
    dimension can, as in the reduction of columns, the inner loops carry vectors.

    A loop whose `stax.combine` carries a tree combines in the order of that
    tree, and every `stax.combine` becomes arithmetic. The bits of a result are
    the same for every width and instruction set. With `width=1` the code is
    scalar: the lanes of a chunk and the pending chunks are small arrays on the
    stack, which exist once for each thread.

    In loops without the dialect, integer and bitwise arithmetic, `maximumf`
    and `minimumf` are recognised as reductions, `addf` and `mulf` where they
    may be reassociated (`fastmath<reassoc>`). Memrefs that are not views of one
    another are taken to be disjoint. What stays scalar is a remark,
    `NotVectorized`, with the reason.

    ```mlir
    affine.for %i = 0 to 1024 {
      %v = affine.load %x[%i] : memref<1024xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %y[%i] : memref<1024xf32>
    }
    ```

    becomes, with `width=16` (one of four vectors shown)

    ```mlir
    affine.for %i = 0 to 1024 step 64 {
      %v = affine.vector_load %x[%i] : memref<1024xf32>, vector<16xf32>
      %w = arith.addf %v, %v : vector<16xf32>
      affine.vector_store %w, %y[%i] : memref<1024xf32>, vector<16xf32>
    }
    ```
  }];
  let options = [
    Option<"width", "width", "int64_t", "0",
           "Elements of 32 bits in a vector, a power of two; 1 for scalar code, "
           "0 for that of the instruction set.">,
    Option<"isa", "isa", "::mlir::stax::InstructionSet",
           "::mlir::stax::InstructionSet::FromTarget",
           "What code may use of the processor.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::InstructionSet::FromTarget, "target",
                          "What the module's stax.target says; scalar code "
                          "without one."),
               clEnumValN(::mlir::stax::InstructionSet::None, "none",
                          "What every processor has."),
               clEnumValN(::mlir::stax::InstructionSet::AVX2, "avx2", "AVX2."),
               clEnumValN(::mlir::stax::InstructionSet::AVX512, "avx512",
                          "AVX-512."))
           }]>
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::stax::StaxDialect",
                           "::mlir::vector::VectorDialect"];
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

def PrintLifetimesPass : Pass<"stax-print-lifetimes", "::mlir::ModuleOp"> {
  let summary = "print when buffers are live";
  let description = [{
    Prints for every buffer that a function makes where it is defined, when it
    is live, what touches it first and last, and where it is freed; for one that
    cannot be planned, why. Times number the operations of the function in the
    order in which they run. Changes nothing.

    ```
    lifetimes in 'main'
      #0 memref<4xf32> defined by memref.alloc at f.mlir:2:8
        live in [1, 3)
        first used by linalg.fill at f.mlir:3:3
        last used by memref.copy at f.mlir:4:3
        freed by memref.dealloc at f.mlir:5:3
    ```
  }];
}

def ReportPass : Pass<"stax-report", "::mlir::ModuleOp"> {
  let summary = "write a page about the program";
  let description = [{
    Writes what is known about the program to a file, whose ending chooses the
    form: `.html`, a page that needs no other file; `.svg`, one picture of it;
    `.json`, `.csv` (memory only) or `.txt`.

    The kernels section, for kernels on tensors, shows the graph of operations,
    who shares a kernel, the bytes that kernels move and that a kernel for each
    operation would move, and for kernels that share data why they are two. It
    is found again from the kernels alone, so that it does not matter which pass
    has formed them. `stax-run --report` writes this section, the next, and all
    remarks of its passes into one file.

    The memory section shows addresses over time: each buffer by the operation
    that writes it and its place in the source, the bytes that are live before,
    during and after each step, and what the peak consists of.

    `check-peak=N` fails where a function has more than N bytes live at once,
    and names the buffers that these are. Changes nothing.
  }];
  let options = [
    Option<"output", "output", "std::string", "\"report.html\"",
           "The file to write; empty for none.">,
    Option<"checkPeak", "check-peak", "int64_t", "-1",
           "Bytes that may be live at once; -1 for no limit.">
  ];
}

#endif // STAX_TRANSFORMS_PASSES_TD
