//===- Pool.cpp - Buffers of compiled programs ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "SystemMemory.h"

#include "stax-c/Runtime.h"
#include "stax/Runtime/Guard.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

using namespace stax::rt;

namespace {
enum class BlockState : uint64_t {
  // Arbitrary patterns, unlikely to stand before a foreign pointer.
  Live = 0x5354415842554631,
  Idle = 0x5354415842554632,
  Inner = 0x5354415842554633
};

/// What stands before the data of a buffer.
struct alignas(kBufferAlignment) Block {
  BlockState state;
  int64_t bytes;    // asked for by the caller
  int64_t capacity; // that the size class gives
  int32_t sizeClass;
  Block *next;  // in the list of idle blocks
  Block *outer; // of an Inner block: the block that holds the storage
};
static_assert(sizeof(Block) == kBufferAlignment);

struct SizeClass {
  int32_t index;
  int64_t capacity;
};
} // namespace

// No address space holds more; keeps all size arithmetic far from overflow.
static constexpr int64_t kMaxBytes = int64_t{1} << 46;
static constexpr int64_t kMinIdleLimit = int64_t{64} << 20;
static constexpr int32_t kNumSizeClasses = 4 * 46;

/// Rounds up to whole units of 64 bytes of which only the three leading bits
/// are used: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ...
static SizeClass getSizeClass(int64_t bytes) {
  int64_t units =
      std::max<int64_t>((bytes + kBufferAlignment - 1) / kBufferAlignment, 1);
  int32_t shift = 0;
  while ((units - 1) >> shift >= 8)
    ++shift;
  int64_t leading = (units + (int64_t{1} << shift) - 1) >> shift;
  return {static_cast<int32_t>(4 * shift + leading - 1),
          (leading << shift) * kBufferAlignment};
}

static void *getData(Block *block) { return block + 1; }
static Block *getBlock(void *data) { return static_cast<Block *>(data) - 1; }

static void releaseList(Block *block) {
  while (block) {
    Block *next = block->next;
    releaseSystemMemory(block, block->capacity + sizeof(Block));
    block = next;
  }
}

[[noreturn]] static void reportBadFree(void *data) {
  std::fprintf(stderr,
               "stax: %p is given to stax_free, but is not a live buffer of "
               "the pool\n",
               data);
  std::abort();
}

namespace {
/// Trivially destructible, so that buffers can be freed by other objects'
/// destructors at the end of the process.
class Pool {
public:
  /// A block of at least `capacity` bytes that counts as `bytes`.
  Block *acquire(int64_t bytes, int64_t capacity);
  void release(Block *block);
  void trim();

  int64_t getLiveBytes();
  int64_t getPeakBytes();
  void resetPeak();

private:
  Block *takeIdle(int32_t sizeClass);
  Block *detachIdle();
  void countLive(Block *block, int64_t bytes);

  std::mutex mutex;
  Block *idle[kNumSizeClasses] = {};
  int64_t idleCapacity = 0;
  int64_t liveCapacity = 0;
  int64_t maxLiveCapacity = 0; // since the process began
  int64_t liveBytes = 0;
  int64_t peakBytes = 0; // since the last reset
};
} // namespace

Block *Pool::takeIdle(int32_t sizeClass) {
  Block *block = idle[sizeClass];
  if (!block)
    return nullptr;
  if (block->state != BlockState::Idle)
    reportBadFree(getData(block));
  idle[sizeClass] = block->next;
  idleCapacity -= block->capacity;
  return block;
}

/// Empties all lists and returns their blocks as one, to be released without
/// holding the lock.
Block *Pool::detachIdle() {
  Block *all = nullptr;
  for (Block *&list : idle)
    while (Block *block = list) {
      list = block->next;
      block->next = all;
      all = block;
    }
  idleCapacity = 0;
  return all;
}

void Pool::countLive(Block *block, int64_t bytes) {
  block->state = BlockState::Live;
  block->bytes = bytes;
  liveBytes += bytes;
  liveCapacity += block->capacity;
  peakBytes = std::max(peakBytes, liveBytes);
  maxLiveCapacity = std::max(maxLiveCapacity, liveCapacity);
}

