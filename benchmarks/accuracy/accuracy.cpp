//===- accuracy.cpp - Largest errors of compiled functions ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the entries of a compiled library by the binary interface, with floats
// of all magnitudes, and compares with the C library's function of doubles,
// which is far more exact than an f32 can show. Knows nothing of the compiler.
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

/// A function of one or two floats.
struct Function {
  const char *name;
  double (*unary)(double);
  double (*binary)(double, double);
  double bound; ///< in units in the last place
};

const Function kFunctions[] = {
    {"exp", std::exp, nullptr, 1},
    {"exp2", std::exp2, nullptr, 2},
    {"expm1", std::expm1, nullptr, 2},
    {"log", std::log, nullptr, 1},
    {"log2", std::log2, nullptr, 2},
    {"log10", std::log10, nullptr, 2},
    {"log1p", std::log1p, nullptr, 2},
    {"sin", std::sin, nullptr, 1},
    {"cos", std::cos, nullptr, 1},
    {"tan", std::tan, nullptr, 2},
    {"asin", std::asin, nullptr, 2},
    {"acos", std::acos, nullptr, 2},
    {"atan", std::atan, nullptr, 2},
    {"sinh", std::sinh, nullptr, 2},
    {"cosh", std::cosh, nullptr, 2},
    {"tanh", std::tanh, nullptr, 2},
    {"asinh", std::asinh, nullptr, 2},
    {"acosh", std::acosh, nullptr, 2},
    {"atanh", std::atanh, nullptr, 2},
    {"erf", std::erf, nullptr, 2},
    {"erfc", std::erfc, nullptr, 2},
    {"cbrt", std::cbrt, nullptr, 2},
    {"sqrt", std::sqrt, nullptr, 0.5},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }, nullptr, 2},
    {"pow", nullptr, std::pow, 2},
    {"atan2", nullptr, std::atan2, 2},
};

/// Where functions change their behaviour: signed zeros, ones, infinities, NaN,
/// the ends of the subnormal, normal and representable ranges, limits of exp,
/// the floats that are hardest to reduce to a quadrant, and one where a sweep
/// of all floats once found exp to exceed its bound.
const float kHardPoints[] = {0.0f,
                             0x1.da72c4p+5f,
                             1.0f,
                             0x1p-149f,
                             0x1.fffffcp-127f,
                             0x1p-126f,
                             0x1.fffffep127f,
                             INFINITY,
                             NAN,
                             0.5f,
                             2.0f,
                             0x1.fffffep-1f,
                             0x1.000002p0f,
                             0x1.62e42ep6f,
                             0x1.62e430p6f,
                             0x1.9d1da0p6f,
                             0x1.9fe368p6f,
                             0x1.601e68p3f,
                             0x1.921fb6p0f,
                             0x1.921fb6p1f,
                             0x1.921fb4p1f,
                             0x1.46ac3ep101f,
                             0x1.47d0fep34f,
                             0x1.f5c6f6p15f,
                             3.0f,
                             1.5f,
                             7.0f,
                             16777217.0f,
                             2147483648.0f,
                             33.0f,
                             0x1.8p-24f};

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Distance of `got` from `expected` in units in the last place of the f32
/// nearest to `expected`; infinite where NaN, a sign of zero or infinity
/// differ.
double getError(float got, double expected) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) && std::isnan(got) ? 0 : wrong;
  if (std::isinf(expected))
    return got == expected ? 0 : wrong;
  if (got == 0 && float(expected) == 0 &&
      std::signbit(got) != std::signbit(expected))
    return wrong;
  // Infinity is one step above the largest float.
  constexpr double end = 0x1p128;
  expected = std::clamp(expected, -end, end);
  double value = std::isinf(got) ? std::copysign(end, got) : got;
  int exponent = expected == 0 ? -126 : std::max(std::ilogb(expected), -126);
  return std::fabs(value - expected) / std::ldexp(1.0, exponent - 23);
}

/// The largest error found, and where.
struct Worst {
  double error = 0;
  float x = 0, y = 0;

  void update(double other, float otherX, float otherY) {
    if (other > error)
      *this = {other, otherX, otherY};
  }
};

