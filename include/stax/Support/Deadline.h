//===- Deadline.h - A limit on time -----------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_DEADLINE_H
#define STAX_SUPPORT_DEADLINE_H

#include <algorithm>
#include <chrono>

namespace mlir::stax {

/// A moment after which a search should give its best answer.
class Deadline {
public:
  /// `seconds` from now, at most a year.
  explicit Deadline(double seconds)
      : end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(
                                   std::min(seconds, 366.0 * 86400)))) {}

  bool passed() const { return Clock::now() >= end; }

  /// Seconds that are left, 0 if it has passed.
  double remaining() const {
    std::chrono::duration<double> left = end - Clock::now();
    return std::max(left.count(), 0.0);
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end;
};

} // namespace mlir::stax

#endif // STAX_SUPPORT_DEADLINE_H
