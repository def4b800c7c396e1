//===- DomainParts.cpp - Reads of operations over a domain ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes an operation's reads apart and puts them back. Everything is changed
// in place, so that attributes and results stay what they are.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/DomainParts.h"
#include "stax/IR/AffineRange.h"
#include "stax/IR/Extents.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;

bool DomainParts::isChangeable(Operation *op) {
  return isa<PointwiseOp, ReduceOp, ScanOp>(op) &&
         !isa_and_present<KernelOp>(op->getParentOp());
}

DomainParts DomainParts::get(FusableOpInterface op) {
  DomainParts parts;
  parts.extents = op.getIterationExtents();
  for (OperandAccess &access : op.getOperandAccesses()) {
    parts.symbols = std::move(access.symbols);
    parts.reads.push_back(
        {access.operand, access.map, access.guard, access.padding});
  }
  return parts;
}

std::optional<unsigned> DomainParts::getReadNumber(OpOperand &use) {
  Operation *user = use.getOwner();
  if (!isChangeable(user))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<unsigned>>(user)
      .Case<PointwiseOp, ReduceOp, ScanOp>(
          [&](auto op) -> std::optional<unsigned> {
            OperandRange inputs = op.getInputs();
            unsigned first = inputs.empty() ? 0 : inputs.getBeginOperandIndex();
            unsigned number = use.getOperandNumber() - first;
            return number < inputs.size() ? std::optional(number)
                                          : std::nullopt;
          });
}

template <typename OpTy>
static void assignParts(OpTy op, const DomainParts &parts) {
  Builder builder(op.getContext());
  SmallVector<Value> inputs, paddings, dynamicExtents;
  SmallVector<int64_t> staticExtents;
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards;
  for (const DomainRead &read : parts.reads) {
    inputs.push_back(read.input);
    maps.push_back(read.map);
    guards.push_back(read.isGuarded()
                         ? Attribute(IntegerSetAttr::get(read.guard))
                         : builder.getUnitAttr());
    if (read.isGuarded())
      paddings.push_back(read.padding);
  }
  dispatchIndexOpFoldResults(parts.extents, dynamicExtents, staticExtents);
  op.getInputsMutable().assign(inputs);
  op.getDynamicExtentsMutable().assign(dynamicExtents);
  op.getSymbolsMutable().assign(parts.symbols);
  op.getPaddingsMutable().assign(paddings);
  op.setMapsAttr(builder.getAffineMapArrayAttr(maps));
  op.setStaticExtents(staticExtents);
  op.setGuardsAttr(paddings.empty() ? ArrayAttr()
                                    : builder.getArrayAttr(guards));
}

void DomainParts::assignTo(RewriterBase &rewriter, Operation *op) const {
  rewriter.modifyOpInPlace(op, [&] {
    llvm::TypeSwitch<Operation *>(op).Case<PointwiseOp, ReduceOp, ScanOp>(
        [&](auto domainOp) { assignParts(domainOp, *this); });
  });
}

SmallVector<int64_t> DomainParts::getStaticExtents() const {
  return llvm::map_to_vector(extents, [](OpFoldResult extent) {
    auto constant = dyn_cast<Attribute>(extent);
    return constant ? *getConstantIntValue(constant) : ShapedType::kDynamic;
  });
}

/// Values of the domain's dimensions where `read` happens, as far as extents
/// and constraints on single dimensions say.
static SmallVector<IndexRange> getBox(ArrayRef<int64_t> extents,
                                      IntegerSet guard) {
  SmallVector<IndexRange> box =
      llvm::map_to_vector(extents, IndexRange::ofExtent);
  if (!guard)
    return box;
  for (AffineExpr constraint : guard.getConstraints()) {
    // -d >= -k is written -d + k, d >= k is d - k.
    AffineExpr sum = constraint;
    int64_t offset = 0;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(sum);
        binary && sum.getKind() == AffineExprKind::Add)
      if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
        offset = constant.getValue();
        sum = binary.getLHS();
      }
    auto dim = dyn_cast<AffineDimExpr>(sum);
    auto negated = dyn_cast<AffineDimExpr>(-sum);
    if (dim)
      box[dim.getPosition()].low =
          std::max(box[dim.getPosition()].low, -offset);
    else if (negated)
      box[negated.getPosition()].high =
          std::min(box[negated.getPosition()].high, offset);
  }
  return box;
}

/// Whether `expr` has the same value in every run of the program, and interval
/// arithmetic finds its ends.
static bool isExact(AffineExpr expr, ArrayRef<int64_t> extents) {
  bool isKnown = attainsBounds(expr);
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    isKnown &= !isa<AffineSymbolExpr>(part) &&
               !(dim && ShapedType::isDynamic(extents[dim.getPosition()]));
  });
  return isKnown;
}