/// Calls `entry` with `x`, and `y` where it takes two.
std::vector<float> call(stax_entry entry, std::vector<float> &x,
                        std::vector<float> *y) {
  std::vector<float> result(x.size());
  int64_t extent = int64_t(x.size()), stride = 1;
  auto view = [&](std::vector<float> &data) {
    stax_tensor tensor = {};
    tensor.data = data.data();
    tensor.shape = &extent;
    tensor.strides = &stride;
    tensor.rank = 1;
    tensor.dtype = STAX_F32;
    return tensor;
  };
  stax_tensor args[] = {view(x), view(y ? *y : x)};
  stax_tensor results[] = {view(result)};
  stax_error error;
  if (entry(args, results, nullptr, &error) != STAX_OK) {
    std::fprintf(stderr, "accuracy: error: %s\n", error.message);
    std::exit(1);
  }
  return result;
}

Worst measure(const Function &function, stax_entry entry, std::vector<float> &x,
              std::vector<float> &y) {
  std::vector<float> got = call(entry, x, function.binary ? &y : nullptr);
  Worst worst;
  for (size_t i = 0; i < x.size(); ++i) {
    double expected =
        function.unary ? function.unary(x[i]) : function.binary(x[i], y[i]);
    worst.update(getError(got[i], expected), x[i], function.unary ? 0 : y[i]);
  }
  return worst;
}

/// Pairs of hard points, of both signs.
Worst measureHardPoints(const Function &function, stax_entry entry) {
  std::vector<float> points(std::begin(kHardPoints), std::end(kHardPoints));
  for (float point : kHardPoints)
    points.push_back(-point);
  std::vector<float> x, y;
  for (float first : points)
    for (float second : points) {
      x.push_back(first);
      y.push_back(second);
    }
  return measure(function, entry, x, y);
}

/// `count` floats at equal steps of all 2^32 bit patterns; the second operand
/// is pseudorandom, half of the time a small number.
Worst measureSweep(const Function &function, stax_entry entry, uint64_t count) {
  constexpr uint64_t patterns = uint64_t(1) << 32, chunk = 1 << 18;
  uint64_t numChunks = (count + chunk - 1) / chunk;
  unsigned numThreads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Worst> worst(numThreads);
  auto work = [&](unsigned thread) {
    for (uint64_t c = thread; c < numChunks; c += numThreads) {
      std::vector<float> x, y;
      uint64_t state = c;
      for (uint64_t i = c * chunk; i < std::min(count, (c + 1) * chunk); ++i) {
        x.push_back(fromBits(uint32_t(i * (patterns / count))));
        state = state * 6364136223846793005u + 1442695040888963407u;
        y.push_back(i % 2 ? fromBits(uint32_t(state >> 32))
                          : float(int32_t(state >> 32)) * 0x1p-25f);
      }
      Worst found = measure(function, entry, x, y);
      worst[thread].update(found.error, found.x, found.y);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < numThreads; ++thread)
    threads.emplace_back(work, thread);
  for (std::thread &thread : threads)
    thread.join();
  return *std::max_element(
      worst.begin(), worst.end(),
      [](const Worst &a, const Worst &b) { return a.error < b.error; });
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: accuracy LIBRARY LOG2-OF-SAMPLES [NAME...]\n");
    return 2;
  }
  int bits = std::atoi(argv[2]);
  if (bits < 0 || bits > 32) {
    std::fprintf(stderr,
                 "accuracy: error: expected 0 to 32 for the logarithm "
                 "of the number of samples, but got '%s'\n",
                 argv[2]);
    return 2;
  }
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library) {
    std::fprintf(stderr, "accuracy: error: %s\n", dlerror());
    return 2;
  }
  bool isGood = true;
  std::printf("%-8s %8s %6s  %s\n", "function", "max ulp", "bound", "at");
  for (const Function &function : kFunctions) {
    if (argc > 3 && std::none_of(argv + 3, argv + argc, [&](const char *name) {
          return std::strcmp(name, function.name) == 0;
        }))
      continue;
    auto entry = reinterpret_cast<stax_entry>(
        dlsym(library, (std::string("f32_") + function.name).c_str()));
    if (!entry) {
      std::fprintf(stderr, "accuracy: error: %s\n", dlerror());
      return 2;
    }
    Worst worst = measureHardPoints(function, entry);
    Worst sweep = measureSweep(function, entry, uint64_t(1) << bits);
    worst.update(sweep.error, sweep.x, sweep.y);
    bool isWithin = worst.error <= function.bound;
    isGood &= isWithin;
    std::printf("%-8s %8.3f %6.1f  %a", function.name, worst.error,
                function.bound, worst.x);
    if (function.binary)
      std::printf(", %a", worst.y);
    std::printf("%s\n", isWithin ? "" : "  EXCEEDED");
    std::fflush(stdout);
  }
  return isGood ? 0 : 1;
}
