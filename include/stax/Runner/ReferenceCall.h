//===- ReferenceCall.h - Calls of the interpreter ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an entry in the reference interpreter on the same inputs as compiled
// code.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_REFERENCECALL_H
#define STAX_RUNNER_REFERENCECALL_H

#include "stax/Runner/Entry.h"
#include "stax/Runner/Outcome.h"

namespace mlir::stax {

/// Runs `entry` of `module`, which has been through the stage import, on copies
/// of `arguments`. With `print`, what it prints appears as from compiled code.
/// Fails, with a diagnostic at the place, if the interpreter does not know an
/// operation.
llvm::Expected<ReferenceOutcome> runReference(ModuleOp module,
                                              const Entry &entry,
                                              ArrayRef<HostTensor> arguments,
                                              bool print);

/// The same tensors without error bounds.
llvm::Expected<Outcome> toOutcome(const ReferenceOutcome &outcome);

} // namespace mlir::stax

#endif // STAX_RUNNER_REFERENCECALL_H
