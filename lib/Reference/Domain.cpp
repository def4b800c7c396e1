//===- Domain.cpp - Iteration over points with a scalar region ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Domain.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "stax/IR/StaxOps.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

SmallVector<IndexSource>
reference::getIndexSources(const Compiler &compiler,
                           ArrayRef<OpFoldResult> values) {
  SmallVector<IndexSource> sources;
  for (OpFoldResult value : values) {
    if (auto operand = dyn_cast<Value>(value))
      sources.push_back({0, compiler.getCell(operand)});
    else
      sources.push_back({*getConstantIntValue(value), std::nullopt});
  }
  return sources;
}

FailureOr<SmallVector<int64_t>>
reference::getIndices(ArrayRef<IndexSource> sources, Frame &frame) {
  SmallVector<int64_t> indices;
  for (const IndexSource &source : sources) {
    if (!source.cell) {
      indices.push_back(source.number);
      continue;
    }
    const Cell &cell = frame.cells[*source.cell];
    if (failed(frame.execution.failIfError(cell.mark)))
      return failure();
    indices.push_back(cell.integer);
  }
  return indices;
}

bool reference::advance(MutableArrayRef<int64_t> point,
                        ArrayRef<int64_t> extents, ArrayRef<unsigned> dims) {
  for (unsigned dim : llvm::reverse(dims)) {
    if (++point[dim] < extents[dim])
      return true;
    point[dim] = 0;
  }
  return false;
}

LogicalResult reference::verifyExtents(Operation *op, Execution &execution,
                                       ArrayRef<int64_t> extents, AffineMap map,
                                       ArrayRef<int64_t> shape,
                                       unsigned operand, IntegerSet guard) {
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim && !restrictsDim(guard, dim.getPosition()) &&
        extents[dim.getPosition()] != shape[axis])
      return execution.fail(
          op, "expected input #" + Twine(operand) + " to have extent " +
                  Twine(extents[dim.getPosition()]) + " in dimension " +
                  Twine(axis) + ", but got " + Twine(shape[axis]));
  }
  return success();
}

std::optional<unsigned> reference::getIndexedDim(Operation &op) {
  if (auto index = dyn_cast<IndexOp>(op))
    return index.getDim();
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return index.getDim();
  return std::nullopt;
}

LogicalResult Domain::setBody(Compiler &compiler, Block &block,
                              ValueRange values) {
  for (Operation &nested : block)
    if (std::optional<unsigned> dim = getIndexedDim(nested))
      indexCells.push_back({*dim, compiler.defineCell(nested.getResult(0))});
  if (failed(compiler.compileBody(block, values, body)))
    return failure();
  for (Value value : values)
    yielded.push_back(compiler.getCell(value));
  return success();
}

LogicalResult Domain::begin(Frame &frame) {
  FailureOr<SmallVector<int64_t>> sizes = getIndices(extentSources, frame);
  if (failed(sizes))
    return failure();
  return begin(frame, *sizes);
}

LogicalResult Domain::begin(Frame &frame, ArrayRef<int64_t> sizes) {
  extents.assign(sizes.begin(), sizes.end());
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent < 0)
      return frame.execution.fail(op, "extent " + Twine(dim) +
                                          " of the domain is " + Twine(extent));
  if (!countElements(extents))
    return frame.execution.fail(op, "the domain has too many points");
  symbols.clear();
  for (CellId cell : symbolCells) {
    if (failed(frame.execution.failIfError(frame.cells[cell].mark)))
      return failure();
    symbols.push_back(frame.cells[cell].integer);
  }
  readers.clear();
  for (auto [number, input] : llvm::enumerate(inputs)) {
    const ReferenceTensor &tensor = frame.tensors[input.tensor];
    IntegerSet guard = input.guard ? input.guard->getSet() : IntegerSet();
    if (failed(verifyExtents(op, frame.execution, extents, input.map.getMap(),
                             tensor.getShape(), number, guard)))
      return failure();
    readers.emplace_back(tensor);
  }
  return success();
}

/// What a read outside a tensor of `shape` gives.
static Cell getOutOfBounds(Operation *op, Frame &frame, const AccessMap &map,
                           ArrayRef<int64_t> shape) {
  std::string extents;
  llvm::raw_string_ostream os(extents);
  llvm::interleave(shape, os, "x");
  return Cell::ofInteger(0, frame.execution.getErrorMark(
                                op, "reads element " + map.describe() +
                                        " of a tensor of extents " +
                                        (shape.empty() ? "[]" : extents)));
}

void Domain::load(Frame &frame, ArrayRef<int64_t> point) {
  for (auto [input, reader] : llvm::zip_equal(inputs, readers)) {
    Cell &cell = frame.cells[input.cell];
    std::optional<bool> isRead =
        input.guard ? input.guard->contains(point, symbols) : true;
    if (!isRead) {
      cell = Cell::ofInteger(0, frame.execution.getErrorMark(
                                    op, "computes a guard that does not fit "
                                        "in 64 bits"));
      continue;
    }
    if (!*isRead) {
      cell = frame.cells[input.padding];
      continue;
    }
    std::optional<int64_t> element =
        input.map.getElement(point, symbols, reader.getShape());
    cell = element ? reader.load(*element)
                   : getOutOfBounds(op, frame, input.map, reader.getShape());
  }
  for (auto [dim, cell] : indexCells)
    frame.cells[cell] = Cell::ofInteger(point[dim]);
}
