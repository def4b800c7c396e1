//===- VerifyOrder.cpp - Checks overwritten inputs and recorded peaks -----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks uses directly, and shares nothing with what chooses orders but the rule
// of a single kernel.
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "PrivateBuffers.h"
#include "stax/Analysis/DependenceGraph.h"
#include "stax/Analysis/InPlace.h"
#include "stax/Analysis/TensorStorage.h"
#include "stax/IR/OrderAttributes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::stax {
#define GEN_PASS_DEF_VERIFYORDERPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// The last operation of `block` that uses `value` or a view of it; its
/// definition, or null for an argument, if none does.
static Operation *findLastUse(Value value, Block *block) {
  Operation *last = value.getDefiningOp();
  SmallVector<Value> aliases{value};
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (Operation *user : alias.getUsers()) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      // Extents are known without elements.
      if (isa<tensor::DimOp>(user))
        continue;
      if (inBlock == user && isView(user))
        llvm::append_range(aliases, user->getResults());
      else if (!last || last->isBeforeInBlock(inBlock))
        last = inBlock;
    }
  }
  return last;
}

/// The input that `kernel` writes destination number `out` over, or null.
static Value getOverwritten(KernelOp kernel, unsigned out) {
  Value destination = kernel.getOuts()[out];
  return llvm::is_contained(kernel.getIns(), destination) ? destination
                                                          : Value();
}

/// Whether `input` is what the function may write over in `block`.
static bool isFunctionsOwn(Value input, Block *block) {
  if (auto argument = dyn_cast<BlockArgument>(input))
    return isWritable(argument);
  Operation *producer = input.getDefiningOp();
  return producer->getBlock() == block &&
         !producer->hasTrait<OpTrait::ConstantLike>();
}

static LogicalResult verifyOverwrite(KernelOp kernel, unsigned out,
                                     Value input) {
  auto report = [&]() {
    return kernel.emitOpError("writes destination #")
           << out << " over an input, but ";
  };
  if (!isFunctionsOwn(input, kernel->getBlock()))
    return report() << "the input is not a result of an operation of its block";
  if (Operation *last = findLastUse(input, kernel->getBlock());
      last != kernel) {
    InFlightDiagnostic diag = report() << "the input is needed later";
    diag.attachNote(last->getLoc()) << "it is used here";
    return diag;
  }
  KernelStructure structure(kernel);
  for (auto [in, argument] :
       llvm::zip_equal(kernel.getIns(), kernel.getInArguments()))
    if (in == input)
      if (InPlaceVerdict verdict = getInPlaceVerdict(structure, out, argument);
          verdict != InPlaceVerdict::Allowed)
        return report() << "the kernel " << describe(verdict);
  return success();
}

namespace {
/// A buffer from the step that first writes it to the last that needs it.
struct Lifetime {
  unsigned begin = 0, end = 0;
  int64_t bytes = 0;
  bool isElsewhere = false; ///< others allocate it
};

/// Goes through a block once, with the buffer of each tensor at hand.
class PeakCounter {
public:
  PeakCounter(Block &block, int64_t alignment,
              const PrivateBufferOptions &privateBuffers)
      : block(block), alignment(alignment), privateBuffers(privateBuffers) {}

  /// The most bytes live at once; nothing if a size is dynamic.
  std::optional<int64_t> compute();

private:
  bool addScratch(KernelOp kernel);
  void addResult(OpResult result);
  Operation *getLastUse(Value value);
  Value getUpdated(OpResult result);
  Value findRoot(OpResult result);

  Block &block;
  int64_t alignment;
  PrivateBufferOptions privateBuffers;
  DenseMap<Operation *, unsigned> step;
  llvm::MapVector<Value, Lifetime>
      lifetimes;                         ///< by the first value in a buffer
  DenseMap<Value, Operation *> lastUses; ///< those that were asked for
  DenseMap<Value, Value> storage; ///< of each value, the first in its buffer
  std::vector<int64_t> change, scratch; ///< of live bytes, by step
};
} // namespace

/// The last use in the block, found once: many operations may update copies of
/// one tensor.
Operation *PeakCounter::getLastUse(Value value) {
  auto [known, isNew] = lastUses.try_emplace(value, nullptr);
  if (isNew)
    known->second = findLastUse(value, &block);
  return known->second;
}

/// The tensor whose buffer `result` updates; null if it is in a new one.
Value PeakCounter::getUpdated(OpResult result) {
  OpOperand *operand = getUpdatedOperand(result);
  if (!operand)
    return nullptr;
  Value updated = getViewed(operand->get());
  bool isDying = isFunctionsOwn(updated, &block) &&
                 !updated.getDefiningOp<tensor::EmptyOp>() &&
                 getLastUse(updated) == result.getOwner();
  return isDying ? updated : Value();
}

