//===- Threads.cpp - The number of threads --------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include "stax-c/Runtime.h"

#include <algorithm>
#include <atomic>

#include <omp.h>

static std::atomic<int32_t> requestedThreads{0};

void stax_set_num_threads(int32_t threads) {
  requestedThreads.store(std::max(threads, 0), std::memory_order_relaxed);
}

int32_t stax_get_num_threads() {
  int32_t threads = requestedThreads.load(std::memory_order_relaxed);
  return threads ? threads : omp_get_num_procs();
}

void stax::rt::applyNumThreads() {
  int32_t threads = stax_get_num_threads();
  if (omp_get_max_threads() != threads)
    omp_set_num_threads(threads);
}
