//===- FusionLog.cpp - Why two kernels were fused or not ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/FusionLog.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::stax;

StringRef mlir::stax::spellFusionReason(FusionReason reason) {
  switch (reason) {
  case FusionReason::None:
    return "fused";
  case FusionReason::Domains:
    return "domains";
  case FusionReason::LosesParallelism:
    return "loses-parallelism";
  case FusionReason::Ordered:
    return "ordered";
  case FusionReason::Forbidden:
    return "forbidden";
  case FusionReason::MaxNodes:
    return "max-nodes";
  case FusionReason::MaxBuffers:
    return "max-buffers";
  case FusionReason::MinSharedBytes:
    return "min-shared-bytes";
  case FusionReason::PeakMemory:
    return "peak-memory";
  case FusionReason::PeakRise:
    return "peak-rise";
  case FusionReason::Taken:
    return "taken";
  case FusionReason::Cycle:
    return "cycle";
  }
  llvm_unreachable("covered switch");
}

raw_ostream &mlir::stax::operator<<(raw_ostream &os,
                                    const FusionDecision &decision) {
  os << "round " << decision.round << ": " << decision.a << " + " << decision.b
     << ": " << spellFusionReason(decision.reason);
  if (decision.reason == FusionReason::Cycle)
    os << " through " << decision.third;
  if (decision.limit)
    os << " (" << decision.found << ", limit " << decision.limit << ")";
  return os << "; tau " << decision.score.alike << ", sigma "
            << decision.score.sharedBytes << ", omega "
            << decision.score.sharedBuffers << ", distance "
            << decision.score.distance << ", gain " << decision.gain;
}
