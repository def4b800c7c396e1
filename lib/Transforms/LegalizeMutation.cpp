//===- LegalizeMutation.cpp - Snapshots of memory that changes ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `bufferization.to_tensor` is what memory holds at its place. Once tensors
// are buffers it is the memory itself, so everything that reads it must run
// before the next write:
//
//   %t = to_tensor %m        %t = to_tensor %m
//   write to %m         ->   read %t             or, where the read cannot
//   read %t                  write to %m         move, a copy of %t
//
// Memory is known by its root, what a memref is a view of. Different arguments
// and allocations are different memory.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::stax {
#define GEN_PASS_DEF_LEGALIZEMUTATIONPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

namespace {
/// Which operations write to which memory.
class WriteTable {
public:
  explicit WriteTable(func::FuncOp function);

  /// The first operation of `op`'s block behind `op` that may write to the
  /// memory that `memref` is in; null if there is none.
  Operation *findNext(Operation *op, Value memref);

  /// Whether anything in the function may write to that memory.
  bool isWritten(Value memref);

private:
  /// The writers in one block, in order, for each root; those that may write to
  /// any memory have the null root.
  using BlockWrites = DenseMap<Value, SmallVector<Operation *>>;

  Value getRoot(Value memref);
  void addWrites(Operation *op, Operation *writer);

  DenseMap<Block *, BlockWrites> writes;
  llvm::DenseSet<Value> written;
  /// The first access to each global stands for it.
  DenseMap<Attribute, Value> globals;
};
} // namespace

/// What `memref` is a view of; null if it may be any memory.
Value WriteTable::getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    Block *block = argument.getOwner();
    bool isFunctions =
        block->isEntryBlock() && isa<func::FuncOp>(block->getParentOp());
    return isFunctions ? memref : Value();
  }
  Operation *producer = memref.getDefiningOp();
  if (auto global = dyn_cast<memref::GetGlobalOp>(producer))
    return globals.try_emplace(global.getNameAttr(), memref).first->second;
  return isa<memref::AllocOp, memref::AllocaOp>(producer) ? memref : Value();
}

/// Whether `op`, apart from its regions, may write to its operand `memref`.
static bool mayWrite(Operation *op, Value memref) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  return effects.getEffectOnValue<MemoryEffects::Write>(memref) ||
         effects.getEffectOnValue<MemoryEffects::Free>(memref);
}

/// Records what `op` writes as done by `writer`, its ancestor in a block or
/// itself.
void WriteTable::addWrites(Operation *op, Operation *writer) {
  auto add = [&](Value root) {
    SmallVector<Operation *> &writers = writes[writer->getBlock()][root];
    if (writers.empty() || writers.back() != writer)
      writers.push_back(writer);
    written.insert(root);
  };
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) && mayWrite(op, operand))
      add(getRoot(operand));
  // A function may write to globals.
  if (isa<CallOpInterface>(op))
    for (auto &global : globals)
      add(global.second);
}

WriteTable::WriteTable(func::FuncOp function) {
  function.walk([&](memref::GetGlobalOp global) { getRoot(global); });
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Operation *writer = op; writer != function;
         writer = writer->getParentOp())
      addWrites(op, writer);
  });
}

Operation *WriteTable::findNext(Operation *op, Value memref) {
  BlockWrites &inBlock = writes[op->getBlock()];
  Operation *next = nullptr;
  auto lookFor = [&](Value root) {
    ArrayRef<Operation *> writers = inBlock[root];
    const auto *found = llvm::partition_point(writers, [&](Operation *writer) {
      return !op->isBeforeInBlock(writer);
    });
    if (found != writers.end() && (!next || (*found)->isBeforeInBlock(next)))
      next = *found;
  };
  lookFor(Value());
  if (Value root = getRoot(memref)) {
    lookFor(root);
    return next;
  }
  for (Value root : written)
    lookFor(root);
  return next;
}

bool WriteTable::isWritten(Value memref) {
  Value root = getRoot(memref);
  return root ? written.contains(root) || written.contains(Value())
              : !written.empty();
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

namespace {
/// What reads a snapshot, as operations of its block.
struct Readers {
  llvm::SetVector<Operation *> ops;
  /// Whether it is also used where the block has no order to give: after the
  /// block, or in another one.
  bool escapes = false;
};
} // namespace

/// All that reads `snapshot` or a tensor that may share its buffer.
static Readers findReaders(Value snapshot,
                           const bufferization::AnalysisState &state) {
  Readers readers;
  Block *block = snapshot.getParentBlock();
  llvm::SetVector<Value> values;
  values.insert(snapshot);
  for (unsigned next = 0; next < values.size(); ++next)
    for (OpOperand &use : values[next].getUses()) {
      Operation *user = use.getOwner();
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      if (!inBlock || inBlock->hasTrait<OpTrait::IsTerminator>()) {
        readers.escapes = true;
        continue;
      }
      if (inBlock != user || state.bufferizesToMemoryRead(use))
        readers.ops.insert(inBlock);
      // A node reads, and its results are tensors of their own.
      if (isa<FusableOpInterface>(user)) {
        readers.ops.insert(inBlock);
        continue;
      }
      if (user->hasTrait<OpTrait::IsTerminator>())
        values.insert_range(inBlock->getResults());
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(use))
        values.insert(alias.value);
    }
  return readers;
}

