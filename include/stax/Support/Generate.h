//===- Generate.h - Generated tensor contents -------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Test data that is the same on every platform: element k of a seed is a
// function of k and the seed alone (SplitMix64), independent of the shape.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_GENERATE_H
#define STAX_SUPPORT_GENERATE_H

#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// Floats uniform in [-1, 1), integers in [-100, 100], i1 fair.
void fillRandom(HostTensor &tensor, uint64_t seed);

/// Uniform in [low, high), on a grid of 2^p steps, where p is the precision of
/// the float type of `tensor`. The bounds must be values of that type, low
/// below high, and their distance finite.
void fillRandomFloats(HostTensor &tensor, uint64_t seed, double low,
                      double high);

/// Uniform in [low, high]; both must fit the integer type of `tensor`.
void fillRandomIntegers(HostTensor &tensor, uint64_t seed, int64_t low,
                        int64_t high);

/// 0, 1, 2, ... in row-major order, rounded or wrapped to the type.
void fillIota(HostTensor &tensor);

} // namespace mlir::stax

#endif // STAX_SUPPORT_GENERATE_H
