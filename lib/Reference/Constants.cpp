//===- Constants.cpp - Attributes as tensors ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"

#include "Element.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

/// Elements one by one, for what is not laid out as a tensor is.
static ReferenceTensor getElements(DenseElementsAttr elements) {
  ReferenceTensor tensor(elements.getElementType(),
                         elements.getType().getShape());
  ElementKind kind = *getElementKind(elements.getElementType());
  char *data = static_cast<char *>(tensor.getMutableData());
  int64_t index = 0;
  if (isFloatKind(kind))
    for (const APFloat &value : elements.getValues<APFloat>())
      storeInteger(kind, data, index++, value.bitcastToAPInt().getZExtValue());
  else
    for (const APInt &value : elements.getValues<APInt>())
      storeInteger(kind, data, index++, value.getZExtValue());
  return tensor;
}

FailureOr<ReferenceTensor> reference::getConstant(TypedAttr attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute);
      integer && !ReferenceTensor::isSupported(integer.getType())) {
    // Scalars of odd widths exist in registers only.
    Type wide = IntegerType::get(attribute.getContext(), 64);
    return ReferenceTensor::getScalar(
        IntegerAttr::get(wide, integer.getValue().zextOrTrunc(64)));
  }
  if (isa<IntegerAttr, FloatAttr>(attribute))
    return ReferenceTensor::getScalar(attribute);
  if (auto elements = dyn_cast<DenseElementsAttr>(attribute)) {
    ArrayRef<char> raw = elements.getRawData();
    int64_t bytes = elements.getNumElements() *
                    ReferenceTensor::getElementBytes(elements.getElementType());
    if (elements.isSplat() || elements.getElementType().isInteger(1) ||
        int64_t(raw.size()) != bytes)
      return getElements(elements);
    return ReferenceTensor::copyOf(elements.getElementType(),
                                   elements.getType().getShape(), raw.data());
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  ShapedType type = resource ? resource.getType() : ShapedType();
  if (!blob || int64_t(blob->getData().size()) !=
                   type.getNumElements() *
                       ReferenceTensor::getElementBytes(type.getElementType()))
    return failure();
  return ReferenceTensor::copyOf(type.getElementType(), type.getShape(),
                                 blob->getData().data());
}
