//===- StartUpTime.h - Time from the start of the process -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading the compiler's libraries comes before the first line of main.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_STARTUPTIME_H
#define STAX_RUNNER_STARTUPTIME_H

namespace mlir::stax {

/// Milliseconds since the process began, to within a tick of the system's clock
/// (10 ms) and never less than the processor time used.
double getMillisecondsSinceStart();

} // namespace mlir::stax

#endif // STAX_RUNNER_STARTUPTIME_H