/// Moves `reader`, and what it needs from behind `write`, in front of `write`.
/// Fails, and moves nothing, if one of these operations cannot be moved.
static LogicalResult moveInFront(RewriterBase &rewriter, Operation *reader,
                                 Operation *write) {
  Block *block = write->getBlock();
  llvm::SetVector<Operation *> slice;
  slice.insert(reader);
  for (unsigned next = 0; next < slice.size(); ++next) {
    Operation *op = slice[next];
    if (op == write || !isPure(op))
      return failure();
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        Operation *inBlock =
            producer ? block->findAncestorOpInBlock(*producer) : nullptr;
        if (inBlock && inBlock != op && !inBlock->isBeforeInBlock(write))
          slice.insert(inBlock);
      }
    });
  }
  SmallVector<Operation *> ordered = slice.takeVector();
  llvm::sort(ordered, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  for (Operation *op : ordered)
    rewriter.moveOpBefore(op, write);
  return success();
}

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

/// Whether kernels can compute with elements of `type`.
static bool isComputable(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type, IndexType>(type))
    return true;
  return type.isSignlessInteger() &&
         llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth());
}

/// Gives all users of `snapshot` a copy of it, which is made in its place.
static LogicalResult copySnapshot(RewriterBase &rewriter,
                                  bufferization::ToTensorOp snapshot) {
  Location loc = snapshot.getLoc();
  Value source = snapshot.getResult();
  rewriter.setInsertionPointAfter(snapshot);
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!type)
    return snapshot.emitOpError(
               "cannot be copied, but is read after a write to its memory; "
               "give it a rank, or read it before: ")
           << source.getType();
  Operation *copy;
  if (!type.getEncoding() && isComputable(type.getElementType())) {
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, source);
    copy = PointwiseOp::create(rewriter, loc, TypeRange(type), source,
                               rewriter.getMultiDimIdentityMap(type.getRank()),
                               extents);
  } else {
    copy = bufferization::AllocTensorOp::create(rewriter, loc, type,
                                                ValueRange(), source);
  }
  rewriter.replaceUsesWithIf(source, copy->getResult(0), [&](OpOperand &use) {
    return use.getOwner() != copy && !isa<tensor::DimOp>(use.getOwner());
  });
  return success();
}

static remark::RemarkOpts named(StringRef name) {
  return remark::RemarkOpts::name(name).category("stax");
}

namespace {
/// Orders or copies what one function reads from memory.
class SnapshotLegalizer {
public:
  SnapshotLegalizer(RewriterBase &rewriter, func::FuncOp function)
      : rewriter(rewriter), function(function), state(options),
        writes(function) {}

  LogicalResult legalize(bufferization::ToTensorOp snapshot);

private:
  StringRef orderReaders(bufferization::ToTensorOp snapshot, unsigned &moved);

  RewriterBase &rewriter;
  func::FuncOp function;
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  WriteTable writes;
};
} // namespace

/// Moves the readers of `snapshot` in front of the next write, counting them.
/// Returns why a copy is needed, or an empty string.
StringRef SnapshotLegalizer::orderReaders(bufferization::ToTensorOp snapshot,
                                          unsigned &moved) {
  Readers readers = findReaders(snapshot.getResult(), state);
  Operation *write = writes.findNext(snapshot, snapshot.getBuffer());
  if (readers.escapes) {
    // What comes after the block, or in the next round of a loop, may write.
    bool isLast =
        snapshot->getParentOp() == function && function.getBody().hasOneBlock();
    if (write || (!isLast && writes.isWritten(snapshot.getBuffer())))
      return "Escapes";
  }
  if (!write)
    return "";
  for (Operation *reader : readers.ops) {
    if (reader->isBeforeInBlock(write))
      continue;
    if (reader == write)
      return "ReadByWriter";
    if (failed(moveInFront(rewriter, reader, write)))
      return "FixedReader";
    ++moved;
  }
  return "";
}

LogicalResult SnapshotLegalizer::legalize(bufferization::ToTensorOp snapshot) {
  unsigned moved = 0;
  StringRef reason = orderReaders(snapshot, moved);
  if (moved != 0)
    remark::passed(snapshot.getLoc(), named("ReadersMoved"))
        << remark::metric("readers", moved);
  if (!reason.empty()) {
    remark::missed(snapshot.getLoc(), named("SnapshotCopied"))
        << remark::metric("code", reason);
    if (failed(copySnapshot(rewriter, snapshot)))
      return failure();
  }
  // Nothing writes to its buffer while it is read, and nothing may.
  rewriter.modifyOpInPlace(snapshot, [&] {
    snapshot.setRestrict(true);
    snapshot.setWritable(false);
  });
  return success();
}

namespace {
struct LegalizeMutationPass
    : stax::impl::LegalizeMutationPassBase<LegalizeMutationPass> {
  using LegalizeMutationPassBase::LegalizeMutationPassBase;

  void runOnOperation() override {
    SmallVector<bufferization::ToTensorOp> snapshots;
    getOperation().walk([&](bufferization::ToTensorOp op) {
      if (isa<BaseMemRefType>(op.getBuffer().getType()))
        snapshots.push_back(op);
    });
    if (snapshots.empty())
      return;
    IRRewriter rewriter(&getContext());
    SnapshotLegalizer legalizer(rewriter, getOperation());
    for (bufferization::ToTensorOp snapshot : snapshots)
      if (failed(legalizer.legalize(snapshot)))
        return signalPassFailure();
  }
};
} // namespace
