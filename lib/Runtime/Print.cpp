//===- Print.cpp - Tensors that programs print ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The output is upstream's, to the byte: i8 prints as a character, and rows
// are indented by one blank for each open bracket, elements of a row too. Only
// tensors without elements differ: upstream prints one that it does not have.
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Print.h"
#include "Descriptor.h"

#include <cinttypes>
#include <cstring>
#include <sstream>
#include <string>

using namespace stax::rt;

static PrintObserver printObserver = nullptr;
static void *printContext = nullptr;
static ExpectObserver expectObserver = nullptr;
static void *expectContext = nullptr;
static std::FILE *printFile = nullptr;

void stax::rt::setPrintObserver(PrintObserver observer, void *context) {
  printObserver = observer;
  printContext = context;
}

void stax::rt::setExpectObserver(ExpectObserver observer, void *context) {
  expectObserver = observer;
  expectContext = context;
}

void stax::rt::setPrintFile(std::FILE *file) { printFile = file; }

static std::FILE *getPrintFile() { return printFile ? printFile : stdout; }

namespace {
/// Storage of the 16-bit floats, printed as the f32 of the same value.
struct Half {
  uint16_t bits;
};
struct BFloat {
  uint16_t bits;
};
} // namespace

static float toFloat(BFloat value) {
  uint32_t bits = uint32_t{value.bits} << 16;
  float result;
  std::memcpy(&result, &bits, sizeof(result));
  return result;
}

static float toFloat(Half value) {
  uint32_t magnitude = uint32_t{value.bits} & 0x7fff;
  // The exponent field moves from a bias of 15 to one of 127 by scaling with
  // 2^112, which is exact and turns subnormals into normal numbers.
  bool isFinite = magnitude < 0x7c00;
  uint32_t bits = magnitude << 13 | (isFinite ? 0 : 0x7f800000);
  float result;
  std::memcpy(&result, &bits, sizeof(result));
  if (isFinite)
    result *= 0x1p112f;
  return value.bits & 0x8000 ? -result : result;
}

static std::ostream &operator<<(std::ostream &os, BFloat value) {
  return os << toFloat(value);
}

static std::ostream &operator<<(std::ostream &os, Half value) {
  return os << toFloat(value);
}

static void printExtents(std::ostream &os, const int64_t *values,
                         int64_t rank) {
  for (int64_t i = 0; i < rank; ++i)
    os << (i ? ", " : "") << values[i];
}

/// Prints the sub-tensor of the last `dims` dimensions, whose sizes and
/// strides come first in the arrays.
template <typename T>
static void printElements(std::ostream &os, const T *data, int64_t dims,
                          int64_t rank, const int64_t *sizes,
                          const int64_t *strides) {
  if (dims == 0) {
    os << *data;
    return;
  }
  os << "[";
  for (int64_t i = 0; i < sizes[0]; ++i) {
    if (i > 0)
      os << (dims > 1 ? ", \n" : ", ") << std::string(rank - dims + 1, ' ');
    printElements(os, data + i * strides[0], dims - 1, rank, sizes + 1,
                  strides + 1);
  }
  os << "]";
}

/// The tensor that a descriptor describes; borrowed.
static stax_tensor makeTensor(int64_t rank, const Descriptor *descriptor,
                              stax_dtype dtype, size_t elementBytes) {
  auto *data = static_cast<char *>(static_cast<void *>(descriptor->aligned)) +
               descriptor->offset * static_cast<int64_t>(elementBytes);
  return {data, const_cast<int64_t *>(descriptor->getSizes()),
          const_cast<int64_t *>(descriptor->getStrides(rank)),
          static_cast<int32_t>(rank), dtype};
}

template <typename T>
static void printMemRef(int64_t rank, const Descriptor *descriptor,
                        stax_dtype dtype) {
  const int64_t *sizes = descriptor->getSizes();
  const int64_t *strides = descriptor->getStrides(rank);
  auto *data = reinterpret_cast<T *>(descriptor->aligned) + descriptor->offset;
  if (printObserver)
    printObserver(makeTensor(rank, descriptor, dtype, sizeof(T)), printContext);

  // A stream of its own, so that no manipulator of the program's std::cout
  // changes the format.
  std::ostringstream os;
  os << "Unranked Memref base@ = " << std::hex << std::showbase
     << reinterpret_cast<intptr_t>(descriptor->aligned) << std::dec
     << " rank = " << rank << " offset = " << descriptor->offset
     << " sizes = [";
  printExtents(os, sizes, rank);
  os << "] strides = [";
  printExtents(os, strides, rank);
  os << "] data = \n" << (rank == 0 ? "[" : "");
  printElements(os, data, rank, rank, sizes, strides);
  os << (rank == 0 ? "]\n" : "\n");

  std::string text = os.str();
  std::FILE *file = getPrintFile();
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

/// Both forms in which generated code passes an unranked memref: unpacked, and
/// behind a pointer with `llvm.emit_c_interface`.
#define STAX_DEFINE_PRINT(SUFFIX, TYPE, DTYPE)                                 \
  extern "C" void printMemref##SUFFIX(int64_t rank, void *descriptor) {        \
    printMemRef<TYPE>(rank, static_cast<Descriptor *>(descriptor), DTYPE);     \
  }                                                                            \
  extern "C" void _mlir_ciface_printMemref##SUFFIX(UnrankedMemRef *memref) {   \
    printMemRef<TYPE>(memref->rank, memref->descriptor, DTYPE);                \
  }

