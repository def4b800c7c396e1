//===- Generate.cpp - Generated tensor contents ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/Generate.h"

#include <cassert>
#include <cmath>

using namespace mlir::stax;

/// The output function of SplitMix64 (Steele, Lea, Flood: Fast Splittable
/// Pseudorandom Number Generators, OOPSLA 2014).
static uint64_t mix(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Element `k` of the sequence of `seed`. Mixing the seed keeps the sequences
/// of neighbouring seeds apart.
static uint64_t getRandomBits(uint64_t seed, int64_t k) {
  constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
  return mix(mix(seed + kGolden) + (static_cast<uint64_t>(k) + 1) * kGolden);
}

static int getPrecision(stax_dtype dtype) {
  switch (dtype) {
  case STAX_F16:
    return 11;
  case STAX_BF16:
    return 8;
  case STAX_F32:
    return 24;
  default:
    return 53;
  }
}

void mlir::stax::fillRandomFloats(HostTensor &tensor, uint64_t seed, double low,
                                  double high) {
  stax_dtype dtype = tensor.getDType();
  assert(low < high && std::isfinite(high - low) && "no range of floats");
  assert(roundToDType(dtype, low) == low && roundToDType(dtype, high) == high &&
         "bounds are not of the type");
  int precision = getPrecision(dtype);
  double last = getPredecessor(dtype, high);
  for (int64_t k = 0; k < tensor.getNumElements(); ++k) {
    auto grid = static_cast<double>(getRandomBits(seed, k) >> (64 - precision));
    // Statements of their own: no platform may fuse them into one rounding.
    double offset = std::ldexp(grid, -precision) * (high - low);
    double value = low + offset;
    // Rounding may reach the end of the range, which is excluded.
    storeFloat(dtype, std::fmin(roundToDType(dtype, value), last),
               tensor.getElement(k));
  }
}

void mlir::stax::fillRandomIntegers(HostTensor &tensor, uint64_t seed,
                                    int64_t low, int64_t high) {
  assert(low <= high && "no range of integers");
  // 0 for all 2^64 values. The bias of the remainder is below 2^-56 for every
  // range that tests use.
  uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  for (int64_t k = 0; k < tensor.getNumElements(); ++k) {
    uint64_t bits = getRandomBits(seed, k);
    uint64_t offset = count ? bits % count : bits;
    storeInteger(tensor.getDType(),
                 static_cast<int64_t>(static_cast<uint64_t>(low) + offset),
                 tensor.getElement(k));
  }
}

void mlir::stax::fillRandom(HostTensor &tensor, uint64_t seed) {
  if (isFloatDType(tensor.getDType()))
    return fillRandomFloats(tensor, seed, -1.0, 1.0);
  if (tensor.getDType() == STAX_BOOL)
    return fillRandomIntegers(tensor, seed, 0, 1);
  fillRandomIntegers(tensor, seed, -100, 100);
}

void mlir::stax::fillIota(HostTensor &tensor) {
  stax_dtype dtype = tensor.getDType();
  for (int64_t k = 0; k < tensor.getNumElements(); ++k) {
    if (isFloatDType(dtype))
      storeFloat(dtype, static_cast<double>(k), tensor.getElement(k));
    else
      storeInteger(dtype, k, tensor.getElement(k));
  }
}
