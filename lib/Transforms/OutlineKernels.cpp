//===- OutlineKernels.cpp - Moves kernels into functions of their own -----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds runs of kernels, moves each into a function, and guards the call by the
// checks that its shapes owe. Functions that check, and those that call them,
// get the status word as last argument.
//
//===----------------------------------------------------------------------===//

#include "CheckAccesses.h"
#include "DisjointBuffers.h"
#include "LowerExtern.h"
#include "ReadChecks.h"
#include "ScatterChecks.h"
#include "stax-c/Runtime.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/UpdateOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Whether `op` may move in front of the kernels before it: it only allocates
/// or computes, and uses no memory.
static bool isHoistable(Operation &op) {
  if (op.hasTrait<OpTrait::IsTerminator>())
    return false;
  if (isMemoryEffectFree(&op))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && effects.onlyHasEffect<MemoryEffects::Allocate>();
}

/// Runs of kernels on buffers in `block`, and scatters alone; operations inside
/// a run move before it.
static SmallVector<SmallVector<Operation *>> collectRuns(Block &block,
                                                         OutlineGroup group) {
  SmallVector<SmallVector<Operation *>> runs;
  bool isOpen = false;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<ScatterOp>(op)) {
      runs.push_back({&op});
      isOpen = false;
    } else if (isa<KernelOp>(op)) {
      if (!isOpen)
        runs.emplace_back();
      runs.back().push_back(&op);
      isOpen = group == OutlineGroup::Launch;
    } else if (isOpen && isHoistable(op)) {
      op.moveBefore(runs.back().front());
    } else {
      isOpen = false;
    }
  }
  return runs;
}

namespace {
class Outliner {
public:
  Outliner(ModuleOp module, OutlineGroup group)
      : module(module), symbols(module), statuses(module), group(group),
        builder(module) {}

  LogicalResult run();

private:
  LogicalResult outlineFunction(func::FuncOp function);
  LogicalResult outlineRun(func::FuncOp function, ArrayRef<Operation *> ops);
  LogicalResult emitPointChecks(MutableArrayRef<PointCheck> pointChecks);
  Value emitChecks(func::FuncOp function, ArrayRef<Operation *> ops,
                   SmallVectorImpl<PointCheck> &pointChecks);

  ModuleOp module;
  SymbolTable symbols;
  StatusWords statuses;
  OutlineGroup group;
  OpBuilder builder;
  SmallVector<func::FuncOp> launches; ///< made of the current function
};
} // namespace

/// Emits the checks of `ops` in front of them; returns whether all hold, or
/// null if none is owed.
Value Outliner::emitChecks(func::FuncOp function, ArrayRef<Operation *> ops,
                           SmallVectorImpl<PointCheck> &pointChecks) {
  Value all;
  for (Operation *op : ops) {
    auto kernel = dyn_cast<KernelOp>(op);
    SmallVector<ShapeCheck> checks =
        kernel ? emitShapeChecks(builder, kernel, pointChecks)
               : emitScatterChecks(builder, cast<ScatterOp>(op));
    for (ShapeCheck &check : checks) {
      CheckOp::create(builder, check.loc, check.condition,
                      statuses.addCheck(check.code, check.message, check.loc),
                      statuses.get(function));
      all =
          all ? arith::AndIOp::create(builder, check.loc, all, check.condition)
                    .getResult()
              : check.condition;
    }
  }
  return all;
}

/// What `ops` use from outside; constants of their regions move inside.
static llvm::SetVector<Value> getUsedValues(OpBuilder &builder,
                                            ArrayRef<Operation *> ops) {
  llvm::SetVector<Value> values;
  for (Operation *op : ops) {
    values.insert_range(op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured) {
      if (!matchPattern(value, m_Constant())) {
        values.insert(value);
        continue;
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&op->getRegion(0).front());
      Value constant = builder.clone(*value.getDefiningOp())->getResult(0);
      replaceAllUsesInRegionWith(value, constant, op->getRegion(0));
    }
  }
  return values;
}

