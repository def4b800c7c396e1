//===- ComposeCost.cpp - Whether to compute a value where read ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are in sums of floats. They decide between orders of magnitude: a byte
// through memory, a function, a kernel of its own. What a fusion would save
// anyway is not known yet, so a function is never computed more often on a CPU,
// where a fused kernel keeps rows of values in the cache.
//
//===----------------------------------------------------------------------===//

#include "ComposeCost.h"
#include "stax/IR/DomainParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Costs on one kind of machine.
struct Costs {
  int64_t function; ///< an expensive function
  int64_t byte;     ///< a byte written or read
  int64_t kernel;   ///< starting a kernel
};
} // namespace

static constexpr double kDynamicExtent = 1024;
static constexpr int64_t kDivisionCost = 4;

static Costs getCosts(ComposeTarget target) {
  // 32 sums a cycle and core against some 8 bytes; 14 sums a byte on a GPU,
  // whose functions are instructions.
  return target == ComposeTarget::Cpu ? Costs{16, 4, 16384}
                                      : Costs{4, 14, 65536};
}

/// The textbook's list.
static bool isExpensive(Operation &op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
             math::Log2Op, math::Log10Op, math::Log1pOp, math::SinOp,
             math::CosOp, math::SincosOp, math::TanOp, math::TanhOp,
             math::AtanOp, math::Atan2Op, math::AsinOp, math::AcosOp,
             math::SinhOp, math::CoshOp, math::AsinhOp, math::AcoshOp,
             math::AtanhOp, math::ErfOp, math::ErfcOp, math::PowFOp,
             math::FPowIOp, math::IPowIOp, math::RsqrtOp, math::CbrtOp>(op);
}

static int64_t getCost(Operation &op, const Costs &costs) {
  if (isExpensive(op))
    return costs.function;
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, math::SqrtOp,
          tensor::ExtractOp>(op))
    return kDivisionCost;
  return isa<IndexOp, arith::ConstantOp>(op) ? 0 : 1;
}

static double getPoints(ArrayRef<OpFoldResult> extents) {
  double points = 1;
  for (OpFoldResult extent : extents) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    points *= constant ? double(*constant) : kDynamicExtent;
  }
  return points;
}

static double getBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  double bytes = getElementBytes(tensor.getElementType());
  for (int64_t extent : tensor.getShape())
    bytes *= ShapedType::isDynamic(extent) ? kDynamicExtent : double(extent);
  return bytes;
}

/// Adds what users of `op` read, and at how many points they would compute it.
static void addUsers(PointwiseOp op, ComposeFacts &facts) {
  llvm::SmallMapVector<Operation *, unsigned, 8> readers;
  for (Operation *user : op->getUsers())
    ++readers[user];
  facts.users = readers.size();
  double inputBytes = 0;
  for (Value input : llvm::SmallSetVector<Value, 8>(op.getInputs().begin(),
                                                    op.getInputs().end()))
    inputBytes += getBytes(input.getType());
  double bytes = 0;
  for (Type type : op.getResultTypes())
    bytes += getBytes(type);
  // Its own kernel reads the inputs and writes the value.
  facts.savedBytes = inputBytes + bytes;
  for (auto [user, reads] : readers) {
    auto node = cast<FusableOpInterface>(user);
    facts.evaluated += double(reads) * getPoints(node.getIterationExtents());
    facts.savedBytes += bytes;
    llvm::SmallSetVector<Value, 8> known(user->operand_begin(),
                                         user->operand_end());
    for (Value input : op.getInputs())
      if (known.insert(input))
        facts.savedBytes -= getBytes(input.getType());
  }
}

ComposeFacts stax::getComposeFacts(PointwiseOp op, ComposeTarget target) {
  ComposeFacts facts;
  Costs costs = getCosts(target);
  for (Operation &nested : op.getBodyBlock()->without_terminator()) {
    facts.ops += !isa<arith::ConstantOp>(nested);
    facts.work += getCost(nested, costs);
    facts.isExpensive |= isExpensive(nested);
  }
  facts.reads = op.getInputs().size();
  facts.points = getPoints(op.getExtents());
  addUsers(op, facts);
  return facts;
}

StringRef stax::stringifyComposeReason(ComposeReason reason) {
  switch (reason) {
  case ComposeReason::SingleUse:
    return "SingleUse";
  case ComposeReason::CheapRecompute:
    return "CheapRecompute";
  case ComposeReason::Inlined:
    return "Inlined";
  case ComposeReason::BodyLimit:
    return "BodyLimit";
  case ComposeReason::ReadLimit:
    return "ReadLimit";
  case ComposeReason::ExpensiveShared:
    return "ExpensiveShared";
  case ComposeReason::ExpensiveRepeated:
    return "ExpensiveRepeated";
  case ComposeReason::CopyBudget:
    return "CopyBudget";
  case ComposeReason::CostlyRecompute:
    return "CostlyRecompute";
  }
  llvm_unreachable("all reasons have a name");
}

bool stax::isComposed(ComposeReason reason) {
  return reason == ComposeReason::SingleUse ||
         reason == ComposeReason::CheapRecompute ||
         reason == ComposeReason::Inlined;
}

ComposeReason stax::decideComposition(const ComposeFacts &facts,
                                      const ComposePassOptions &options) {
  bool isCpu = options.target == ComposeTarget::Cpu;
  if (facts.ops > options.maxOps)
    return ComposeReason::BodyLimit;
  if (facts.reads > options.maxReads)
    return ComposeReason::ReadLimit;
  if (options.rule == ComposeRule::Textbook)
    return isCpu && facts.users > 1 && facts.isExpensive
               ? ComposeReason::ExpensiveShared
               : ComposeReason::Inlined;
  if (facts.users > 1 && facts.users * facts.ops > options.copyBudget)
    return ComposeReason::CopyBudget;
  double repeated = facts.evaluated - facts.points;
  // Padding is counted as if it was computed.
  if (repeated <= facts.points / 4)
    return ComposeReason::SingleUse;
  if (isCpu && facts.isExpensive)
    return ComposeReason::ExpensiveRepeated;
  Costs costs = getCosts(options.target);
  double kept = facts.savedBytes * double(costs.byte) + double(costs.kernel);
  return repeated * double(facts.work) > kept ? ComposeReason::CostlyRecompute
                                              : ComposeReason::CheapRecompute;
}
