//===- FusionModel.cpp - The fusion problem of a block --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionModel.h"
#include "stax/IR/StaxDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

FusionMachine FusionMachine::get(Operation *op) {
  FusionMachine result;
  auto module = op->getParentOfType<ModuleOp>();
  auto target =
      module ? module->getAttrOfType<TargetAttr>(kTargetAttr) : TargetAttr();
  if (!target)
    return result;
  result.threads = target.getCores();
  if (target.getL2())
    result.cacheBudget = target.getL2() / 2;
  return result;
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

static bool hasOrderedCombiner(Operation *op) {
  auto node = dyn_cast<FusableOpInterface>(op);
  return node && node.getCombiner() && node.getCombiningTree() == Tree::Serial;
}

NodeDomain FusionModel::getDomain(unsigned number) {
  const GraphNode &node = graph.getNodes()[number];
  NodeDomain domain;
  domain.kind = NodeDomain::Kind::External;
  if (!node.isFusable())
    return domain;
  const ExtentClasses &extents = graph.getExtents();
  int64_t points = 1, reduced = 1, total;
  bool isTooLarge = false;
  for (auto [kind, extent] : llvm::zip_equal(node.kinds, node.extents)) {
    int64_t &count = kind == IteratorKind::Parallel ? points : reduced;
    isTooLarge |= llvm::MulOverflow(count, extents.estimate(extent), count);
  }
  if (isTooLarge || llvm::MulOverflow(points, reduced, total))
    return domain;

  bool isPointwise = llvm::all_of(node.kinds, [](IteratorKind kind) {
    return kind == IteratorKind::Parallel;
  });
  domain.kind =
      isPointwise ? NodeDomain::Kind::Pointwise : NodeDomain::Kind::Reduction;
  domain.points = points;
  domain.reduced = reduced;
  domain.splits = true;
  domain.place = places.try_emplace({node.device, node.stream}, places.size())
                     .first->second;
  for (auto [kind, axis] : llvm::zip_equal(node.kinds, axes.getAxes(number)))
    if (kind != IteratorKind::Parallel)
      domain.reducedAxes.push_back(axis);
    else if (axis != LoopAxes::kUnit)
      domain.axes.push_back(axis);
  llvm::sort(domain.axes);
  if (rules.space == FusionSpace::Pairwise)
    for (const Polynomial &range : graph.getGrouping(number).pointwise)
      domain.ranges.push_back(range.estimate(extents));
  return domain;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void FusionModel::forbid(unsigned from, unsigned to, std::string reason) {
  auto [it, isNew] = reasons.try_emplace({from, to}, std::move(reason));
  if (isNew)
    problem.forbidden.push_back({from, to});
}

StringRef FusionModel::whyForbidden(unsigned a, unsigned b) const {
  auto it = reasons.find(std::minmax(a, b));
  return it == reasons.end() ? StringRef() : StringRef(it->second);
}

/// Bytes that a read at `index` touches of `buffer`, which has `bytes`.
static int64_t getTouchedBytes(const GraphBuffer &buffer,
                               const AccessIndex &index,
                               const ExtentClasses &extents) {
  std::optional<int64_t> element = getStaticBytes(
      RankedTensorType::get({1}, getElementTypeOrSelf(buffer.value)));
  int64_t bytes = element.value_or(1);
  for (const AccessIndex::Loop &loop : index.loops)
    if (llvm::MulOverflow(bytes, loop.extent.estimate(extents), bytes))
      return buffer.bytes;
  return std::min(bytes, buffer.bytes);
}

/// Bytes that `number` reads at one of `points` points.
int64_t FusionModel::getRowBytes(unsigned number, int64_t points) const {
  uint64_t bytes = 0;
  for (const GraphAccess &access : graph.getNodes()[number].accesses)
    if (access.mode != AccessMode::Write)
      bytes = llvm::SaturatingAdd(
          bytes, uint64_t(graph.getBuffers()[access.buffer].bytes /
                          std::max<int64_t>(points, 1)));
  return std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
}

/// A kernel with a reduction and a reader of its result goes through the same
/// row twice. Where that does not stay in the cache, there is nothing to gain.
void FusionModel::guardCache(unsigned reader, unsigned reduction) {
  const NodeDomain &domain = problem.nodes[reduction].domain;
  bool scans =
      llvm::is_contained(graph.getNodes()[reduction].kinds, IteratorKind::Scan);
  if (domain.kind != NodeDomain::Kind::Reduction || scans)
    return;
  int64_t row = getRowBytes(reader, domain.points);
  if (row <= cacheBudget)
    return;
  forbid(reduction, reader,
         llvm::formatv("cache-budget: it reads rows of {0} bytes again, limit "
                       "{1}",
                       row, cacheBudget));
}

/// The buffer of the problem that stands for a read of what no node writes.
unsigned FusionModel::getInput(unsigned number, const GraphAccess &access) {
  const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
  bool isAligned = axes.isAligned(number, access);
  std::optional<AccessIndex> index;
  if (!isAligned && !IntegerSet(access.guard))
    index = graph.getIndex(graph.getNodes()[number], access);
  InputKey key(access.buffer,
               isAligned ? 0
               : index   ? 1
                         : 2,
               index.value_or(AccessIndex()));
  unsigned first = graph.getNodes().size();
  auto [it, isNew] =
      inputs.try_emplace(std::move(key), first + problem.inputBytes.size());
  if (isNew)
    problem.inputBytes.push_back(
        index ? getTouchedBytes(buffer, *index, graph.getExtents())
              : buffer.bytes);
  return it->second;
}

void FusionModel::addRead(unsigned number, const GraphAccess &access) {
  const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
  const GraphNode &reader = graph.getNodes()[number];
  FusionNode &node = problem.nodes[number];
  // Memory has an order, but no kernel reads it before it is a tensor.
  if (buffer.isMemory)
    return;
  unsigned read = buffer.producer ? *buffer.producer : getInput(number, access);
  if (read == number)
    return;
  if (!llvm::is_contained(node.reads, read))
    node.reads.push_back(read);
  if (!buffer.producer || !reader.isFusable() ||
      !graph.getNodes()[read].isFusable())
    return;
  if (axes.isAligned(number, access))
    return guardCache(number, read);
  DependenceDistance distance = graph.getDistance(reader, access);
  std::string reason = std::move(distance.reason);
  if (distance.kind == DependenceDistance::Kind::Zero)
    reason = "its loops lie over other ones of the producer already";
  if (distance.kind == DependenceDistance::Kind::Constant) {
    llvm::raw_string_ostream os(reason);
    os << "it reads what the point at distance (";
    llvm::interleaveComma(distance.distance, os);
    os << ") writes";
  }
  forbid(read, number, std::move(reason));
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

void FusionModel::addNode(unsigned number) {
  FusionNode &node = problem.nodes[number];
  node.domain = getDomain(number);
  node.isOrdered = hasOrderedCombiner(graph.getNodes()[number].op);
  bool isOutput = false;
  for (const GraphAccess &access : graph.getNodes()[number].accesses) {
    if (access.mode != AccessMode::Write) {
      addRead(number, access);
      continue;
    }
    const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
    // A result that nobody reads moves no bytes.
    if (buffer.isMemory || (buffer.readers.empty() && !buffer.isOutput))
      continue;
    isOutput |= buffer.isOutput;
    if (llvm::AddOverflow(node.bytes, buffer.bytes, node.bytes))
      node.bytes = buffer.bytes;
  }
  if (isOutput)
    problem.outputs.push_back(number);
}

FusionModel::FusionModel(const DependenceGraph &graph, const LoopAxes &axes,
                         const FusionRules &rules, int64_t cacheBudget)
    : graph(graph), axes(axes), rules(rules), cacheBudget(cacheBudget) {
  problem.nodes.resize(graph.getNodes().size());
  for (unsigned node = 0; node < problem.nodes.size(); ++node)
    addNode(node);
  for (const Dependence &dependence : graph.getDependences()) {
    if (dependence.kind != DependenceKind::Weak && dependence.buffer)
      continue;
    FusionNode &node = problem.nodes[dependence.to];
    if (node.after.empty() || node.after.back() != dependence.from)
      node.after.push_back(dependence.from);
    if (dependence.kind == DependenceKind::Whole &&
        graph.getNodes()[dependence.from].isFusable() &&
        graph.getNodes()[dependence.to].isFusable())
      forbid(dependence.from, dependence.to,
             "it uses a scalar of the producer");
  }
}