/// Adds the checks that points of the nodes' domains make.
LogicalResult
Outliner::emitPointChecks(MutableArrayRef<PointCheck> pointChecks) {
  for (PointCheck &check : pointChecks) {
    int64_t ordinal =
        statuses.addCheck(STAX_OUT_OF_BOUNDS,
                          "an index of input #" + Twine(check.input) +
                              " is out of bounds where its guard holds",
                          check.node.getLoc());
    if (failed(emitPointCheck(builder, check, ordinal)))
      return failure();
  }
  return success();
}

LogicalResult Outliner::outlineRun(func::FuncOp function,
                                   ArrayRef<Operation *> ops) {
  Location loc = ops.front()->getLoc();
  builder.setInsertionPoint(ops.front());
  SmallVector<PointCheck> pointChecks;
  Value ok = emitChecks(function, ops, pointChecks);
  if (failed(emitPointChecks(pointChecks)))
    return failure();
  llvm::SetVector<Value> operands = getUsedValues(builder, ops);
  SmallVector<Location> locs =
      llvm::map_to_vector(operands, [](Value value) { return value.getLoc(); });
  SmallVector<Type> types = llvm::map_to_vector(
      operands, [](Value value) { return value.getType(); });

  if (ok) {
    auto guarded =
        scf::IfOp::create(builder, loc, ok, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guarded.thenBlock());
  }
  std::string name =
      (function.getName() + "_launch" + Twine(launches.size())).str();
  auto launch =
      func::FuncOp::create(loc, name, builder.getFunctionType(types, {}));
  launch.setPrivate();
  launch->setAttr(kLaunchGroupAttr, builder.getUnitAttr());
  if (SmallVector<int64_t> pairs = findDisjointPairs(operands.getArrayRef());
      !pairs.empty())
    launch->setAttr(kDisjointAttr, builder.getDenseI64ArrayAttr(pairs));
  func::FuncOp previous = launches.empty() ? function : launches.back();
  symbols.insert(launch, std::next(Block::iterator(previous)));
  launches.push_back(launch);
  func::CallOp::create(builder, loc, launch, operands.getArrayRef());

  Block *body = builder.createBlock(&launch.getBody(), {}, types, locs);
  IRMapping arguments;
  arguments.map(operands.getArrayRef(), body->getArguments());
  for (Operation *op : ops) {
    op->moveBefore(body, body->end());
    op->walk([&](Operation *nested) {
      for (OpOperand &operand : nested->getOpOperands())
        operand.set(arguments.lookupOrDefault(operand.get()));
    });
  }
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, loc);
  if (!pointChecks.empty())
    statuses.get(launch);
  return success();
}

LogicalResult Outliner::outlineFunction(func::FuncOp function) {
  llvm::SetVector<Block *> blocks;
  auto visit = [&](auto op) -> WalkResult {
    if (op.hasTensorSemantics())
      return op.emitOpError("is on tensors; run stax-bufferize before "
                            "stax-outline-kernels");
    blocks.insert(op->getBlock());
    return WalkResult::skip();
  };
  WalkResult walk = function.walk([&](Operation *op) {
    return llvm::TypeSwitch<Operation *, WalkResult>(op)
        .Case<KernelOp, ScatterOp>(visit)
        .Default(WalkResult::advance());
  });
  if (walk.wasInterrupted())
    return failure();
  launches.clear();
  for (Block *block : blocks)
    for (ArrayRef<Operation *> ops : collectRuns(*block, group))
      if (failed(outlineRun(function, ops)))
        return failure();
  return success();
}

LogicalResult Outliner::run() {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isDeclaration() && !function->hasAttr(kLaunchGroupAttr))
      functions.push_back(function);
  for (func::FuncOp function : functions)
    if (failed(outlineFunction(function)))
      return failure();
  return statuses.finish();
}

namespace {
struct OutlineKernelsPass
    : public stax::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    // Extents are compared by their values, so accesses that change some come
    // last.
    if (failed(lowerExterns(getOperation())) ||
        failed(Outliner(getOperation(), group).run()) ||
        failed(checkAccesses(getOperation())))
      signalPassFailure();
  }
};
} // namespace
