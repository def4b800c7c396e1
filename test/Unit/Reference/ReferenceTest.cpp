//===- ReferenceTest.cpp - What tests of the interpreter share ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "stax/IR/StaxDialect.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

ReferenceTest::ReferenceTest() : b(&context) {
  context
      .loadDialect<affine::AffineDialect, arith::ArithDialect,
                   bufferization::BufferizationDialect, cf::ControlFlowDialect,
                   func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                   memref::MemRefDialect, scf::SCFDialect,
                   tensor::TensorDialect, vector::VectorDialect, StaxDialect>();
  f16 = b.getF16Type();
  bf16 = b.getBF16Type();
  f32 = b.getF32Type();
  f64 = b.getF64Type();
  i1 = b.getI1Type();
  i8 = b.getI8Type();
  i16 = b.getI16Type();
  i32 = b.getI32Type();
  i64 = b.getI64Type();
  index = b.getIndexType();
}

/// A tensor whose elements are those of `attributes`.
static ReferenceTensor assemble(Type type, Shape shape,
                                ArrayRef<TypedAttr> attributes) {
  ReferenceTensor tensor(type, shape);
  EXPECT_EQ(tensor.getNumElements(), int64_t(attributes.size()));
  char *data = static_cast<char *>(tensor.getMutableData());
  int64_t bytes = ReferenceTensor::getElementBytes(type);
  for (auto [i, attribute] : llvm::enumerate(attributes))
    memcpy(data + i * bytes, ReferenceTensor::getScalar(attribute).getData(),
           bytes);
  return tensor;
}

ReferenceTensor ReferenceTest::floats(Type type, Shape shape,
                                      const Numbers &values) {
  return assemble(type, shape,
                  llvm::map_to_vector(values, [&](double value) -> TypedAttr {
                    return FloatAttr::get(type, value);
                  }));
}

ReferenceTensor ReferenceTest::ints(Type type, Shape shape,
                                    const Integers &values) {
  return assemble(
      type, shape, llvm::map_to_vector(values, [&](int64_t value) -> TypedAttr {
        return IntegerAttr::get(
            type, APInt(type.isIndex() ? 64 : type.getIntOrFloatBitWidth(),
                        value, /*isSigned=*/true,
                        /*implicitTrunc=*/true));
      }));
}

llvm::Expected<SmallVector<ReferenceTensor>>
ReferenceTest::call(StringRef text, SmallVector<ReferenceTensor> &args) {
  printed.clear();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return llvm::createStringError("the module does not parse");
  Interpreter interpreter(*module);
  interpreter.onPrint([&](StringRef callee, const ReferenceTensor &value) {
    printed.push_back({callee.str(), value});
    printedText += "#";
  });
  printedText.clear();
  interpreter.onPrintText([&](StringRef text) { printedText += text; });
  interpreter.define("number", [&](ArrayRef<ReferenceTensor> arguments) {
    ReferenceTensor number = floats(f64, {}, {double(arguments.size())});
    number.getMutableMarks()[0] = ReferenceTensor::kUnpredictable;
    return SmallVector<ReferenceTensor>{number};
  });
  return interpreter.call("f", args);
}

SmallVector<ReferenceTensor>
ReferenceTest::run(StringRef text, SmallVector<ReferenceTensor> args) {
  llvm::Expected<SmallVector<ReferenceTensor>> results = call(text, args);
  if (results)
    return std::move(*results);
  ADD_FAILURE() << llvm::toString(results.takeError());
  return {};
}

ReferenceTensor ReferenceTest::run1(StringRef text,
                                    SmallVector<ReferenceTensor> args) {
  SmallVector<ReferenceTensor> results = run(text, std::move(args));
  return results.empty() ? ReferenceTensor(f32, {0}) : results[0];
}

ReferenceTensor ReferenceTest::runInPlace(StringRef text,
                                          SmallVector<ReferenceTensor> args) {
  if (llvm::Error error = call(text, args).takeError())
    ADD_FAILURE() << llvm::toString(std::move(error));
  return args[0];
}

std::string ReferenceTest::runError(StringRef text,
                                    SmallVector<ReferenceTensor> args) {
  llvm::Expected<SmallVector<ReferenceTensor>> results = call(text, args);
  if (results)
    return "";
  std::string description;
  llvm::handleAllErrors(
      results.takeError(),
      [&](const ReferenceError &error) {
        const char *kinds[] = {"run-time", "unsupported", "call"};
        description = std::string(kinds[int(error.getKind())]) + ": " +
                      error.getMessage().str();
      },
      [&](const llvm::ErrorInfoBase &error) { description = error.message(); });
  return description;
}

Numbers stax::numbers(const ReferenceTensor &tensor) {
  Numbers values;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    values.push_back(cast<FloatAttr>(tensor.getElement(i)).getValueAsDouble());
  return values;
}

Integers stax::integers(const ReferenceTensor &tensor) {
  Integers values;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    values.push_back(
        cast<IntegerAttr>(tensor.getElement(i)).getValue().getSExtValue());
  return values;
}

::testing::AssertionResult stax::isSame(const Numbers &expected,
                                        const Numbers &got) {
  if (expected.size() != got.size())
    return ::testing::AssertionFailure()
           << got.size() << " elements, expected " << expected.size();
  for (size_t i = 0; i < got.size(); ++i) {
    bool bothNaN = std::isnan(expected[i]) && std::isnan(got[i]);
    bool equal = expected[i] == got[i] &&
                 std::signbit(expected[i]) == std::signbit(got[i]);
    if (!bothNaN && !equal)
      return ::testing::AssertionFailure()
             << "element " << i << " is " << got[i] << ", expected "
             << expected[i] << ", difference " << got[i] - expected[i];
  }
  return ::testing::AssertionSuccess();
}

bool stax::isExact(const ReferenceTensor &tensor) {
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    if (tensor.getBound(i) != 0 || tensor.isUndecided(i))
      return false;
  return true;
}