/// The first value in the buffer of `result`.
Value PeakCounter::findRoot(OpResult result) {
  Value overwritten = getUpdated(result);
  if (auto kernel = dyn_cast<KernelOp>(result.getOwner()))
    overwritten = getOverwritten(kernel, result.getResultNumber());
  return overwritten ? storage.lookup_or(overwritten, overwritten) : result;
}

void PeakCounter::addResult(OpResult result) {
  Value root = findRoot(result);
  storage[result] = root;
  Operation *last = getLastUse(result);
  Lifetime &lifetime = lifetimes[root];
  if (root == result) {
    lifetime.begin = step[result.getOwner()];
    lifetime.bytes = -1;
    if (std::optional<int64_t> bytes = getStaticBytes(result.getType()))
      lifetime.bytes = llvm::alignTo(*bytes, alignment);
    lifetime.isElsewhere = isStoredElsewhere(result.getOwner());
  }
  lifetime.end = std::max(lifetime.end, step[last]);
  lifetime.isElsewhere |= last == &block.back() || isa<BlockArgument>(root);
}

/// Whether the size is known.
bool PeakCounter::addScratch(KernelOp kernel) {
  std::optional<int64_t> bytes =
      getPrivateBytes(kernel, privateBuffers, alignment);
  scratch[step[kernel]] = bytes.value_or(0);
  return bytes.has_value();
}

std::optional<int64_t> PeakCounter::compute() {
  for (Operation &op : block)
    step[&op] = step.size();
  change.resize(step.size() + 1);
  scratch.resize(step.size());
  for (Operation &op : block.without_terminator()) {
    if (isView(&op) || isa<tensor::EmptyOp>(op) ||
        op.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (OpResult result : op.getResults())
      if (isa<TensorType>(result.getType()))
        addResult(result);
    if (auto kernel = dyn_cast<KernelOp>(op);
        kernel && kernel.hasTensorSemantics() && !addScratch(kernel))
      return std::nullopt;
  }
  for (auto &[root, lifetime] : lifetimes) {
    if (lifetime.isElsewhere)
      continue;
    if (lifetime.bytes < 0)
      return std::nullopt;
    change[lifetime.begin] += lifetime.bytes;
    change[lifetime.end + 1] -= lifetime.bytes;
  }
  int64_t live = 0, peak = 0;
  for (unsigned at = 0; at < scratch.size(); ++at) {
    live += change[at];
    peak = std::max(peak, live + scratch[at]);
  }
  return peak;
}

namespace {
struct VerifyOrderPass
    : public stax::impl::VerifyOrderPassBase<VerifyOrderPass> {
  using VerifyOrderPassBase::VerifyOrderPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkAlignment(function, getArgument(), alignment)) ||
        failed(checkPrivateBufferOptions(function, getArgument(),
                                         {maxScratch, threads})))
      return signalPassFailure();
    WalkResult overwrites = function.walk([](KernelOp kernel) {
      for (unsigned out = 0; out < kernel.getOuts().size(); ++out)
        if (Value input = getOverwritten(kernel, out);
            input && kernel.hasTensorSemantics() &&
            failed(verifyOverwrite(kernel, out, input)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (overwrites.wasInterrupted() || failed(verifyPeak()))
      signalPassFailure();
  }

private:
  LogicalResult verifyPeak();
};
} // namespace

LogicalResult VerifyOrderPass::verifyPeak() {
  func::FuncOp function = getOperation();
  auto peak = function->getAttrOfType<IntegerAttr>(kPeakAttr);
  auto bound = function->getAttrOfType<IntegerAttr>(kPeakLowerBoundAttr);
  if (bound && (!peak || bound.getInt() > peak.getInt()))
    return function.emitOpError("has a lower bound of ")
           << bound.getInt() << " bytes for a peak of "
           << (peak ? peak.getInt() : 0);
  if (!peak)
    return success();
  std::optional<int64_t> actual;
  if (llvm::hasSingleElement(function.getBody()))
    actual = PeakCounter(function.getBody().front(), alignment,
                         {maxScratch, threads})
                 .compute();
  if (!actual)
    return function.emitOpError("has a peak, which only a function of one "
                                "block with static sizes can have");
  if (*actual != peak.getInt())
    return function.emitOpError("has the peak ")
           << peak.getInt() << ", but that of its order is " << *actual;
  return success();
}
