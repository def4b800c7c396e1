//===- StaxInterfaces.cpp - Interfaces of graph operations ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxInterfaces.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

#include "stax/IR/StaxInterfaces.cpp.inc"

int64_t stax::getPlacement(Operation *op, StringRef name) {
  auto placement = op->getAttrOfType<IntegerAttr>(name);
  return placement ? placement.getInt() : 0;
}

int64_t stax::getElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

std::optional<int64_t> stax::getStaticBytes(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      continue;
    if (!shaped.hasStaticShape())
      return std::nullopt;
    bytes += shaped.getNumElements() * getElementBytes(shaped.getElementType());
  }
  return bytes;
}
