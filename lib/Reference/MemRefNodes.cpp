//===- MemRefNodes.cpp - Operations that make and copy memrefs ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "Domain.h"
#include "MemRefAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// New buffers
//===----------------------------------------------------------------------===//

namespace {
/// A buffer of undefined elements, here zeros.
class AllocNode : public Node {
public:
  AllocNode(Compiler &compiler, Operation *op, ArrayRef<OpFoldResult> sizes)
      : op(op), sizes(getIndexSources(compiler, sizes)),
        result(compiler.defineMemRef(op->getResult(0))) {}
  LogicalResult run(Frame &frame) override {
    FailureOr<SmallVector<int64_t>> shape = getIndices(sizes, frame);
    if (failed(shape))
      return failure();
    FailureOr<ReferenceTensor> tensor = frame.execution.allocate(
        op, getElementTypeOrSelf(op->getResult(0).getType()), *shape);
    if (failed(tensor))
      return failure();
    frame.memrefs[result] = MemRef::ofTensor(*tensor);
    return success();
  }

private:
  Operation *op;
  SmallVector<IndexSource> sizes;
  MemRefId result;
};

/// A buffer that all calls share.
class GlobalNode : public Node {
public:
  GlobalNode(Compiler &compiler, memref::GetGlobalOp op, Operation *global,
             ReferenceTensor initial)
      : global(global), initial(std::move(initial)),
        result(compiler.defineMemRef(op.getResult())) {}
  LogicalResult run(Frame &frame) override {
    frame.memrefs[result] = frame.execution.getGlobal(global, initial);
    return success();
  }

private:
  Operation *global;
  ReferenceTensor initial;
  MemRefId result;
};

class CopyNode : public Node {
public:
  CopyNode(Compiler &compiler, memref::CopyOp op)
      : op(op), source(compiler.getMemRef(op.getSource())),
        target(compiler.getMemRef(op.getTarget())) {}
  LogicalResult run(Frame &frame) override {
    const MemRef &from = frame.memrefs[source], &to = frame.memrefs[target];
    if (from.sizes != to.sizes)
      return frame.execution.fail(op, "copies a memref of extents " +
                                          toString(from.sizes) + " to one of " +
                                          toString(to.sizes));
    to.write(from.read());
    return success();
  }

private:
  memref::CopyOp op;
  MemRefId source, target;
};

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A window into the buffer of another memref.
class ViewNode : public Node {
public:
  ViewNode(Compiler &compiler, Operation *op)
      : op(op), source(compiler.getMemRef(op->getOperand(0))),
        result(compiler.defineMemRef(op->getResult(0))) {}
  LogicalResult run(Frame &frame) final {
    FailureOr<MemRef> view = makeView(frame, frame.memrefs[source]);
    if (failed(view))
      return failure();
    frame.memrefs[result] = std::move(*view);
    return success();
  }

protected:
  virtual FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) = 0;
  /// `view`, if all of it is inside its buffer.
  FailureOr<MemRef> verify(Frame &frame, MemRef view) const {
    if (view.isInside())
      return view;
    return frame.execution.fail(
        op, "a view of offset " + Twine(view.offset) + ", sizes " +
                toString(view.sizes) + " and strides " +
                toString(view.strides) + " is outside a buffer of " +
                Twine(view.buffer->getNumElements()) + " elements");
  }

  Operation *op;

private:
  MemRefId source, result;
};

class CastMemRefNode : public ViewNode {
public:
  using ViewNode::ViewNode;
  FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) override {
    auto type = dyn_cast<MemRefType>(op->getResult(0).getType());
    if (!type ||
        succeeded(verifyCompatibleShape(type.getShape(), memref.sizes)))
      return memref;
    return frame.execution.fail(op, "casts a memref of extents " +
                                        toString(memref.sizes) + " to one of " +
                                        toString(type.getShape()));
  }
};

/// A slice with offsets, sizes and strides of its own.
class SubViewNode : public ViewNode {
public:
  SubViewNode(Compiler &compiler, memref::SubViewOp op)
      : ViewNode(compiler, op),
        offsets(getIndexSources(compiler, op.getMixedOffsets())),
        sizes(getIndexSources(compiler, op.getMixedSizes())),
        strides(getIndexSources(compiler, op.getMixedStrides())),
        droppedDims(op.getDroppedDims()) {}
  FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) override;

private:
  SmallVector<IndexSource> offsets, sizes, strides;
  llvm::SmallBitVector droppedDims;
};

