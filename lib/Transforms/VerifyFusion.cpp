//===- VerifyFusion.cpp - Checks that kernels were legal to form ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives every rule from the kernel in front of it: nothing here knows how
// kernels are formed, and the operation's own verifier need not have run. Where
// that compares maps by their form, this asks whether a point of the space
// exists at which they differ.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxOps.h"
#include "stax/Scheduling/TopologicalSort.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::stax {
#define GEN_PASS_DEF_VERIFYFUSIONPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

namespace {
/// The most operations and buffers of a kernel of several nodes.
struct Limits {
  unsigned maxNodes, maxBuffers;
};

class KernelChecker {
public:
  KernelChecker(KernelOp kernel, Limits limits)
      : kernel(kernel), limits(limits) {}

  LogicalResult check();

private:
  InFlightDiagnostic fail(StringRef rule, const Twine &text, Location where);
  LogicalResult checkOps();
  LogicalResult checkSpace(FusableOpInterface node);
  LogicalResult checkLoops(FusableOpInterface node);
  LogicalResult checkReads(FusableOpInterface node);
  LogicalResult checkPlace(FusableOpInterface node);
  LogicalResult checkOrdered();
  LogicalResult checkLimits();

  OpFoldResult getOuter(OpFoldResult extent);
  std::optional<int64_t> getExtent(unsigned dim);
  bool isPossible(AffineExpr notNegative);
  bool differ(AffineExpr lhs, AffineExpr rhs);
  bool spans(AffineExpr expr, int64_t size);
  FusableOpInterface getProducer(Value value);
  AffineMap getMap(FusableOpInterface node) { return getNodeMap(kernel, node); }

  KernelOp kernel;
  Limits limits;
};
} // namespace

InFlightDiagnostic KernelChecker::fail(StringRef rule, const Twine &text,
                                       Location where) {
  InFlightDiagnostic diag = kernel.emitError("breaks the fusion rule '")
                            << rule << "': " << text;
  diag.attachNote(where) << "node is here";
  return diag;
}

LogicalResult KernelChecker::checkOps() {
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    bool isScalar =
        op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
        llvm::none_of(op.getResultTypes(), llvm::IsaPred<ShapedType>);
    if (!isa<FusableOpInterface>(op) && !isScalar &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return fail("nodes", "'" + op.getName().getStringRef() + "' is inside",
                  op.getLoc());
  }
  return success();
}

/// Values outside for the kernel's arguments.
OpFoldResult KernelChecker::getOuter(OpFoldResult extent) {
  auto argument = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(extent));
  return argument && argument.getOwner() == kernel.getBodyBlock()
             ? OpFoldResult(kernel.getOuterValue(argument))
             : extent;
}

std::optional<int64_t> KernelChecker::getExtent(unsigned dim) {
  return getConstantIntValue(kernel.getExtents()[dim]);
}

/// Whether some point of the space has an expression not negative.
bool KernelChecker::isPossible(AffineExpr notNegative) {
  SmallVector<AffineExpr> box = {notNegative};
  for (unsigned dim = 0; dim < kernel.getRank(); ++dim) {
    AffineExpr point = getAffineDimExpr(dim, kernel.getContext());
    box.push_back(point);
    if (std::optional<int64_t> extent = getExtent(dim))
      box.push_back(*extent - 1 - point);
  }
  auto set = IntegerSet::get(kernel.getRank(), 0, box,
                             SmallVector<bool>(box.size(), false));
  return !FlatLinearValueConstraints(set).isIntegerEmpty();
}

/// Whether some point of the space gives the two different values.
bool KernelChecker::differ(AffineExpr lhs, AffineExpr rhs) {
  AffineExpr difference =
      simplifyAffineExpr(lhs - rhs, kernel.getRank(), /*numSymbols=*/0);
  if (auto constant = dyn_cast<AffineConstantExpr>(difference))
    return constant.getValue() != 0;
  return isPossible(difference - 1) || isPossible(-difference - 1);
}

/// Whether `expr` takes values from 0 to `size` - 1, and both of these.
bool KernelChecker::spans(AffineExpr expr, int64_t size) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() == 0 && size == 1;
  return !isPossible(-expr - 1) && !isPossible(expr - size) &&
         (size == 0 || (isPossible(-expr) && isPossible(expr - size + 1)));
}

