//===- StaxOps.td - Operations of the Stax dialect ---------*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXOPS_TD
#define STAX_IR_STAXOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "stax/IR/StaxAttributes.td"
include "stax/IR/StaxDialect.td"
include "stax/IR/StaxInterfaces.td"
include "stax/IR/StaxOpBase.td"

//===----------------------------------------------------------------------===//
// Operations over a domain
//===----------------------------------------------------------------------===//

// What all operations over a domain share. Subclasses add their own arguments
// before these.
class Stax_DomainOp<string mnemonic, list<string> fusableMethods = [],
                    list<Trait> traits = []>
    : Stax_Op<mnemonic, !listconcat([
        Pure, AttrSizedOperandSegments, SingleBlock,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Stax_FusableOpInterface, fusableMethods>,
        DeclareOpInterfaceMethods<Stax_ScheduleNodeOpInterface,
          ["getOpsPerPoint"]>
      ], traits)> {
  dag operands = (ins
    Variadic<Stax_Tensor>:$inputs,
    Variadic<Index>:$dynamicExtents,
    Variadic<Index>:$symbols,
    Variadic<AnyType>:$paddings
  );
  dag access = (ins
    AffineMapArrayAttr:$maps,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$staticExtents,
    OptionalAttr<ArrayAttr>:$guards
  );
  let results = (outs Variadic<Stax_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;

  code commonDeclarations = [{
    /// Extents of the domain: static ones as attributes, others as values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getExtents();
    ::mlir::AffineMap getMap(unsigned input) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getMaps()[input]).getValue();
    }
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
  }];
}

def Stax_PointwiseOp : Stax_DomainOp<"pointwise"> {
  let summary = "computes each element of its results from elements of its inputs";
  let description = [{
    Runs the region at every point of the domain, in no order. Input `i` is
    read through its access map, an affine map of the domain's dimensions and
    the operation's `symbols`; a guarded input is read only where the guard
    holds, and is its `else` value elsewhere. All results have the domain's
    shape. Maps that are identities, and domains that follow from the types,
    are left out in assembly.

    - (C1) each input has a map with the domain's dimensions, as many symbols
      as the operation has, and one result for each dimension of the input; it
      divides by positive constants only, and so does a guard.
    - (C2) where a map's result is a plain dimension that no guard of the input
      restricts, the input's extent there is the domain's; a dynamic one is
      checked when the program runs.
    - (C3) no point reads outside an input that has no guard.
    - (C4) a guard has the map's dimensions and symbols, and an `else` value of
      the input's element type.
    - (C5) extents are not negative, and each dynamic one has a value.
    - (C6) the region has one argument for each input, of its element type,
      and yields one scalar for each result, of its element type.
    - (C7) the region holds operations without side effects on scalars, and
      `stax.check` once outlined; tensors are read in it by `tensor.extract` and
      `tensor.dim` only.
    - (C8) every result has the domain's extents.

    Example:

    ```mlir
    %e = stax.pointwise ins(%x, %m[(d0, d1) -> (d0)] : tensor<64x128xf32>, tensor<64xf32>)
        -> tensor<64x128xf32> {
    ^bb0(%a: f32, %b: f32):
      %d = arith.subf %a, %b : f32
      %r = math.exp %d : f32
      stax.yield %r : f32
    }
    ```
  }];
  let arguments = !con(operands, access);
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$inputs,
      "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
      CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>",
        "nullptr">:$bodyBuilder)>
  ];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = commonDeclarations # [{
    /// Dimensions of the domain that the results lack: none.
    ::llvm::ArrayRef<int64_t> getReducedDims() { return {}; }
  }];
}

