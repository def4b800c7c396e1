//===- NumPyPrinter.cpp - Tensors as NumPy prints them --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows numpy/_core/arrayprint.py: _array2string, _formatArray,
// FloatingFormat, IntegerFormat and BoolFormat. Legacy modes and settings other
// than the default ones are left out.
//
//===----------------------------------------------------------------------===//

#include "stax/Support/NumPyPrinter.h"
#include "FloatFormat.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

using namespace mlir::stax;

static constexpr int64_t kThreshold = 1000; // elements
static constexpr int64_t kEdgeItems = 3;    // of a summarised dimension
static constexpr int kPrecision = 8;        // digits after the point
static constexpr size_t kLineWidth = 75;    // characters

using Words = std::vector<std::string>;

static std::string padLeft(std::string text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Formats the floats of an array alike.
class FloatFormatter {
public:
  FloatFormatter(stax_dtype dtype, llvm::ArrayRef<double> values);

  std::string format(double value) const;

private:
  bool needsExponent(llvm::ArrayRef<double> values) const;
  void widenForNonFinite(llvm::ArrayRef<double> values);
  DecimalParts getParts(double value) const {
    return hasExponent ? formatScientific(dtype, value, kPrecision)
                       : formatPositional(dtype, value, kPrecision);
  }

  stax_dtype dtype;
  bool hasExponent = false;
  size_t integerWidth = 0;
  size_t fractionWidth = 0;
  size_t exponentDigits = 0;
};
} // namespace

/// From here on a number is written with an exponent: for scalars and, if
/// less, 1e8 for arrays.
static double getExponentCutoff(stax_dtype dtype) {
  if (dtype == STAX_F64)
    return 1e16;
  return dtype == STAX_F32 ? 1e6 : 1e3;
}

bool FloatFormatter::needsExponent(llvm::ArrayRef<double> values) const {
  double min = HUGE_VAL, max = 0;
  for (double value : values) {
    if (!std::isfinite(value) || value == 0)
      continue;
    min = std::min(min, std::fabs(value));
    max = std::max(max, std::fabs(value));
  }
  // NumPy compares in the array's type.
  return max > 0 && (max >= std::min(1e8, getExponentCutoff(dtype)) ||
                     min < roundToDType(dtype, 0.0001) ||
                     roundToDType(dtype, max / min) > 1000.0);
}

FloatFormatter::FloatFormatter(stax_dtype dtype, llvm::ArrayRef<double> values)
    : dtype(dtype) {
  hasExponent = needsExponent(values);
  for (double value : values) {
    if (!std::isfinite(value))
      continue;
    DecimalParts parts = getParts(value);
    integerWidth = std::max(integerWidth, parts.integer.size());
    fractionWidth = std::max(fractionWidth, parts.fraction.size());
    if (hasExponent)
      exponentDigits = std::max(exponentDigits, parts.exponent.size() - 1);
  }
  widenForNonFinite(values);
}

/// "nan" and "-inf" fill the integer part, the point and what follows it.
void FloatFormatter::widenForNonFinite(llvm::ArrayRef<double> values) {
  if (llvm::all_of(values, [](double value) { return std::isfinite(value); }))
    return;
  size_t length = 3 + llvm::is_contained(values, -HUGE_VAL);
  size_t other = 1 + fractionWidth + (hasExponent ? 2 + exponentDigits : 0);
  if (length > other)
    integerWidth = std::max(integerWidth, length - other);
}

std::string FloatFormatter::format(double value) const {
  size_t exponentWidth = hasExponent ? 2 + exponentDigits : 0;
  if (!std::isfinite(value)) {
    std::string text = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    return padLeft(text, integerWidth + 1 + fractionWidth + exponentWidth);
  }
  if (!hasExponent) {
    DecimalParts parts = formatPositional(dtype, value, kPrecision);
    size_t blanks = fractionWidth - parts.fraction.size();
    return padLeft(parts.integer, integerWidth) + "." + parts.fraction +
           std::string(blanks, ' ');
  }
  // With an exponent, all numbers show as many digits as the longest.
  DecimalParts parts = formatAllDigits(value, fractionWidth);
  std::string digits = parts.exponent.substr(1);
  return padLeft(parts.integer, integerWidth) + "." + parts.fraction + "e" +
         parts.exponent[0] + std::string(exponentDigits - digits.size(), '0') +
         digits;
}

static Words formatFloats(stax_dtype dtype,
                          llvm::ArrayRef<const char *> elements) {
  std::vector<double> values;
  for (const char *element : elements)
    values.push_back(loadFloat(dtype, element));
  FloatFormatter formatter(dtype, values);
  Words words;
  for (double value : values)
    words.push_back(formatter.format(value));
  return words;
}

static Words formatIntegers(stax_dtype dtype,
                            llvm::ArrayRef<const char *> elements) {
  Words words;
  size_t width = 0;
  for (const char *element : elements) {
    int64_t value = loadInteger(dtype, element);
    words.push_back(dtype != STAX_BOOL ? std::to_string(value)
                    : value            ? "True"
                                       : "False");
    width = std::max(width, words.back().size());
  }
  if (dtype == STAX_BOOL)
    width = 5; // of False, shown or not
  for (std::string &word : words)
    word = padLeft(std::move(word), width);
  return words;
}

