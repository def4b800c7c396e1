//===- Expectations.cpp - What programs assert ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors travel unranked, so that one function serves all shapes.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Expectations.h"
#include "stax/Runner/Entry.h"
#include "stax/Support/Diagnostics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::stax;

static constexpr StringLiteral kName = "check.expect";

ArrayRef<StringRef> mlir::stax::getExpectationTypes() {
  static const StringRef types[] = {"i1",    "i8",  "i16",  "i32", "i64",
                                    "index", "f16", "bf16", "f32", "f64"};
  return types;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether the operation asks for almost equal tensors; an error if it is not
/// well-formed.
static FailureOr<bool> verifyExpectation(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 0)
    return op->emitOpError("takes a result and what is expected, and gives "
                           "nothing");
  Type type = op->getOperand(0).getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !llvm::is_contained(getExpectationTypes(),
                                     toString(tensor.getElementType())))
    return op->emitOpError("compares tensors of integers or floats, but got ")
           << type;
  if (op->getOperand(1).getType() != type)
    return op->emitOpError("compares tensors of one type, but got ")
           << type << " and " << op->getOperand(1).getType();
  auto kind = op->getAttrOfType<StringAttr>("kind");
  if (kind && (kind == "expect_eq" || kind == "expect_eq_const"))
    return false;
  if (kind && (kind == "expect_almost_eq" || kind == "expect_almost_eq_const"))
    return true;
  return op->emitOpError("needs kind = \"expect_eq\", \"expect_eq_const\", "
                         "\"expect_almost_eq\" or "
                         "\"expect_almost_eq_const\"");
}

/// The declaration of the function for elements of `type`.
static func::FuncOp getDeclaration(ModuleOp module, Type elementType) {
  std::string name = "stax_expect_" + toString(elementType);
  if (auto function = module.lookupSymbol<func::FuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type tensor = UnrankedTensorType::get(elementType);
  auto function = func::FuncOp::create(
      builder, module.getLoc(), name,
      builder.getFunctionType({builder.getI64Type(), tensor, tensor}, {}));
  function.setPrivate();
  // Nothing is written, so nothing need be copied for the call.
  for (unsigned argument : {1, 2})
    function.setArgAttr(
        argument, bufferization::BufferizationDialect::kBufferAccessAttrName,
        builder.getStringAttr("read"));
  return function;
}

static void lower(Operation *op, int64_t number, ModuleOp module) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  func::FuncOp function = getDeclaration(module, type.getElementType());
  OpBuilder builder(op);
  Type unranked = UnrankedTensorType::get(type.getElementType());
  SmallVector<Value> operands = {arith::ConstantOp::create(
      builder, op->getLoc(), builder.getI64IntegerAttr(number))};
  for (Value operand : op->getOperands())
    operands.push_back(
        tensor::CastOp::create(builder, op->getLoc(), unranked, operand));
  func::CallOp::create(builder, op->getLoc(), function, operands);
  op->erase();
}

static std::string formatLocation(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
            ":" + Twine(place.getColumn()))
        .str();
  return "";
}

llvm::Expected<std::vector<Expectation>>
mlir::stax::lowerExpectations(ModuleOp module) {
  SmallVector<Operation *> found;
  std::vector<Expectation> expectations;
  WalkResult result = module.walk([&](Operation *op) {
    if (op->isRegistered())
      return WalkResult::advance();
    if (op->getName().getStringRef() != kName) {
      op->emitError("operation '")
          << op->getName() << "' belongs to no known dialect";
      return WalkResult::interrupt();
    }
    FailureOr<bool> isAlmost = verifyExpectation(op);
    if (failed(isAlmost))
      return WalkResult::interrupt();
    found.push_back(op);
    expectations.push_back({formatLocation(op->getLoc()), *isAlmost});
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return makeError("cannot read the program");
  module->getContext()
      ->loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                    func::FuncDialect, tensor::TensorDialect>();
  for (auto [number, op] : llvm::enumerate(found))
    lower(op, number, module);
  return expectations;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool isMet(const Expectation &expectation, TypedAttr result,
                  TypedAttr expected) {
  if (auto integer = dyn_cast<IntegerAttr>(expected))
    return integer == result;
  double got = cast<FloatAttr>(result).getValueAsDouble();
  double wanted = cast<FloatAttr>(expected).getValueAsDouble();
  if (std::isnan(wanted) || std::isnan(got))
    return std::isnan(wanted) && std::isnan(got);
  if (got == wanted)
    return true;
  return expectation.isAlmost && std::isfinite(wanted) &&
         std::fabs(got - wanted) <= 1e-4 + 1e-4 * std::fabs(wanted);
}

/// Why `result` is not as expected; empty if it is.
static std::string findDifference(const Expectation &expectation,
                                  const HostTensor &result,
                                  const HostTensor &expected,
                                  MLIRContext &context) {
  if (result.getShape() != expected.getShape())
    return llvm::formatv(
        "the result has extents [{0:$[, ]}], but [{1:$[, ]}] "
        "are expected",
        llvm::make_range(result.getShape().begin(), result.getShape().end()),
        llvm::make_range(expected.getShape().begin(),
                         expected.getShape().end()));
  if (std::memcmp(result.data(), expected.data(), result.getByteSize()) == 0)
    return "";
  Type type = getElementType(result.getDType(), context);
  auto got = ReferenceTensor::copyOf(type, result.getShape(), result.data());
  auto wanted =
      ReferenceTensor::copyOf(type, expected.getShape(), expected.data());
  for (int64_t i = 0; i < got.getNumElements(); ++i) {
    if (isMet(expectation, got.getElement(i), wanted.getElement(i)))
      continue;
    SmallVector<int64_t> index(got.getRank());
    int64_t rest = i;
    for (int64_t dim = got.getRank() - 1; dim >= 0; --dim) {
      index[dim] = rest % got.getShape()[dim];
      rest /= got.getShape()[dim];
    }
    return llvm::formatv(
        "element [{0:$[, ]}] of the result is {1}, but {2}{3} "
        "is expected",
        llvm::make_range(index.begin(), index.end()), got.getElement(i),
        expectation.isAlmost ? "almost " : "", wanted.getElement(i));
  }
  return "";
}

std::optional<RunTimeError>
mlir::stax::findUnmetExpectation(ArrayRef<Expectation> expectations,
                                 const Outcome &outcome, MLIRContext &context) {
  for (const ObservedExpectation &observed : outcome.expectations) {
    const Expectation &expectation = expectations[observed.number];
    std::string reason =
        findDifference(expectation, outcome.printed[observed.position],
                       outcome.printed[observed.position + 1], context);
    if (!reason.empty())
      return RunTimeError{expectation.location, std::move(reason)};
  }
  return std::nullopt;
}
