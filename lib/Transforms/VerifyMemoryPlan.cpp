//===- VerifyMemoryPlan.cpp - Checks that a memory plan is right ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a planned function once with the address ranges that are taken at each
// moment. A view that becomes live where another one is breaks the plan.
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "ArenaViews.h"
#include "stax/Analysis/BufferSizes.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

#include <map>

namespace mlir::stax {
#define GEN_PASS_DEF_VERIFYMEMORYPLANPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Bytes [begin, end) of an arena.
struct Placement {
  Value arena;
  int64_t begin = 0;
  int64_t end = 0;
};

/// Checks one function.
class PlanVerifier {
public:
  PlanVerifier(FunctionOpInterface function, const CallSummaries *summaries,
               int64_t alignment)
      : function(function), lives(function, summaries), alignment(alignment) {}

  LogicalResult run();

private:
  LogicalResult checkArena(Value arena);
  LogicalResult checkFrees(Value arena);
  LogicalResult checkView(memref::ViewOp view, Value arena);
  LogicalResult checkUsers(const ArenaView &view);
  LogicalResult sweep(Region &region);
  LogicalResult sweep(Block &block);
  LogicalResult activate(unsigned number);
  void deactivate(unsigned number);

  FunctionOpInterface function;
  ViewLives lives;
  int64_t alignment;
  SmallVector<ArenaView> views;
  SmallVector<Placement> placements;
  ViewEvents events;
  /// Numbers of the views that are live, by the start of their bytes. One map
  /// for each arena.
  DenseMap<Value, std::map<int64_t, unsigned>> taken;
};
} // namespace

LogicalResult PlanVerifier::activate(unsigned number) {
  const Placement &placement = placements[number];
  if (placement.begin == placement.end)
    return success();
  std::map<int64_t, unsigned> &live = taken[placement.arena];
  auto next = live.lower_bound(placement.begin);
  auto check = [&](unsigned other) -> LogicalResult {
    const Placement &old = placements[other];
    if (other == number || old.end <= placement.begin ||
        placement.end <= old.begin)
      return success();
    memref::ViewOp view = views[number].view;
    InFlightDiagnostic diag = view.emitOpError("at bytes [")
                              << placement.begin << ", " << placement.end
                              << ") of the arena overlaps another buffer that "
                                 "is live at the same time";
    memref::ViewOp otherView = views[other].view;
    diag.attachNote(otherView.getLoc())
        << "the other one is at bytes [" << old.begin << ", " << old.end << ")";
    return diag;
  };
  if (next != live.end() && failed(check(next->second)))
    return failure();
  if (next != live.begin() && failed(check(std::prev(next)->second)))
    return failure();
  live[placement.begin] = number;
  return success();
}

void PlanVerifier::deactivate(unsigned number) {
  const Placement &placement = placements[number];
  std::map<int64_t, unsigned> &live = taken[placement.arena];
  auto place = live.find(placement.begin);
  if (place != live.end() && place->second == number)
    live.erase(place);
}

LogicalResult PlanVerifier::sweep(Block &block) {
  for (Operation &op : block) {
    if (auto starting = events.starts.find(&op);
        starting != events.starts.end())
      for (unsigned number : starting->second)
        if (failed(activate(number)))
          return failure();
    if (!op.hasTrait<OpTrait::IsIsolatedFromAbove>())
      for (Region &region : op.getRegions())
        if (failed(sweep(region)))
          return failure();
    if (auto ending = events.ends.find(&op); ending != events.ends.end())
      for (unsigned number : ending->second)
        deactivate(number);
  }
  return success();
}

LogicalResult PlanVerifier::sweep(Region &region) {
  if (region.hasOneBlock())
    return sweep(region.front());
  // Each block starts from what is live around the region and on its entry.
  DenseMap<Value, std::map<int64_t, unsigned>> around = taken;
  for (Block &block : region) {
    taken = around;
    for (unsigned number : events.entering[&block])
      if (failed(activate(number)))
        return failure();
    if (failed(sweep(block)))
      return failure();
  }
  taken = around;
  return success();
}

/// The arena is freed once, at every end of the function, and not used after.
LogicalResult PlanVerifier::checkFrees(Value arena) {
  for (Block &block : function.getFunctionBody()) {
    Operation *end = block.getTerminator();
    if (!end->hasTrait<OpTrait::ReturnLike>())
      continue;
    unsigned count = llvm::count_if(arena.getUsers(), [&](Operation *user) {
      return isa<memref::DeallocOp>(user) && user->getBlock() == &block;
    });
    if (count == 1)
      continue;
    InFlightDiagnostic diag =
        end->emitOpError("is an end of the function where the arena should be "
                         "freed once, but is freed ")
        << count << " times";
    diag.attachNote(arena.getLoc()) << "the arena is here";
    return diag;
  }
  for (Operation *user : arena.getUsers()) {
    if (!isa<memref::DeallocOp>(user))
      continue;
    if (!user->getBlock()->getTerminator()->hasTrait<OpTrait::ReturnLike>() ||
        user->getParentOp() != function)
      return user->emitOpError("frees an arena before the function ends");
    for (const ArenaView &view : views)
      for (Operation *later : view.users)
        if (later->getBlock() == user->getBlock() &&
            user->isBeforeInBlock(later))
          return later->emitOpError("uses a buffer after its arena was freed");
  }
  return success();
}

