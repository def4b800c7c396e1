//===- StaxToAffine.cpp - Kernels to affine loops -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops say what they are by structure alone: parallel dimensions are an
// `affine.parallel`, a reduction is carried by `affine.for` and combined in one
// place. How points associate, and how loops run, is decided later. Checks
// become bits of the status word.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTSTAXTOAFFINEPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineParallelOp;

//===----------------------------------------------------------------------===//
// What can be lowered
//===----------------------------------------------------------------------===//

/// Checks that a destination which is also an input is read only at the element
/// that is written at the same point.
static LogicalResult checkInPlace(KernelOp kernel, FusableOpInterface node) {
  for (OperandAccess &read : node.getOperandAccesses()) {
    Value buffer = kernel.getOuterValue(cast<BlockArgument>(read.operand));
    auto out = llvm::find(kernel.getOuts(), buffer);
    if (out == kernel.getOuts().end())
      continue;
    unsigned result = out - kernel.getOuts().begin();
    if (read.map != node.getResultMap(result) || IntegerSet(read.guard))
      return kernel.emitOpError("writes destination #")
             << result << " in place, but reads it at other elements; give the "
             << "kernel a destination of its own";
  }
  return success();
}

static LogicalResult checkKernel(KernelOp kernel) {
  auto function = kernel->getParentOfType<func::FuncOp>();
  if (!function->hasAttr(kLaunchGroupAttr))
    return kernel.emitOpError(
        "is not outlined; run stax-outline-kernels first");
  if (kernel.hasTensorSemantics())
    return kernel.emitOpError("is on tensors; run stax-bufferize first");
  for (Value operand : kernel->getOperands())
    if (!isa<BlockArgument>(operand))
      return kernel.emitOpError("expected operands of an outlined kernel to be "
                                "arguments of its function");
  SmallVector<FusableOpInterface> nodes = kernel.getNodes();
  if (nodes.size() != 1)
    return kernel.emitOpError("expected one node in the kernel, but got ")
           << nodes.size() << "; fuse with algorithm=none";
  if (kernel.getYield().getValues() != nodes[0]->getResults())
    return kernel.emitOpError("expected the kernel to yield the results of its "
                              "node, in order");
  FusableOpInterface node = nodes[0];
  if (llvm::is_contained(node.getIteratorKinds(), IteratorKind::Scan))
    return node->emitOpError("cannot be lowered: it scans");
  for (OperandAccess &access : node.getOperandAccesses())
    if (!isa<BlockArgument>(access.operand))
      return node->emitOpError("expected to read inputs of its kernel");
  return checkInPlace(kernel, node);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The bit of `check` where it fails, else 0.
static Value emitFailureBits(OpBuilder &builder, CheckOp check) {
  Location loc = check.getLoc();
  uint64_t bit = uint64_t(1) << std::min<int64_t>(check.getOrdinal(), 63);
  Value failed = arith::ConstantIntOp::create(builder, loc, int64_t(bit), 64);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
  return arith::SelectOp::create(builder, loc, check.getCondition(), none,
                                 failed);
}

/// status |= bits, whatever other threads do.
static void emitStatusUpdate(OpBuilder &builder, Location loc, Value bits,
                             Value status) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::ori, bits,
                              status, zero);
}

namespace {
/// Lowers one kernel. Everything is emitted at the builder's insertion point,
/// which moves into the loops as they are made.
class KernelLowering {
public:
  KernelLowering(RewriterBase &rewriter, KernelOp kernel)
      : rewriter(rewriter), kernel(kernel), node(kernel.getNodes()[0]),
        nodeMap(getNodeMap(kernel, node)), loc(node.getLoc()) {}

  void run();

private:
  void enterParallel();
  SmallVector<Value> emitPoint();
  Value emitRead(OperandAccess access);
  SmallVector<Value> emitReduction();
  SmallVector<Value> emitConstants(ArrayRef<TypedAttr> values);
  void emitStores(ValueRange values);
  Value convert(Value value, Type type);
  SmallVector<Type> getAccumulatorTypes();
  void lowerBody(Block::iterator begin, MutableArrayRef<Value> values);
  void recordFailures();

