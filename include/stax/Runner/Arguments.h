//===- Arguments.h - Inputs of a run ----------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the tensors that an entry is called with, from descriptions where they
// are given and from seeded random values where not.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_ARGUMENTS_H
#define STAX_RUNNER_ARGUMENTS_H

#include "stax/Runner/Entry.h"
#include "stax/Support/InputSpec.h"

namespace mlir::stax {

/// One tensor for each argument of `entry`, `inputs` first. An argument without
/// an input is random with seed 0; its dynamic extents are those of its
/// example, else 64. Errors name the argument, what it takes and what it got.
llvm::Expected<std::vector<HostTensor>>
makeArguments(const Entry &entry, ArrayRef<InputSpec> inputs);

/// Copies of `tensors`.
llvm::Expected<std::vector<HostTensor>>
copyTensors(ArrayRef<HostTensor> tensors);

} // namespace mlir::stax

#endif // STAX_RUNNER_ARGUMENTS_H
