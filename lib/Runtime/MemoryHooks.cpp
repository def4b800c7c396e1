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
// no error result), so running out of memory abandons the call.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Pool.h"

#include <cstdint>

using namespace stax::rt;

// Upstream fixes these names.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);
}
// NOLINTEND(readability-identifier-naming)

static void *allocate(uint64_t bytes, uint64_t alignment) {
  // Sizes above INT64_MAX turn negative, which the pool refuses.
  void *data = allocateBuffer(static_cast<int64_t>(bytes),
                              static_cast<int64_t>(alignment));
  if (!data)
    abandonForMemory(bytes);
  noteAllocation(data);
  return data;
}

void *_mlir_memref_to_llvm_alloc(uint64_t bytes) {
  return allocate(bytes, kBufferAlignment);
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes) {
  return allocate(bytes, alignment);
}

void _mlir_memref_to_llvm_free(void *data) {
  noteFree(data);
  freeBuffer(data);
}