STAX_DEFINE_PRINT(I8, int8_t, STAX_I8)
STAX_DEFINE_PRINT(I16, int16_t, STAX_I16)
STAX_DEFINE_PRINT(I32, int32_t, STAX_I32)
STAX_DEFINE_PRINT(I64, int64_t, STAX_I64)
STAX_DEFINE_PRINT(Ind, uint64_t, STAX_I64)
STAX_DEFINE_PRINT(F16, Half, STAX_F16)
STAX_DEFINE_PRINT(BF16, BFloat, STAX_BF16)
STAX_DEFINE_PRINT(F32, float, STAX_F32)
STAX_DEFINE_PRINT(F64, double, STAX_F64)

#undef STAX_DEFINE_PRINT

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

template <typename T>
static void observeScalar(T value, stax_dtype dtype) {
  if (printObserver)
    printObserver(
        {&value, /*shape=*/nullptr, /*strides=*/nullptr, /*rank=*/0, dtype},
        printContext);
}

// What upstream lowers `vector.print` to, with the same text.
extern "C" void printI64(int64_t value) {
  observeScalar(value, STAX_I64);
  std::fprintf(getPrintFile(), "%" PRId64, value);
}
extern "C" void printU64(uint64_t value) {
  observeScalar(value, STAX_I64);
  std::fprintf(getPrintFile(), "%" PRIu64, value);
}
extern "C" void printF16(uint16_t bits) {
  observeScalar(bits, STAX_F16);
  std::fprintf(getPrintFile(), "%g", double{toFloat(Half{bits})});
}
extern "C" void printBF16(uint16_t bits) {
  observeScalar(bits, STAX_BF16);
  std::fprintf(getPrintFile(), "%g", double{toFloat(BFloat{bits})});
}
extern "C" void printF32(float value) {
  observeScalar(value, STAX_F32);
  std::fprintf(getPrintFile(), "%g", double{value});
}
extern "C" void printF64(double value) {
  observeScalar(value, STAX_F64);
  std::fprintf(getPrintFile(), "%g", value);
}
extern "C" void printString(const char *text) {
  std::fputs(text, getPrintFile());
}
extern "C" void printOpen() { printString("( "); }
extern "C" void printClose() { printString(" )"); }
extern "C" void printComma() { printString(", "); }
extern "C" void printNewline() {
  printString("\n");
  std::fflush(getPrintFile());
}

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

#define STAX_DEFINE_EXPECT(SUFFIX, TYPE, DTYPE)                                \
  extern "C" void stax_expect_##SUFFIX(int64_t number, int64_t resultRank,     \
                                       void *result, int64_t expectedRank,     \
                                       void *expected) {                       \
    if (expectObserver)                                                        \
      expectObserver(number,                                                   \
                     makeTensor(resultRank, static_cast<Descriptor *>(result), \
                                DTYPE, sizeof(TYPE)),                          \
                     makeTensor(expectedRank,                                  \
                                static_cast<Descriptor *>(expected), DTYPE,    \
                                sizeof(TYPE)),                                 \
                     expectContext);                                           \
  }

STAX_DEFINE_EXPECT(i1, int8_t, STAX_BOOL)
STAX_DEFINE_EXPECT(i8, int8_t, STAX_I8)
STAX_DEFINE_EXPECT(i16, int16_t, STAX_I16)
STAX_DEFINE_EXPECT(i32, int32_t, STAX_I32)
STAX_DEFINE_EXPECT(i64, int64_t, STAX_I64)
STAX_DEFINE_EXPECT(index, int64_t, STAX_I64)
STAX_DEFINE_EXPECT(f16, Half, STAX_F16)
STAX_DEFINE_EXPECT(bf16, BFloat, STAX_BF16)
STAX_DEFINE_EXPECT(f32, float, STAX_F32)
STAX_DEFINE_EXPECT(f64, double, STAX_F64)

#undef STAX_DEFINE_EXPECT