/// Each loop of the node takes exactly the values of its domain, whatever the
/// others do.
LogicalResult KernelChecker::checkSpace(FusableOpInterface node) {
  AffineMap map = getMap(node);
  SmallVector<OpFoldResult> domain = node.getIterationExtents();
  if (map.getNumDims() != kernel.getRank() || map.getNumSymbols() != 0 ||
      map.getNumResults() != domain.size())
    return fail("space",
                "a node's map does not go from the space to its domain",
                node.getLoc());
  llvm::SmallBitVector used(kernel.getRank());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto plain = dyn_cast<AffineDimExpr>(expr);
    OpFoldResult extent = getOuter(domain[dim]);
    bool covers =
        plain && isEqualConstantIntOrValue(
                     kernel.getExtents()[plain.getPosition()], extent);
    std::optional<int64_t> size = getConstantIntValue(extent);
    covers |= !plain && size && spans(expr, *size);
    if (!covers)
      return fail("space",
                  "dimension " + Twine(dim) + " of a node is not covered",
                  node.getLoc());
    if (plain && used.test(plain.getPosition()))
      return fail("space",
                  "two dimensions of a node run along dimension " +
                      Twine(plain.getPosition()) + " of the space",
                  node.getLoc());
    if (plain)
      used.set(plain.getPosition());
  }
  return success();
}

/// Loops that are not parallel in a node are not in the kernel, and keep their
/// order.
LogicalResult KernelChecker::checkLoops(FusableOpInterface node) {
  AffineMap map = getMap(node);
  std::optional<unsigned> last;
  for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds())) {
    if (kind == IteratorKind::Parallel)
      continue;
    for (unsigned outer = 0; outer < kernel.getRank(); ++outer) {
      if (!map.getResult(dim).isFunctionOfDim(outer))
        continue;
      if (outer < kernel.getPar().size())
        return fail("parallel",
                    "a node reduces or scans the parallel dimension " +
                        Twine(outer),
                    node.getLoc());
      if (last && outer < *last)
        return fail("reduced-order",
                    "a node reduces dimension " + Twine(*last) +
                        " of the space before dimension " + Twine(outer),
                    node.getLoc());
      last = outer;
    }
  }
  return success();
}

/// The node of the kernel that computes `value`, if one does.
FusableOpInterface KernelChecker::getProducer(Value value) {
  auto producer = value.getDefiningOp<FusableOpInterface>();
  return producer && producer->getBlock() == kernel.getBodyBlock()
             ? producer
             : FusableOpInterface();
}

LogicalResult KernelChecker::checkReads(FusableOpInterface node) {
  for (Access &access : node.getAccesses()) {
    FusableOpInterface producer = access.state.root
                                      ? getProducer(access.state.root)
                                      : FusableOpInterface();
    if (!producer || access.mode == AccessMode::Write)
      continue;
    if (!producer->isBeforeInBlock(node))
      return fail("point", "a node reads a value before it is written",
                  node.getLoc());
    if (!access.map)
      return fail("whole", "a node reads any element of a value of the kernel",
                  node.getLoc());
    unsigned result = cast<OpResult>(access.state.root).getResultNumber();
    AffineMap written = producer.getResultMap(result).compose(getMap(producer));
    AffineMap read = access.map->compose(getMap(node));
    for (auto [axis, exprs] : llvm::enumerate(
             llvm::zip_equal(read.getResults(), written.getResults()))) {
      auto [reads, writes] = exprs;
      bool isKnown = reads.isPureAffine() && read.getNumSymbols() == 0;
      if (isKnown && !differ(reads, writes))
        continue;
      InFlightDiagnostic diag =
          fail("point",
               "a node reads dimension " + Twine(axis) +
                   " of a value elsewhere than the same point writes it",
               node.getLoc());
      diag.attachNote(producer.getLoc())
          << "value is written at " << AffineMapAttr::get(written)
          << " and read at " << AffineMapAttr::get(read);
      return diag;
    }
  }
  return success();
}

LogicalResult KernelChecker::checkPlace(FusableOpInterface node) {
  for (StringRef name : {kDeviceAttr, kStreamAttr})
    if (getPlacement(node, name) != getPlacement(kernel, name))
      return fail("place",
                  "a node has '" + name + "' " +
                      Twine(getPlacement(node, name)) + ", the kernel " +
                      Twine(getPlacement(kernel, name)),
                  node.getLoc());
  return success();
}

LogicalResult KernelChecker::checkOrdered() {
  FusableOpInterface first;
  for (FusableOpInterface node : kernel.getNodes()) {
    if (!node.getCombiner() || node.getCombiningTree() != Tree::Serial)
      continue;
    if (first)
      return fail("ordered", "two nodes are ordered", node.getLoc());
    first = node;
  }
  return success();
}

