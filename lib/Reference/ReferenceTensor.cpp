//===- ReferenceTensor.cpp - Tensors of the reference interpreter ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Reference/ReferenceTensor.h"

#include "Element.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cstring>
#include <numeric>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

ReferenceTensor::ReferenceTensor(Type elementType, ArrayRef<int64_t> shape)
    : elementType(elementType), shape(shape),
      storage(std::make_shared<Storage>()) {
  assert(isSupported(elementType) && "elements have no storage format");
  storage->data.resize(getNumBytes());
}

ReferenceTensor ReferenceTensor::copyOf(Type elementType,
                                        ArrayRef<int64_t> shape,
                                        const void *data) {
  ReferenceTensor tensor(elementType, shape);
  if (int64_t bytes = tensor.getNumBytes())
    std::memcpy(tensor.storage->data.data(), data, bytes);
  return tensor;
}

ReferenceTensor ReferenceTensor::getScalar(TypedAttr value) {
  ReferenceTensor tensor(value.getType(), {});
  ElementKind kind = *reference::getElementKind(value.getType());
  char *data = tensor.storage->data.data();
  if (auto floatAttr = dyn_cast<FloatAttr>(value))
    storeInteger(kind, data, 0,
                 floatAttr.getValue().bitcastToAPInt().getZExtValue());
  else
    storeInteger(kind, data, 0,
                 cast<IntegerAttr>(value).getValue().getZExtValue());
  return tensor;
}

bool ReferenceTensor::isSupported(Type elementType) {
  return getElementKind(elementType).has_value();
}

int64_t ReferenceTensor::getElementBytes(Type elementType) {
  return getElementSize(*getElementKind(elementType));
}

int64_t ReferenceTensor::getNumElements() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<>());
}

const void *ReferenceTensor::getData() const { return storage->data.data(); }

void *ReferenceTensor::getMutableData() { return unshare().data.data(); }

ReferenceTensor::Storage &ReferenceTensor::unshare() {
  if (storage.use_count() != 1)
    storage = std::make_shared<Storage>(*storage);
  return *storage;
}

TypedAttr ReferenceTensor::getElement(int64_t index) const {
  ElementKind kind = *getElementKind(elementType);
  uint64_t bits = loadInteger(kind, storage->data.data(), index);
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(floatType,
                          APFloat(floatType.getFloatSemantics(),
                                  APInt(floatType.getWidth(), bits)));
  unsigned width = kind == ElementKind::I1 ? 1 : 8 * getElementSize(kind);
  return IntegerAttr::get(elementType, APInt(width, bits, /*isSigned=*/false,
                                             /*implicitTrunc=*/true));
}

double ReferenceTensor::getBound(int64_t index) const {
  return storage->bounds.empty() ? 0 : storage->bounds[index];
}

ArrayRef<double> ReferenceTensor::getBounds() const { return storage->bounds; }

MutableArrayRef<double> ReferenceTensor::getMutableBounds() {
  Storage &own = unshare();
  own.bounds.resize(getNumElements());
  return own.bounds;
}

ReferenceTensor::Mark ReferenceTensor::getMark(int64_t index) const {
  return storage->marks.empty() ? 0 : storage->marks[index];
}

ArrayRef<ReferenceTensor::Mark> ReferenceTensor::getMarks() const {
  return storage->marks;
}

MutableArrayRef<ReferenceTensor::Mark> ReferenceTensor::getMutableMarks() {
  Storage &own = unshare();
  own.marks.resize(getNumElements());
  return own.marks;
}

ReferenceTensor ReferenceTensor::reshape(ArrayRef<int64_t> newShape) const {
  ReferenceTensor result = *this;
  result.shape.assign(newShape.begin(), newShape.end());
  assert(result.getNumElements() == getNumElements() &&
         "a reshape keeps the number of elements");
  return result;
}
