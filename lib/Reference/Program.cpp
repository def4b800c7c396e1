//===- Program.cpp - What a function is translated into -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Mark Execution::getErrorMark(Operation *op, const Twine &message) {
  Mark mark = ordinals.at(op);
  auto [entry, inserted] = errors.try_emplace(mark);
  if (inserted)
    entry->second = {op, message.str()};
  return mark;
}

LogicalResult Execution::fail(ReferenceError::Kind kind, Location loc,
                              const Twine &message) {
  error = std::make_unique<ReferenceError>(kind, loc, message.str());
  return failure();
}

LogicalResult Execution::fail(Operation *op, const Twine &message) {
  return fail(ReferenceError::Kind::RunTime, op->getLoc(), message);
}

LogicalResult Execution::failIfError(Mark mark) {
  if (mark == 0 || mark == ReferenceTensor::kUndecided)
    return success();
  auto [op, message] = errors.at(mark);
  return fail(op, message);
}

LogicalResult Execution::failIfError(const ReferenceTensor &tensor) {
  Mark all = 0;
  for (Mark mark : tensor.getMarks())
    all = joinMarks(all, mark);
  return failIfError(all);
}

std::optional<int64_t> reference::countElements(ArrayRef<int64_t> shape) {
  int64_t bound = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(bound, std::max<int64_t>(extent, 1), bound))
      return std::nullopt;
  return llvm::is_contained(shape, 0) ? 0 : bound;
}

/// More than a machine that runs a plain interpreter is likely to have.
static constexpr int64_t kMaxTensorBytes = int64_t(1) << 36;

FailureOr<ReferenceTensor> Execution::allocate(Operation *op, Type elementType,
                                               ArrayRef<int64_t> shape) {
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (extent < 0)
      return fail(op,
                  "extent " + Twine(axis) + " of a tensor is " + Twine(extent));
  std::optional<int64_t> elements = countElements(shape);
  int64_t bytes = ReferenceTensor::getElementBytes(elementType);
  if (!elements || *elements > kMaxTensorBytes / bytes)
    return fail(op, "a tensor needs more than " + Twine(kMaxTensorBytes) +
                        " bytes");
  return ReferenceTensor(elementType, shape);
}

llvm::Error Execution::takeError() { return llvm::Error(std::move(error)); }

//===----------------------------------------------------------------------===//
// Elements as cells
//===----------------------------------------------------------------------===//

TensorReader::TensorReader(const ReferenceTensor &tensor)
    : tensor(tensor), kind(*getElementKind(tensor.getElementType())),
      isFloat(isFloatKind(kind)),
      data(static_cast<const char *>(this->tensor.getData())),
      bounds(this->tensor.getBounds()), marks(this->tensor.getMarks()) {}

TensorWriter::TensorWriter(ReferenceTensor initial)
    : tensor(std::move(initial)),
      kind(*getElementKind(tensor.getElementType())),
      isFloat(isFloatKind(kind)),
      data(static_cast<char *>(tensor.getMutableData())) {
  if (!tensor.getBounds().empty())
    bounds = tensor.getMutableBounds();
  if (!tensor.getMarks().empty())
    marks = tensor.getMutableMarks();
}

Cell TensorWriter::load(int64_t index) const {
  Cell cell;
  if (isFloat)
    cell.number = loadFloat(kind, data, index);
  else
    cell.integer = loadInteger(kind, data, index);
  if (!bounds.empty())
    cell.bound = bounds[index];
  if (!marks.empty())
    cell.mark = marks[index];
  return cell;
}

void TensorWriter::store(int64_t index, const Cell &cell) {
  if (isFloat)
    storeFloat(kind, data, index, cell.number);
  else
    storeInteger(kind, data, index, cell.integer);
  if (cell.bound != 0 && bounds.empty())
    bounds = tensor.getMutableBounds();
  if (!bounds.empty())
    bounds[index] = cell.bound;
  if (cell.mark != 0 && marks.empty())
    marks = tensor.getMutableMarks();
  if (!marks.empty())
    marks[index] = cell.mark;
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

ReferenceTensor reference::getValue(const Program::Port &port,
                                    const Frame &frame) {
  if (port.isTensor)
    return frame.tensors[port.id];
  TensorWriter writer(port.type, {});
  writer.store(0, frame.cells[port.id]);
  return writer.take();
}

void reference::setValue(const Program::Port &port, ReferenceTensor value,
                         Frame &frame) {
  if (port.isTensor)
    frame.tensors[port.id] = std::move(value);
  else
    frame.cells[port.id] = TensorReader(value).load(0);
}
