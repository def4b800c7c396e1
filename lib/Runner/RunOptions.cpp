//===- RunOptions.cpp - What a run of a program is asked to do ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/RunOptions.h"
#include "stax/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::stax;
using llvm::ArrayRef;
using llvm::StringRef;

llvm::Expected<RunTarget> mlir::stax::parseTarget(StringRef name) {
  if (name == "cpu")
    return RunTarget::Cpu;
  if (name == "reference")
    return RunTarget::Reference;
  if (name == "gpu" || name == "gpu-emulator")
    return makeError("--target: this build has no '{0}', expected cpu or "
                     "reference",
                     name);
  return makeError("--target: unknown target '{0}', expected cpu or reference",
                   name);
}

StringRef mlir::stax::getTargetName(RunTarget target) {
  return target == RunTarget::Cpu ? "cpu" : "reference";
}

llvm::Error mlir::stax::checkCount(StringRef name, int64_t value, int64_t max) {
  if (value >= 1 && value <= max)
    return llvm::Error::success();
  return makeError("expected --{0} of 1 to {1}, found {2}", name, max, value);
}
