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
#include "stax/Analysis/DependenceGraph.h"
#include "stax/Analysis/InPlace.h"
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

/// The last operation of the block of `value`'s definition that uses it or a
/// view of it, its definition if none does.
static Operation *findLastUse(Value value) {
  Operation *last = value.getDefiningOp();
  Block *block = last->getBlock();
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
      else if (last->isBeforeInBlock(inBlock))
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

static LogicalResult verifyOverwrite(KernelOp kernel, unsigned out,
                                     Value input) {
  auto report = [&]() {
    return kernel.emitOpError("writes destination #")
           << out << " over an input, but ";
  };
  Operation *producer = input.getDefiningOp();
  if (!producer || producer->getBlock() != kernel->getBlock() ||
      producer->hasTrait<OpTrait::ConstantLike>())
    return report() << "the input is not a result of an operation of its block";
  if (Operation *last = findLastUse(input); last != kernel) {
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
  bool isOutput = false;
};
} // namespace

/// The most bytes live at once in `block`; nothing if a size is dynamic.
static std::optional<int64_t> computePeak(Block &block, int64_t alignment) {
  DenseMap<Operation *, unsigned> step;
  for (Operation &op : block)
    step[&op] = step.size();
  Operation *terminator = &block.back();
  llvm::MapVector<Value, Lifetime> lifetimes; // by the first value in a buffer
  DenseMap<Value, Value> storage;
  for (Operation &op : block.without_terminator()) {
    if (isView(&op) || isa<tensor::EmptyOp>(op) ||
        op.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (OpResult result : op.getResults()) {
      if (!isa<TensorType>(result.getType()))
        continue;
      Value root = result;
      if (auto kernel = dyn_cast<KernelOp>(op))
        if (Value input = getOverwritten(kernel, result.getResultNumber()))
          root = storage.lookup_or(input, root);
      storage[result] = root;
      std::optional<int64_t> bytes = getStaticBytes(result.getType());
      if (!bytes)
        return std::nullopt;
      Operation *last = findLastUse(result);
      Lifetime &lifetime = lifetimes[root];
      if (root == result)
        lifetime.begin = step[&op];
      lifetime.end = std::max(lifetime.end, step[last]);
      lifetime.bytes =
          std::max<int64_t>(lifetime.bytes, llvm::alignTo(*bytes, alignment));
      lifetime.isOutput |= last == terminator;
    }
  }
  std::vector<int64_t> change(step.size() + 1);
  for (auto &[root, lifetime] : lifetimes) {
    if (lifetime.isOutput)
      continue;
    change[lifetime.begin] += lifetime.bytes;
    change[lifetime.end + 1] -= lifetime.bytes;
  }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change)
    peak = std::max(peak, live += bytes);
  return peak;
}

namespace {
struct VerifyOrderPass
    : public stax::impl::VerifyOrderPassBase<VerifyOrderPass> {
  using VerifyOrderPassBase::VerifyOrderPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkAlignment(function, getArgument(), alignment)))
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
    actual = computePeak(function.getBody().front(), alignment);
  if (!actual)
    return function.emitOpError("has a peak, which only a function of one "
                                "block with static sizes can have");
  if (*actual != peak.getInt())
    return function.emitOpError("has the peak ")
           << peak.getInt() << ", but that of its order is " << *actual;
  return success();
}
