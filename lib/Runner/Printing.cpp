//===- Printing.cpp - What programs print ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The observer and the file of the runtime belong to the process, hence the
// scopes.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Printing.h"
#include "stax/Runtime/Print.h"
#include "stax/Runtime/Symbols.h"
#include "stax/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::stax;

PrintRecorder::PrintRecorder() {
  ::stax::rt::setPrintObserver(
      [](const stax_tensor &tensor, void *self) {
        static_cast<PrintRecorder *>(self)->record(tensor);
      },
      this);
}

PrintRecorder::~PrintRecorder() {
  ::stax::rt::setPrintObserver(nullptr, nullptr);
}

void PrintRecorder::record(const stax_tensor &tensor) {
  llvm::Expected<HostTensor> copy = HostTensor::copyOf(tensor);
  if (copy)
    tensors.push_back(std::move(*copy));
  else
    failure = llvm::toString(copy.takeError());
}

llvm::Expected<std::vector<HostTensor>> PrintRecorder::take() {
  if (!failure.empty())
    return makeError("{0}", failure);
  return std::move(tensors);
}

PrintSilencer::PrintSilencer(std::FILE *restore)
    : null(std::fopen("/dev/null", "w")), restore(restore) {
  if (null)
    ::stax::rt::setPrintFile(null);
}

PrintSilencer::~PrintSilencer() {
  ::stax::rt::setPrintFile(restore);
  if (null)
    std::fclose(null);
}

/// The memref descriptor of `tensor`: allocated and aligned pointer, offset,
/// sizes, strides.
static SmallVector<int64_t> makeDescriptor(const ReferenceTensor &tensor) {
  auto address = reinterpret_cast<intptr_t>(tensor.getData());
  SmallVector<int64_t> descriptor = {address, address, /*offset=*/0};
  llvm::append_range(descriptor, tensor.getShape());
  SmallVector<int64_t> strides(tensor.getRank(), 1);
  for (int64_t dim = tensor.getRank() - 1; dim > 0; --dim)
    strides[dim - 1] = strides[dim] * tensor.getShape()[dim];
  llvm::append_range(descriptor, strides);
  return descriptor;
}

void mlir::stax::printLikeRuntime(StringRef callee,
                                  const ReferenceTensor &tensor) {
  size_t count = 0;
  const ::stax::rt::Symbol *symbols = ::stax::rt::getSymbols(count);
  for (const ::stax::rt::Symbol &symbol : ArrayRef(symbols, count)) {
    if (callee != symbol.name)
      continue;
    SmallVector<int64_t> descriptor = makeDescriptor(tensor);
    auto print = reinterpret_cast<void (*)(int64_t, void *)>(symbol.address);
    print(tensor.getRank(), descriptor.data());
  }
}
