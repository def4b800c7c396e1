//===- CompositionReads.h - Reads of composed operations --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library: how reads compose, and what that does to checks.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_COMPOSITIONREADS_H
#define STAX_LIB_IR_COMPOSITIONREADS_H

#include "stax/IR/Composition.h"

namespace mlir::stax {

/// The reads of `consumer` with its read `input` replaced by those of
/// `producer`, which come last; dimensions and symbols are the consumer's.
DomainParts composeReads(const DomainParts &consumer, unsigned input,
                         const DomainParts &producer);

/// Whether `axis` of `read` is a plain dimension whose extent is asserted.
bool isAsserted(const DomainRead &read, unsigned axis);

/// What stands against the reads `composed`, which are those of `producer` at
/// the points where the consumer reads it.
ComposeObstacle checkReads(const DomainParts &consumer, unsigned input,
                           const DomainParts &producer,
                           const DomainParts &composed);

} // namespace mlir::stax

#endif // STAX_LIB_IR_COMPOSITIONREADS_H
