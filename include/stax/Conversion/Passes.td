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
// Import
//===----------------------------------------------------------------------===//

def ConvertElementwiseToStaxPass
    : Pass<"convert-elementwise-to-stax", "func::FuncOp"> {
  let summary = "Convert arith and math operations on tensors to stax.pointwise";
  let description = [{
    Every operation of `arith` and `math` that maps over elements and works on
    ranked tensors becomes a `stax.pointwise` with identity maps, whose region
    holds the same operation on scalars. A splat constant, or a tensor filled
    with one scalar, becomes that scalar; a dense constant stays an operand.

    An operation stays as it is, with a remark `NotConverted` in the category
    `stax`, if a tensor is unranked, has an encoding or an element type that
    Stax has no storage for, or if its results differ in shape.

    ```mlir
    %s = arith.addf %x, %y : tensor<4xf32>
    ```
    becomes
    ```mlir
    %s = stax.pointwise ins(%x, %y : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.addf %a, %b : f32
      stax.yield %r : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::stax::StaxDialect"];
}

def ConvertLinalgToStaxPass : Pass<"convert-linalg-to-stax", "func::FuncOp"> {
  let summary = "Convert linalg operations on tensors to stax operations";
  let description = [{
    Structured operations, generic and named, become
    - `stax.pointwise` where all loops are parallel. The domain is the shape of
      the results, so a permuted output permutes the domain; results of
      different layouts get one operation each;
    - one `stax.reduce` for each result otherwise, if that result combines its
      accumulator with a value that depends on no accumulator, by a monoid of
      the dialect. Reduced dimensions keep their order.

    A destination that is filled with the monoid's init disappears. Any other
    makes the reduction `partial`, and a `stax.pointwise` combines its result
    with the destination, last. So does an extreme over a range that may be
    empty, whose value would be the destination's. `linalg.softmax` becomes a
    maximum, an exponential, a sum and a quotient.

    A generic operation with two results that replaces a value and an index where
    another value is strictly better becomes a partial reduction by
    `#stax.argmax` or one of its kind, and one more step of its body, in which
    the best value meets the destinations. NaN is never better, or better than
    all and stays; of equal values the first wins. Anything else stays.

    A `scf.if` in a body becomes selections if both arms have no effects and
    cannot fail.

    Sums and products of floats associate as the `tree` of `stax.reduce` says,
    those of f16 and bf16 in f32. Everything else is bit for bit the same.

    What stays has a remark `NotConverted` in the category `stax` that names
    the operation and the reason.

    ```mlir
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %s = linalg.reduce { arith.addf } ins(%x : tensor<64x128xf32>)
        outs(%f : tensor<64xf32>) dimensions = [1]
    ```
    becomes
    ```mlir
    %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::stax::StaxDialect"];
}

def ConvertTensorToStaxPass : Pass<"convert-tensor-to-stax", "func::FuncOp"> {
  let summary = "Convert operations that copy or compute tensors to stax.pointwise";
  let description = [{
    Operations of the tensor dialect that compute, copy or rearrange elements
    become one `stax.pointwise` each, or a `stax.scatter`:
    - `extract_slice` a read through offsets and strides, static or dynamic. A
      read outside the source is an error when the program runs;
    - `pad` with one value a guarded read;
    - `concat` a guarded read of each piece, of which the region selects one;
    - `gather` a `tensor.extract` at indices that are read;
    - `scatter` a `stax.scatter set`, whose window are the dimensions without an
      index. Indices need not be unique: the last one wins;
    - `generate` a region over `stax.index`;
    - `splat`, and `from_elements` of one value, a region that yields it.

    A `bufferization.materialize_in_destination` into an argument that its caller
    keeps is its source.

    Operations whose result may share its source's storage stay: `cast`,
    `collapse_shape`, `expand_shape`, `reshape` and `insert_slice`, as do `empty`,
    `dim` and `extract`. Anything else that stays has a remark `NotConverted` in
    the category `stax` that names the operation and the reason.

    ```mlir
    %0 = tensor.extract_slice %x[%i] [8] [2] : tensor<?xf32> to tensor<8xf32>
    ```
    becomes
    ```mlir
    %0 = stax.pointwise ins(%x[(d0)[s0] -> (d0 * 2 + s0)] : tensor<?xf32>) symbols(%i) -> tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::stax::StaxDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertTosaToStaxPass : Pass<"convert-tosa-to-stax", "func::FuncOp"> {
  let summary = "Convert tosa operations without a structured form to stax operations";
  let description = [{
    A `tosa.scatter` becomes a `stax.scatter set` over its batches, indices and
    channels. Indices need not be unique: the last one wins. An index outside of
    the destination is an error when the program runs.

    Everything else in tosa is left to upstream's conversions to linalg, which
    `stax-import-pipeline` runs next. A scatter that stays has a remark
    `NotConverted` in the category `stax` that names the reason.

    ```mlir
    %0 = tosa.scatter %d, %i, %x
        : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<2x8x3xf32>
    ```
    becomes
    ```mlir
    %0 = stax.scatter set
        ins(%x, %i[(d0, d1, d2) -> (d0, d1)] : tensor<2x5x3xf32>, tensor<2x5xi32>)
        outs(%d : tensor<2x8x3xf32>) -> tensor<2x8x3xf32> {
    ^bb0(%v: f32, %k: i32):
      %batch = stax.index 0
      %row = arith.index_cast %k : i32 to index
      %channel = stax.index 2
      stax.yield %v, %batch, %row, %channel : f32, index, index, index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::stax::StaxDialect",
                           "::mlir::tensor::TensorDialect"];
}

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

    A buffer that the function returns more than once is copied, as callers free
    every result.

    Arguments and results are memrefs with identity layout, or scalars; other
    types are an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}


//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

def AttachAliasScopesPass
    : Pass<"stax-attach-alias-scopes", "::mlir::func::FuncOp"> {
  let summary = "tell LLVM which arguments of kernels are disjoint";
  let description = [{
    Gives the loads and stores of a function with the attribute `stax.disjoint`,
    pairs of memref arguments that share no byte, scopes that say so. It runs
    where memory accesses are LLVM's and arguments are still memrefs: attributes
    of arguments do not survive their expansion, nor the outlining of parallel
    loops. The attribute comes from `stax-outline-kernels`, which knows the plan.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CallLibmPass : Pass<"stax-call-libm", "::mlir::ModuleOp"> {
  let summary = "call the C library where a direct lowering loses digits";
  let description = [{
    Upstream lowers `math.expm1` to `exp(x) - 1`, which is 0 for all small x. It
    becomes a call here, for each element of a vector; all other functions are
    left to upstream.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertStaxToAffinePass
    : Pass<"convert-stax-to-affine", "::mlir::func::FuncOp"> {
  let summary = "turn outlined kernels into affine loops";
  let description = [{
    A kernel becomes an `affine.parallel` over its parallel dimensions around the
    tree of `affine.for` that its structure has, see
    `stax-print-kernel-structure`. A reduction is carried by loops and combined
    by one `stax.combine` that has the operation's tree; its init, if it is not
    partial, is combined after them. A scan is the same from its carry on, and
    what it carries is a result at each point; the loop of a reverse one counts
    upwards and visits the last point first. Results are stored at the end of the
    body in
    which they are complete, so an input that is overwritten in place has been
    read by then; a kernel that would read it later is an error.

    A `stax.scatter` becomes serial loops over the dimensions in which points may
    meet, inside of `affine.parallel` over its window, whose last dimension runs
    in blocks of 64 points. Where an index is outside, nothing is stored.

    Checks in the kernel become bits that reductions carry along; each point of
    the parallel dimensions adds its own to the function's status word where one
    is set.

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
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def ConvertBF16ToI16Pass : Pass<"stax-convert-bf16-to-i16", "::mlir::ModuleOp"> {
  let summary = "carry bf16 as bits in functions of the LLVM dialect";
  let description = [{
    Replaces bf16 by i16 in the types of values, and constants by their bits,
    in functions that have a body. Arithmetic of bf16 must be gone; what is left
    moves values, which LLVM does by conversions to f32 and back on targets
    without bf16. Calls of functions without a body convert what they pass and
    get, so that conventions of other libraries stay.

    ```mlir
    %1 = llvm.load %p : !llvm.ptr -> bf16
    %2 = llvm.select %c, %1, %0 : i1, bf16
    ```
    becomes
    ```mlir
    %1 = llvm.load %p : !llvm.ptr -> i16
    %2 = llvm.select %c, %1, %0 : i1, i16
    ```
  }];
}

def FoldDescriptorsPass : Pass<"stax-fold-descriptors", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "use fields of memref descriptors without the descriptors";
  let description = [{
    A `llvm.extractvalue` of a field that a `llvm.insertvalue` has put there becomes
    that field, and what nothing uses then disappears. It runs before bodies of
    parallel regions become functions: these get the pointers that they use
    instead of whole descriptors.

    ```mlir
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
    %1 = llvm.insertvalue %p, %0[1] : !llvm.struct<(ptr, ptr, i64)>
    omp.parallel {
      %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64)>
      %3 = llvm.load %2 : !llvm.ptr -> f32
    ```
    becomes
    ```mlir
    omp.parallel {
      %3 = llvm.load %p : !llvm.ptr -> f32
    ```
  }];
}

def FenceStreamsPass : Pass<"stax-fence-streams", "::mlir::func::FuncOp"> {
  let summary = "let threads see stores that pass by the caches";
  let description = [{
    Behind every `omp.wsloop` with non-temporal `vector.store`s in it, each thread
    fences what it stored, before the barrier if the loop has one. Such
    stores outside of threads are fenced behind the outermost loop. For x86;
    runs after the passes that decide where threads wait.

    ```mlir
    omp.wsloop { ... vector.store %v, %x[%i] {nontemporal = true} ... }
    ```

    becomes

    ```mlir
    omp.wsloop nowait { ... }
    llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
    omp.barrier
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::omp::OpenMPDialect"];
}

def MergeParallelRegionsPass
    : Pass<"stax-merge-parallel-regions", "::mlir::func::FuncOp"> {
  let summary = "run adjacent parallel loops in one region";
  let description = [{
    Joins `omp.parallel` regions with nothing but pure operations between them.
    Threads wait between two loops only where the later one may access what
    the earlier one writes, or write what it reads: else, and for the last loop of
    a region, the loop is `nowait`. Where they run on threads under
    conditions, one of them is enough. Arguments of a function may be parts of one
    buffer, unless they are `llvm.noalias`.
  }];
  let dependentDialects = ["::mlir::omp::OpenMPDialect"];
}

def ParallelizePass : Pass<"stax-parallelize", "::mlir::ModuleOp"> {
  let summary = "run the outermost parallel loops on threads";
  let description = [{
    Every outermost `scf.parallel` without reductions becomes `omp.parallel` with
    one workshared loop over some of its dimensions, from the outermost on; the
    others, and parallel loops inside it, become serial loops. Constant-size
    stack arrays of the loop body move to the start of the parallel region, so
    that each thread has one and no iteration allocates.

    With `rule=textbook` a loop more is shared as long as those before it have
    fewer than twice as many iterations as there are threads, and not just as
    many, and a thread gets at least `min-iterations` of the innermost loop. With
    `rule=cost` as few loops are shared as keep nine of ten threads busy, and
    none if all iterations take less than `min-nanoseconds` by an estimate; where
    extents are not constant all loops but the last are shared, if the estimate
    says so when the program runs. With `parallel=false` all become serial loops.

    A `stax.worker` becomes the number of the OpenMP thread, and loops with workers
    run on no more threads than the smallest limit of those in their function;
    outside of threads it becomes 0.
  }];
  let options = [
    Option<"parallel", "parallel", "bool", "true",
           "Whether to use threads at all.">,
    Option<"rule", "rule", "::mlir::stax::ParallelRule",
           "::mlir::stax::ParallelRule::Cost",
           "How to choose the loops that threads share.", [{
             ::llvm::cl::values(
               clEnumValN(::mlir::stax::ParallelRule::Textbook, "textbook",
                          "By numbers of iterations."),
               clEnumValN(::mlir::stax::ParallelRule::Cost, "cost",
                          "By an estimate of time."))
           }]>,
    Option<"threads", "threads", "int64_t", "0",
           "Threads to choose for; 0 for the cores of the module's stax.target.">,
    Option<"minIterations", "min-iterations", "int64_t", "512",
           "Iterations that are worth a thread, for rule=textbook.">,
    Option<"minNanoseconds", "min-nanoseconds", "int64_t", "5000",
           "Time of a serial loop that is worth threads, for rule=cost.">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect",
                           "::mlir::memref::MemRefDialect"];
}

def PassBarePointersPass : Pass<"stax-pass-bare-pointers", "::mlir::ModuleOp"> {
  let summary = "pass memrefs of known extents to kernels as pointers";
  let description = [{
    Marks a private function of kernels (`stax.launch_group`) whose memref arguments
    all have static extents and no layout as `llvm.bareptr`: upstream's lowering
    then passes one pointer for each, instead of a descriptor's five and more
    values. A function with results, or whose address is taken, stays.
  }];
}

#endif // STAX_CONVERSION_PASSES_TD
