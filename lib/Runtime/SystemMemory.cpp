//===- SystemMemory.cpp - Memory from the system --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemMemory.h"

#include <cstdlib>

#include <sys/mman.h>

using namespace stax::rt;

static void *mapAnonymous(int64_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Maps one huge page more than needed and unmaps what is left on both sides,
/// since mmap itself only aligns to small pages.
static void *mapHugeAligned(int64_t bytes) {
  auto *first = static_cast<char *>(mapAnonymous(bytes + kHugePageBytes));
  if (!first)
    return nullptr;
  int64_t misalignment = reinterpret_cast<uintptr_t>(first) % kHugePageBytes;
  int64_t before = misalignment ? kHugePageBytes - misalignment : 0;
  char *memory = first + before;
  if (before)
    munmap(first, before);
  if (before < kHugePageBytes)
    munmap(memory + bytes, kHugePageBytes - before);
#ifdef MADV_HUGEPAGE
  // Only a hint: small pages are correct, too.
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

static int64_t roundToPages(int64_t bytes) {
  constexpr int64_t kPageBytes = int64_t{64} << 10; // the largest in use
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

void *stax::rt::getSystemMemory(int64_t bytes) {
  if (bytes < kHugePageBytes)
    return std::aligned_alloc(64, bytes);
  return mapHugeAligned(roundToPages(bytes));
}

void stax::rt::releaseSystemMemory(void *memory, int64_t bytes) {
  if (bytes < kHugePageBytes)
    std::free(memory);
  else
    munmap(memory, roundToPages(bytes));
}
