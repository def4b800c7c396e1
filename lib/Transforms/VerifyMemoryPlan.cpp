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
#include "SymbolicBytes.h"
#include "stax/Analysis/BufferSizes.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/OrderAttributes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

#include "llvm/ADT/SetVector.h"

#include <map>

namespace mlir::stax {
#define GEN_PASS_DEF_VERIFYMEMORYPLANPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Bytes [begin, end) of an arena; expressions, and constants where they are.
struct Placement {
  Value arena;
  SymbolicBytes::Id begin, end;
  std::optional<int64_t> constantBegin, constantEnd;

  bool isConstant() const { return constantBegin && constantEnd; }
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
  LogicalResult checkBounds(memref::ViewOp view, const Placement &placement);
  LogicalResult checkUsers(const ArenaView &view);
  LogicalResult sweep(Region &region);
  LogicalResult sweep(Block &block);
  LogicalResult activate(unsigned number);
  LogicalResult reportOverlap(unsigned number, unsigned other);
  bool areDisjoint(unsigned lhs, unsigned rhs);
  void deactivate(unsigned number);

  FunctionOpInterface function;
  ViewLives lives;
  int64_t alignment;
  SmallVector<ArenaView> views;
  SmallVector<Placement> placements;
  ViewEvents events;
  /// Numbers of the views that are live.
  struct Taken {
    std::map<int64_t, unsigned> constant; ///< by the start of their bytes
    llvm::SetVector<unsigned> symbolic;
  };
  DenseMap<Value, Taken> taken; ///< of each arena
  SymbolicBytes symbols;
};
} // namespace

LogicalResult PlanVerifier::reportOverlap(unsigned number, unsigned other) {
  memref::ViewOp view = views[number].view, otherView = views[other].view;
  const Placement &placement = placements[number], &old = placements[other];
  InFlightDiagnostic diag = view.emitOpError();
  if (placement.isConstant())
    diag << "at bytes [" << *placement.constantBegin << ", "
         << *placement.constantEnd << ") of the arena overlaps another buffer "
         << "that is live at the same time";
  else
    diag << "of an arena is not proved to be disjoint from another buffer that "
            "is live at the same time";
  Diagnostic &note = diag.attachNote(otherView.getLoc()) << "the other one is ";
  if (old.isConstant())
    note << "at bytes [" << *old.constantBegin << ", " << *old.constantEnd
         << ")";
  else
    note << "here";
  return diag;
}

/// Whether both are disjoint for all sizes.
bool PlanVerifier::areDisjoint(unsigned lhs, unsigned rhs) {
  const Placement &a = placements[lhs], &b = placements[rhs];
  return symbols.isAtLeast(b.begin, a.end) || symbols.isAtLeast(a.begin, b.end);
}

/// Constant placements are ordered, so that only neighbours can overlap; others
/// are compared one by one.
LogicalResult PlanVerifier::activate(unsigned number) {
  const Placement &placement = placements[number];
  if (placement.begin == placement.end)
    return success();
  Taken &live = taken[placement.arena];
  for (unsigned other : live.symbolic)
    if (other != number && !areDisjoint(number, other))
      return reportOverlap(number, other);
  if (!placement.isConstant()) {
    for (auto [begin, other] : live.constant)
      if (!areDisjoint(number, other))
        return reportOverlap(number, other);
    live.symbolic.insert(number);
    return success();
  }
  auto overlaps = [&](unsigned other) {
    const Placement &old = placements[other];
    return other != number && *old.constantEnd > *placement.constantBegin &&
           *placement.constantEnd > *old.constantBegin;
  };
  auto next = live.constant.lower_bound(*placement.constantBegin);
  if (next != live.constant.end() && overlaps(next->second))
    return reportOverlap(number, next->second);
  if (next != live.constant.begin() && overlaps(std::prev(next)->second))
    return reportOverlap(number, std::prev(next)->second);
  live.constant[*placement.constantBegin] = number;
  return success();
}

