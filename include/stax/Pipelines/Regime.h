//===- Regime.h - How a program is compiled, as text ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_PIPELINES_REGIME_H
#define STAX_PIPELINES_REGIME_H

#include "stax/Transforms/ComposeRule.h"
#include "stax/Transforms/Passes.h"
#include "stax/Transforms/PlanMode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::stax {

/// How the stages do their work. Only what can be chosen is here; every other
/// key of --options has one value so far.
struct Regime {
  /// Which values are computed where they are read.
  ComposeRule compose = ComposeRule::None;
  FuseAlgorithm fuse = FuseAlgorithm::Gain; ///< What shares a kernel.
  /// How the order of operations is found.
  OrderStrategyKind order = OrderStrategyKind::Exact;
  bool inPlace = true; ///< Whether kernels may write over dying inputs.
  PlanMode memory = PlanMode::Arena; ///< How buffers are placed.
  bool parallel = true;              ///< Whether parallel loops use threads.
  int64_t threads = 0;   ///< Threads that run the program, 0 for unknown.
  bool vectorize = true; ///< Whether loops run in vectors.
  int64_t width = 0;     ///< Elements of 32 bits in a vector, 0 for a register.
  std::string isa;       ///< Widest instruction set, empty for the machine's.
  bool cache = false;    ///< Whether compiled code is kept on disk.
};

/// Parses "key=value key=value ...", the --options of the tools. Errors list
/// the keys, or the values that the key accepts.
llvm::Expected<Regime> parseRegime(llvm::StringRef text);

} // namespace mlir::stax

#endif // STAX_PIPELINES_REGIME_H
