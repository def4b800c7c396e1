//===- Progress.cpp - Signs of life of long steps -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread waits for the end of the step, but not for long.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Progress.h"

using namespace mlir::stax;

ProgressLine::ProgressLine(llvm::StringRef step, std::FILE *file,
                           std::chrono::milliseconds quiet)
    : step(step), file(file) {
  if (file)
    watcher = std::thread([this, quiet] { wait(quiet); });
}

ProgressLine::~ProgressLine() {
  if (!watcher.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    hasEnded = true;
  }
  ended.notify_one();
  watcher.join();
}

void ProgressLine::wait(std::chrono::milliseconds quiet) {
  std::unique_lock<std::mutex> lock(mutex);
  if (ended.wait_for(lock, quiet, [this] { return hasEnded; }))
    return;
  std::fprintf(file, "stax-run: %s ...\n", step.c_str());
  std::fflush(file);
}
