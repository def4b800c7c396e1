//===- PrivateValues.cpp - Where private values live ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a value is that of its node and of all private values that it is
// computed from: where it is computed again, so are these. A node that several
// of them share is counted for each, so the estimate errs towards a place.
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/PrivateValues.h"
#include "stax/IR/KernelMaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

/// In scalar operations. A division takes as long as some ten multiplications,
/// a function as twice as many.
static constexpr int64_t kReadCost = 1;
static constexpr int64_t kExtractCost = 8;
static constexpr int64_t kDivisionCost = 20;
static constexpr int64_t kFunctionCost = 40;
/// Below every function and division.
static constexpr int64_t kCheapCost = 16;
/// Above the few functions that a point of a kernel has.
static constexpr int64_t kHighestCost = 256;

static int64_t getCost(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>() || isa<IndexOp>(op))
    return 0;
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, math::SqrtOp, math::RsqrtOp>(
          op))
    return kDivisionCost;
  if (isa<tensor::ExtractOp>(op))
    return kExtractCost;
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
           math::FloorOp, math::CeilOp, math::TruncOp>(op))
    return kFunctionCost;
  return 1;
}

namespace {
class PrivateValuePlacer {
public:
  PrivateValuePlacer(const KernelStructure &structure, int64_t maxScratch)
      : structure(structure), freeBytes(maxScratch),
        costs(structure.getNodes().size()) {}

  SmallVector<PrivateValue> run();

private:
  int64_t getOwnCost(const KernelNode &node) const;
  int64_t computeCost(unsigned number) const;
  PrivateValue place(const CrossingValue &crossing);

  const KernelStructure &structure;
  int64_t freeBytes;
  /// Of reading each node's values in another loop, at most kHighestCost + 1.
  SmallVector<int64_t> costs;
};
} // namespace

/// Of the body alone.
int64_t PrivateValuePlacer::getOwnCost(const KernelNode &node) const {
  if (node.op->getNumRegions() == 0)
    return FusableOpInterface(node.op).getOpsPerPoint();
  int64_t cost = 0;
  node.op->walk([&](Operation *op) {
    if (op != node.op)
      cost += getCost(op);
  });
  return cost;
}

int64_t PrivateValuePlacer::computeCost(unsigned number) const {
  const KernelNode &node = structure.getNodes()[number];
  // Complete before all loops, or in need of loops of its own.
  if (node.nest.valueLevel == 0)
    return 0;
  if (node.nest.carryLevel < node.nest.dims.size())
    return kHighestCost + 1;
  int64_t cost = getOwnCost(node);
  for (OperandAccess &access : FusableOpInterface(node.op).getOperandAccesses())
    cost += isa<BlockArgument>(access.operand) ? kReadCost : 0;
  for (NodeValue read : node.reads)
    cost += structure.isStored(read.node) ? kReadCost : costs[read.node];
  return std::min(cost, kHighestCost + 1);
}

PrivateValue PrivateValuePlacer::place(const CrossingValue &crossing) {
  PrivateValue value{crossing.value, PrivatePlace::Result, {}, {}};
  int64_t cost = costs[crossing.value.node];
  if (crossing.source != ValueSource::Missing)
    value.cost = cost;
  auto type =
      cast<RankedTensorType>(structure.getValue(crossing.value).getType());
  if (std::optional<int64_t> elements =
          structure.getRowElements(crossing.value))
    if (int64_t bytes; !llvm::MulOverflow(
            *elements, getElementBytes(type.getElementType()), bytes))
      value.rowBytes = bytes;

  if (value.cost && cost <= kCheapCost) {
    value.place = PrivatePlace::Recomputed;
  } else if (value.rowBytes && *value.rowBytes <= freeBytes) {
    value.place = PrivatePlace::Scratch;
    freeBytes -= *value.rowBytes;
  } else if (value.cost &&
             (cost <= kHighestCost ||
              !ownsItsElements(structure.getKernel(),
                               structure.getNodes()[crossing.value.node].op))) {
    value.place = PrivatePlace::Recomputed;
  }
  return value;
}

SmallVector<PrivateValue> PrivateValuePlacer::run() {
  SmallVector<CrossingValue> crossing(structure.getCrossingValues());
  llvm::erase_if(crossing, [](const CrossingValue &value) {
    return value.source == ValueSource::Destination ||
           value.source == ValueSource::Scratch;
  });
  llvm::sort(crossing, [](const CrossingValue &lhs, const CrossingValue &rhs) {
    return std::pair(lhs.value.node, lhs.value.result) <
           std::pair(rhs.value.node, rhs.value.result);
  });
  SmallVector<PrivateValue> values;
  const auto *next = crossing.begin();
  for (unsigned node = 0; node < costs.size(); ++node) {
    costs[node] = computeCost(node);
    bool hasPlace = false;
    for (; next != crossing.end() && next->value.node == node; ++next) {
      values.push_back(place(*next));
      hasPlace |= values.back().place != PrivatePlace::Recomputed;
    }
    if (hasPlace)
      costs[node] = kReadCost;
  }
  return values;
}

SmallVector<PrivateValue>
stax::placePrivateValues(const KernelStructure &structure, int64_t maxScratch) {
  return PrivateValuePlacer(structure, maxScratch).run();
}

ScratchShape stax::getScratchShape(const KernelStructure &structure,
                                   const PrivateValue &value, int64_t threads) {
  constexpr int64_t kRowAlignment = 64;
  auto type = cast<RankedTensorType>(structure.getValue(value.value).getType());
  int64_t bytes =
      llvm::alignTo(std::max<int64_t>(*value.rowBytes, 1), kRowAlignment);
  ScratchShape shape;
  // Without parallel dimensions there is one worker.
  shape.rows = structure.getKernel().getPar().empty() ? 1 : threads;
  shape.elements = bytes / getElementBytes(type.getElementType());
  return shape;
}

/// The bytes of the buffer that `value` gets; nothing if they are dynamic.
static std::optional<int64_t> getBufferBytes(const KernelStructure &structure,
                                             const PrivateValue &value,
                                             int64_t threads) {
  auto type = cast<RankedTensorType>(structure.getValue(value.value).getType());
  switch (value.place) {
  case PrivatePlace::Recomputed:
    return 0;
  case PrivatePlace::Scratch: {
    ScratchShape shape = getScratchShape(structure, value, threads);
    return shape.rows * shape.elements * getElementBytes(type.getElementType());
  }
  case PrivatePlace::Result:
    return getStaticBytes(type);
  }
  llvm_unreachable("covered switch");
}

std::optional<int64_t>
stax::getPrivateBytes(KernelOp kernel, const PrivateBufferOptions &options,
                      int64_t alignment) {
  // Of one node, nothing is read in the kernel.
  if (kernel.getNodes().size() <= 1)
    return 0;
  KernelStructure structure(kernel);
  int64_t sum = 0;
  for (const PrivateValue &value :
       placePrivateValues(structure, options.maxScratch)) {
    std::optional<int64_t> bytes =
        getBufferBytes(structure, value, options.threads);
    if (!bytes ||
        llvm::AddOverflow(sum, int64_t(llvm::alignTo(*bytes, alignment)), sum))
      return std::nullopt;
  }
  return sum;
}