/// A view whose offset, sizes and strides replace those of the memref.
class ReinterpretNode : public ViewNode {
public:
  ReinterpretNode(Compiler &compiler, memref::ReinterpretCastOp op)
      : ViewNode(compiler, op),
        offsets(getIndexSources(compiler, op.getMixedOffsets())),
        sizes(getIndexSources(compiler, op.getMixedSizes())),
        strides(getIndexSources(compiler, op.getMixedStrides())) {}
  FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) override;

private:
  SmallVector<IndexSource> offsets, sizes, strides;
};

class ExpandMemRefNode : public ViewNode {
public:
  ExpandMemRefNode(Compiler &compiler, memref::ExpandShapeOp op)
      : ViewNode(compiler, op), groups(op.getReassociationIndices()),
        extents(getIndexSources(compiler, op.getMixedOutputShape())) {}
  FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) override;

private:
  SmallVector<ReassociationIndices> groups;
  SmallVector<IndexSource> extents;
};

class CollapseMemRefNode : public ViewNode {
public:
  CollapseMemRefNode(Compiler &compiler, memref::CollapseShapeOp op)
      : ViewNode(compiler, op), groups(op.getReassociationIndices()) {}
  FailureOr<MemRef> makeView(Frame &frame, const MemRef &memref) override;

private:
  SmallVector<ReassociationIndices> groups;
};

class TransposeNode : public ViewNode {
public:
  TransposeNode(Compiler &compiler, memref::TransposeOp op)
      : ViewNode(compiler, op), permutation(op.getPermutation()) {}
  FailureOr<MemRef> makeView(Frame &, const MemRef &memref) override {
    MemRef view = memref;
    for (unsigned dim = 0; dim < permutation.getNumResults(); ++dim) {
      view.sizes[dim] = memref.sizes[permutation.getDimPosition(dim)];
      view.strides[dim] = memref.strides[permutation.getDimPosition(dim)];
    }
    return view;
  }

private:
  AffineMap permutation;
};
} // namespace

FailureOr<MemRef> SubViewNode::makeView(Frame &frame, const MemRef &memref) {
  FailureOr<SmallVector<int64_t>> offset = getIndices(offsets, frame);
  FailureOr<SmallVector<int64_t>> size = getIndices(sizes, frame);
  FailureOr<SmallVector<int64_t>> stride = getIndices(strides, frame);
  if (failed(offset) || failed(size) || failed(stride))
    return failure();
  MemRef view{memref.buffer, memref.offset, {}, {}};
  for (auto [dim, extent] : llvm::enumerate(memref.sizes)) {
    int64_t first = (*offset)[dim], last = first, reach;
    bool isInside =
        (*size)[dim] == 0 ||
        ((*size)[dim] > 0 &&
         !llvm::MulOverflow((*size)[dim] - 1, (*stride)[dim], reach) &&
         !llvm::AddOverflow(first, reach, last) && first >= 0 &&
         first < extent && last >= 0 && last < extent);
    if (!isInside)
      return frame.execution.fail(
          op, "slice with offsets " + toString(*offset) + ", sizes " +
                  toString(*size) + " and strides " + toString(*stride) +
                  " is outside a memref of extents " + toString(memref.sizes));
    view.offset += first * memref.strides[dim];
    if (droppedDims.test(dim))
      continue;
    view.sizes.push_back((*size)[dim]);
    view.strides.push_back((*stride)[dim] * memref.strides[dim]);
  }
  return view;
}

FailureOr<MemRef> ReinterpretNode::makeView(Frame &frame,
                                            const MemRef &memref) {
  FailureOr<SmallVector<int64_t>> offset = getIndices(offsets, frame);
  FailureOr<SmallVector<int64_t>> size = getIndices(sizes, frame);
  FailureOr<SmallVector<int64_t>> stride = getIndices(strides, frame);
  if (failed(offset) || failed(size) || failed(stride))
    return failure();
  MemRef view{memref.buffer, offset->front(), {}, {}};
  view.sizes.assign(size->begin(), size->end());
  view.strides.assign(stride->begin(), stride->end());
  return verify(frame, std::move(view));
}

