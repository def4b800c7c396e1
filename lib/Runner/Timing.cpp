//===- Timing.cpp - Times of a program beside those of memory -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes moved count what is read plus what is written, so a copy of n bytes
// moves 2n of them.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Timing.h"
#include "stax/Runtime/Bandwidth.h"
#include "stax/Support/HostTensor.h"

#include <algorithm>
#include <vector>

using namespace mlir::stax;

/// Runs before the first timed one, for caches, pages and threads.
static constexpr int kWarmUpRuns = 3;

static double timeOnce(llvm::function_ref<void()> run) {
  Stopwatch stopwatch;
  run();
  return stopwatch.getMilliseconds();
}

static double getMedian(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  size_t middle = times.size() / 2;
  return times.size() % 2 ? times[middle]
                          : (times[middle - 1] + times[middle]) / 2;
}

namespace {
/// Two buffers that together have as many bytes as the program moves.
class MemoryYardstick {
public:
  static llvm::Expected<MemoryYardstick> create(int64_t bytesMoved) {
    int64_t half = (bytesMoved + 1) / 2;
    auto source = HostTensor::create(STAX_I8, half);
    if (!source)
      return source.takeError();
    auto target = HostTensor::create(STAX_I8, half);
    if (!target)
      return target.takeError();
    return MemoryYardstick(std::move(*source), std::move(*target));
  }

  void copy() {
    ::stax::rt::streamCopy(target.data(), source.data(), source.getByteSize());
  }
  void read() {
    sum = ::stax::rt::streamRead(source.data(), source.getByteSize()) +
          ::stax::rt::streamRead(target.data(), target.getByteSize());
  }

private:
  MemoryYardstick(HostTensor source, HostTensor target)
      : source(std::move(source)), target(std::move(target)) {}

  HostTensor source, target;
  /// Written for no other reason than that the reads are needed.
  volatile uint64_t sum = 0;
};
} // namespace

llvm::Expected<Timing> mlir::stax::measure(int64_t runs, int64_t bytesMoved,
                                           llvm::function_ref<void()> prepare,
                                           llvm::function_ref<void()> run) {
  auto yardstick = MemoryYardstick::create(bytesMoved);
  if (!yardstick)
    return yardstick.takeError();
  std::vector<double> times, copies, reads;
  for (int64_t i = -kWarmUpRuns; i < runs; ++i) {
    prepare();
    double time = timeOnce(run);
    double copy = timeOnce([&] { yardstick->copy(); });
    double read = timeOnce([&] { yardstick->read(); });
    if (i < 0)
      continue;
    times.push_back(time);
    copies.push_back(copy);
    reads.push_back(read);
  }
  Timing timing;
  timing.runs = runs;
  timing.median = getMedian(times);
  timing.min = *std::min_element(times.begin(), times.end());
  if (bytesMoved > 0) {
    timing.copyMedian = getMedian(copies);
    timing.readMedian = getMedian(reads);
  }
  return timing;
}
