//===- Entry.cpp - Functions that a run calls -----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads signatures only; the bodies are the compiler's.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Entry.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Support/DType.h"
#include "stax/Support/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::stax;

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::optional<stax_dtype> mlir::stax::getHostDType(Type type) {
  // Element types are called alike on the command line and in MLIR.
  return parseDType(toString(type));
}

Type mlir::stax::getElementType(stax_dtype dtype, MLIRContext &context) {
  Builder builder(&context);
  switch (dtype) {
  case STAX_F16:
    return builder.getF16Type();
  case STAX_BF16:
    return builder.getBF16Type();
  case STAX_F32:
    return builder.getF32Type();
  case STAX_F64:
    return builder.getF64Type();
  case STAX_BOOL:
    return builder.getI1Type();
  default:
    return builder.getIntegerType(8 * getDTypeSize(dtype));
  }
}

std::string EntryValue::getText() const {
  std::string text;
  for (int64_t extent : shape)
    text +=
        (ShapedType::isDynamic(extent) ? "?" : std::to_string(extent)) + "x";
  return text + toString(elementType);
}

std::vector<EntryValue> Entry::getOutputs() const {
  std::vector<EntryValue> outputs = results;
  for (const EntryValue &argument : arguments)
    if (argument.isMemRef)
      outputs.push_back(argument);
  return outputs;
}

/// `type` as a host tensor, nothing if there is none like it.
static std::optional<EntryValue> describe(Type type) {
  EntryValue value;
  value.elementType = type;
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    auto memref = dyn_cast<MemRefType>(type);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!(memref && memref.getLayout().isIdentity()) &&
        !(tensor && !tensor.getEncoding()))
      return std::nullopt;
    value.elementType = shaped.getElementType();
    value.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
    value.isMemRef = static_cast<bool>(memref);
  }
  std::optional<stax_dtype> dtype = getHostDType(value.elementType);
  if (!dtype)
    return std::nullopt;
  value.dtype = *dtype;
  return value;
}

static llvm::Expected<EntryValue> describe(func::FuncOp function, Type type,
                                           const Twine &role) {
  if (std::optional<EntryValue> value = describe(type))
    return *value;
  return makeError(
      "{0} of '{1}' has type '{2}', which cannot be passed; expected a scalar, "
      "a ranked tensor or a row-major memref of i1, i8, i16, i32, i64, index, "
      "f16, bf16, f32 or f64",
      role.str(), function.getName(), toString(type));
}

static llvm::Expected<Entry> describe(func::FuncOp function) {
  Entry entry;
  entry.name = function.getName().str();
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto value = describe(function, type, "argument #" + Twine(number));
    if (!value)
      return value.takeError();
    // The dialect has verified that it fits the shape.
    if (auto example =
            function.getArgAttrOfType<ArrayAttr>(number, kExampleAttr))
      for (Attribute extent : example)
        value->example.push_back(cast<IntegerAttr>(extent).getInt());
    value->isDonated =
        static_cast<bool>(function.getArgAttr(number, kDonateAttr));
    entry.arguments.push_back(std::move(*value));
  }
  for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
    auto value = describe(function, type, "result #" + Twine(number));
    if (!value)
      return value.takeError();
    entry.results.push_back(std::move(*value));
  }
  return entry;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static std::string listNames(ArrayRef<func::FuncOp> functions) {
  auto names = llvm::map_range(functions, [](func::FuncOp function) {
    return function.getName().str();
  });
  return functions.empty() ? "none" : llvm::join(names, ", ");
}

static llvm::Expected<func::FuncOp>
findFunction(ArrayRef<func::FuncOp> candidates, StringRef name) {
  for (func::FuncOp function : candidates)
    if (function.getName() == name)
      return function;
  return makeError("no public function '{0}' with a body; there are: {1}", name,
                   listNames(candidates));
}

static llvm::Expected<func::FuncOp>
findDefault(ArrayRef<func::FuncOp> candidates) {
  if (candidates.empty())
    return makeError("the module has no public function with a body");
  if (candidates.size() == 1)
    return candidates.front();
  for (func::FuncOp function : candidates)
    if (function.getName() == "main")
      return function;
  return makeError("which function to run is not clear; choose one with "
                   "--entry=NAME, NAME one of: {0}",
                   listNames(candidates));
}

llvm::Expected<std::vector<Entry>>
mlir::stax::selectEntries(ModuleOp module, StringRef requested) {
  SmallVector<func::FuncOp> candidates, selected;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      candidates.push_back(function);
  if (requested == "all") {
    llvm::copy_if(candidates, std::back_inserter(selected),
                  [](func::FuncOp f) { return f.getNumArguments() == 0; });
    if (selected.empty())
      return makeError("--entry=all: no public function with a body is without "
                       "arguments; there are: {0}",
                       listNames(candidates));
  } else {
    auto function = requested.empty() ? findDefault(candidates)
                                      : findFunction(candidates, requested);
    if (!function)
      return function.takeError();
    selected.push_back(*function);
  }
  std::vector<Entry> entries;
  for (func::FuncOp function : selected) {
    auto entry = describe(function);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
  }
  return entries;
}
