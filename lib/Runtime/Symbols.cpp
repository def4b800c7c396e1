//===- Symbols.cpp - What generated code may call -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Symbols.h"
#include "stax-c/Calls.h"
#include "stax-c/Runtime.h"

#include <csetjmp>
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
void printI64(int64_t value);
void printU64(uint64_t value);
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printF32(float value);
void printF64(double value);
void printString(const char *text);
void printOpen();
void printClose();
void printComma();
void printNewline();
#define STAX_DECLARE_EXPECT(SUFFIX)                                            \
  void stax_expect_##SUFFIX(int64_t number, int64_t resultRank, void *result,  \
                            int64_t expectedRank, void *expected);
#define STAX_FOR_EACH_EXPECT(MACRO)                                            \
  MACRO(i1)                                                                    \
  MACRO(i8)                                                                    \
  MACRO(i16)                                                                   \
  MACRO(i32)                                                                   \
  MACRO(i64) MACRO(index) MACRO(f16) MACRO(bf16) MACRO(f32) MACRO(f64)
STAX_FOR_EACH_EXPECT(STAX_DECLARE_EXPECT)
}
// NOLINTEND(readability-identifier-naming)

#define STAX_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}
#define STAX_PRINT_SYMBOL(SUFFIX) STAX_SYMBOL(printMemref##SUFFIX),
#define STAX_EXPECT_SYMBOL(SUFFIX) STAX_SYMBOL(stax_expect_##SUFFIX),

static const stax::rt::Symbol symbols[] = {
    STAX_FOR_EACH_PRINT(STAX_PRINT_SYMBOL)
        STAX_FOR_EACH_EXPECT(STAX_EXPECT_SYMBOL) STAX_SYMBOL(printI64),
    STAX_SYMBOL(printU64),
    STAX_SYMBOL(printF16),
    STAX_SYMBOL(printBF16),
    STAX_SYMBOL(printF32),
    STAX_SYMBOL(printF64),
    STAX_SYMBOL(printString),
    STAX_SYMBOL(printOpen),
    STAX_SYMBOL(printClose),
    STAX_SYMBOL(printComma),
    STAX_SYMBOL(printNewline),
    // What lowered code calls.
    STAX_SYMBOL(stax_alloc),
    STAX_SYMBOL(stax_free),
    STAX_SYMBOL(stax_check_arguments),
    STAX_SYMBOL(stax_place_result),
    STAX_SYMBOL(stax_deliver_result),
    STAX_SYMBOL(stax_report_checks),
    STAX_SYMBOL(stax_call_begin),
    STAX_SYMBOL(_setjmp),
    STAX_SYMBOL(stax_call_end),
    STAX_SYMBOL(stax_call_abandoned),
    STAX_SYMBOL(stax_abandon),
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
