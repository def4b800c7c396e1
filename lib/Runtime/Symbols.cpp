//===- Symbols.cpp - What generated code may call -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Symbols.h"
#include "stax-c/Runtime.h"

#include <cstdint>
#include <iterator>

// Functions without a header: upstream's lowerings call them by name.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
struct UnrankedMemRef;
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t bytes);
void _mlir_memref_to_llvm_free(void *data);
void memrefCopy(int64_t elementBytes, UnrankedMemRef *source,
                UnrankedMemRef *target);
double rtclock();
int64_t nanoTime();
#define STAX_DECLARE_PRINT(SUFFIX)                                             \
  void printMemref##SUFFIX(int64_t rank, void *descriptor);
#define STAX_FOR_EACH_PRINT(MACRO)                                             \
  MACRO(I8)                                                                    \
  MACRO(I16)                                                                   \
  MACRO(I32) MACRO(I64) MACRO(Ind) MACRO(F16) MACRO(BF16) MACRO(F32) MACRO(F64)
STAX_FOR_EACH_PRINT(STAX_DECLARE_PRINT)
}
// NOLINTEND(readability-identifier-naming)

#define STAX_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}
#define STAX_PRINT_SYMBOL(SUFFIX) STAX_SYMBOL(printMemref##SUFFIX),

static const stax::rt::Symbol symbols[] = {
    STAX_FOR_EACH_PRINT(STAX_PRINT_SYMBOL)
    // What lowered code calls.
    STAX_SYMBOL(stax_alloc),
    STAX_SYMBOL(stax_free),
    STAX_SYMBOL(stax_check_arguments),
    STAX_SYMBOL(stax_deliver_result),
    STAX_SYMBOL(stax_report_checks),
    STAX_SYMBOL(_mlir_memref_to_llvm_alloc),
    STAX_SYMBOL(_mlir_memref_to_llvm_aligned_alloc),
    STAX_SYMBOL(_mlir_memref_to_llvm_free),
    STAX_SYMBOL(memrefCopy),
    STAX_SYMBOL(rtclock),
    STAX_SYMBOL(nanoTime),
};

const stax::rt::Symbol *stax::rt::getSymbols(size_t &count) {
  count = std::size(symbols);
  return symbols;
}