  RewriterBase &rewriter;
  KernelOp kernel;
  FusableOpInterface node;
  AffineMap nodeMap;
  Location loc;
  IRMapping mapping; ///< values of the kernel's body out here
  /// The same, with tensors in place of buffers, for what a node captures.
  IRMapping captures;
  SmallVector<Value> inductionVars; ///< of the space's dimensions so far
  Value failures; ///< bits of checks that failed so far; null without checks
};
} // namespace

/// Bounds [0, extent) of a loop, the extent an argument or a constant.
static std::pair<AffineMap, SmallVector<Value>>
getUpperBound(OpBuilder &builder, OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return {builder.getConstantAffineMap(*constant), {}};
  return {builder.getSymbolIdentityMap(), {cast<Value>(extent)}};
}

/// Opens the loop over the parallel dimensions, if there are any.
void KernelLowering::enterParallel() {
  SmallVector<OpFoldResult> par = kernel.getExtents();
  par.truncate(kernel.getPar().size());
  if (par.empty())
    return;
  SmallVector<AffineMap> lower(par.size(), rewriter.getConstantAffineMap(0));
  SmallVector<AffineMap> upper;
  SmallVector<Value> operands;
  for (OpFoldResult extent : par) {
    if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
      upper.push_back(rewriter.getConstantAffineMap(*constant));
      continue;
    }
    // All bounds share one list of operands.
    upper.push_back(AffineMap::get(
        0, operands.size() + 1, rewriter.getAffineSymbolExpr(operands.size())));
    operands.push_back(cast<Value>(extent));
  }
  for (AffineMap &map : upper)
    map = AffineMap::get(0, operands.size(), map.getResult(0));
  SmallVector<int64_t> steps(par.size(), 1);
  auto loop = AffineParallelOp::create(rewriter, loc, TypeRange(),
                                       ArrayRef<arith::AtomicRMWKind>(), lower,
                                       ValueRange(), upper, operands, steps);
  llvm::append_range(inductionVars, loop.getIVs());
  rewriter.setInsertionPointToStart(loop.getBody());
}

/// Reads the element of `access` at the current point.
Value KernelLowering::emitRead(OperandAccess access) {
  Value buffer = mapping.lookup(access.operand);
  SmallVector<Value> operands(inductionVars);
  for (Value symbol : access.symbols)
    operands.push_back(mapping.lookupOrDefault(symbol));
  AffineMap map = access.map.compose(nodeMap);
  auto load = [&](OpBuilder &builder) -> Value {
    return affine::AffineLoadOp::create(builder, loc, buffer, map, operands);
  };
  if (!access.guard)
    return load(rewriter);
  SmallVector<AffineExpr> symbols = llvm::map_to_vector(
      llvm::seq(access.guard.getNumSymbols()),
      [&](unsigned i) { return rewriter.getAffineSymbolExpr(i); });
  IntegerSet guard = access.guard.replaceDimsAndSymbols(
      nodeMap.getResults(), symbols, nodeMap.getNumDims(), symbols.size());
  Value padding = mapping.lookupOrDefault(access.padding);
  auto choice =
      affine::AffineIfOp::create(rewriter, loc, padding.getType(), guard,
                                 operands, /*withElseRegion=*/true);
  OpBuilder inside = choice.getThenBodyBuilder();
  affine::AffineYieldOp::create(inside, loc, load(inside));
  OpBuilder outside = choice.getElseBodyBuilder();
  affine::AffineYieldOp::create(outside, loc, padding);
  return choice.getResult(0);
}

