//===- Compare.cpp - What agrees with the interpreter ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"
#include "mlir/IR/BuiltinTypes.h"
#include "stax/Reference/ReferenceTensor.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

/// Undecided elements are allowed in one of this many.
static constexpr int64_t kElementsPerUndecided = 10000;

/// Whether element `index` of both is the same number, or NaN in both. What
/// could have been another number agrees if it is not.
static bool isSame(ElementKind kind, const char *expected, const char *got,
                   int64_t index) {
  if (!isFloatKind(kind))
    return loadInteger(kind, expected, index) == loadInteger(kind, got, index);
  double lhs = loadFloat(kind, expected, index);
  double rhs = loadFloat(kind, got, index);
  return lhs == rhs || (std::isnan(lhs) && std::isnan(rhs));
}

/// Whether floats agree; notes the distance of finite ones in `result`.
static bool agree(ElementKind kind, double expected, double got, double bound,
                  CheckResult &result) {
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got))
    return expected == got;
  // The difference of two f64 need not be one.
  long double distance = std::fabs((long double)got - (long double)expected);
  result.maxAbs = std::max(result.maxAbs, double(distance));
  result.maxUlp =
      std::max(result.maxUlp, double(distance / getUlp(kind, expected)));
  if (bound == 0 && std::signbit(expected) != std::signbit(got))
    return false;
  return distance <= bound;
}

static std::string toString(Type elementType, ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape)
    os << extent << 'x';
  os << elementType;
  return text;
}

/// The coordinates of the element that is `index`-th in row-major order.
static SmallVector<int64_t> delinearize(int64_t index,
                                        ArrayRef<int64_t> shape) {
  SmallVector<int64_t> coordinates(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
    coordinates[axis] = index % shape[axis];
  return coordinates;
}

CheckResult stax::compare(const ReferenceTensor &expected,
                          const TensorView &got) {
  CheckResult result;
  Type type = expected.getElementType();
  ArrayRef<int64_t> shape = expected.getShape();
  result.elements = expected.getNumElements();
  if (got.elementType != type || got.shape != shape) {
    result.reason =
        llvm::formatv("expected {0}, but got {1}", toString(type, shape),
                      toString(got.elementType, got.shape));
    return result;
  }

  ElementKind kind = *getElementKind(type);
  auto *expectedData = static_cast<const char *>(expected.getData());
  auto *gotData = static_cast<const char *>(got.data);
  std::optional<int64_t> firstBad;
  for (int64_t i = 0; i < result.elements; ++i) {
    if (expected.isUndecided(i)) {
      result.undecided += !isSame(kind, expectedData, gotData, i);
      continue;
    }
    if (expected.getMark(i) == ReferenceTensor::kUnpredictable)
      continue;
    bool agrees =
        isFloatKind(kind)
            ? agree(kind, loadFloat(kind, expectedData, i),
                    loadFloat(kind, gotData, i), expected.getBound(i), result)
            : loadInteger(kind, expectedData, i) ==
                  loadInteger(kind, gotData, i);
    if (!agrees && !firstBad)
      firstBad = i;
  }

  if (firstBad) {
    TypedAttr gotElement =
        ReferenceTensor::copyOf(type, {},
                                gotData + *firstBad * getElementSize(kind))
            .getElement(0);
    result.firstBad = {delinearize(*firstBad, shape), gotElement,
                       expected.getElement(*firstBad)};
    result.reason =
        llvm::formatv("element [{0:$[, ]}] is {1}, but expected {2}",
                      llvm::make_range(result.firstBad->index.begin(),
                                       result.firstBad->index.end()),
                      result.firstBad->got, result.firstBad->expected);
  } else if (result.undecided * kElementsPerUndecided > result.elements) {
    result.reason =
        llvm::formatv("{0} of {1} elements are undecided, more than one in {2}",
                      result.undecided, result.elements, kElementsPerUndecided);
  }
  result.ok = result.reason.empty();
  return result;
}
