//===- Report.h - What a run tells about itself -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of a run, and how they look as JSON and as text.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_REPORT_H
#define STAX_RUNNER_REPORT_H

#include "stax/Runner/Check.h"
#include "stax/Runner/Timing.h"

namespace mlir::stax {

/// Nothing is what was not measured. Times are milliseconds.
struct RunReport {
  std::string entry; ///< "all" for several
  std::string target;
  int64_t threads = 1;
  std::optional<int64_t> kernels; ///< that ran
  std::optional<double> startUp;  ///< from the process's start to parsing
  std::optional<double> compile;  ///< from parsing to callable code
  /// Every input and output once; memref arguments are both.
  std::optional<int64_t> bytesMoved;
  std::optional<int64_t> trafficBytes; ///< inputs and outputs of kernels
  std::optional<int64_t> peakBytes;    ///< the planned live maximum
  std::optional<int64_t> arenaBytes;   ///< allocated
  std::optional<Timing> timing;
  std::optional<CheckSummary> check;
};

/// One JSON object with a line break at its end. Fields without a value are
/// null, and so are numbers that JSON does not have; NaN and infinite elements
/// are texts.
std::string formatJson(const RunReport &report);

/// Lines for what was asked: the check, the times.
std::string formatText(const RunReport &report);

} // namespace mlir::stax

#endif // STAX_RUNNER_REPORT_H
