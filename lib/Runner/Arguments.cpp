//===- Arguments.cpp - Inputs of a run ------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes and types are compared here, before anything is compiled, so that a
// wrong file is reported at once and as bad input.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Arguments.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Support/Generate.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

/// Of a dimension that nothing says anything about.
static constexpr int64_t kDefaultExtent = 64;

static bool fits(const EntryValue &argument, const HostTensor &tensor) {
  return tensor.getDType() == argument.dtype &&
         succeeded(verifyCompatibleShape(argument.shape, tensor.getShape()));
}

static llvm::Expected<HostTensor> makeGiven(const Entry &entry, size_t number,
                                            const InputSpec &input) {
  const EntryValue &argument = entry.arguments[number];
  llvm::Expected<HostTensor> tensor = input.materialize();
  if (!tensor)
    return makeError("--input for argument #{0} of '{1}': {2}", number,
                     entry.name, llvm::toString(tensor.takeError()));
  if (!fits(argument, *tensor))
    return makeError(
        "--input for argument #{0} of '{1}': expected {2}, but got {3}", number,
        entry.name, argument.getText(),
        formatShapedType(tensor->getDType(), tensor->getShape()));
  return tensor;
}

static llvm::Expected<HostTensor> makeDefault(const EntryValue &argument) {
  SmallVector<int64_t, 4> shape = argument.shape;
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(extent))
      extent =
          argument.example.empty() ? kDefaultExtent : argument.example[dim];
  llvm::Expected<HostTensor> tensor = HostTensor::create(argument.dtype, shape);
  if (tensor)
    fillRandom(*tensor, /*seed=*/0);
  return tensor;
}

llvm::Expected<std::vector<HostTensor>>
mlir::stax::makeArguments(const Entry &entry, ArrayRef<InputSpec> inputs) {
  size_t count = entry.arguments.size();
  if (inputs.size() > count)
    return makeError(
        "'{0}' takes {1} arguments, but --input is given {2} times", entry.name,
        count, inputs.size());
  std::vector<HostTensor> arguments;
  for (size_t number = 0; number < count; ++number) {
    llvm::Expected<HostTensor> tensor =
        number < inputs.size() ? makeGiven(entry, number, inputs[number])
                               : makeDefault(entry.arguments[number]);
    if (!tensor)
      return tensor.takeError();
    arguments.push_back(std::move(*tensor));
  }
  return arguments;
}

llvm::Expected<std::vector<HostTensor>>
mlir::stax::copyTensors(ArrayRef<HostTensor> tensors) {
  std::vector<HostTensor> copies;
  for (const HostTensor &tensor : tensors) {
    llvm::Expected<HostTensor> copy = HostTensor::copyOf(tensor.view());
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}
