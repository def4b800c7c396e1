//===- FusionAlgorithms.h - The fusion solvers by name ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver minimises FusionProblem::traffic under the rules. It is
// deterministic, and its answer passes FusionProblem::verify.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_FUSIONALGORITHMS_H
#define STAX_SCHEDULING_FUSIONALGORITHMS_H

#include "stax/Scheduling/FusionProblem.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

struct FusionOptions {
  FusionRules rules;
  unsigned exactLimit = 14; ///< nodes up to which a solver may search for the
                            ///< optimum; 0 for never
};

/// One solver. `problem` has passed `check`.
struct FusionAlgorithm {
  llvm::StringLiteral name;
  llvm::StringLiteral summary; ///< one line, for help texts
  FusionSpace defaultSpace;
  FusionPartition (*solve)(const FusionProblem &problem,
                           const FusionOptions &options);
};

/// All solvers; the first is the default.
llvm::ArrayRef<FusionAlgorithm> fusionAlgorithms();

/// The solver called `name`, or null.
const FusionAlgorithm *findFusionAlgorithm(llvm::StringRef name);

/// Every node its own kernel, in the original order if that is one.
FusionPartition fuseNothing(const FusionProblem &problem,
                            const FusionOptions &options);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_FUSIONALGORITHMS_H
