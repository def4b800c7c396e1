//===- Timing.h - Times of a program beside those of memory -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that computes little cannot be faster than memory. Its runs take
// turns with a copy and a read of as many bytes, so that all three see the same
// machine.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_TIMING_H
#define STAX_RUNNER_TIMING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace mlir::stax {

/// Milliseconds.
struct Timing {
  int64_t runs = 0;
  double median = 0, min = 0;
  /// Medians of a copy that reads and writes, and of a read of, as many bytes
  /// as the program moves; nothing if it moves none.
  std::optional<double> copyMedian, readMedian;
};

/// Times `run` `runs` times after warm-up; `prepare` precedes each call of it,
/// untimed. Fails if there is no memory for the copy.
llvm::Expected<Timing> measure(int64_t runs, int64_t bytesMoved,
                               llvm::function_ref<void()> prepare,
                               llvm::function_ref<void()> run);

/// Measures the time since it was made.
class Stopwatch {
public:
  double getMilliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start)
        .count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

} // namespace mlir::stax

#endif // STAX_RUNNER_TIMING_H