def Stax_ReduceOp : Stax_DomainOp<"reduce", [
    "getCombiner", "getCombiningTree", "isPartial"]> {
  let summary = "combines the points of some dimensions of its domain by a monoid";
  let description = [{
    Runs the region at every point of the domain and combines the tuples that
    it yields along the reduced `dims`. Without a region the elements of the
    inputs are the tuple. A result has the extents of the dimensions that are
    not reduced, in order.

    How float points associate is part of the operation, so that no schedule,
    vector width or number of threads changes a bit: `tree` is one of
    - `row` (the default where the domain's last dimension is reduced): chunks
      of 4096 points, in a chunk 64 lanes (32 for f64) that take its points in
      turn and then combine by halving, chunks by pairs;
    - `column` (the default otherwise): chunks of 256 points in order, chunks
      by pairs;
    - `pairs`: points by pairs, f(m) = f(h) + f(m - h) with h the largest power
      of two below m;
    - `scan_row`, `scan_column`: as the carry that a `stax.scan` of that tree
      has after the last chunk;
    - `serial`: in order; exactly where the operation is `ordered`.

    Points are numbered in row-major order of the reduced dimensions. The
    monoid's init is combined last, unless the reduction is `partial`.

    - (C1) to (C7) as for `stax.pointwise`, the region yielding the monoid's
      tuple.
    - (C8) `dims` are dimensions of the domain, at least one, increasing.
    - (C9) the monoid combines tuples of these types.
    - (C10) one result for each member of the tuple, of its type or its
      accumulator type, with the extents of the dimensions not reduced.
    - (C11) a monoid that has no value for no points does not reduce a
      statically empty domain.
    - (C12) the tree is `serial` exactly where the reduction is `ordered`.

    Example:

    ```mlir
    %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
    %q = stax.reduce #stax.add dims [0] ins(%x : tensor<64x128xf32>) -> tensor<128xf32> {
    ^bb0(%a: f32):
      %s = arith.mulf %a, %a : f32
      stax.yield %s : f32
    }
    ```
  }];
  let arguments = !con((ins
    Stax_MonoidInterface:$monoid,
    DenseI64ArrayAttr:$dimensions,
    EnumProp<Stax_Tree>:$tree,
    UnitProp:$ordered,
    UnitProp:$partial
  ), operands, access);
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes,
      "::mlir::stax::MonoidAttrInterface":$monoid,
      "::llvm::ArrayRef<int64_t>":$dimensions, "::mlir::ValueRange":$inputs,
      "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
      CArg<"bool", "false">:$partial,
      CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>",
        "nullptr">:$bodyBuilder)>
  ];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = commonDeclarations # [{
    /// Dimensions of the domain that the results lack.
    ::llvm::ArrayRef<int64_t> getReducedDims() { return getDimensions(); }
    bool isReduced(unsigned dimension) {
      return ::llvm::is_contained(getDimensions(), int64_t(dimension));
    }
    /// The tree that a reduction over `dimensions` of a domain of rank `rank`
    /// gets when it is built.
    static ::mlir::stax::Tree getDefaultTree(
        ::llvm::ArrayRef<int64_t> dimensions, unsigned rank, bool ordered);
  }];
}

def Stax_ScanOp : Stax_DomainOp<"scan", [
    "getCombiner", "getCombiningTree", "getScanInfo"]> {
  let summary = "combines the points up to each one along a dimension by a monoid";
  let description = [{
    Runs the region at every point of the domain and combines the tuples that
    it yields along the dimension `dim`: the result at a point is the
    combination of all points up to it, or before it if the scan is
    `exclusive`. Without a region the elements of the inputs are the tuple.
    Points are met from the first to the last, or from the last to the first if
    the scan is `reverse`; an earlier one is the left operand, so that the
    monoid need not commute.

    A scan starts from its `carry`, one value for each member of the tuple: a
    scalar, or a tensor with an element for each point of the other dimensions.
    Without it a scan starts from the monoid's init.

    How float points associate is part of the operation, as in `stax.reduce`:
    `tree` is one of
    - `scan_row` (the default along the domain's last dimension): chunks of 4096
      points, in a chunk blocks of 16, in a block prefixes by steps of 1, 2, 4
      and 8: each step combines every point with the one so far before it;
    - `scan_column` (the default along another one): chunks of 256 points, in a
      chunk prefixes in order;
    - `serial`: all points in order.

    The carry of a block is the combination of the blocks before it in its
    chunk, in order; that of a chunk the start combined with the chunks before
    it, in order. A point is (carry of its chunk combined with that of its
    block) combined with its prefix, the prefix of the points before it if the
    scan is `exclusive`; what has no points is left out.

    - (C1) to (C7) as for `stax.pointwise`, the region yielding the monoid's
      tuple.
    - (C8) `dim` is a dimension of the domain.
    - (C9) the monoid combines tuples of these types.
    - (C10) one result for each member of the tuple, of its type or its
      accumulator type, with the domain's extents.
    - (C11) no carry, or one for each member of the tuple, of its type or its
      accumulator type; tensors have the domain's extents without `dim`.
    - (C12) an exclusive scan by a monoid that has no value for no points has a
      carry.
    - (C13) the tree is `scan_row`, `scan_column` or `serial`.

    Example:

    ```mlir
    %s = stax.scan #stax.add dim 1 ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
    %t = stax.scan #stax.max dim 0 exclusive reverse carry(%c : tensor<128xf32>)
        ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
    ```
  }];
  let arguments = !con((ins
    Stax_MonoidInterface:$monoid,
    I64Prop:$dimension,
    EnumProp<Stax_Tree>:$tree,
    UnitProp:$exclusive,
    UnitProp:$reverse
  ), operands, access, (ins
    Variadic<AnyType>:$carries
  ));
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes,
      "::mlir::stax::MonoidAttrInterface":$monoid, "int64_t":$dimension,
      "::mlir::ValueRange":$inputs, "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
      CArg<"::mlir::ValueRange", "{}">:$carries,
      CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>",
        "nullptr">:$bodyBuilder)>
  ];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = commonDeclarations # [{
    /// Dimensions of the domain that the results lack: none.
    ::llvm::ArrayRef<int64_t> getReducedDims() { return {}; }
    /// The tree that a scan along `dimension` of a domain of rank `rank` gets
    /// when it is built.
    static ::mlir::stax::Tree getDefaultTree(int64_t dimension, unsigned rank);
  }];
}

