//===- DomainPatterns.h - Patterns of operations over a domain --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library: canonicalization patterns as functions, which
// serve every operation over a domain.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_DOMAINPATTERNS_H
#define STAX_LIB_IR_DOMAINPATTERNS_H

#include "stax/IR/StaxOps.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

using DomainRewrite = LogicalResult (*)(PatternRewriter &, FusableOpInterface);

/// Adds `rewrite` as a pattern for operations called `name` whose reads can be
/// changed.
void addDomainPattern(RewritePatternSet &patterns, StringRef name,
                      DomainRewrite rewrite);

/// Adds the patterns of all operations over a domain.
void addDomainPatterns(RewritePatternSet &patterns, StringRef name);

// symbols(%c3), d0 + s0 -> d0 + 3
LogicalResult bindConstantSymbols(PatternRewriter &rewriter,
                                  FusableOpInterface op);

// A guard loses what always holds; where it never holds the padding is left.
LogicalResult relaxGuards(PatternRewriter &rewriter, FusableOpInterface op);

// domain [%c8] -> domain [8], with a cast of the results
LogicalResult useConstantExtents(PatternRewriter &rewriter,
                                 FusableOpInterface op);

// pointwise of few constant elements -> constant
LogicalResult foldConstantInputs(PatternRewriter &rewriter,
                                 FusableOpInterface op);

// reduce over dimensions of extent 1 -> pointwise that combines with the init
LogicalResult foldReductionOfAPoint(PatternRewriter &rewriter,
                                    FusableOpInterface op);

// reduce over no points -> pointwise that yields the init
LogicalResult foldEmptyReduction(PatternRewriter &rewriter,
                                 FusableOpInterface op);

} // namespace mlir::stax

#endif // STAX_LIB_IR_DOMAINPATTERNS_H