LogicalResult KernelChecker::checkLimits() {
  size_t numNodes = kernel.getNodes().size();
  if (numNodes < 2)
    return success();
  if (numNodes > limits.maxNodes)
    return fail("limits",
                Twine(numNodes) + " nodes, expected at most " +
                    Twine(limits.maxNodes),
                kernel.getLoc());
  llvm::SetVector<Value> buffers;
  for (Value in : kernel.getIns())
    if (isa<TensorType>(in.getType()))
      buffers.insert(in);
  // The results of one node count once, as they do for the solvers.
  llvm::SetVector<Operation *> writers;
  for (Value value : kernel.getYield().getValues())
    writers.insert(value.getDefiningOp());
  size_t numBuffers = buffers.size() + writers.size();
  if (numBuffers > limits.maxBuffers)
    return fail("limits",
                Twine(numBuffers) + " buffers, expected at most " +
                    Twine(limits.maxBuffers),
                kernel.getLoc());
  return success();
}

LogicalResult KernelChecker::check() {
  if (failed(checkOps()) || failed(checkOrdered()) || failed(checkLimits()))
    return failure();
  for (FusableOpInterface node : kernel.getNodes())
    if (failed(checkSpace(node)) || failed(checkLoops(node)) ||
        failed(checkReads(node)) || failed(checkPlace(node)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// One block
//===----------------------------------------------------------------------===//

/// A kernel must not need, through other operations, what it computes. Such a
/// cycle breaks dominance, too, but is told better by its members.
static LogicalResult checkCycles(Block &block) {
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<Operation *> ops;
  for (Operation &op : block) {
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
  Predecessors predecessors(ops.size());
  for (auto [number, op] : llvm::enumerate(ops))
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == &block)
        predecessors[number].push_back(numbers.lookup(producer));
  TopologicalSort sorted = sortTopologically(predecessors);
  if (sorted.cycle.empty())
    return success();
  InFlightDiagnostic diag = ops[sorted.cycle.front()]->emitError(
      "breaks the fusion rule 'cycle': it needs what it computes");
  for (unsigned number : ArrayRef(sorted.cycle).drop_front())
    diag.attachNote(ops[number]->getLoc()) << "through this operation";
  return diag;
}

static Value getMemoryRoot(Value memory) {
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  return memory;
}

/// Whether `op` may write to the memory that is, or is part of, `root`.
static bool mayWrite(Operation *op, Value root) {
  if (isMemoryEffectFree(op) || isa<bufferization::ToTensorOp>(op))
    return false;
  auto effects = getEffectsRecursively(op);
  if (!effects)
    return true;
  return llvm::any_of(*effects, [&](const MemoryEffects::EffectInstance &e) {
    if (!isa<MemoryEffects::Write, MemoryEffects::Free>(e.getEffect()))
      return false;
    return !e.getValue() || getMemoryRoot(e.getValue()) == root;
  });
}

/// Checks that no kernel reads what was shown of memory after it was changed.
static LogicalResult checkSnapshots(Block &block) {
  for (auto snapshot : block.getOps<bufferization::ToTensorOp>()) {
    Operation *lastReader = nullptr;
    for (Operation *user : snapshot->getUsers())
      if (isa<KernelOp>(user) && user->getBlock() == &block &&
          (!lastReader || lastReader->isBeforeInBlock(user)))
        lastReader = user;
    if (!lastReader)
      continue;
    Value root = getMemoryRoot(snapshot.getBuffer());
    for (Operation *op = snapshot->getNextNode(); op && op != lastReader;
         op = op->getNextNode()) {
      if (!mayWrite(op, root))
        continue;
      InFlightDiagnostic diag = lastReader->emitError(
          "breaks the fusion rule 'weak': it reads memory that was overwritten "
          "before");
      diag.attachNote(op->getLoc()) << "memory is overwritten here";
      return diag;
    }
  }
  return success();
}

namespace {
struct VerifyFusionPass
    : public stax::impl::VerifyFusionPassBase<VerifyFusionPass> {
  using VerifyFusionPassBase::VerifyFusionPassBase;

  void runOnOperation() override {
    bool failed = false;
    llvm::SetVector<Block *> blocks;
    getOperation().walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
      blocks.insert(kernel->getBlock());
      if (kernel.hasTensorSemantics())
        failed |=
            KernelChecker(kernel, {maxNodes, maxBuffers}).check().failed();
      return WalkResult::skip();
    });
    for (Block *block : blocks)
      failed |= checkCycles(*block).failed() || checkSnapshots(*block).failed();
    if (failed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