def Stax_IndexOp : Stax_Op<"index", [Pure]> {
  let summary = "coordinate of the current point along a dimension of the domain";
  let description = [{
    - (C1) the operation is in the region of an operation over a domain.
    - (C2) `dim` is a dimension of that domain.

    Example: `%i = stax.index 0`.
  }];
  let arguments = (ins I64Prop:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Stax_YieldOp : Stax_Op<"yield", [Pure, Terminator]> {
  let summary = "ends the region of a Stax operation";
  let description = [{
    In an operation over a domain it hands over the scalars of a point, in a
    kernel the tensors that the kernel writes to its destinations.

    - (C1) the parent is an operation over a domain or a kernel.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let hasVerifier = 1;
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Stax_KernelOp : Stax_Op<"kernel", [
    AttrSizedOperandSegments, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"::mlir::stax::YieldOp">,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<Stax_ScheduleNodeOpInterface, ["getOpsPerPoint"]>
  ]> {
  let summary = "a group of operations that runs as one loop nest";
  let description = [{
    The body's operations, its *nodes*, run together over the kernel's space:
    the parallel dimensions `par` outside, the sequential dimensions `seq`
    inside. Every node has a map from the space to its own domain, the
    discardable attribute `stax.node_map`, by default the identity. The values
    yielded are written to the destinations `outs`: an empty tensor, a slice of
    one, or an input that is overwritten in place. Once buffers are chosen
    `ins`, `outs` and `scratch` are memrefs and the kernel has no results; the
    region stays on tensors.

    The region's arguments are the dynamic extents of the space, in order, and
    then `ins`, tensors as tensors.

    - (C1) extents are not negative, and each dynamic one has a value.
    - (C2) the region's arguments agree with the extents and `ins`.
    - (C3) every operation in the region is fusable, except constants and index
      arithmetic on scalars.
    - (C4) a node map has the space's dimensions, one result for each dimension
      of the node's domain, and covers exactly that domain: its results are
      dimensions, collapses `d0 * 8 + d1` of dimensions, or parts `d0 floordiv 8`
      and `d0 mod 8` of either, that vary independently, or 0.
    - (C5) parallel dimensions are neither reduced nor scanned by any node.
    - (C6) one value is yielded for each destination, of its element type and
      shape; yielded values are results of nodes.
    - (C7) a value written in the kernel is read at exactly the point where it
      is written; a reduction's value is complete there only in a later phase,
      which the read begins; a carry is read before the first point of its scan. Nothing else in the kernel uses it, but for
      `tensor.dim`.
    - (C8) the schedule fits the space.
    - (C9) `ins` are tensors, memrefs or scalars, `outs` are all tensors, one for
      each result, or all memrefs; `scratch` exists on memrefs only.
    - (C10) the reduced dimensions of a node keep their order in the space.

    Example:

    ```mlir
    %m = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
        outs(%init : tensor<64xf32>) {
    ^bb0(%a: tensor<64x128xf32>):
      %r = stax.reduce #stax.max dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
      stax.yield %r : tensor<64xf32>
    } -> tensor<64xf32>
    ```
  }];
  let arguments = (ins
    Variadic<Index>:$dynamicExtents,
    Variadic<AnyType>:$ins,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef]>>:$outs,
    Variadic<AnyStridedMemRef>:$scratch,
    DenseI64ArrayAttr:$par,
    DenseI64ArrayAttr:$seq,
    OptionalAttr<Stax_ScheduleAttr>:$schedule
  );
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::llvm::ArrayRef<::mlir::OpFoldResult>":$par,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$seq, "::mlir::ValueRange":$ins,
      "::mlir::ValueRange":$outs,
      CArg<"::mlir::ValueRange", "{}">:$scratch)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    ::mlir::stax::YieldOp getYield();
    unsigned getRank() { return getPar().size() + getSeq().size(); }
    /// Extents of the space as seen from outside: parallel, then sequential.
    ::llvm::SmallVector<::mlir::OpFoldResult> getExtents();
    /// The same extents as seen from inside, dynamic ones as block arguments.
    ::llvm::SmallVector<::mlir::OpFoldResult> getBodyExtents();
    /// The block arguments that stand for `ins`.
    ::llvm::MutableArrayRef<::mlir::BlockArgument> getInArguments() {
      return getBodyBlock()->getArguments().drop_front(getDynamicExtents().size());
    }
    /// The outer value of a block argument.
    ::mlir::Value getOuterValue(::mlir::BlockArgument argument) {
      return getOperand(argument.getArgNumber());
    }
    /// The nodes, in order.
    ::llvm::SmallVector<::mlir::stax::FusableOpInterface> getNodes();
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    /// Whether operands and results are tensors; the region always is.
    bool hasTensorSemantics();
  }];
}

//===----------------------------------------------------------------------===//
// Scalar operations of lowered kernels
//===----------------------------------------------------------------------===//

def Stax_CombineOp : Stax_Op<"combine", [Pure, SameVariadicOperandSize]> {
  let summary = "combines two accumulator tuples by a monoid";
  let description = [{
    One combining step of a reduction or scan, `accumulators` being the earlier
    operand. In a loop that carries the accumulators, `tree` is how the steps
    of the whole loop nest associate; the step alone does not depend on it.

    - (C1) the monoid combines tuples of these types.
    - (C2) accumulators, values and results have the same types.
    - (C3) they are scalars, or vectors of one shape.

    Example: `%s = stax.combine #stax.add tree(row) (%acc) (%x) : f32`.
  }];
  let arguments = (ins
    Stax_MonoidInterface:$monoid,
    DefaultValuedProp<EnumProp<Stax_Tree>, "::mlir::stax::Tree::Serial">:$tree,
    Variadic<AnyType>:$accumulators,
    Variadic<AnyType>:$values
  );
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $monoid (`tree` `(` $tree^ `)`)? `(` $accumulators `)` `(` $values `)`
    attr-dict `:` custom<TupleTypes>(type($accumulators), type($values), type($results))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Stax_CheckOp : Stax_Op<"check", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "records a run-time error where a condition is false";
  let description = [{
    Sets bit `ordinal` of the status word where `condition` is false. Ordinals
    count the module's attribute `stax.checks`, which says what each one means;
    all from 63 on share the last bit. In the region of an operation over a
    domain the status word is left out: it is that of the outlined function, and
    the lowering gathers the bits of all points.

    - (C1) the ordinal is not negative.
    - (C2) the status is one word.
    - (C3) there is a status exactly where the check is not in the region of an
      operation over a domain, which is then in a kernel on buffers.

    Example: `stax.check %ok, 3 in %status : memref<1xi64>`.
  }];
  let arguments = (ins
    I1:$condition,
    I64Prop:$ordinal,
    Optional<MemRefRankOf<[I64], [1]>>:$status
  );
  let assemblyFormat = [{
    $condition `,` $ordinal (`in` $status^)? attr-dict (`:` type($status)^)?
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif // STAX_IR_STAXOPS_TD
