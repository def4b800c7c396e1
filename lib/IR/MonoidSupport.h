//===- MonoidSupport.h - What the monoids share -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library: element types of monoids, and constants of them.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_MONOIDSUPPORT_H
#define STAX_LIB_IR_MONOIDSUPPORT_H

#include "stax/IR/StaxAttributes.h"

namespace mlir::stax {

/// What a member of a monoid's tuple may be.
enum class Operands { Floats, Integers, Numbers };

/// Whether `type` is one of `operands`.
bool isOperand(Type type, Operands operands);

/// Reports unless there are `arity` types.
LogicalResult verifyArity(Attribute monoid,
                          function_ref<InFlightDiagnostic()> emitError,
                          TypeRange types, unsigned arity);

/// f32 in place of f16 and bf16: what is rounded more than once accumulates in
/// it, and is rounded to the short type at the end.
SmallVector<Type> widenShortFloats(TypeRange types);

/// Bits of an integer or an index.
unsigned getIntegerBits(Type type);

TypedAttr getInfinity(Type type, bool isNegative);

/// Lets the operations that have a monoid check the function that it names.
void attachMonoidVerifiers(MLIRContext *context);

} // namespace mlir::stax

#endif // STAX_LIB_IR_MONOIDSUPPORT_H
