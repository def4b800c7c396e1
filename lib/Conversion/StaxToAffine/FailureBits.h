//===- FailureBits.h - Bits of checks that failed ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the StaxToAffine library. A check becomes a bit of an i64; where
// bits are gathered, the status word is touched only if one is set.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_STAXTOAFFINE_FAILUREBITS_H
#define STAX_LIB_CONVERSION_STAXTOAFFINE_FAILUREBITS_H

#include "stax/IR/StaxOps.h"

#include "mlir/IR/Builders.h"

namespace mlir::stax {

/// The bit of `check` where it fails, else 0.
Value emitFailureBits(OpBuilder &builder, CheckOp check);

/// status |= bits, whatever other threads do.
void emitStatusUpdate(OpBuilder &builder, Location loc, Value bits,
                      Value status);

/// The same, where `bits` is not 0.
void emitStatusUpdateIfSet(OpBuilder &builder, Location loc, Value bits,
                           Value status);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_STAXTOAFFINE_FAILUREBITS_H
