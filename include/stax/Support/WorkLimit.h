//===- WorkLimit.h - How much a search may still do -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_WORKLIMIT_H
#define STAX_SUPPORT_WORKLIMIT_H

#include <algorithm>
#include <cstdint>

namespace mlir::stax {

/// Work in nodes, edges or buffers looked at: a count instead of a clock, so
/// that results depend neither on the machine nor on its load. A million takes
/// about 10 ms.
class WorkLimit {
public:
  explicit WorkLimit(uint64_t units) : left(units) {}

  /// What takes about so many seconds, at most a year.
  static WorkLimit ofSeconds(double seconds, double unitsPerSecond = 1e8) {
    constexpr double kYear = 366.0 * 86400;
    return WorkLimit(uint64_t(unitsPerSecond * std::min(seconds, kYear)));
  }

  bool isReached() const { return left == 0; }
  uint64_t unitsLeft() const { return left; }
  void spend(uint64_t units) { left -= std::min(left, units); }

private:
  uint64_t left;
};

} // namespace mlir::stax

#endif // STAX_SUPPORT_WORKLIMIT_H
