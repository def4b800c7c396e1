//===- MemoryPlanAlgorithms.cpp - The offset planners by name -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

ArrayRef<MemoryPlanAlgorithm> mlir::stax::memoryPlanAlgorithms() {
  static const MemoryPlanAlgorithm algorithms[] = {
      {"search", "one-pass rules, then branch and bound", planBySearch},
      {"first-fit", "each buffer at its least free offset, larger ones first",
       planFirstFit},
      {"best-fit", "each buffer in its tightest gap, larger ones first",
       planBestFit},
      {"best-fit-by-life",
       "each buffer in its tightest gap, longer lives first",
       planBestFitByLife},
      {"first-fit-by-area",
       "each buffer at its least free offset, greater size * life first",
       planFirstFitByArea},
      {"pool-tree", "splits in time and space, larger ones first",
       planByPoolTree},
  };
  return algorithms;
}

const MemoryPlanAlgorithm *mlir::stax::findMemoryPlanAlgorithm(StringRef name) {
  ArrayRef<MemoryPlanAlgorithm> algorithms = memoryPlanAlgorithms();
  const auto *it = find_if(
      algorithms, [&](const MemoryPlanAlgorithm &a) { return a.name == name; });
  return it == algorithms.end() ? nullptr : it;
}
