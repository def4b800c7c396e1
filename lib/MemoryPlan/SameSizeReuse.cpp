//===- SameSizeReuse.cpp - Reuse of buffers of one size -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/SameSizeReuse.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::stax;

namespace {
/// Bytes that are held at each time: a tree of maxima over the times at which
/// something changes.
class Occupancy {
public:
  explicit Occupancy(std::vector<Time> changes) : times(std::move(changes)) {
    llvm::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    maxima.resize(4 * times.size() + 4);
    added.resize(maxima.size());
  }

  /// Holds `bytes` more in [lower, upper), which are times of the constructor.
  void add(Time lower, Time upper, int64_t bytes) {
    if (lower < upper)
      add(1, 0, times.size(), find(lower), find(upper), bytes);
  }

  int64_t getMax(Time lower, Time upper) const {
    if (lower >= upper)
      return 0;
    return getMax(1, 0, times.size(), find(lower), find(upper));
  }

  int64_t getPeak() const { return maxima[1]; }

private:
  size_t find(Time time) const {
    return llvm::lower_bound(times, time) - times.begin();
  }

  // The recursion is as deep as the tree, which is balanced.
  void add(size_t node, size_t begin, size_t end, size_t lower, size_t upper,
           int64_t bytes) {
    if (upper <= begin || end <= lower)
      return;
    if (lower <= begin && end <= upper) {
      maxima[node] += bytes;
      added[node] += bytes;
      return;
    }
    size_t middle = (begin + end) / 2;
    add(2 * node, begin, middle, lower, upper, bytes);
    add(2 * node + 1, middle, end, lower, upper, bytes);
    maxima[node] =
        added[node] + std::max(maxima[2 * node], maxima[2 * node + 1]);
  }

  int64_t getMax(size_t node, size_t begin, size_t end, size_t lower,
                 size_t upper) const {
    if (upper <= begin || end <= lower)
      return 0;
    if (lower <= begin && end <= upper)
      return maxima[node];
    size_t middle = (begin + end) / 2;
    return added[node] +
           std::max(getMax(2 * node, begin, middle, lower, upper),
                    getMax(2 * node + 1, middle, end, lower, upper));
  }

  std::vector<Time> times;
  std::vector<int64_t> maxima, added;
};
} // namespace

SameSizeReuse
mlir::stax::reuseSameSize(llvm::ArrayRef<ReusableBuffer> buffers) {
  std::vector<Time> changes;
  std::vector<unsigned> starts, ends;
  for (auto [number, buffer] : llvm::enumerate(buffers)) {
    changes.insert(changes.end(), {buffer.lower, buffer.upper});
    starts.push_back(number);
    ends.push_back(number);
  }
  llvm::sort(starts, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(buffers[lhs].lower, lhs) <
           std::make_pair(buffers[rhs].lower, rhs);
  });
  llvm::sort(ends, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(buffers[lhs].upper, lhs) <
           std::make_pair(buffers[rhs].upper, rhs);
  });
  Occupancy occupancy(std::move(changes));
  for (const ReusableBuffer &buffer : buffers)
    occupancy.add(buffer.lower, buffer.upper, buffer.size);

  SameSizeReuse reuse;
  reuse.storage.resize(buffers.size());
  reuse.peak = occupancy.getPeak();
  // Of each kind those that have died, the latest at the back: it was held in
  // vain for the shortest time.
  llvm::DenseMap<unsigned, std::vector<unsigned>> pool;
  size_t nextEnd = 0;
  for (unsigned number : starts) {
    const ReusableBuffer &buffer = buffers[number];
    for (;
         nextEnd < ends.size() && buffers[ends[nextEnd]].upper <= buffer.lower;
         ++nextEnd)
      pool[buffers[ends[nextEnd]].kind].push_back(ends[nextEnd]);
    reuse.storage[number] = number;
    std::vector<unsigned> &dead = pool[buffer.kind];
    if (dead.empty())
      continue;
    const ReusableBuffer &last = buffers[dead.back()];
    if (occupancy.getMax(last.upper, buffer.lower) + buffer.size > reuse.peak &&
        last.upper < buffer.lower)
      continue;
    occupancy.add(last.upper, buffer.lower, buffer.size);
    reuse.storage[number] = reuse.storage[dead.back()];
    dead.pop_back();
  }
  return reuse;
}
