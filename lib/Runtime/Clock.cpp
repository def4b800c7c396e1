//===- Clock.cpp - The clocks that programs read --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `rtclock` and `nanoTime` as upstream's runner libraries define them.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cstdint>

using std::chrono::duration;
using std::chrono::duration_cast;

// Upstream fixes these names.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
double rtclock();
int64_t nanoTime();
int64_t _mlir_ciface_nanoTime();
}
// NOLINTEND(readability-identifier-naming)

/// Seconds since 1970. Upstream's resolution is a microsecond; nothing depends
/// on it being that coarse.
double rtclock() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return duration_cast<duration<double>>(now).count();
}

int64_t nanoTime() {
  auto now = std::chrono::high_resolution_clock::now().time_since_epoch();
  return duration_cast<std::chrono::nanoseconds>(now).count();
}

int64_t _mlir_ciface_nanoTime() { return nanoTime(); }
