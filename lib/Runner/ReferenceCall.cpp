//===- ReferenceCall.cpp - Calls of the interpreter -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that cannot be computed is an outcome, an operation that the
// interpreter does not know is bad input.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/ReferenceCall.h"
#include "stax/Reference/Interpreter.h"
#include "stax/Runner/Expectations.h"
#include "stax/Runner/Printing.h"
#include "stax/Support/Diagnostics.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include <chrono>
#include <cstring>

using namespace mlir;
using namespace mlir::stax;

static std::string formatLocation(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
            ":" + Twine(place.getColumn()))
        .str();
  return "";
}

/// Turns an error of the interpreter into an outcome where it is one.
static llvm::Error takeRunTimeError(llvm::Error error,
                                    std::optional<RunTimeError> &runTime) {
  return llvm::handleErrors(
      std::move(error), [&](const ReferenceError &reason) -> llvm::Error {
        if (reason.getKind() == ReferenceError::Kind::RunTime) {
          runTime = RunTimeError{formatLocation(reason.getLoc()),
                                 reason.getMessage().str()};
          return llvm::Error::success();
        }
        emitError(reason.getLoc()) << reason.getMessage();
        return makeError("the reference interpreter cannot run the program");
      });
}

/// A scalar that is another one in each run.
static ReferenceTensor makeUnpredictable(TypedAttr value) {
  ReferenceTensor scalar = ReferenceTensor::getScalar(value);
  scalar.getMutableMarks()[0] = ReferenceTensor::kUnpredictable;
  return scalar;
}

/// Gives the program the clocks and expectations that the runtime has.
static void defineRuntime(Interpreter &interpreter, MLIRContext *context,
                          ReferenceOutcome &outcome) {
  Builder builder(context);
  auto getSeconds = [] {
    return std::chrono::duration<double>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  interpreter.define("rtclock", [=](ArrayRef<ReferenceTensor>) mutable {
    return SmallVector<ReferenceTensor>{
        makeUnpredictable(builder.getF64FloatAttr(getSeconds()))};
  });
  interpreter.define("nanoTime", [=](ArrayRef<ReferenceTensor>) mutable {
    return SmallVector<ReferenceTensor>{
        makeUnpredictable(builder.getI64IntegerAttr(1e9 * getSeconds()))};
  });
  for (StringRef type : getExpectationTypes())
    interpreter.define(("stax_expect_" + type).str(),
                       [&](ArrayRef<ReferenceTensor> arguments) {
                         auto number =
                             cast<IntegerAttr>(arguments[0].getElement(0));
                         outcome.expectations.push_back(
                             {number.getInt(), outcome.printed.size()});
                         outcome.printed.push_back(arguments[1]);
                         outcome.printed.push_back(arguments[2]);
                         return SmallVector<ReferenceTensor>();
                       });
}

llvm::Expected<ReferenceOutcome>
mlir::stax::runReference(ModuleOp module, const Entry &entry,
                         ArrayRef<HostTensor> arguments, bool print) {
  std::vector<ReferenceTensor> values;
  for (auto [argument, tensor] : llvm::zip_equal(entry.arguments, arguments))
    values.push_back(ReferenceTensor::copyOf(argument.elementType,
                                             tensor.getShape(), tensor.data()));
  ReferenceOutcome outcome;
  Interpreter interpreter(module);
  interpreter.onPrint([&](StringRef callee, const ReferenceTensor &value) {
    outcome.printed.push_back(value);
    if (print)
      printLikeRuntime(callee, value);
  });
  if (print)
    interpreter.onPrintText(printText);
  defineRuntime(interpreter, module.getContext(), outcome);
  auto results = interpreter.call(entry.name, values);
  if (!results) {
    if (llvm::Error error =
            takeRunTimeError(results.takeError(), outcome.error))
      return error;
    return outcome;
  }
  outcome.outputs.assign(results->begin(), results->end());
  for (auto [argument, value] : llvm::zip_equal(entry.arguments, values))
    if (argument.isMemRef)
      outcome.outputs.push_back(value);
  return outcome;
}

static llvm::Error copyTo(ArrayRef<ReferenceTensor> tensors,
                          std::vector<HostTensor> &copies) {
  for (const ReferenceTensor &tensor : tensors) {
    auto copy = HostTensor::create(*getHostDType(tensor.getElementType()),
                                   tensor.getShape());
    if (!copy)
      return copy.takeError();
    std::memcpy(copy->data(), tensor.getData(), copy->getByteSize());
    copies.push_back(std::move(*copy));
  }
  return llvm::Error::success();
}

llvm::Expected<Outcome> mlir::stax::toOutcome(const ReferenceOutcome &outcome) {
  Outcome result;
  result.error = outcome.error;
  result.expectations = outcome.expectations;
  if (llvm::Error error = copyTo(outcome.outputs, result.outputs))
    return error;
  if (llvm::Error error = copyTo(outcome.printed, result.printed))
    return error;
  return result;
}