/// Computes the node's body at the current point.
SmallVector<Value> KernelLowering::emitPoint() {
  SmallVector<Value> args;
  for (OperandAccess &access : node.getOperandAccesses())
    args.push_back(emitRead(access));
  SmallVector<Value> indices;
  for (AffineExpr expr : nodeMap.getResults())
    indices.push_back(
        isa<AffineDimExpr>(expr)
            ? inductionVars[cast<AffineDimExpr>(expr).getPosition()]
            : affine::AffineApplyOp::create(
                  rewriter, loc, AffineMap::get(nodeMap.getNumDims(), 0, expr),
                  inductionVars));
  Block *block = rewriter.getInsertionBlock();
  bool isEmpty = rewriter.getInsertionPoint() == block->begin();
  Block::iterator last =
      isEmpty ? block->end() : std::prev(rewriter.getInsertionPoint());
  SmallVector<Value> values =
      node.emitBody(rewriter, loc, indices, args, captures);
  lowerBody(isEmpty ? block->begin() : std::next(last), values);
  return values;
}

/// Lowers what a body has besides scalar arithmetic, from `begin` to the
/// insertion point: reads of captured tensors, and checks. `values` are those
/// of the body's that are still to be used.
void KernelLowering::lowerBody(Block::iterator begin,
                               MutableArrayRef<Value> values) {
  auto getBuffer = [](Operation &op) {
    return op.getOperand(0)
        .getDefiningOp<bufferization::ToTensorOp>()
        .getBuffer();
  };
  auto replace = [&](Operation &op, Value replacement) {
    llvm::replace(values, Value(op.getResult(0)), replacement);
    rewriter.replaceOp(&op, replacement);
  };
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(begin, rewriter.getInsertionPoint()))) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(&op);
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      replace(op, memref::LoadOp::create(rewriter, op.getLoc(), getBuffer(op),
                                         extract.getIndices()));
    } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      replace(op, memref::DimOp::create(rewriter, op.getLoc(), getBuffer(op),
                                        dim.getIndex()));
    } else if (auto check = dyn_cast<CheckOp>(op)) {
      Value bits = emitFailureBits(rewriter, check);
      failures =
          failures ? arith::OrIOp::create(rewriter, op.getLoc(), failures, bits)
                         .getResult()
                   : bits;
      rewriter.eraseOp(check);
    }
  }
}

/// Adds the bits of failed checks to the status word of the function.
void KernelLowering::recordFailures() {
  if (!failures)
    return;
  auto function = kernel->getParentOfType<func::FuncOp>();
  Value none = arith::ConstantIntOp::create(rewriter, loc, 0, 64);
  Value hasFailed = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::ne, failures, none);
  auto ifOp = scf::IfOp::create(rewriter, loc, hasFailed,
                                /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(ifOp.thenBlock());
  emitStatusUpdate(rewriter, loc, failures, function.getArguments().back());
}

/// `value` as a float of another width.
Value KernelLowering::convert(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(rewriter, loc, type, value);
  return arith::TruncFOp::create(rewriter, loc, type, value);
}

SmallVector<Value> KernelLowering::emitConstants(ArrayRef<TypedAttr> values) {
  return llvm::map_to_vector(values, [&](TypedAttr value) {
    return Value(arith::ConstantOp::create(rewriter, loc, value));
  });
}

/// Types that the node accumulates in. Those of its results will do: each is a
/// member of the tuple or accumulates one already.
SmallVector<Type> KernelLowering::getAccumulatorTypes() {
  return node.getCombiner().getAccumulatorTypes(
      llvm::map_to_vector(node->getResultTypes(), [](Type type) {
        return cast<RankedTensorType>(type).getElementType();
      }));
}