/// A scalar has all its digits, and no point before an exponent without need.
static std::string formatScalar(stax_dtype dtype, const char *element) {
  if (!isFloatDType(dtype)) {
    int64_t value = loadInteger(dtype, element);
    return dtype != STAX_BOOL ? std::to_string(value)
                              : (value ? "True" : "False");
  }
  double value = loadFloat(dtype, element);
  if (!std::isfinite(value))
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  constexpr int kAllDigits = std::numeric_limits<int>::max();
  double magnitude = std::fabs(value);
  if (value == 0 || (magnitude >= roundToDType(dtype, 0.0001) &&
                     magnitude < getExponentCutoff(dtype))) {
    DecimalParts parts = formatPositional(dtype, value, kAllDigits);
    return parts.integer + "." +
           (parts.fraction.empty() ? "0" : parts.fraction);
  }
  DecimalParts parts = formatScientific(dtype, value, kAllDigits);
  return parts.integer + (parts.fraction.empty() ? "" : ".") + parts.fraction +
         "e" + parts.exponent;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

namespace {
/// Walks the elements that are shown, twice: to collect them and to lay out
/// their words.
class ArrayLayout {
public:
  ArrayLayout(const stax_tensor &tensor, bool isSummarized)
      : shape(tensor.shape, tensor.rank), strides(getStrides(tensor)),
        isSummarized(isSummarized) {}

  void collect(const char *data, int64_t size, size_t dim,
               std::vector<const char *> &elements) const;

  /// The text of one sub-array, whose words come next in `word`. `indent` and
  /// `width` are those of NumPy's recursion.
  std::string format(size_t dim, size_t indent, size_t width,
                     Words::const_iterator &word) const;

private:
  bool isCut(size_t dim) const {
    return isSummarized && shape[dim] > 2 * kEdgeItems;
  }
  int64_t getNumShown(size_t dim) const {
    return isCut(dim) ? 2 * kEdgeItems : shape[dim];
  }
  std::string formatRow(size_t dim, size_t indent, size_t width,
                        Words::const_iterator &word) const;

  llvm::ArrayRef<int64_t> shape;
  llvm::SmallVector<int64_t, 4> strides;
  bool isSummarized;
};
} // namespace

void ArrayLayout::collect(const char *data, int64_t size, size_t dim,
                          std::vector<const char *> &elements) const {
  if (dim == shape.size()) {
    elements.push_back(data);
    return;
  }
  int64_t skipped = shape[dim] - getNumShown(dim);
  for (int64_t i = 0, e = getNumShown(dim); i < e; ++i) {
    int64_t index = i < kEdgeItems ? i : i + skipped;
    collect(data + index * strides[dim] * size, size, dim + 1, elements);
  }
}

static size_t narrow(size_t width) { return width ? width - 1 : 0; }

/// Appends `word` to the last line of a row, or to a new one.
static void extendLine(std::string &text, std::string &line, size_t indent,
                       size_t width, const std::string &word) {
  // A line of nothing but the indent would not become shorter.
  if (line.size() + word.size() > width && line.size() > indent) {
    text += llvm::StringRef(line).rtrim().str() + "\n";
    line.assign(indent, ' ');
  }
  line += word;
}

std::string ArrayLayout::formatRow(size_t dim, size_t indent, size_t width,
                                   Words::const_iterator &word) const {
  std::string text;
  std::string line(indent, ' ');
  size_t rowWidth = narrow(width); // room for the closing bracket
  for (int64_t i = 0, e = getNumShown(dim); i < e; ++i) {
    if (i > 0)
      line += ' ';
    if (isCut(dim) && i == kEdgeItems) {
      extendLine(text, line, indent, rowWidth, "...");
      line += ' ';
    }
    extendLine(text, line, indent, rowWidth, *word++);
  }
  return text + line;
}

std::string ArrayLayout::format(size_t dim, size_t indent, size_t width,
                                Words::const_iterator &word) const {
  std::string text;
  size_t dimsLeft = shape.size() - dim;
  if (dimsLeft == 1) {
    text = formatRow(dim, indent, width, word);
  } else {
    std::string margin(indent, ' ');
    std::string separator(dimsLeft - 1, '\n');
    for (int64_t i = 0, e = getNumShown(dim); i < e; ++i) {
      if (i > 0)
        text += separator;
      if (isCut(dim) && i == kEdgeItems)
        text += margin + "..." + separator;
      text += margin + format(dim + 1, indent + 1, narrow(width), word);
    }
  }
  return "[" + text.substr(indent) + "]";
}

std::string mlir::stax::formatLikeNumPy(const stax_tensor &tensor) {
  auto dtype = static_cast<stax_dtype>(tensor.dtype);
  auto *data = static_cast<const char *>(tensor.data);
  if (tensor.rank == 0)
    return formatScalar(dtype, data);
  std::optional<int64_t> count =
      countElements(dtype, {tensor.shape, static_cast<size_t>(tensor.rank)});
  if (!count || *count == 0)
    return "[]";

  ArrayLayout layout(tensor, /*isSummarized=*/*count > kThreshold);
  std::vector<const char *> elements;
  layout.collect(data, getDTypeSize(dtype), /*dim=*/0, elements);
  Words words = isFloatDType(dtype) ? formatFloats(dtype, elements)
                                    : formatIntegers(dtype, elements);
  Words::const_iterator word = words.begin();
  return layout.format(/*dim=*/0, /*indent=*/1, kLineWidth, word);
}
