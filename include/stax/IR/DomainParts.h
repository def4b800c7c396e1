//===- DomainParts.h - Reads of operations over a domain --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operation over a domain reads, apart from the operation, so that
// reads, symbols and extents can be changed together; and what a read still
// has to prove when the program runs, which no rewrite may lose.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_DOMAINPARTS_H
#define STAX_IR_DOMAINPARTS_H

#include "stax/IR/StaxOps.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::stax {

/// The read of one input.
struct DomainRead {
  Value input;
  AffineMap map;
  IntegerSet guard = {}; ///< null for everywhere
  Value padding = {};    ///< null exactly where the guard is

  bool isGuarded() const { return bool(IntegerSet(guard)); }
  bool operator==(const DomainRead &other) const {
    return input == other.input && map == other.map && guard == other.guard &&
           padding == other.padding;
  }
};

/// What can be said before the program runs about what a read owes: indices
/// inside the input, and the domain's extent where the map has a plain
/// dimension.
enum class ReadState {
  Proved,  ///< it holds
  Open,    ///< a check when the program runs
  Violated ///< it does not hold: such an operation does not verify
};

/// Reads, symbols and extents of an operation over a domain.
struct DomainParts {
  SmallVector<DomainRead> reads;
  SmallVector<Value> symbols;
  SmallVector<OpFoldResult> extents;

  /// Whether the reads of `op` can be changed: it is an operation over a domain
  /// and in no kernel, where reads say how the kernel runs.
  static bool isChangeable(Operation *op);

  static DomainParts get(FusableOpInterface op);

  /// Number of the read that `use` is; nothing if it is another operand, or if
  /// the user's reads cannot be changed.
  static std::optional<unsigned> getReadNumber(OpOperand &use);

  /// Makes `op`, an operation of this dialect that has as many region
  /// arguments as there are reads, have these parts. Result types stay.
  void assignTo(RewriterBase &rewriter, Operation *op) const;

  /// Extents as shapes have them: dynamic ones are ShapedType::kDynamic.
  SmallVector<int64_t> getStaticExtents() const;

  /// What `read`, over this domain and these symbols, owes along `axis` of its
  /// input. A guarded read that is open is checked at each point.
  ReadState getState(const DomainRead &read, unsigned axis) const;

  /// The worst of all axes.
  ReadState getState(const DomainRead &read) const;
};

/// Drops the reads of `op` whose arguments are unused and which owe nothing,
/// merges equal reads and equal symbols, and drops unused symbols. Returns
/// whether anything changed.
bool simplifyReads(RewriterBase &rewriter, Operation *op);

/// Replaces `op` by one that has only the results in `kept`.
PointwiseOp dropResults(RewriterBase &rewriter, PointwiseOp op,
                        const llvm::BitVector &kept);

} // namespace mlir::stax

#endif // STAX_IR_DOMAINPARTS_H
