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

#include "mlir/IR/BuiltinTypes.h"

#include <cstring>

using namespace mlir;
using namespace mlir::stax;

PrintRecorder::PrintRecorder() {
  ::stax::rt::setPrintObserver(
      [](const stax_tensor &tensor, void *self) {
        static_cast<PrintRecorder *>(self)->record(tensor);
      },
      this);
  ::stax::rt::setExpectObserver(
      [](int64_t number, const stax_tensor &result, const stax_tensor &expected,
         void *self) {
        auto *recorder = static_cast<PrintRecorder *>(self);
        PrintRecord &kept = recorder->kept;
        kept.expectations.push_back({number, kept.tensors.size()});
        recorder->record(result);
        recorder->record(expected);
      },
      this);
}

PrintRecorder::~PrintRecorder() {
  ::stax::rt::setPrintObserver(nullptr, nullptr);
  ::stax::rt::setExpectObserver(nullptr, nullptr);
}

void PrintRecorder::record(const stax_tensor &tensor) {
  llvm::Expected<HostTensor> copy = HostTensor::copyOf(tensor);
  if (copy)
    kept.tensors.push_back(std::move(*copy));
  else
    failure = llvm::toString(copy.takeError());
}

llvm::Expected<PrintRecord> PrintRecorder::take() {
  if (!failure.empty())
    return makeError("{0}", failure);
  return std::move(kept);
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

/// The runtime's function `name`; null if it has none.
static void *findFunction(StringRef name) {
  size_t count = 0;
  const ::stax::rt::Symbol *symbols = ::stax::rt::getSymbols(count);
  for (const ::stax::rt::Symbol &symbol : ArrayRef(symbols, count))
    if (name == symbol.name)
      return symbol.address;
  return nullptr;
}

/// Calls `function` with the scalar at `data`.
template <typename T>
static void callWith(void *function, const void *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  reinterpret_cast<void (*)(T)>(function)(value);
}

static void printScalar(void *function, const ReferenceTensor &scalar) {
  Type type = scalar.getElementType();
  if (type.isF64())
    callWith<double>(function, scalar.getData());
  else if (type.isF32())
    callWith<float>(function, scalar.getData());
  else if (type.isF16() || type.isBF16())
    callWith<uint16_t>(function, scalar.getData());
  else
    callWith<int64_t>(function, scalar.getData());
}

void mlir::stax::printText(StringRef text) {
  auto print =
      reinterpret_cast<void (*)(const char *)>(findFunction("printString"));
  print(text.str().c_str());
}

void mlir::stax::printLikeRuntime(StringRef callee,
                                  const ReferenceTensor &tensor) {
  void *function = findFunction(callee);
  if (!function)
    return;
  if (!callee.starts_with("printMemref")) {
    printScalar(function, tensor);
    return;
  }
  SmallVector<int64_t> descriptor = makeDescriptor(tensor);
  auto print = reinterpret_cast<void (*)(int64_t, void *)>(function);
  print(tensor.getRank(), descriptor.data());
}
