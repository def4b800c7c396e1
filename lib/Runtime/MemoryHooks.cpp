//===- MemoryHooks.cpp - Allocation by generated code ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream's finalize-memref-to-llvm calls with
// `use-generic-functions`, on the pool of stax_alloc.
//
// Code between here and the entry cannot report a failure (a memref.alloc has
// no error result), so running out of memory ends the process. Entries that
// must survive it take an arena from their caller.
//
//===----------------------------------------------------------------------===//

#include "Pool.h"

#include "stax-c/Runtime.h"

#include <cstdio>
#include <cstdlib>

using namespace stax::rt;

// Upstream fixes these names.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);
}
// NOLINTEND(readability-identifier-naming)

static void *allocateOrExit(uint64_t bytes, uint64_t alignment) {
  // Sizes above INT64_MAX turn negative, which the pool refuses.
  void *data = allocateBuffer(static_cast<int64_t>(bytes),
                              static_cast<int64_t>(alignment));
  if (data)
    return data;
  std::fprintf(stderr, "stax: out of memory allocating %llu bytes\n",
               static_cast<unsigned long long>(bytes));
  std::_Exit(1);
}

void *_mlir_memref_to_llvm_alloc(uint64_t bytes) {
  return allocateOrExit(bytes, kBufferAlignment);
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes) {
  return allocateOrExit(bytes, alignment);
}

void _mlir_memref_to_llvm_free(void *data) { freeBuffer(data); }
