//===- Guard.cpp - Buffers between unreadable pages -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Guard.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include <sys/mman.h>
#include <unistd.h>

using namespace stax::rt;

namespace {
/// One mapping: a guard page, usable pages, a guard page.
struct Mapping {
  char *first;   // of the usable pages
  int64_t room;  // bytes of the usable pages
  int64_t bytes; // of the buffer
  unsigned char pattern;
};
} // namespace

/// What memory holds that nobody has written. Not the same on both sides, so
/// that what a program makes of it differs.
static unsigned char getPattern(GuardSide side) {
  return side == GuardSide::Before ? 0xA5 : 0x5A;
}

static std::atomic<GuardSide> currentSide{GuardSide::None};
/// Nothing is looked up while there is none, as in all ordinary runs.
static std::atomic<int64_t> numMappings{0};
static std::mutex mutex;

/// By address of the data. Never destroyed, since buffers may be freed by other
/// objects' destructors at the end of the process.
static std::map<char *, Mapping> &getMappings() {
  static auto *mappings = new std::map<char *, Mapping>();
  return *mappings;
}

static int64_t getPageBytes() {
  static const int64_t bytes = sysconf(_SC_PAGESIZE);
  return bytes;
}

void stax::rt::setGuardSide(GuardSide side) { currentSide = side; }
GuardSide stax::rt::getGuardSide() { return currentSide; }

void *stax::rt::allocateGuarded(int64_t bytes, int64_t alignment) {
  int64_t page = getPageBytes();
  if (bytes < 0 || alignment > page || bytes > (int64_t{1} << 46))
    return nullptr;
  int64_t room = std::max((bytes + page - 1) / page * page, page);
  void *memory = mmap(nullptr, room + 2 * page, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  char *first = static_cast<char *>(memory) + page;
  if (mprotect(first, room, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, room + 2 * page);
    return nullptr;
  }
  GuardSide side = currentSide;
  std::memset(first, getPattern(side), room);
  int64_t offset =
      side == GuardSide::Before ? 0 : (room - bytes) / alignment * alignment;
  char *data = first + offset;
  std::lock_guard<std::mutex> lock(mutex);
  getMappings()[data] = {first, room, bytes, getPattern(side)};
  ++numMappings;
  return data;
}

static bool isFilled(const char *begin, const char *end,
                     unsigned char pattern) {
  return std::all_of(begin, end, [=](char byte) {
    return static_cast<unsigned char>(byte) == pattern;
  });
}

bool stax::rt::freeGuarded(void *data) {
  if (numMappings == 0)
    return false;
  auto *begin = static_cast<char *>(data);
  Mapping mapping;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto entry = getMappings().find(begin);
    if (entry == getMappings().end())
      return false;
    mapping = entry->second;
    getMappings().erase(entry);
    --numMappings;
  }
  if (!isFilled(mapping.first, begin, mapping.pattern) ||
      !isFilled(begin + mapping.bytes, mapping.first + mapping.room,
                mapping.pattern)) {
    std::fprintf(stderr,
                 "stax: something was written beside a buffer of %lld bytes\n",
                 static_cast<long long>(mapping.bytes));
    std::_Exit(1);
  }
  int64_t page = getPageBytes();
  munmap(mapping.first - page, mapping.room + 2 * page);
  return true;
}

bool stax::rt::describeGuardedAddress(const void *address, char *text,
                                      size_t size) {
  // The fault may have come while another thread allocates.
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!lock.owns_lock())
    return false;
  auto *place = static_cast<const char *>(address);
  int64_t page = getPageBytes();
  for (const auto &[data, mapping] : getMappings()) {
    if (place < mapping.first - page ||
        place >= mapping.first + mapping.room + page)
      continue;
    long long distance =
        place < data ? data - place : place - data - mapping.bytes;
    std::snprintf(text, size, "%lld bytes %s a buffer of %lld bytes", distance,
                  place < data ? "before" : "behind the end of",
                  static_cast<long long>(mapping.bytes));
    return true;
  }
  return false;
}
