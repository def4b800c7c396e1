//===- InputSpec.cpp - Tensors described on command lines -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/InputSpec.h"
#include "stax/Support/Generate.h"
#include "stax/Support/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir::stax;

static std::optional<InputSpec::Kind> getKind(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<InputSpec::Kind>>(name)
      .Case("random", InputSpec::Kind::Random)
      .Case("zeros", InputSpec::Kind::Zeros)
      .Case("iota", InputSpec::Kind::Iota)
      .Default(std::nullopt);
}

/// Parses "64x128xf32" into the shape and element type of `spec`.
static llvm::Error parseShapedType(llvm::StringRef type, InputSpec &spec) {
  llvm::StringRef rest = type;
  while (!rest.empty() &&
         (llvm::isDigit(rest.front()) || rest.front() == '?')) {
    auto [digits, tail] = rest.split('x');
    int64_t extent = 0;
    if (digits.getAsInteger(10, extent))
      return llvm::createStringError("expected an extent from 0 to "
                                     "9223372036854775807 in '" +
                                     type + "', but got '" + digits + "'");
    spec.shape.push_back(extent);
    rest = tail;
  }
  std::optional<stax_dtype> dtype = parseDType(rest);
  if (!dtype)
    return llvm::createStringError(
        "expected a shape and an element type i1, i8, i16, i32, i64, index, "
        "f16, bf16, f32 or f64, as in 64x128xf32, but got '" +
        type + "'");
  spec.dtype = *dtype;
  return llvm::Error::success();
}

static bool parseFloatRange(llvm::StringRef low, llvm::StringRef high,
                            InputSpec &spec) {
  double lowest = 0, highest = 0;
  if (low.getAsDouble(lowest, /*AllowInexact=*/true) ||
      high.getAsDouble(highest, /*AllowInexact=*/true))
    return false;
  lowest = roundToDType(spec.dtype, lowest);
  highest = roundToDType(spec.dtype, highest);
  spec.floatRange = {lowest, highest};
  return lowest < highest && std::isfinite(highest - lowest);
}

static bool parseIntegerRange(llvm::StringRef low, llvm::StringRef high,
                              InputSpec &spec) {
  std::pair<int64_t, int64_t> range;
  if (low.getAsInteger(10, range.first) || high.getAsInteger(10, range.second))
    return false;
  spec.integerRange = range;
  if (spec.dtype == STAX_BOOL)
    return range.first >= 0 && range.first <= range.second && range.second <= 1;
  int64_t bits = 8 * getDTypeSize(spec.dtype);
  return range.first <= range.second && llvm::isIntN(bits, range.first) &&
         llvm::isIntN(bits, range.second);
}

static llvm::Error parseRange(llvm::StringRef value, InputSpec &spec) {
  auto [low, high] = value.split(',');
  bool isFloat = isFloatDType(spec.dtype);
  if (isFloat ? parseFloatRange(low, high, spec)
              : parseIntegerRange(low, high, spec))
    return llvm::Error::success();
  return llvm::createStringError(
      "expected range=LOW," +
      llvm::Twine(isFloat ? "HIGH, LOW below" : "HIGH, LOW at most") +
      " HIGH, both values of " + getDTypeName(spec.dtype) + ", but got '" +
      value + "'");
}

static llvm::Error parseOption(llvm::StringRef option, InputSpec &spec) {
  auto [key, value] = option.split('=');
  if (spec.kind != InputSpec::Kind::Random || (key != "seed" && key != "range"))
    return llvm::createStringError("unknown option '" + option +
                                   "'; only random has any, seed=N and "
                                   "range=LOW,HIGH");
  if (key == "range")
    return parseRange(value, spec);
  if (value.getAsInteger(10, spec.seed))
    return llvm::createStringError("expected seed=N, N from 0 to "
                                   "18446744073709551615, but got '" +
                                   value + "'");
  return llvm::Error::success();
}

static llvm::Error parseGenerated(llvm::StringRef text, InputSpec &spec) {
  auto [type, options] = text.split(':');
  if (llvm::Error error = parseShapedType(type, spec))
    return error;
  while (!options.empty()) {
    auto [option, rest] = options.split(':');
    if (llvm::Error error = parseOption(option, spec))
      return error;
    options = rest;
  }
  return llvm::Error::success();
}

llvm::Expected<InputSpec> InputSpec::parse(llvm::StringRef text) {
  InputSpec spec;
  auto [name, rest] = text.split(':');
  std::optional<Kind> kind = getKind(name);
  if (!kind && text.ends_with(".npy")) {
    spec.path = text.str();
    return std::move(spec);
  }
  if (!kind)
    return llvm::createStringError(
        "input '" + text +
        "': expected FILE.npy, random:TYPE[:seed=N][:range=LOW,HIGH], "
        "zeros:TYPE or iota:TYPE, with a TYPE such as 64x128xf32");
  spec.kind = *kind;
  if (llvm::Error error = parseGenerated(rest, spec))
    return llvm::createStringError("input '" + text +
                                   "': " + llvm::toString(std::move(error)));
  return std::move(spec);
}

static void fillFromSpec(const InputSpec &spec, HostTensor &tensor) {
  if (spec.floatRange)
    fillRandomFloats(tensor, spec.seed, spec.floatRange->first,
                     spec.floatRange->second);
  else if (spec.integerRange)
    fillRandomIntegers(tensor, spec.seed, spec.integerRange->first,
                       spec.integerRange->second);
  else
    fillRandom(tensor, spec.seed);
}

llvm::Expected<HostTensor> InputSpec::materialize() const {
  if (kind == Kind::File)
    return readNpy(path);
  llvm::Expected<HostTensor> tensor = HostTensor::create(dtype, shape);
  if (!tensor)
    return tensor;
  if (kind == Kind::Random)
    fillFromSpec(*this, *tensor);
  else if (kind == Kind::Iota)
    fillIota(*tensor);
  return tensor;
}