/// Alignment, size and place of one view.
LogicalResult PlanVerifier::checkView(memref::ViewOp view, Value arena) {
  std::optional<int64_t> begin = getConstantIntValue(view.getByteShift());
  std::optional<int64_t> bytes = getStaticStorage(view.getType());
  if (!begin || !bytes || !view.getType().hasStaticShape())
    return view.emitOpError("of an arena has an offset or a size that is not "
                            "constant");
  if (*begin % alignment != 0)
    return view.emitOpError("is at byte ")
           << *begin << " of the arena, expected a multiple of " << alignment;
  int64_t size = cast<MemRefType>(arena.getType()).getNumElements();
  if (*begin < 0 || *begin + *bytes > size)
    return view.emitOpError("at bytes [")
           << *begin << ", " << *begin + *bytes
           << ") is not inside the arena of " << size << " bytes";
  placements.push_back({arena, *begin, *begin + *bytes});
  return success();
}

/// Nothing may keep a buffer longer than the function runs, or free it.
LogicalResult PlanVerifier::checkUsers(const ArenaView &view) {
  for (Operation *user : view.users) {
    StringRef wrong;
    if (isa<memref::DeallocOp>(user))
      wrong = "frees";
    else if (user->hasTrait<OpTrait::ReturnLike>() &&
             user->getParentOp() == function)
      wrong = "returns";
    else
      continue;
    InFlightDiagnostic diag = user->emitOpError(wrong)
                              << " a buffer of an arena";
    memref::ViewOp op = view.view;
    diag.attachNote(op.getLoc()) << "the buffer is here";
    return diag;
  }
  return success();
}

LogicalResult PlanVerifier::checkArena(Value arena) {
  auto type = dyn_cast<MemRefType>(arena.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isInteger(8) ||
      !type.getLayout().isIdentity() || !type.hasStaticShape())
    return emitError(arena.getLoc(), "expected an arena to be a memref of a "
                                     "known number of i8, but got ")
           << arena.getType();
  auto alloc = arena.getDefiningOp<memref::AllocOp>();
  if (alloc && int64_t(alloc.getAlignment().value_or(1)) % alignment != 0)
    return alloc.emitOpError("of an arena is aligned to ")
           << alloc.getAlignment().value_or(1)
           << " bytes, expected a multiple of " << alignment;
  for (Operation *user : arena.getUsers()) {
    if (auto view = dyn_cast<memref::ViewOp>(user)) {
      if (failed(checkView(view, arena)))
        return failure();
      views.push_back(lives.trace(view));
      if (failed(checkUsers(views.back())) ||
          failed(lives.addEvents(views.back(), views.size() - 1, events)))
        return failure();
    } else if (!isa<memref::DeallocOp, ShapedDimOpInterface>(user)) {
      return user->emitOpError("uses an arena as a whole; expected views");
    }
  }
  return alloc ? checkFrees(arena) : success();
}

LogicalResult PlanVerifier::run() {
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), kArenaAttr) &&
        failed(checkArena(argument)))
      return failure();
  WalkResult walk = function.walk([&](memref::AllocOp alloc) {
    return WalkResult(alloc->hasAttr(kArenaAttr) ? checkArena(alloc)
                                                 : success());
  });
  if (walk.wasInterrupted() || views.empty())
    return failure(walk.wasInterrupted());
  return sweep(function.getFunctionBody());
}

namespace {
struct VerifyMemoryPlanPass
    : public stax::impl::VerifyMemoryPlanPassBase<VerifyMemoryPlanPass> {
  using VerifyMemoryPlanPassBase::VerifyMemoryPlanPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    Operation *root = getOperation();
    if (failed(checkAlignment(root, getArgument(), alignment)))
      return signalPassFailure();
    if (auto function = dyn_cast<FunctionOpInterface>(root)) {
      if (failed(verify(function, /*summaries=*/nullptr)))
        signalPassFailure();
      return;
    }
    CallSummaries summaries(root);
    WalkResult walk = root->walk([&](FunctionOpInterface function) {
      return WalkResult(verify(function, &summaries));
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult verify(FunctionOpInterface function,
                       const CallSummaries *summaries) {
    if (function.isExternal())
      return success();
    return PlanVerifier(function, summaries, alignment).run();
  }
};
} // namespace
