//===- CallsTest.cpp - Entries that can be left at any point --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Calls.h"

#include <csetjmp>
#include <functional>
#include <gtest/gtest.h>
#include <string>

extern "C" {
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);
}

/// Runs `body` as generated code runs an entry; returns its code.
static int32_t runCall(const std::function<void()> &body, stax_error *error) {
  alignas(STAX_CALL_ALIGNMENT) stax_call call;
  stax_call_begin(&call, nullptr);
  if (_setjmp(*reinterpret_cast<jmp_buf *>(&call)) != 0)
    return stax_call_abandoned(&call, error);
  body();
  stax_call_end(&call);
  return STAX_OK;
}

// What a call has allocated and not freed belongs to its caller.
TEST(Calls, HandBuffersOver) {
  void *kept = nullptr;
  stax_error error;
  EXPECT_EQ(runCall(
                [&] {
                  _mlir_memref_to_llvm_free(_mlir_memref_to_llvm_alloc(64));
                  kept = _mlir_memref_to_llvm_alloc(100);
                },
                &error),
            STAX_OK);
  ASSERT_NE(kept, nullptr);
  stax_free(kept);
}

// A call without memory frees what it has, and says how much was missing.
TEST(Calls, ReportMissingMemory) {
  int64_t before = stax_pool_live_bytes();
  stax_error error;
  EXPECT_EQ(runCall(
                [] {
                  _mlir_memref_to_llvm_alloc(100);
                  _mlir_memref_to_llvm_alloc(uint64_t{1} << 60);
                },
                &error),
            STAX_OUT_OF_MEMORY);
  EXPECT_EQ(std::string(error.message),
            "out of memory allocating 1152921504606846976 bytes");
  EXPECT_EQ(stax_pool_live_bytes(), before);
}

// An abandoned inner call leaves the buffers of the outer one alone.
TEST(Calls, Nest) {
  int64_t before = stax_pool_live_bytes();
  stax_error error;
  void *outer = nullptr;
  EXPECT_EQ(runCall(
                [&] {
                  outer = _mlir_memref_to_llvm_alloc(100);
                  EXPECT_EQ(runCall(
                                [] {
                                  _mlir_memref_to_llvm_alloc(200);
                                  stax_abandon();
                                },
                                &error),
                            STAX_OK);
                },
                &error),
            STAX_OK);
  EXPECT_EQ(stax_pool_live_bytes(), before + 100);
  stax_free(outer);
}
