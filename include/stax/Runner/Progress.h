//===- Progress.h - Signs of life of long steps -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Somebody at a terminal should know what a run is busy with.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_PROGRESS_H
#define STAX_RUNNER_PROGRESS_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace mlir::stax {

/// How long a step may take in silence.
inline constexpr std::chrono::milliseconds kQuietTime{2000};

/// Prints "stax-run: STEP ..." once if it lives for longer than `quiet`.
class ProgressLine {
public:
  /// Prints to `file`; null prints never.
  ProgressLine(llvm::StringRef step, std::FILE *file,
               std::chrono::milliseconds quiet = kQuietTime);
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

private:
  void wait(std::chrono::milliseconds quiet);

  std::string step;
  std::FILE *file;
  std::mutex mutex;
  std::condition_variable ended;
  bool hasEnded = false;
  std::thread watcher;
};

} // namespace mlir::stax

#endif // STAX_RUNNER_PROGRESS_H
