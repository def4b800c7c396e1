//===- Domain.h - Iteration over points with a scalar region -- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operations over a domain share: extents, reads through access maps, and
// a region translated into steps.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_DOMAIN_H
#define STAX_LIB_REFERENCE_DOMAIN_H

#include "AccessMap.h"
#include "Compiler.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::stax::reference {

/// An index that is known, or in a cell.
struct IndexSource {
  int64_t number = 0;
  std::optional<CellId> cell;
};

/// The indices in `values`, attributes or values that are translated.
SmallVector<IndexSource> getIndexSources(const Compiler &compiler,
                                         ArrayRef<OpFoldResult> values);

/// Their numbers; fails if one could not be computed.
FailureOr<SmallVector<int64_t>> getIndices(ArrayRef<IndexSource> sources,
                                           Frame &frame);

/// Moves `point` to the next one along `dims` of a box, in row-major order.
/// Returns false, back at the first point, after the last one.
bool advance(MutableArrayRef<int64_t> point, ArrayRef<int64_t> extents,
             ArrayRef<unsigned> dims);

/// The dimension of an index operation; nothing for other operations.
std::optional<unsigned> getIndexedDim(Operation &op);

/// A read that feeds a cell at each point.
struct DomainInput {
  TensorId tensor;
  CellId cell;
  AccessMap map;
  std::optional<Guard> guard;
  CellId padding; ///< outside the guard
};

/// A domain with its reads and its region. Filled when translated; `begin` and
/// `end` enclose each run.
class Domain {
public:
  explicit Domain(Operation *op) : op(op) {}

  //===--------------------------------------------------------------------===//
  // Translation
  //===--------------------------------------------------------------------===//

  SmallVector<IndexSource> extentSources;
  SmallVector<CellId> symbolCells;
  std::vector<DomainInput> inputs;
  SmallVector<CellId> yielded;

  /// Translates `block`, whose arguments are defined and which yields
  /// `values`. Its index operations are found.
  LogicalResult setBody(Compiler &compiler, Block &block, ValueRange values);

  //===--------------------------------------------------------------------===//
  // Running
  //===--------------------------------------------------------------------===//

  /// Reads extents from `extentSources`, and symbols. Checks that extents which
  /// a map runs over, and no guard restricts, agree with the tensors'.
  LogicalResult begin(Frame &frame);
  /// The same with given extents.
  LogicalResult begin(Frame &frame, ArrayRef<int64_t> extents);
  ArrayRef<int64_t> getExtents() const { return extents; }
  int64_t getNumPoints() const { return *countElements(extents); }
  /// Sets the cells of inputs and indices for `point`.
  void load(Frame &frame, ArrayRef<int64_t> point);
  /// Runs the region.
  void runBody(Frame &frame) const { runSteps(body, frame); }
  /// Lets go of the tensors. Fails if the region has.
  LogicalResult end(Frame &frame) {
    readers.clear();
    return failure(frame.execution.hasFailed());
  }

  Operation *getOperation() const { return op; }

private:
  Operation *op;
  SmallVector<std::pair<unsigned, CellId>> indexCells;
  Steps body;
  SmallVector<int64_t> extents, symbols;
  std::vector<TensorReader> readers;
};

/// Checks that `map`, where it is a plain dimension that `guard` does not
/// restrict, runs over all of `shape`.
LogicalResult verifyExtents(Operation *op, Execution &execution,
                            ArrayRef<int64_t> extents, AffineMap map,
                            ArrayRef<int64_t> shape, unsigned operand,
                            IntegerSet guard = {});

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_DOMAIN_H