ReadState DomainParts::getState(const DomainRead &read, unsigned axis) const {
  AffineExpr expr = read.map.getResult(axis);
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (dim && !restrictsDim(read.guard, dim.getPosition())) {
    ExtentOrigin domain = getExtentOrigin(extents[dim.getPosition()]);
    ExtentOrigin input = getExtentOrigin(read.input, axis);
    if (domain == input)
      return ReadState::Proved;
    return domain.constant && input.constant ? ReadState::Violated
                                             : ReadState::Open;
  }
  SmallVector<int64_t> shape = getStaticExtents();
  if (llvm::is_contained(shape, 0))
    return ReadState::Proved;
  int64_t size = cast<RankedTensorType>(read.input.getType()).getDimSize(axis);
  if (ShapedType::isDynamic(size))
    return ReadState::Open;
  std::optional<IndexRange> range = getRange(
      expr, getBox(shape, read.guard), SmallVector<IndexRange>(symbols.size()));
  if (range && range->isIn(0, size))
    return ReadState::Proved;
  return read.isGuarded() || !range || !isExact(expr, shape)
             ? ReadState::Open
             : ReadState::Violated;
}

ReadState DomainParts::getState(const DomainRead &read) const {
  ReadState worst = ReadState::Proved;
  for (unsigned axis = 0; axis < read.map.getNumResults(); ++axis)
    worst = std::max(worst, getState(read, axis));
  return worst;
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// Merges equal symbols and drops those that no map or guard has.
static bool simplifySymbols(DomainParts &parts) {
  unsigned count = parts.symbols.size();
  llvm::SmallBitVector isUsed(count);
  for (const DomainRead &read : parts.reads)
    for (unsigned symbol = 0; symbol < count; ++symbol) {
      auto hasSymbol = [&](AffineExpr expr) {
        return expr.isFunctionOfSymbol(symbol);
      };
      if (read.map.isFunctionOfSymbol(symbol) ||
          (read.isGuarded() &&
           llvm::any_of(read.guard.getConstraints(), hasSymbol)))
        isUsed.set(symbol);
    }
  llvm::SmallSetVector<Value, 4> symbols;
  for (unsigned symbol : isUsed.set_bits())
    symbols.insert(parts.symbols[symbol]);
  if (symbols.size() == count)
    return false;
  MLIRContext *context = parts.symbols.front().getContext();
  SmallVector<AffineExpr> positions =
      llvm::map_to_vector(parts.symbols, [&](Value symbol) -> AffineExpr {
        unsigned position = llvm::find(symbols, symbol) - symbols.begin();
        return getAffineSymbolExpr(position, context);
      });
  for (DomainRead &read : parts.reads) {
    unsigned rank = read.map.getNumDims();
    read.map =
        read.map.replaceDimsAndSymbols({}, positions, rank, symbols.size());
    if (read.isGuarded())
      read.guard =
          read.guard.replaceDimsAndSymbols({}, positions, rank, symbols.size());
  }
  parts.symbols = symbols.takeVector();
  return true;
}

bool stax::simplifyReads(RewriterBase &rewriter, Operation *op) {
  Block &body = op->getRegion(0).front();
  DomainParts parts = DomainParts::get(cast<FusableOpInterface>(op));
  SmallVector<DomainRead> kept;
  llvm::BitVector isDropped(body.getNumArguments());
  SmallVector<unsigned> positions; // of `kept` in the arguments
  for (auto [number, read] : llvm::enumerate(parts.reads)) {
    BlockArgument argument = body.getArgument(number);
    if (argument.use_empty() && parts.getState(read) == ReadState::Proved) {
      isDropped.set(number);
      continue;
    }
    const DomainRead *equal = llvm::find(kept, read);
    if (equal == kept.end()) {
      kept.push_back(read);
      positions.push_back(number);
      continue;
    }
    rewriter.replaceAllUsesWith(
        argument, body.getArgument(positions[equal - kept.begin()]));
    isDropped.set(number);
  }
  parts.reads = std::move(kept);
  if (!simplifySymbols(parts) && isDropped.none())
    return false;
  rewriter.modifyOpInPlace(op, [&] { body.eraseArguments(isDropped); });
  parts.assignTo(rewriter, op);
  return true;
}

PointwiseOp stax::dropResults(RewriterBase &rewriter, PointwiseOp op,
                              const llvm::BitVector &kept) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Type> types;
  for (unsigned result : kept.set_bits())
    types.push_back(op.getResult(result).getType());
  auto reduced =
      PointwiseOp::create(rewriter, op.getLoc(), TypeRange(types), ValueRange(),
                          ArrayRef<AffineMap>(), ArrayRef<OpFoldResult>());
  rewriter.inlineRegionBefore(op.getBody(), reduced.getBody(),
                              reduced.getBody().begin());
  rewriter.eraseBlock(&reduced.getBody().back());
  Operation *yield = reduced.getBodyBlock()->getTerminator();
  llvm::BitVector dropped = kept;
  dropped.flip();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(dropped); });
  reduced->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  DomainParts::get(op).assignTo(rewriter, reduced);
  SmallVector<Value> replacements(op.getNumResults());
  for (auto [result, replacement] :
       llvm::zip_equal(kept.set_bits(), reduced.getResults()))
    rewriter.replaceAllUsesWith(op.getResult(result), replacement);
  rewriter.eraseOp(op);
  return reduced;
}
