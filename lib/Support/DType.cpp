//===- DType.cpp - Element types on the host ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/DType.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::stax;

llvm::StringRef mlir::stax::getDTypeName(stax_dtype dtype) {
  switch (dtype) {
  case STAX_BOOL:
    return "i1";
  case STAX_I8:
    return "i8";
  case STAX_I16:
    return "i16";
  case STAX_I32:
    return "i32";
  case STAX_I64:
    return "i64";
  case STAX_F16:
    return "f16";
  case STAX_BF16:
    return "bf16";
  case STAX_F32:
    return "f32";
  case STAX_F64:
    return "f64";
  }
  llvm_unreachable("not a stax_dtype");
}

std::optional<stax_dtype> mlir::stax::parseDType(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<stax_dtype>>(name)
      .Case("i1", STAX_BOOL)
      .Case("i8", STAX_I8)
      .Case("i16", STAX_I16)
      .Case("i32", STAX_I32)
      .Cases({"i64", "index"}, STAX_I64)
      .Case("f16", STAX_F16)
      .Case("bf16", STAX_BF16)
      .Case("f32", STAX_F32)
      .Case("f64", STAX_F64)
      .Default(std::nullopt);
}

int64_t mlir::stax::getDTypeSize(stax_dtype dtype) {
  switch (dtype) {
  case STAX_BOOL:
  case STAX_I8:
    return 1;
  case STAX_I16:
  case STAX_F16:
  case STAX_BF16:
    return 2;
  case STAX_I32:
  case STAX_F32:
    return 4;
  case STAX_I64:
  case STAX_F64:
    return 8;
  }
  llvm_unreachable("not a stax_dtype");
}

bool mlir::stax::isFloatDType(stax_dtype dtype) { return dtype >= STAX_F16; }

template <typename T>
static T load(const void *data) {
  T value;
  std::memcpy(&value, data, sizeof(value));
  return value;
}

template <typename T>
static void store(T value, void *data) {
  std::memcpy(data, &value, sizeof(value));
}

static const llvm::fltSemantics &getSemantics(stax_dtype dtype) {
  switch (dtype) {
  case STAX_F16:
    return llvm::APFloat::IEEEhalf();
  case STAX_BF16:
    return llvm::APFloat::BFloat();
  case STAX_F32:
    return llvm::APFloat::IEEEsingle();
  default:
    return llvm::APFloat::IEEEdouble();
  }
}

static llvm::APFloat round(stax_dtype dtype, double value) {
  llvm::APFloat result(value);
  bool losesInfo = false;
  result.convert(getSemantics(dtype), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return result;
}

double mlir::stax::loadFloat(stax_dtype dtype, const void *data) {
  if (dtype == STAX_F64)
    return load<double>(data);
  if (dtype == STAX_F32)
    return load<float>(data);
  llvm::APInt bits(16, load<uint16_t>(data));
  return llvm::APFloat(getSemantics(dtype), bits).convertToDouble();
}

int64_t mlir::stax::loadInteger(stax_dtype dtype, const void *data) {
  switch (getDTypeSize(dtype)) {
  case 1: {
    auto value = load<int8_t>(data);
    return dtype == STAX_BOOL ? value != 0 : value;
  }
  case 2:
    return load<int16_t>(data);
  case 4:
    return load<int32_t>(data);
  default:
    return load<int64_t>(data);
  }
}

double mlir::stax::roundToDType(stax_dtype dtype, double value) {
  if (dtype == STAX_F64)
    return value;
  if (dtype == STAX_F32)
    return static_cast<float>(value);
  return round(dtype, value).convertToDouble();
}

double mlir::stax::getPredecessor(stax_dtype dtype, double value) {
  llvm::APFloat result = round(dtype, value);
  result.next(/*nextDown=*/true);
  return result.convertToDouble();
}

void mlir::stax::storeFloat(stax_dtype dtype, double value, void *data) {
  if (dtype == STAX_F64)
    return store(value, data);
  if (dtype == STAX_F32)
    return store(static_cast<float>(value), data);
  llvm::APInt bits = round(dtype, value).bitcastToAPInt();
  store(static_cast<uint16_t>(bits.getZExtValue()), data);
}

void mlir::stax::storeInteger(stax_dtype dtype, int64_t value, void *data) {
  if (dtype == STAX_BOOL)
    return store(static_cast<int8_t>(value & 1), data);
  switch (getDTypeSize(dtype)) {
  case 1:
    return store(static_cast<int8_t>(value), data);
  case 2:
    return store(static_cast<int16_t>(value), data);
  case 4:
    return store(static_cast<int32_t>(value), data);
  default:
    return store(value, data);
  }
}

std::optional<int64_t>
mlir::stax::countElements(stax_dtype dtype, llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  bool overflows = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    // An extent of 0 may follow that makes the product fit after all.
    overflows |= llvm::MulOverflow(count, extent, count);
  }
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t bytes = 0;
  if (overflows || llvm::MulOverflow(count, getDTypeSize(dtype), bytes))
    return std::nullopt;
  return count;
}

std::string mlir::stax::formatShapedType(stax_dtype dtype,
                                         llvm::ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + getDTypeName(dtype).str();
}
