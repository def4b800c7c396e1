//===- DomainOpSupport.h - What operations over a domain share --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library. Operations over a domain have the same operands,
// maps and syntax; `DomainView` shows the common part of any of them, so that
// parsing, printing and verifying are written once.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_DOMAINOPSUPPORT_H
#define STAX_LIB_IR_DOMAINOPSUPPORT_H

#include "stax/IR/UpdateOps.h"

namespace mlir::stax {

/// `extents` as index attributes, dynamic ones as the next of `dynamicExtents`,
/// of which there is one for each.
SmallVector<OpFoldResult> getMixedExtents(ArrayRef<int64_t> extents,
                                          ValueRange dynamicExtents,
                                          MLIRContext *context);

/// Distinct accesses in the order in which they were added first.
class AccessList {
public:
  void add(Access access);
  SmallVector<Access> take() { return std::move(accesses); }

private:
  SmallVector<Access> accesses;
  llvm::SmallDenseMap<Value, SmallVector<unsigned>> byRoot;
};

/// The common part of an operation over a domain. Borrowed from the operation.
struct DomainView {
  Operation *op;
  OperandRange inputs, dynamicExtents, symbols, paddings;
  ArrayAttr maps;
  ArrayRef<int64_t> staticExtents;
  ArrayAttr guards; ///< null, or one IntegerSetAttr or UnitAttr for each input
  ArrayRef<int64_t> reducedDims;
  /// Destinations, where results do not have the domain's shape.
  ValueRange outs = {};

  template <typename OpTy>
  static DomainView get(OpTy op) {
    return {op,
            op.getInputs(),
            op.getDynamicExtents(),
            op.getSymbols(),
            op.getPaddings(),
            op.getMapsAttr(),
            op.getStaticExtents(),
            op.getGuardsAttr(),
            op.getReducedDims()};
  }
  static DomainView get(ScatterOp op) {
    OperandRange none = op.getInputs().take_front(0);
    return {op,   op.getInputs(),   op.getDynamicExtents(), none,
            none, op.getMapsAttr(), op.getStaticExtents(),  ArrayAttr(),
            {},   op.getOuts()};
  }

  unsigned getRank() const { return staticExtents.size(); }
  AffineMap getMap(unsigned input) const {
    return cast<AffineMapAttr>(maps[input]).getValue();
  }
  /// The guard of `input`, null if it has none.
  IntegerSet getGuard(unsigned input) const;
  bool isReduced(int64_t dim) const {
    return llvm::is_contained(reducedDims, dim);
  }
  /// Static extents of the dimensions that are not reduced.
  SmallVector<int64_t> getResultShape() const;
  SmallVector<OpFoldResult> getExtents() const;
  /// From the domain to the results: the dimensions that are not reduced.
  AffineMap getResultMap() const;
  SmallVector<OperandAccess> getOperandAccesses() const;
  SmallVector<Access> getAccesses() const;
};

/// Parses everything after the operation's own clauses:
///   [`domain` `[` extents `]`] [`ins` `(` operands `:` types `)`]
///   [`symbols` `(` values `)`] [`attributes` dict] `->` types [region]
/// `reducedDims` are the dimensions that results lack. An operation that
/// `hasOuts` has the clause `outs` in place of symbols and guards, needs no
/// results, and its inputs alone give the domain.
ParseResult parseDomainOp(OpAsmParser &parser, OperationState &result,
                          ArrayRef<int64_t> reducedDims, bool hasOuts = false);

/// A clause `keyword ( values : types )`.
struct ParsedClause {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc;
};

/// Parses such a clause if it is there, resolves it, and prints one that has
/// values.
ParseResult parseClause(OpAsmParser &parser, StringRef keyword,
                        ParsedClause &clause);
ParseResult resolveClause(OpAsmParser &parser, ParsedClause &clause,
                          OperationState &result);
void printClause(OpAsmPrinter &printer, StringRef keyword, ValueRange values);

/// Parses a region that may be left out where it only yields its arguments,
/// which have `types`; and prints it.
ParseResult parsePointBody(OpAsmParser &parser, OperationState &result,
                           TypeRange types);
void printPointBody(OpAsmPrinter &printer, Region &body);

/// Fails if the attribute dictionary, which was written at `loc`, has one of
/// `names`: they are inherent and have a syntax of their own.
ParseResult rejectInherentAttributes(OpAsmParser &parser, SMLoc loc,
                                     const OperationState &result,
                                     ArrayRef<StringRef> names);

/// Prints the same; `elided` are attributes printed by the caller.
void printDomainOp(OpAsmPrinter &printer, const DomainView &view,
                   ArrayRef<StringRef> elided);

/// Checks what all operations over a domain owe (C1 to C5).
LogicalResult verifyDomain(const DomainView &view);

/// Checks that `dims` are increasing dimensions of a domain of rank `rank`.
LogicalResult verifyReducedDims(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> dims, int64_t rank);

/// Checks the region's arguments, operations and terminator (C6, C7) and
/// leaves the types that the terminator yields in `yielded`.
LogicalResult verifyDomainBody(const DomainView &view,
                               SmallVectorImpl<Type> &yielded);

/// Checks that every result has the extents of the dimensions not reduced.
LogicalResult verifyResultShapes(const DomainView &view);

/// Adds operands and maps to `state`; there are no symbols and no guards.
void buildDomainAccesses(OpBuilder &builder, OperationState &state,
                         ValueRange inputs, ArrayRef<AffineMap> maps,
                         ArrayRef<OpFoldResult> extents);
/// Checks that `block`, of operation `op`, holds operations without side
/// effects on scalars only. Unless `mayReadTensors`, it reads no tensors at
/// all.
LogicalResult verifyPointBody(Operation *op, Block &block, bool mayReadTensors);

/// Copies the operations of `body` but its terminator and returns the values
/// that it yields; see FusableOpInterface::emitBody.
SmallVector<Value> cloneBody(OpBuilder &builder, Block &body,
                             ValueRange indices, ValueRange args,
                             IRMapping &mapping);

/// Builds the region of `state`: one argument for each input, and the body, by
/// default one that yields the arguments.
void buildDomainBody(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder);

} // namespace mlir::stax

#endif // STAX_LIB_IR_DOMAINOPSUPPORT_H