Block *Pool::acquire(int64_t bytes, int64_t capacity) {
  SizeClass size = getSizeClass(capacity);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (Block *block = takeIdle(size.index)) {
      countLive(block, bytes);
      return block;
    }
  }
  int64_t total = size.capacity + static_cast<int64_t>(sizeof(Block));
  void *memory = getSystemMemory(total);
  if (!memory) {
    trim();
    memory = getSystemMemory(total);
  }
  if (!memory)
    return nullptr;
  auto *block = static_cast<Block *>(memory);
  *block = {BlockState::Idle, 0, size.capacity, size.index, nullptr, nullptr};
  std::lock_guard<std::mutex> lock(mutex);
  countLive(block, bytes);
  return block;
}

void Pool::release(Block *block) {
  Block *surplus = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (block->state != BlockState::Live)
      reportBadFree(getData(block));
    liveBytes -= block->bytes;
    liveCapacity -= block->capacity;
    int64_t limit = std::max(kMinIdleLimit, maxLiveCapacity);
    if (idleCapacity + block->capacity > limit)
      surplus = detachIdle();
    block->state = BlockState::Idle;
    block->next = idle[block->sizeClass];
    idle[block->sizeClass] = block;
    idleCapacity += block->capacity;
  }
  releaseList(surplus);
}

void Pool::trim() {
  Block *all = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    all = detachIdle();
  }
  releaseList(all);
}

int64_t Pool::getLiveBytes() {
  std::lock_guard<std::mutex> lock(mutex);
  return liveBytes;
}

int64_t Pool::getPeakBytes() {
  std::lock_guard<std::mutex> lock(mutex);
  return peakBytes;
}

void Pool::resetPeak() {
  std::lock_guard<std::mutex> lock(mutex);
  peakBytes = liveBytes;
}

static Pool pool;

void *stax::rt::allocateBuffer(int64_t bytes, int64_t alignment) {
  bool isPowerOf2 = alignment > 0 && (alignment & (alignment - 1)) == 0;
  if (bytes < 0 || bytes > kMaxBytes || !isPowerOf2 || alignment > kMaxBytes)
    return nullptr;
  if (getGuardSide() != GuardSide::None)
    return allocateGuarded(bytes, alignment);
  if (alignment <= kBufferAlignment) {
    Block *block = pool.acquire(bytes, bytes);
    return block ? getData(block) : nullptr;
  }
  // Room to move the data up to the next multiple of the alignment, with a
  // block before it that leads back to the storage.
  Block *outer = pool.acquire(bytes, bytes + alignment);
  if (!outer)
    return nullptr;
  auto first = reinterpret_cast<uintptr_t>(getData(outer));
  uintptr_t aligned = (first + alignment - 1) & ~uintptr_t(alignment - 1);
  if (aligned == first)
    return getData(outer);
  Block *inner = getBlock(reinterpret_cast<void *>(aligned));
  *inner = {BlockState::Inner, bytes, 0, 0, nullptr, outer};
  return getData(inner);
}

void stax::rt::freeBuffer(void *data) {
  if (!data || freeGuarded(data))
    return;
  if (reinterpret_cast<uintptr_t>(data) % kBufferAlignment != 0)
    reportBadFree(data);
  Block *block = getBlock(data);
  if (block->state == BlockState::Inner) {
    block->state = BlockState::Idle;
    block = block->outer;
  }
  pool.release(block);
}

void *stax_alloc(int64_t bytes) { return allocateBuffer(bytes); }
void stax_free(void *data) { freeBuffer(data); }
int64_t stax_pool_live_bytes() { return pool.getLiveBytes(); }
int64_t stax_pool_peak_bytes() { return pool.getPeakBytes(); }
void stax_pool_reset_peak() { pool.resetPeak(); }
void stax_pool_trim() { pool.trim(); }
