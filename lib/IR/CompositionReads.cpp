//===- CompositionReads.cpp - Reads of composed operations ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What P checked about all of its domain, and what the consumer checked about
// P, must be what the new reads check, or be proved. Where the consumer reads
// P as a whole (each of P's dimensions is a dimension of the consumer, with the
// same extent) nothing changes. Else P's own reads must be proved to be right,
// and the consumer's read must be proved or be checked on an input of P that
// has the same extent.
//
//===----------------------------------------------------------------------===//

#include "CompositionReads.h"
#include "stax/IR/Extents.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::stax;

DomainParts stax::composeReads(const DomainParts &consumer, unsigned input,
                               const DomainParts &producer) {
  DomainParts result;
  result.extents = consumer.extents;
  result.symbols = consumer.symbols;
  MLIRContext *context = consumer.reads[input].map.getContext();
  SmallVector<AffineExpr> positions;
  for (Value symbol : producer.symbols) {
    const Value *known = llvm::find(result.symbols, symbol);
    positions.push_back(
        getAffineSymbolExpr(known - result.symbols.begin(), context));
    if (known == result.symbols.end())
      result.symbols.push_back(symbol);
  }
  unsigned rank = consumer.extents.size(), count = result.symbols.size();
  for (auto [number, read] : llvm::enumerate(consumer.reads)) {
    if (number == input)
      continue;
    DomainRead &other = result.reads.emplace_back(read);
    other.map = AffineMap::get(rank, count, read.map.getResults(), context);
    if (read.isGuarded())
      other.guard = IntegerSet::get(rank, count, read.guard.getConstraints(),
                                    read.guard.getEqFlags());
  }
  const DomainRead &outer = consumer.reads[input];
  ArrayRef<AffineExpr> dims = outer.map.getResults();
  for (const DomainRead &read : producer.reads) {
    DomainRead inner = read;
    inner.map = simplifyAffineMap(
        read.map.replaceDimsAndSymbols(dims, positions, rank, count));
    SmallVector<AffineExpr> constraints;
    SmallVector<bool> isEquality;
    if (read.isGuarded()) {
      IntegerSet guard =
          inner.guard.replaceDimsAndSymbols(dims, positions, rank, count);
      llvm::append_range(constraints, guard.getConstraints());
      llvm::append_range(isEquality, guard.getEqFlags());
    }
    if (outer.isGuarded()) {
      llvm::append_range(constraints, outer.guard.getConstraints());
      llvm::append_range(isEquality, outer.guard.getEqFlags());
    }
    if (!constraints.empty())
      inner.guard = IntegerSet::get(rank, count, constraints, isEquality);
    result.reads.push_back(inner);
  }
  return result;
}

bool stax::isAsserted(const DomainRead &read, unsigned axis) {
  auto dim = dyn_cast<AffineDimExpr>(read.map.getResult(axis));
  return dim && !restrictsDim(read.guard, dim.getPosition());
}

/// Whether each dimension of the producer that `read` reads is one of the
/// consumer, with the same extent.
static bool isWholeRead(const DomainParts &consumer, const DomainRead &read,
                        const DomainParts &producer) {
  if (read.isGuarded())
    return false;
  llvm::SmallBitVector seen(consumer.extents.size());
  for (auto [axis, expr] : llvm::enumerate(read.map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || seen.test(dim.getPosition()) ||
        !(getExtentOrigin(consumer.extents[dim.getPosition()]) ==
          getExtentOrigin(producer.extents[axis])))
      return false;
    seen.set(dim.getPosition());
  }
  return true;
}

/// Whether `axis` of `read` is checked at each point, if at all.
static bool isPointwise(const DomainRead &read, unsigned axis) {
  return read.isGuarded() && !isAsserted(read, axis);
}

/// Whether the producer has nothing to check about itself but at its points.
static bool isProved(const DomainParts &producer) {
  for (const DomainRead &read : producer.reads)
    for (unsigned axis = 0; axis < read.map.getNumResults(); ++axis)
      if (producer.getState(read, axis) != ReadState::Proved &&
          !isPointwise(read, axis))
        return false;
  return true;
}

/// Whether the check of the consumer's read along `axis` is also made of an
/// input of the producer that has the same extent.
static bool isCarried(const DomainParts &producer, unsigned axis) {
  return llvm::any_of(producer.reads, [&](const DomainRead &read) {
    if (read.isGuarded())
      return false;
    for (unsigned inner = 0; inner < read.map.getNumResults(); ++inner) {
      auto dim = dyn_cast<AffineDimExpr>(read.map.getResult(inner));
      if (dim && dim.getPosition() == axis &&
          producer.getState(read, inner) == ReadState::Proved)
        return true;
    }
    return false;
  });
}

/// Whether no check of the producer's extent along `axis` is lost.
static bool keepsChecks(const DomainParts &consumer, const DomainRead &read,
                        const DomainParts &producer, unsigned axis) {
  ExtentOrigin extent = getExtentOrigin(producer.extents[axis]);
  auto dim = dyn_cast<AffineDimExpr>(read.map.getResult(axis));
  bool isConsumers =
      dim && getExtentOrigin(consumer.extents[dim.getPosition()]) == extent;
  if (!extent.isKnownNotNegative() && !isConsumers)
    return false;
  return consumer.getState(read, axis) == ReadState::Proved ||
         isCarried(producer, axis);
}

ComposeObstacle stax::checkReads(const DomainParts &consumer, unsigned input,
                                 const DomainParts &producer,
                                 const DomainParts &composed) {
  const DomainRead &outer = consumer.reads[input];
  bool isWhole = isWholeRead(consumer, outer, producer);
  if (!isWhole && !isProved(producer))
    return ComposeObstacle::LostCheck;
  for (unsigned axis = 0; !isWhole && axis < outer.map.getNumResults(); ++axis)
    if (!keepsChecks(consumer, outer, producer, axis))
      return ComposeObstacle::LostCheck;
  unsigned first = consumer.reads.size() - 1;
  for (auto [number, inner] : llvm::enumerate(producer.reads)) {
    const DomainRead &read = composed.reads[first + number];
    for (unsigned axis = 0; axis < read.map.getNumResults(); ++axis) {
      ReadState state = composed.getState(read, axis);
      if (state == ReadState::Violated)
        return ComposeObstacle::ChangedCheck;
      // The same expression over the same ranges is the same check.
      bool isSame = isWhole || isa<AffineDimExpr>(inner.map.getResult(axis));
      bool isNewAssertion = isAsserted(read, axis) && !isAsserted(inner, axis);
      if (state != ReadState::Proved && !isPointwise(read, axis) &&
          (!isSame || isNewAssertion))
        return ComposeObstacle::ChangedCheck;
    }
  }
  return ComposeObstacle::None;
}
