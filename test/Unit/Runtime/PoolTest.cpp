//===- PoolTest.cpp - Buffers of compiled programs ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include "gtest/gtest.h"

#include <cstring>
#include <limits>
#include <random>
#include <sys/resource.h>
#include <thread>
#include <vector>

extern "C" {
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);
}

static bool isAligned(const void *data, uintptr_t alignment) {
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

namespace {
/// Every test begins without idle buffers and ends without live ones.
class PoolTest : public testing::Test {
protected:
  void SetUp() override {
    stax_pool_trim();
    stax_pool_reset_peak();
    ASSERT_EQ(stax_pool_live_bytes(), 0);
  }
  void TearDown() override { EXPECT_EQ(stax_pool_live_bytes(), 0); }
};
using PoolDeathTest = PoolTest;
} // namespace

// Sizes around the borders of size classes and of huge pages.
TEST_F(PoolTest, BuffersAreAlignedAndWritableToTheirEnd) {
  for (int64_t bytes :
       {1l, 63l, 64l, 65l, 511l, 513l, 4095l, 4097l, (2l << 20) - 65,
        (2l << 20) - 64, 2l << 20, (2l << 20) + 1, (9l << 20) + 12345}) {
    void *data = stax_alloc(bytes);
    ASSERT_NE(data, nullptr) << bytes;
    EXPECT_TRUE(isAligned(data, 64)) << bytes;
    std::memset(data, 0xab, bytes);
    stax_free(data);
  }
}

TEST_F(PoolTest, ZeroBytesIsABuffer) {
  void *first = stax_alloc(0);
  void *second = stax_alloc(0);
  EXPECT_NE(first, nullptr);
  EXPECT_NE(first, second);
  stax_free(first);
  stax_free(second);
}

TEST_F(PoolTest, NegativeAndImpossibleSizesGiveNull) {
  EXPECT_EQ(stax_alloc(-1), nullptr);
  EXPECT_EQ(stax_alloc(std::numeric_limits<int64_t>::min()), nullptr);
  EXPECT_EQ(stax_alloc(std::numeric_limits<int64_t>::max()), nullptr);
  EXPECT_EQ(stax_alloc(int64_t{1} << 62), nullptr);
}

// Within what size arithmetic accepts, but more than any system maps.
TEST_F(PoolTest, RefusalOfTheSystemGivesNull) {
  EXPECT_EQ(stax_alloc((int64_t{1} << 46)), nullptr);
  EXPECT_EQ(stax_pool_live_bytes(), 0);
}

TEST_F(PoolTest, FreeingNullIsIgnored) { stax_free(nullptr); }

// 100 and 120 bytes are of one size class.
TEST_F(PoolTest, FreedBuffersAreReused) {
  void *small = stax_alloc(100);
  stax_free(small);
  EXPECT_EQ(stax_alloc(120), small);
  void *large = stax_alloc(5 << 20);
  stax_free(large);
  EXPECT_EQ(stax_alloc(5 << 20), large);
  stax_free(small);
  stax_free(large);
}

static long getPageFaults() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// Fresh pages made a copy 68 times slower.
TEST_F(PoolTest, ReusedBuffersCauseNoPageFaults) {
  constexpr int64_t kBytes = int64_t{32} << 20;
  auto touch = [&] {
    void *data = stax_alloc(kBytes);
    std::memset(data, 1, kBytes);
    stax_free(data);
  };
  touch();
  long before = getPageFaults();
  touch();
  // All pages would be 8192 small or 16 large ones.
  EXPECT_LT(getPageFaults() - before, 8);
}

TEST_F(PoolTest, CountsLiveAndPeakBytesAsAskedFor) {
  void *a = stax_alloc(100);
  void *b = stax_alloc(1000);
  EXPECT_EQ(stax_pool_live_bytes(), 1100);
  stax_free(a);
  EXPECT_EQ(stax_pool_live_bytes(), 1000);
  void *c = stax_alloc(10);
  EXPECT_EQ(stax_pool_live_bytes(), 1010);
  EXPECT_EQ(stax_pool_peak_bytes(), 1100);
  stax_pool_reset_peak();
  EXPECT_EQ(stax_pool_peak_bytes(), 1010);
  stax_free(b);
  stax_free(c);
}

TEST_F(PoolTest, TrimLeavesLiveBuffersAlone) {
  auto *live = static_cast<char *>(stax_alloc(3 << 20));
  std::memset(live, 7, 3 << 20);
  stax_free(stax_alloc(3 << 20));
  stax_pool_trim();
  EXPECT_EQ(live[(3 << 20) - 1], 7);
  EXPECT_EQ(stax_pool_live_bytes(), 3 << 20);
  stax_free(live);
}

/// Resident memory of this process in bytes, 0 if the system does not say.
static int64_t getResidentBytes() {
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  long total = 0, resident = 0;
  int count = std::fscanf(file, "%ld %ld", &total, &resident);
  std::fclose(file);
  return count == 2 ? resident * int64_t{4096} : 0;
}

// Every buffer has a size class of its own, so none can be reused: without a
// limit 192 MiB would stay resident.
TEST_F(PoolTest, IdleBuffersAreBounded) {
  int64_t before = getResidentBytes();
  if (before == 0)
    GTEST_SKIP() << "no /proc/self/statm";
  int64_t bytes = 16 << 20;
  for (int i = 0; i < 12; ++i, bytes += bytes / 4 + 1) {
    void *data = stax_alloc(bytes);
    ASSERT_NE(data, nullptr);
    std::memset(data, 1, 16 << 20);
    stax_free(data);
  }
  stax_free(stax_alloc(bytes));
  EXPECT_LT(getResidentBytes() - before, int64_t{100} << 20);
}

TEST_F(PoolTest, TrimReturnsMemoryToTheSystem) {
  int64_t before = getResidentBytes();
  if (before == 0)
    GTEST_SKIP() << "no /proc/self/statm";
  void *data = stax_alloc(48 << 20);
  std::memset(data, 1, 48 << 20);
  stax_free(data);
  EXPECT_GT(getResidentBytes() - before, int64_t{32} << 20);
  stax_pool_trim();
  EXPECT_LT(getResidentBytes() - before, int64_t{16} << 20);
}

/// Keeps up to 16 buffers of mixed sizes, each filled with a byte of its own,
/// and counts the bytes that another thread changed.
static int64_t hammerPool(unsigned seed) {
  std::mt19937 random(seed);
  struct Buffer {
    unsigned char *data;
    int64_t bytes;
  };
  std::vector<Buffer> buffers(16, Buffer{nullptr, 0});
  int64_t errors = 0;
  auto drop = [&](size_t slot) {
    auto expected = static_cast<unsigned char>(seed * 16 + slot);
    for (int64_t i = 0; i < buffers[slot].bytes; ++i)
      errors += buffers[slot].data[i] != expected;
    stax_free(buffers[slot].data);
    buffers[slot] = {nullptr, 0};
  };
  for (int step = 0; step < 4000; ++step) {
    size_t slot = random() % buffers.size();
    drop(slot);
    int64_t bytes = step % 500 == 0 ? 3 << 20 : random() % 5000;
    auto *data = static_cast<unsigned char *>(stax_alloc(bytes));
    std::memset(data, static_cast<int>(seed * 16 + slot), bytes);
    buffers[slot] = {data, bytes};
    if (step % 1000 == 0)
      stax_pool_trim();
  }
  for (size_t slot = 0; slot < buffers.size(); ++slot)
    drop(slot);
  return errors;
}

// One thread's buffers are never handed to another while they live.
TEST_F(PoolTest, ThreadsDoNotShareBuffers) {
  constexpr unsigned kThreads = 8;
  std::vector<int64_t> errors(kThreads, -1);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back([&errors, i] { errors[i] = hammerPool(i); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, std::vector<int64_t>(kThreads, 0));
}

TEST_F(PoolTest, BuffersMoveBetweenThreads) {
  std::vector<void *> buffers(100);
  std::thread([&] {
    for (void *&data : buffers)
      data = stax_alloc(1000);
  }).join();
  EXPECT_EQ(stax_pool_live_bytes(), 100000);
  for (void *data : buffers)
    stax_free(data);
}

TEST_F(PoolTest, GeneratedCodeAllocatesFromThePool) {
  void *data = _mlir_memref_to_llvm_alloc(1000);
  EXPECT_EQ(stax_pool_live_bytes(), 1000);
  _mlir_memref_to_llvm_free(data);
}

TEST_F(PoolTest, GeneratedCodeGetsTheAlignmentItAsksFor) {
  for (uint64_t alignment = 1; alignment <= (uint64_t{1} << 22);
       alignment *= 2) {
    void *data = _mlir_memref_to_llvm_aligned_alloc(alignment, 100);
    EXPECT_TRUE(isAligned(data, alignment)) << alignment;
    EXPECT_EQ(stax_pool_live_bytes(), 100);
    std::memset(data, 1, 100);
    _mlir_memref_to_llvm_free(data);
  }
}

TEST_F(PoolDeathTest, GeneratedCodeEndsWhenMemoryIsExhausted) {
  EXPECT_EXIT(_mlir_memref_to_llvm_alloc(uint64_t{1} << 63),
              testing::ExitedWithCode(1),
              "stax: out of memory allocating 9223372036854775808 bytes");
}

TEST_F(PoolDeathTest, FreeingTwiceEndsWithAMessage) {
  void *data = stax_alloc(10);
  EXPECT_DEATH((stax_free(data), stax_free(data)),
               "is not a live buffer of the pool");
  stax_free(data);
}

TEST_F(PoolDeathTest, FreeingAForeignPointerEndsWithAMessage) {
  alignas(64) char storage[256] = {};
  EXPECT_DEATH(stax_free(storage + 64), "is not a live buffer of the pool");
  EXPECT_DEATH(stax_free(storage + 65), "is not a live buffer of the pool");
}