void PlanVerifier::deactivate(unsigned number) {
  const Placement &placement = placements[number];
  Taken &live = taken[placement.arena];
  live.symbolic.remove(number);
  if (!placement.isConstant())
    return;
  auto place = live.constant.find(*placement.constantBegin);
  if (place != live.constant.end() && place->second == number)
    live.constant.erase(place);
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
  DenseMap<Value, Taken> around = taken;
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
  std::optional<int64_t> bytes = getStaticStorage(view.getType());
  if (!bytes)
    return view.emitOpError("of an arena has elements of no known size");
  Placement placement{arena, symbols.getValue(view.getByteShift()), 0,
                      getConstantIntValue(view.getByteShift()), std::nullopt};
  placement.end = symbols.getSum(placement.begin, symbols.getBytes(view));
  if (view.getType().hasStaticShape() && placement.constantBegin)
    placement.constantEnd = *placement.constantBegin + *bytes;
  placements.push_back(placement);
  if (!symbols.isMultiple(placement.begin, alignment)) {
    if (placement.constantBegin)
      return view.emitOpError("is at byte ")
             << *placement.constantBegin
             << " of the arena, expected a multiple of " << alignment;
    return view.emitOpError("is at an offset that is not proved to be a "
                            "multiple of ")
           << alignment;
  }
  return checkBounds(view, placement);
}

LogicalResult PlanVerifier::checkBounds(memref::ViewOp view,
                                        const Placement &placement) {
  auto type = cast<MemRefType>(placement.arena.getType());
  auto alloc = placement.arena.getDefiningOp<memref::AllocOp>();
  if (type.hasStaticShape() && placement.isConstant()) {
    int64_t size = type.getNumElements();
    if (*placement.constantBegin >= 0 && *placement.constantEnd <= size)
      return success();
    return view.emitOpError("at bytes [")
           << *placement.constantBegin << ", " << *placement.constantEnd
           << ") is not inside the arena of " << size << " bytes";
  }
  // An arena of dynamic size from a caller has the size that its function says.
  if (!type.hasStaticShape() && !alloc)
    return success();
  SymbolicBytes::Id size =
      type.hasStaticShape() ? symbols.getConstant(type.getNumElements())
                            : symbols.getValue(alloc.getDynamicSizes().front());
  if (symbols.isAtLeast(size, placement.end))
    return success();
  return view.emitOpError("is not proved to be inside its arena");
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
      !type.getLayout().isIdentity())
    return emitError(arena.getLoc(), "expected an arena to be a memref of i8 "
                                     "with one dimension, but got ")
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

/// Whether `function` calls one that may write over an argument, which can take
/// a copy that no order has counted.
static bool hasDonatingCall(FunctionOpInterface function) {
  WalkResult walk = function.walk([](CallOpInterface call) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
    for (unsigned i = 0; callee && i < callee.getNumArguments(); ++i)
      if (callee.getArgAttr(i, kDonateAttr))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// The plan holds what the order of the function has counted, where an order
/// was chosen for it.
static LogicalResult verifyPeak(FunctionOpInterface function) {
  auto promised = function->getAttrOfType<IntegerAttr>(kPeakAttr);
  auto planned = function->getAttrOfType<IntegerAttr>(kPeakBytesAttr);
  if (!promised || !planned || promised.getInt() == planned.getInt() ||
      hasDonatingCall(function))
    return success();
  return function.emitError("has buffers of ")
         << planned.getInt()
         << " bytes live at once, but 'stax.peak' of its order is "
         << promised.getInt()
         << "; run stax-order and stax-bufferize with the same options, and "
            "drop the attribute where another pass changes buffers";
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
    if (failed(PlanVerifier(function, summaries, alignment).run()))
      return failure();
    // Other functions may be changing at this moment.
    return summaries ? verifyPeak(function) : success();
  }
};
} // namespace
