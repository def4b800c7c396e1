//===- RelayoutNodes.cpp - Packing into tiles and back --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNode.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// From indices of tiled to those of plain elements: dimensions of tiles come
/// in a permuted order, then those inside of tiles.
struct Tiling {
  explicit Tiling(ArrayRef<int64_t> innerDims, ArrayRef<int64_t> permutation)
      : innerDims(innerDims), permutation(permutation) {}

  /// The plain dimension that dimension `dim` of tiles runs over.
  int64_t getOuterDim(unsigned dim) const {
    return permutation.empty() ? dim : permutation[dim];
  }
  SmallVector<int64_t> toPlain(ArrayRef<int64_t> tiled,
                               ArrayRef<int64_t> shape) const;
  SmallVector<int64_t> toTiled(ArrayRef<int64_t> plain,
                               ArrayRef<int64_t> shape) const;

  ArrayRef<int64_t> innerDims, permutation;
};

class PackNode : public TensorNode {
public:
  PackNode(Compiler &compiler, linalg::PackOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        destination(compiler.getTensor(op.getDest())),
        tiling(op.getInnerDimsPos(), op.getOuterDimsPerm()) {
    if (Value value = op.getPaddingValue())
      padding = compiler.getCell(value);
  }
  LogicalResult run(Frame &frame) override;

private:
  TensorId source, destination;
  Tiling tiling;
  std::optional<CellId> padding;
};

class UnpackNode : public TensorNode {
public:
  UnpackNode(Compiler &compiler, linalg::UnPackOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        destination(compiler.getTensor(op.getDest())),
        tiling(op.getInnerDimsPos(), op.getOuterDimsPerm()) {}
  LogicalResult run(Frame &frame) override;

private:
  TensorId source, destination;
  Tiling tiling;
};
} // namespace

/// `shape` is of the tiled tensor.
SmallVector<int64_t> Tiling::toPlain(ArrayRef<int64_t> tiled,
                                     ArrayRef<int64_t> shape) const {
  size_t rank = tiled.size() - innerDims.size();
  SmallVector<int64_t> plain(rank);
  for (size_t dim = 0; dim < rank; ++dim)
    plain[getOuterDim(dim)] = tiled[dim];
  for (auto [tile, dim] : llvm::enumerate(innerDims))
    plain[dim] = plain[dim] * shape[rank + tile] + tiled[rank + tile];
  return plain;
}

SmallVector<int64_t> Tiling::toTiled(ArrayRef<int64_t> plain,
                                     ArrayRef<int64_t> shape) const {
  size_t rank = plain.size();
  SmallVector<int64_t> outer(plain), tiled(shape.size());
  for (auto [tile, dim] : llvm::enumerate(innerDims)) {
    tiled[rank + tile] = plain[dim] % shape[rank + tile];
    outer[dim] = plain[dim] / shape[rank + tile];
  }
  for (size_t dim = 0; dim < rank; ++dim)
    tiled[dim] = outer[getOuterDim(dim)];
  return tiled;
}

/// Fills a tensor of `shape` with what `get` gives for each point.
static ReferenceTensor fill(ReferenceTensor tensor,
                            llvm::function_ref<Cell(ArrayRef<int64_t>)> get) {
  SmallVector<int64_t> shape(tensor.getShape()), point(shape.size(), 0);
  SmallVector<unsigned> dims =
      llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
  int64_t elements = tensor.getNumElements();
  TensorWriter writer(std::move(tensor));
  for (int64_t element = 0; element < elements; ++element) {
    writer.store(element, get(point));
    advance(point, shape, dims);
  }
  return writer.take();
}

LogicalResult PackNode::run(Frame &frame) {
  TensorReader reader(frame.tensors[source]);
  SmallVector<int64_t> shape(frame.tensors[destination].getShape());
  FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
  if (failed(tensor))
    return failure();
  frame.tensors[result] =
      fill(std::move(*tensor), [&](ArrayRef<int64_t> point) {
        SmallVector<int64_t> plain = tiling.toPlain(point, shape);
        if (std::optional<int64_t> element =
                linearize(plain, reader.getShape()))
          return reader.load(*element);
        if (padding)
          return frame.cells[*padding];
        return Cell::ofInteger(0, frame.execution.getErrorMark(
                                      op, "a tile needs element " +
                                              toString(plain) +
                                              " of a tensor of extents " +
                                              toString(reader.getShape()) +
                                              ", but there is no padding"));
      });
  return success();
}

LogicalResult UnpackNode::run(Frame &frame) {
  TensorReader reader(frame.tensors[source]);
  ArrayRef<int64_t> tiledShape = reader.getShape();
  SmallVector<int64_t> shape(frame.tensors[destination].getShape());
  if (llvm::is_contained(tiledShape.take_back(tiling.innerDims.size()), 0))
    return frame.execution.fail(op, "has tiles without elements");
  FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
  if (failed(tensor))
    return failure();
  frame.tensors[result] =
      fill(std::move(*tensor), [&](ArrayRef<int64_t> point) {
        SmallVector<int64_t> tiled = tiling.toTiled(point, tiledShape);
        if (std::optional<int64_t> element = linearize(tiled, tiledShape))
          return reader.load(*element);
        return Cell::ofInteger(0, frame.execution.getErrorMark(
                                      op, "reads element " + toString(tiled) +
                                              " of a tensor of extents " +
                                              toString(tiledShape)));
      });
  return success();
}

std::optional<LogicalResult> reference::compileRelayoutOp(Compiler &compiler,
                                                          Operation *op) {
  if (!isa<linalg::PackOp, linalg::UnPackOp>(op))
    return std::nullopt;
  if (op->getNumResults() == 0)
    return compiler.reportUnsupported(op, " on memrefs");
  if (auto pack = dyn_cast<linalg::PackOp>(op))
    compiler.addNode(std::make_unique<PackNode>(compiler, pack));
  else
    compiler.addNode(
        std::make_unique<UnpackNode>(compiler, cast<linalg::UnPackOp>(op)));
  return success();
}
