//===- Random.h - A small portable random generator -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard's distributions differ between libraries; generated problems
// must not.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_RANDOM_H
#define STAX_SUPPORT_RANDOM_H

#include <cstdint>

namespace mlir::stax {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same sequence for the same
/// seed on every platform.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// A uniform 64-bit value.
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// A value in [0, bound); `bound` is positive. The bias is below
  /// bound / 2^64.
  uint64_t below(uint64_t bound) { return next() % bound; }

  /// True in `percent` of a hundred cases.
  bool chance(unsigned percent) { return below(100) < percent; }

private:
  uint64_t state;
};

} // namespace mlir::stax

#endif // STAX_SUPPORT_RANDOM_H
