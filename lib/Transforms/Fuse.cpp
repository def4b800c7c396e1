//===- Fuse.cpp - Groups operations into kernels --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each block of operations: dependences, the problem that they pose, a
// solver's answer, and the kernels that it asks for.
//
//===----------------------------------------------------------------------===//

#include "FormKernels.h"
#include "FusionModel.h"
#include "FusionRemarks.h"
#include "stax/IR/StaxOps.h"
#include "stax/Scheduling/FusionAlgorithms.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_FUSEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

namespace {
struct FusePass : public stax::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override;

private:
  int64_t getCacheBudget();
  FusionOptions getOptions();
  LogicalResult fuseBlock(Block &block);
  FusionPartition solve(const DependenceGraph &graph, const FusionModel &model,
                        const FusionOptions &options);
};
} // namespace

/// The blocks below `root` that hold nodes and are in none, outermost first.
static SmallVector<Block *> findBlocks(Operation *root) {
  SmallVector<Block *> blocks;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<KernelOp>(op))
      return WalkResult::skip();
    if (!isa<FusableOpInterface>(op))
      return WalkResult::advance();
    if (blocks.empty() || blocks.back() != op->getBlock())
      blocks.push_back(op->getBlock());
    return WalkResult::skip();
  });
  // A block may go on after one that is inside of it.
  SmallVector<Block *> unique;
  llvm::SmallPtrSet<Block *, 8> seen;
  for (Block *block : blocks)
    if (seen.insert(block).second)
      unique.push_back(block);
  return unique;
}

/// tensor.dim of a node's result -> the extent of the node's domain: a shape is
/// known before the node runs.
static void resolveExtents(RewriterBase &rewriter, Block &block) {
  for (tensor::DimOp dim :
       llvm::make_early_inc_range(block.getOps<tensor::DimOp>())) {
    auto node = dim.getSource().getDefiningOp<FusableOpInterface>();
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!node || !axis)
      continue;
    AffineMap map =
        node.getResultMap(cast<OpResult>(dim.getSource()).getResultNumber());
    if (*axis < 0 || *axis >= map.getNumResults())
      continue;
    OpFoldResult extent = node.getIterationExtents()[map.getDimPosition(*axis)];
    rewriter.setInsertionPoint(dim);
    rewriter.replaceOp(
        dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), extent));
  }
}

/// A kernel for each node.
static void wrapNodes(RewriterBase &rewriter, Block &block) {
  for (FusableOpInterface node :
       llvm::to_vector(block.getOps<FusableOpInterface>()))
    formKernel(rewriter, node, KernelLayout::get(node));
}

/// Bytes that a row may have to be read again from the cache.
int64_t FusePass::getCacheBudget() {
  if (algorithm == FuseAlgorithm::GreedyTextbook || cacheBudget < 0)
    return std::numeric_limits<int64_t>::max();
  if (cacheBudget > 0)
    return cacheBudget;
  return FusionMachine::get(getOperation()).cacheBudget;
}

FusionOptions FusePass::getOptions() {
  FusionOptions options;
  bool isTextbook = algorithm == FuseAlgorithm::GreedyTextbook;
  bool isPairwise =
      space == FuseSpace::Default ? isTextbook : space == FuseSpace::Pairwise;
  options.rules.space = isPairwise ? FusionSpace::Pairwise : FusionSpace::Block;
  options.rules.sameOutermost = target == FuseTarget::Cpu;
  options.rules.maxNodes = maxNodes;
  options.rules.maxBuffers = maxBuffers;
  options.rounds = rounds;
  options.minSharedBytes = minSharedBytes;
  options.peakGuard = peakGuard;
  options.exactLimit = exactLimit;
  options.timeLimit = std::max<int64_t>(timeBudgetMs, 0) / 1e3;
  if (isTextbook)
    return options;
  options.peakRise = peakRise;
  options.peakFloor = getCacheBudget();
  options.rules.threads =
      threads > 0 ? threads : FusionMachine::get(getOperation()).threads;
  return options;
}

/// Blocks beyond the limit of the exact solver get a good answer instead.
static FusionPartition solveExactly(const DependenceGraph &graph,
                                    const FusionProblem &problem,
                                    const FusionOptions &options) {
  llvm::Expected<FusionPartition> partition = fuseExactly(problem, options);
  if (partition)
    return std::move(*partition);
  reportNotExact(graph, llvm::toString(partition.takeError()));
  return fuseByGain(problem, options);
}

FusionPartition FusePass::solve(const DependenceGraph &graph,
                                const FusionModel &model,
                                const FusionOptions &options) {
  const FusionProblem &problem = model.getProblem();
  bool hasRemarks = getContext().getRemarkEngine();
  if (algorithm == FuseAlgorithm::GreedyTextbook) {
    FusionLog log;
    FusionPartition partition =
        fuseGreedily(problem, options, hasRemarks ? &log : nullptr);
    reportRounds(graph, log.rounds);
    reportDecisions(graph, FusionExplainer(graph, model), log.decisions);
    return partition;
  }
  FusionPartition partition = algorithm == FuseAlgorithm::Exact
                                  ? solveExactly(graph, problem, options)
                                  : fuseByGain(problem, options);
  if (hasRemarks)
    reportDecisions(graph, FusionExplainer(graph, model, partition),
                    explainFusion(problem, options, partition));
  return partition;
}

LogicalResult FusePass::fuseBlock(Block &block) {
  IRRewriter rewriter(&getContext());
  if (algorithm == FuseAlgorithm::None) {
    wrapNodes(rewriter, block);
    return success();
  }
  resolveExtents(rewriter, block);
  DependenceGraph graph(block);
  LoopAxes axes(graph);
  FusionOptions options = getOptions();
  FusionModel model(graph, axes, options.rules, getCacheBudget());
  auto fail = [&](llvm::Error error) {
    return graph.getNodes().front().op->emitError("cannot be fused: ")
           << llvm::toString(std::move(error))
           << "; use algorithm=none for a kernel for each operation";
  };
  if (llvm::Error error = model.getProblem().check())
    return fail(std::move(error));
  FusionPartition partition = solve(graph, model, options);
  if (llvm::Error error = model.getProblem().verify(partition, options.rules))
    return fail(std::move(error));
  if (getContext().getRemarkEngine())
    reportPartition(graph, model, partition);

  gatherNodes(block, graph, partition);
  for (const std::vector<unsigned> &part : partition) {
    if (!graph.getNodes()[part.front()].isFusable())
      continue;
    SmallVector<FusableOpInterface> nodes;
    for (unsigned node : part)
      nodes.push_back(cast<FusableOpInterface>(graph.getNodes()[node].op));
    KernelOp kernel =
        formKernel(rewriter, nodes,
                   part.size() == 1 ? KernelLayout::get(nodes.front())
                                    : KernelLayout::get(graph, axes, part));
    // All others can be computed again.
    if (llvm::any_of(kernel.getNodes(), [](FusableOpInterface node) {
          return node.getScanInfo().has_value();
        }))
      yieldMissingValues(rewriter, kernel);
  }
  return success();
}

void FusePass::runOnOperation() {
  for (Block *block : findBlocks(getOperation()))
    if (failed(fuseBlock(*block)))
      return signalPassFailure();
}
