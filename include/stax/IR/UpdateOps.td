//===- UpdateOps.td - Operations that update destinations --*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_UPDATEOPS_TD
#define STAX_IR_UPDATEOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "stax/IR/StaxAttributes.td"
include "stax/IR/StaxInterfaces.td"
include "stax/IR/StaxOpBase.td"

// The same before and after bufferization.
def Stax_TensorOrBuffer : AnyTypeOf<[Stax_Tensor, AnyStridedMemRef]>;

// Operations that update destinations at elements which only the running
// program knows. They share no kernel with others.
class Stax_UpdateOp<string mnemonic, list<Trait> traits = []>
    : Stax_Op<mnemonic, !listconcat([
        AttrSizedOperandSegments, SingleBlock, DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Stax_ScheduleNodeOpInterface,
          ["getOpsPerPoint"]>
      ], traits)> {
  let results = (outs Variadic<Stax_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;

  code updateDeclarations = [{
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    /// Whether operands and results are tensors.
    bool hasTensorSemantics();
  }];
}

def Stax_ExternOp : Stax_UpdateOp<"extern", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of another library";
  let description = [{
    Calls the C function `_mlir_ciface_<callee>` with the elements of `ins` and
    `outs`, whose buffers hold the destinations' elements, and takes what it
    leaves there as results. The function gets scalars by value and a pointer to
    an MLIR memref descriptor for each tensor, in row-major order, and returns
    an `int32_t`: 0, or else the operation fails with an error at run time. It
    writes to `outs` only, and gives the same results in every call with the same
    operands.

    The region is an epilogue: it maps each element of the results to what
    replaces it. `reference` names a function of the module that takes `ins` and
    `outs`, and returns what the call means without its epilogue; the reference
    interpreter runs it.

    - (C1) `callee` is not a symbol of the module.
    - (C2) `reference` is a function from the types of `ins` and `outs` to those
      of the results, on tensors only.
    - (C3) there is a destination; destinations are all tensors, one for each
      result, or all memrefs, and so are `ins` besides scalars.
    - (C4) the region has one argument for each destination, of its element
      type, and yields one scalar of that type for each; if it does more than
      that, all destinations have one shape.
    - (C5) the region holds operations without side effects on scalars; it reads
      no tensors.
    - (C6) on buffers, a destination is not an input.

    Example:

    ```mlir
    %c = stax.extern @my_matmul reference @matmul
        ins(%a, %b : tensor<64x32xf32>, tensor<32x16xf32>)
        outs(%zeros : tensor<64x16xf32>) -> tensor<64x16xf32> {
    ^bb0(%v: f32):
      %r = math.tanh %v : f32
      stax.yield %r : f32
    }
    ```
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$callee,
    OptionalAttr<FlatSymbolRefAttr>:$reference,
    Variadic<AnyType>:$ins,
    Variadic<Stax_TensorOrBuffer>:$outs
  );
  let extraClassDeclaration = updateDeclarations # [{
    /// Whether the region changes elements.
    bool hasEpilogue();
  }];
}

def Stax_ScatterOp : Stax_UpdateOp<"scatter"> {
  let summary = "writes or combines elements into a tensor at computed indices";
  let description = [{
    Runs the region at every point of the domain. It yields a tuple of values
    and the indices of an element of the destinations, which becomes the
    combination of what it was and the tuple, by a monoid, or the tuple itself
    where `set` stands for the monoid. Elements of the destinations that no
    point meets keep their values. Points that meet in one element combine in
    row-major order of the domain; a combination is rounded to the destination's
    type.

    A point whose indices are outside writes nothing, and is an error when the
    program runs. A dimension whose `stax.index` is one of the indices is a
    window: its points never meet.

    - (C1), (C2), (C5) as for `stax.pointwise`; a domain that is left out follows
      from the inputs.
    - (C3) results of an input's map are dimensions, or constants inside a static
      extent. What is read at other places, or under a guard, is computed by a
      `stax.pointwise` in front.
    - (C4) there is a destination, and all have one shape.
    - (C6) the region has one argument for each input, of its element type, and
      yields one scalar for each destination, then one `index` for each of their
      dimensions.
    - (C7) the region holds operations without side effects on scalars, and
      `stax.check` once outlined; it reads no tensors.
    - (C8) the monoid combines tuples of the values' types.
    - (C9) a destination has elements of its value's type, or of that which the
      monoid accumulates it in.
    - (C10) inputs and destinations are all tensors, with one result for each
      destination, or all memrefs.
    - (C11) on buffers, a destination is neither an input nor another one.

    Example, which counts keys and adds rows of a matrix up by them:

    ```mlir
    %rows = stax.scatter #stax.add
        ins(%x, %key[(d0, d1) -> (d0)] : tensor<64x8xf32>, tensor<64xindex>)
        outs(%zeros : tensor<16x8xf32>) -> tensor<16x8xf32> {
    ^bb0(%v: f32, %k: index):
      %column = stax.index 1
      stax.yield %v, %k, %column : f32, index, index
    }
    %last = stax.scatter set ins(%y, %key : tensor<64xf32>, tensor<64xindex>)
        outs(%init : tensor<16xf32>) -> tensor<16xf32>
    ```
  }];
  let arguments = (ins
    OptionalAttr<Stax_MonoidInterface>:$monoid,
    Variadic<Stax_TensorOrBuffer>:$inputs,
    Variadic<Index>:$dynamicExtents,
    Variadic<Stax_TensorOrBuffer>:$outs,
    AffineMapArrayAttr:$maps,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$staticExtents
  );
  let builders = [
    OpBuilder<(ins "::mlir::stax::MonoidAttrInterface":$monoid,
      "::mlir::ValueRange":$inputs, "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
      "::mlir::ValueRange":$outs,
      CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>",
        "nullptr">:$bodyBuilder)>
  ];
  let extraClassDeclaration = updateDeclarations # [{
    /// Extents of the domain: static ones as attributes, others as values.
    ::llvm::SmallVector<::mlir::OpFoldResult> getExtents();
    /// The accesses that feed the region's arguments, in order.
    ::llvm::SmallVector<::mlir::stax::OperandAccess> getOperandAccesses();
    /// What the region yields: first the tuple, then the indices.
    ::mlir::ValueRange getYieldedValues();
    ::mlir::ValueRange getYieldedIndices();
    /// Whether points that differ in dimension `dim` of the domain write
    /// different elements, because `dim` is one of the indices.
    bool isWindowDim(unsigned dim);
    /// Emits the region for one point; see FusableOpInterface.
    ::llvm::SmallVector<::mlir::Value> emitBody(::mlir::OpBuilder &builder,
        ::mlir::ValueRange indices, ::mlir::ValueRange args,
        ::mlir::IRMapping &mapping);
    ::mlir::AffineMap getMap(unsigned input) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getMaps()[input]).getValue();
    }
  }];
}

#endif // STAX_IR_UPDATEOPS_TD
