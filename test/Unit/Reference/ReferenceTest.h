//===- ReferenceTest.h - What tests of the interpreter share -- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_REFERENCE_REFERENCETEST_H
#define STAX_TEST_UNIT_REFERENCE_REFERENCETEST_H

#include "stax/Reference/Interpreter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

#include <limits>

namespace mlir::stax {

using Shape = ArrayRef<int64_t>;
using Numbers = std::vector<double>;
using Integers = std::vector<int64_t>;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Parses modules and runs their function `f`.
class ReferenceTest : public ::testing::Test {
protected:
  ReferenceTest();

  /// Tensors with the given elements. Numbers are converted by LLVM.
  ReferenceTensor floats(Type type, Shape shape, const Numbers &values);
  ReferenceTensor ints(Type type, Shape shape, const Integers &values);

  /// Results of `f` in `text`; none, with a test failure, if there is an error.
  SmallVector<ReferenceTensor> run(StringRef text,
                                   SmallVector<ReferenceTensor> args = {});
  /// The first of them.
  ReferenceTensor run1(StringRef text, SmallVector<ReferenceTensor> args = {});
  /// What `f` leaves in its first argument, a memref.
  ReferenceTensor runInPlace(StringRef text, SmallVector<ReferenceTensor> args);
  /// The error of `f`, as "kind: message"; "" if there is none.
  std::string runError(StringRef text, SmallVector<ReferenceTensor> args = {});

  MLIRContext context;
  Builder b;
  Type f16, bf16, f32, f64, i1, i8, i16, i32, i64, index;
  /// What the last run printed.
  std::vector<std::pair<std::string, ReferenceTensor>> printed;
  /// The text of the last run with # for each of them.
  std::string printedText;

private:
  llvm::Expected<SmallVector<ReferenceTensor>>
  call(StringRef text, SmallVector<ReferenceTensor> &args);
  OwningOpRef<ModuleOp> module;
};

/// Elements, integers signed.
Numbers numbers(const ReferenceTensor &tensor);
Integers integers(const ReferenceTensor &tensor);
/// Whether numbers are the same, signed zeros told apart, all NaN equal.
::testing::AssertionResult isSame(const Numbers &expected, const Numbers &got);
/// Whether no element has a bound or is undecided.
bool isExact(const ReferenceTensor &tensor);

} // namespace mlir::stax

#define EXPECT_SAME(expected, got)                                             \
  EXPECT_TRUE(::mlir::stax::isSame(expected, ::mlir::stax::numbers(got)))

#endif // STAX_TEST_UNIT_REFERENCE_REFERENCETEST_H
