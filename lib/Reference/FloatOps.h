//===- FloatOps.h - Float operations on cells ----------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation rounds once to its type. The bound of a result is how far its
// value moves, to first order, when the operands move within their bounds, and
// then both are rounded.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_FLOATOPS_H
#define STAX_LIB_REFERENCE_FLOATOPS_H

#include "Program.h"

namespace mlir::stax::reference {

/// Sets the bound of `result`, whose value is `exact` rounded to `kind`, where
/// another implementation may round anything in `exact` +- `reach`. Undecided
/// if that covers both numbers and infinities or NaN, or if `reach` is not
/// finite.
void setReach(ElementKind kind, long double exact, long double reach,
              Cell &result);

Cell addFloats(ElementKind kind, const Cell &lhs, const Cell &rhs);
Cell subtractFloats(ElementKind kind, const Cell &lhs, const Cell &rhs);
Cell multiplyFloats(ElementKind kind, const Cell &lhs, const Cell &rhs);
Cell divideFloats(ElementKind kind, const Cell &lhs, const Cell &rhs);
/// The truncating remainder, with the sign of `lhs`.
Cell remainderOfFloats(ElementKind kind, const Cell &lhs, const Cell &rhs);
/// lhs * rhs + addend, rounded once.
Cell fuseMultiplyAdd(ElementKind kind, const Cell &lhs, const Cell &rhs,
                     const Cell &addend);
Cell negateFloat(const Cell &operand);
Cell absoluteFloat(const Cell &operand);
/// The magnitude of `lhs` with the sign of `rhs`.
Cell copySign(const Cell &lhs, const Cell &rhs);

/// The exponential, with the error that any implementation may have.
Cell exponential(ElementKind kind, const Cell &operand);

/// NaN if any operand is; -0.0 < +0.0.
Cell maximum(const Cell &lhs, const Cell &rhs);
Cell minimum(const Cell &lhs, const Cell &rhs);
/// The operand that is a number if one is NaN; -0.0 < +0.0.
Cell maximumNumber(const Cell &lhs, const Cell &rhs);
Cell minimumNumber(const Cell &lhs, const Cell &rhs);

/// `operand`, of any float type, rounded to `kind`.
Cell convertFloat(ElementKind kind, const Cell &operand);

/// A step that computes the exponential function.
Step makeExponential(Operation *op, ElementKind kind, CellId operand,
                     CellId result);

/// Whether bounds leave open which of the operands is larger.
bool isOrderOpen(const Cell &lhs, const Cell &rhs);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_FLOATOPS_H