FailureOr<MemRef> ExpandMemRefNode::makeView(Frame &frame,
                                             const MemRef &memref) {
  FailureOr<SmallVector<int64_t>> shape = getIndices(extents, frame);
  if (failed(shape))
    return failure();
  MemRef view{memref.buffer, memref.offset, {}, {}};
  view.sizes.assign(shape->begin(), shape->end());
  view.strides.resize(shape->size(), 1);
  for (auto [dim, group] : llvm::enumerate(groups)) {
    int64_t stride = memref.strides[dim], count = 1;
    for (int64_t part : llvm::reverse(group)) {
      view.strides[part] = stride;
      stride *= view.sizes[part];
      count *= view.sizes[part];
    }
    if (count != memref.sizes[dim])
      return frame.execution.fail(op, "expands a memref of extents " +
                                          toString(memref.sizes) + " to " +
                                          toString(*shape));
  }
  return verify(frame, std::move(view));
}

FailureOr<MemRef> CollapseMemRefNode::makeView(Frame &frame,
                                               const MemRef &memref) {
  MemRef view{memref.buffer, memref.offset, {}, {}};
  for (ArrayRef<int64_t> group : groups) {
    int64_t size = 1, stride = 1;
    for (int64_t dim : llvm::reverse(group)) {
      if (memref.sizes[dim] == 1)
        continue;
      if (size == 1)
        stride = memref.strides[dim];
      else if (size != 0 && memref.strides[dim] != stride * size)
        return frame.execution.fail(
            op, "collapses dimensions of extents " + toString(memref.sizes) +
                    " and strides " + toString(memref.strides) +
                    ", which are not contiguous");
      size *= memref.sizes[dim];
    }
    view.sizes.push_back(size);
    view.strides.push_back(stride);
  }
  return verify(frame, std::move(view));
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static LogicalResult compileStore(Compiler &compiler, memref::StoreOp op) {
  Step step = makeStore(compiler, op, op.getMemRef(), op.getValueToStore());
  for (Value index : op.getIndices())
    step.indices.push_back(compiler.getCell(index));
  compiler.addStep(std::move(step));
  return success();
}

static LogicalResult compileGlobal(Compiler &compiler, memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  if (!global)
    return compiler.reportUnsupported(op, " of what is not in this module");
  ReferenceTensor initial(op.getType().getElementType(),
                          op.getType().getShape());
  if (auto value = dyn_cast_if_present<ElementsAttr>(
          global.getInitialValue().value_or(Attribute()))) {
    FailureOr<ReferenceTensor> constant = getConstant(value);
    if (failed(constant))
      return compiler.reportUnsupported(global, " with this kind of attribute");
    initial = std::move(*constant);
  }
  compiler.addNode(
      std::make_unique<GlobalNode>(compiler, op, global, std::move(initial)));
  return success();
}

template <typename OpTy>
static std::unique_ptr<Node> makeAlloc(Compiler &compiler, OpTy op) {
  return std::make_unique<AllocNode>(compiler, op,
                                     getMixedValues(op.getType().getShape(),
                                                    op.getDynamicSizes(),
                                                    op.getContext()));
}

static std::unique_ptr<Node> makeNode(Compiler &compiler, Operation *op) {
  return llvm::TypeSwitch<Operation *, std::unique_ptr<Node>>(op)
      .Case<memref::AllocOp, memref::AllocaOp>(
          [&](auto alloc) { return makeAlloc(compiler, alloc); })
      .Case([&](memref::CopyOp copy) {
        return std::make_unique<CopyNode>(compiler, copy);
      })
      .Case<memref::CastOp, memref::MemorySpaceCastOp,
            memref::AssumeAlignmentOp>([&](auto cast) {
        return std::make_unique<CastMemRefNode>(compiler, cast);
      })
      .Case([&](memref::SubViewOp view) {
        return std::make_unique<SubViewNode>(compiler, view);
      })
      .Case([&](memref::ReinterpretCastOp view) {
        return std::make_unique<ReinterpretNode>(compiler, view);
      })
      .Case([&](memref::ExpandShapeOp view) {
        return std::make_unique<ExpandMemRefNode>(compiler, view);
      })
      .Case([&](memref::CollapseShapeOp view) {
        return std::make_unique<CollapseMemRefNode>(compiler, view);
      })
      .Case([&](memref::TransposeOp view) {
        return std::make_unique<TransposeNode>(compiler, view);
      })
      .Default(nullptr);
}

std::optional<LogicalResult> reference::compileMemRefOp(Compiler &compiler,
                                                        Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return compileStore(compiler, store);
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return compileGlobal(compiler, global);
  // Buffers live as long as something refers to them.
  if (isa<memref::DeallocOp>(op))
    return success();
  std::unique_ptr<Node> node = makeNode(compiler, op);
  if (!node)
    return std::nullopt;
  compiler.addNode(std::move(node));
  return success();
}
