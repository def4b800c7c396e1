//===- Guard.h - Runs that find accesses outside of buffers -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_GUARD_H
#define STAX_RUNNER_GUARD_H

#include "stax/Runner/CompiledCall.h"

#include <cstdio>

namespace mlir::stax {

/// As runCompiled, with every buffer of the program, arguments and results
/// included, against an unreadable page: first in front of it, then behind it.
/// An access outside of a buffer ends the process with a message and status 1.
/// That both runs do not give the same is an error of the program: it depends
/// on memory that it never wrote. What the program prints goes to `printFile`
/// once.
llvm::Expected<Outcome> runGuarded(const CompiledModule &module,
                                   const Entry &entry,
                                   MutableArrayRef<HostTensor> arguments,
                                   std::FILE *printFile);

} // namespace mlir::stax

#endif // STAX_RUNNER_GUARD_H
