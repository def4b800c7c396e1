//===- CompiledCall.cpp - Calls of compiled entries -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results come from the runtime's pool and go back there, so that repeated
// calls allocate nothing.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/CompiledCall.h"
#include "stax/Runner/Compile.h"
#include "stax/Runner/Printing.h"

using namespace mlir;
using namespace mlir::stax;

SmallVector<stax_tensor> mlir::stax::getViews(ArrayRef<HostTensor> tensors) {
  return llvm::map_to_vector(
      tensors, [](const HostTensor &tensor) { return tensor.view(); });
}

llvm::Expected<CompiledCall>
CompiledCall::create(const CompiledModule &module, const Entry &entry,
                     ArrayRef<stax_tensor> arguments) {
  CompiledCall call;
  llvm::Expected<stax_entry> code = module.lookupEntry(getCodeName(entry.name));
  if (!code)
    return code.takeError();
  call.code = *code;
  call.argumentViews.assign(arguments.begin(), arguments.end());
  for (auto [number, argument] : llvm::enumerate(entry.arguments))
    if (argument.isMemRef)
      call.outputArguments.push_back(number);
  for (const EntryValue &result : entry.results)
    call.resultShapes.emplace_back(result.shape.size());
  for (auto [result, shape] : llvm::zip_equal(entry.results, call.resultShapes))
    call.results.push_back({/*data=*/nullptr, shape.data(), /*strides=*/nullptr,
                            static_cast<int32_t>(shape.size()), result.dtype});
  return call;
}

CompiledCall::~CompiledCall() { releaseResults(); }

void CompiledCall::releaseResults() {
  for (stax_tensor &result : results) {
    stax_free(result.data);
    result.data = nullptr;
  }
}

std::optional<RunTimeError> CompiledCall::run() {
  releaseResults();
  stax_error error = {};
  if (code(argumentViews.data(), results.data(), /*arena=*/nullptr, &error) ==
      STAX_OK)
    return std::nullopt;
  return RunTimeError{error.location, error.message};
}

llvm::Expected<std::vector<HostTensor>> CompiledCall::copyOutputs() const {
  std::vector<stax_tensor> outputs = results;
  for (size_t number : outputArguments)
    outputs.push_back(argumentViews[number]);
  std::vector<HostTensor> copies;
  for (const stax_tensor &output : outputs) {
    llvm::Expected<HostTensor> copy = HostTensor::copyOf(output);
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}

llvm::Expected<Outcome>
mlir::stax::runCompiled(const CompiledModule &module, const Entry &entry,
                        ArrayRef<stax_tensor> arguments) {
  auto call = CompiledCall::create(module, entry, arguments);
  if (!call)
    return call.takeError();
  Outcome outcome;
  PrintRecorder recorder;
  outcome.error = call->run();
  llvm::Expected<PrintRecord> printed = recorder.take();
  if (!printed)
    return printed.takeError();
  outcome.printed = std::move(printed->tensors);
  outcome.expectations = std::move(printed->expectations);
  if (outcome.error)
    return outcome;
  llvm::Expected<std::vector<HostTensor>> outputs = call->copyOutputs();
  if (!outputs)
    return outputs.takeError();
  outcome.outputs = std::move(*outputs);
  return outcome;
}
