//===- Bandwidth.cpp - What the memory of the machine can do --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole cache lines are divided among the threads; the few bytes after the
// last one are the caller's.
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Bandwidth.h"
#include "Threads.h"

#include <atomic>
#include <cstring>

// A cache line that may alias any type.
using Line = uint64_t __attribute__((vector_size(64), may_alias));

static constexpr int64_t kLineBytes = sizeof(Line);

void stax::rt::streamCopy(void *target, const void *source, int64_t bytes) {
  applyNumThreads();
  auto *to = static_cast<Line *>(target);
  const auto *from = static_cast<const Line *>(source);
  int64_t lines = bytes / kLineBytes;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int64_t i = 0; i < lines; ++i)
      __builtin_nontemporal_store(from[i], &to[i]);
    // Such stores are ordered by a fence only.
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  std::memcpy(to + lines, from + lines, bytes % kLineBytes);
}

uint64_t stax::rt::streamRead(const void *source, int64_t bytes) {
  applyNumThreads();
  const auto *from = static_cast<const Line *>(source);
  int64_t lines = bytes / kLineBytes;
  uint64_t sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    Line partial = {};
#pragma omp for schedule(static)
    for (int64_t i = 0; i < lines; ++i)
      partial += from[i];
    for (uint64_t lane = 0; lane < kLineBytes / sizeof(uint64_t); ++lane)
      sum += partial[lane];
  }
  const char *rest = reinterpret_cast<const char *>(from + lines);
  for (int64_t i = 0; i < bytes % kLineBytes; ++i)
    sum += rest[i];
  return sum;
}
