//===- OutputFiles.h - Files that a run writes ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks early, writes late: a run that takes minutes should not fail at its
// end for a mistyped folder.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_OUTPUTFILES_H
#define STAX_RUNNER_OUTPUTFILES_H

#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// Fails unless there are at most `numOutputs` paths and files can be written
/// there. Leaves nothing behind.
llvm::Error checkOutputPaths(llvm::ArrayRef<std::string> paths,
                             size_t numOutputs);

/// Writes the first outputs to `paths`, one each.
llvm::Error writeOutputs(llvm::ArrayRef<std::string> paths,
                         llvm::ArrayRef<HostTensor> outputs);

} // namespace mlir::stax

#endif // STAX_RUNNER_OUTPUTFILES_H