/// Combines the points of the sequential dimensions; returns accumulators.
SmallVector<Value> KernelLowering::emitReduction() {
  MonoidAttrInterface monoid = node.getCombiner();
  SmallVector<Type> types = getAccumulatorTypes();
  SmallVector<Value> carried = emitConstants(monoid.getIdentity(types));
  // Bits of failed checks are carried along.
  bool hasChecks = !node->getRegions().empty() &&
                   node->walk([](CheckOp) { return WalkResult::interrupt(); })
                       .wasInterrupted();
  if (hasChecks)
    carried.push_back(arith::ConstantIntOp::create(rewriter, loc, 0, 64));
  SmallVector<OpFoldResult> extents = kernel.getExtents();
  SmallVector<AffineForOp> loops;
  for (OpFoldResult extent :
       ArrayRef(extents).drop_front(kernel.getPar().size())) {
    auto [map, operands] = getUpperBound(rewriter, extent);
    auto loop = AffineForOp::create(rewriter, loc, ValueRange(),
                                    rewriter.getConstantAffineMap(0), operands,
                                    map, /*step=*/1, carried);
    loops.push_back(loop);
    inductionVars.push_back(loop.getInductionVar());
    carried = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
    rewriter.setInsertionPointToStart(loop.getBody());
  }
  if (hasChecks)
    failures = carried.pop_back_val();
  SmallVector<Value> values = emitPoint();
  for (auto [value, type] : llvm::zip_equal(values, types))
    value = convert(value, type);
  auto combine = CombineOp::create(rewriter, loc, types, monoid,
                                   node.getCombiningTree(), carried, values);
  SmallVector<Value> results(combine.getResults());
  if (hasChecks)
    results.push_back(failures);
  for (AffineForOp loop : llvm::reverse(loops)) {
    affine::AffineYieldOp::create(rewriter, loc, results);
    rewriter.setInsertionPointAfter(loop);
    results = llvm::to_vector_of<Value>(loop.getResults());
  }
  if (hasChecks)
    failures = results.pop_back_val();
  if (node.isPartial())
    return results;
  auto last = CombineOp::create(rewriter, loc, types, monoid, Tree::Serial,
                                results, emitConstants(monoid.getInit(types)));
  return llvm::to_vector_of<Value>(last.getResults());
}

void KernelLowering::emitStores(ValueRange values) {
  for (auto [number, value] : llvm::enumerate(values)) {
    Value buffer = kernel.getOuts()[number];
    AffineMap map = node.getResultMap(number).compose(nodeMap);
    SmallVector<Value> operands(inductionVars);
    // Only parallel dimensions occur in the map of a reduction's result.
    operands.truncate(kernel.getPar().size());
    map =
        AffineMap::get(operands.size(), 0, map.getResults(), map.getContext());
    affine::AffineStoreOp::create(
        rewriter, loc,
        convert(value, cast<MemRefType>(buffer.getType()).getElementType()),
        buffer, map, operands);
  }
}

void KernelLowering::run() {
  rewriter.setInsertionPoint(kernel);
  SmallVector<bufferization::ToTensorOp> views;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments()) {
    Value outer = kernel.getOuterValue(argument);
    mapping.map(argument, outer);
    if (isa<MemRefType>(outer.getType()))
      outer = views.emplace_back(bufferization::ToTensorOp::create(
          rewriter, loc, argument.getType(), outer));
    captures.map(argument, outer);
  }
  SmallVector<Value> inner, outer;
  Operation *first = nullptr;
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    if (&op != node) {
      Operation *clone = rewriter.clone(op, captures);
      first = first ? first : clone;
      llvm::append_range(inner, op.getResults());
      llvm::append_range(outer, clone->getResults());
    }
  if (first)
    lowerBody(Block::iterator(first), outer);
  mapping.map(inner, outer);
  captures.map(inner, outer);
  enterParallel();
  emitStores(node.getCombiner() ? emitReduction() : emitPoint());
  recordFailures();
  rewriter.eraseOp(kernel);
  for (bufferization::ToTensorOp view : views)
    rewriter.eraseOp(view);
}

/// stax.check outside of kernels -> an update of its status word
static void lowerCheck(RewriterBase &rewriter, CheckOp check) {
  rewriter.setInsertionPoint(check);
  Value bits = emitFailureBits(rewriter, check);
  emitStatusUpdate(rewriter, check.getLoc(), bits, check.getStatus());
  rewriter.eraseOp(check);
}

namespace {
struct ConvertStaxToAffinePass
    : public stax::impl::ConvertStaxToAffinePassBase<ConvertStaxToAffinePass> {
  using ConvertStaxToAffinePassBase::ConvertStaxToAffinePassBase;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // All are checked before one is changed.
    for (KernelOp kernel : kernels)
      if (failed(checkKernel(kernel)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (KernelOp kernel : kernels)
      KernelLowering(rewriter, kernel).run();
    getOperation().walk([&](CheckOp check) { lowerCheck(rewriter, check); });
  }
};
} // namespace
