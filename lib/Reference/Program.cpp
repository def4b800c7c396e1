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
  Mark mark = environment.ordinals.at(op);
  auto [entry, inserted] = errors.try_emplace(mark);
  if (inserted)
    entry->second = {op, message.str()};
  return mark;
}

LogicalResult Execution::fail(ReferenceError::Kind kind, Location loc,
                              const Twine &message) {
  if (!error)
    error = std::make_unique<ReferenceError>(kind, loc, message.str());
  return failure();
}

LogicalResult Execution::fail(Operation *op, const Twine &message) {
  return fail(ReferenceError::Kind::RunTime, op->getLoc(), message);
}

LogicalResult Execution::failIfError(Mark mark) {
  if (mark == 0 || mark >= ReferenceTensor::kUnpredictable)
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

LogicalResult reference::runLoop(const LoopBox &box, ArrayRef<CellId> variables,
                                 const Nodes &body, Frame &frame) {
  for (auto [first, last] : llvm::zip_equal(box.first, box.last))
    if (first >= last)
      return success();
  SmallVector<int64_t, 4> point = box.first;
  while (true) {
    for (auto [cell, value] : llvm::zip_equal(variables, point))
      frame.cells[cell] = Cell::ofInteger(value);
    if (failed(runNodes(body, frame)))
      return failure();
    size_t dim = point.size();
    for (; dim > 0; --dim) {
      int64_t &value = point[dim - 1];
      if (!llvm::AddOverflow(value, box.steps[dim - 1], value) &&
          value < box.last[dim - 1])
        break;
      value = box.first[dim - 1];
    }
    if (dim == 0)
      return success();
  }
}

std::optional<int64_t> reference::countElements(ArrayRef<int64_t> shape) {
  int64_t bound = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(bound, std::max<int64_t>(extent, 1), bound))
      return std::nullopt;
  return llvm::is_contained(shape, 0) ? 0 : bound;
}

std::string reference::toString(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(values, os);
  os << "]";
  return text;
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

const MemRef &Execution::getGlobal(Operation *global,
                                   const ReferenceTensor &initial) {
  auto [entry, inserted] = environment.globals.try_emplace(global);
  if (inserted)
    entry->second = MemRef::ofTensor(initial);
  return entry->second;
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

Cell reference::loadElement(const ReferenceTensor &tensor, ElementKind kind,
                            int64_t index) {
  auto *data = static_cast<const char *>(tensor.getData());
  Cell cell;
  if (isFloatKind(kind))
    cell.number = loadFloat(kind, data, index);
  else
    cell.integer = loadInteger(kind, data, index);
  cell.bound = tensor.getBound(index);
  cell.mark = tensor.getMark(index);
  return cell;
}

void reference::storeElement(ReferenceTensor &tensor, ElementKind kind,
                             int64_t index, const Cell &cell) {
  auto *data = static_cast<char *>(tensor.getMutableData());
  if (isFloatKind(kind))
    storeFloat(kind, data, index, cell.number);
  else
    storeInteger(kind, data, index, cell.integer);
  if (cell.bound != 0 || !tensor.getBounds().empty())
    tensor.getMutableBounds()[index] = cell.bound;
  if (cell.mark != 0 || !tensor.getMarks().empty())
    tensor.getMutableMarks()[index] = cell.mark;
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

PortValue reference::takeValue(const Port &port, Frame &frame) {
  switch (port.kind) {
  case Port::Kind::Cell: {
    TensorWriter writer(port.type, {});
    writer.store(0, frame.cells[port.id]);
    return {writer.take(), {}};
  }
  case Port::Kind::Tensor:
    if (port.isLastUse)
      return {std::exchange(frame.tensors[port.id], {}), {}};
    return {frame.tensors[port.id], {}};
  case Port::Kind::MemRef:
    return {{}, frame.memrefs[port.id]};
  }
  llvm_unreachable("all kinds are covered");
}

void reference::setValue(const Port &port, PortValue value, Frame &frame) {
  switch (port.kind) {
  case Port::Kind::Cell:
    frame.cells[port.id] = TensorReader(value.tensor).load(0);
    return;
  case Port::Kind::Tensor:
    frame.tensors[port.id] = std::move(value.tensor);
    return;
  case Port::Kind::MemRef:
    frame.memrefs[port.id] = std::move(value.memref);
    return;
  }
}

ReferenceTensor reference::readValue(const Port &port, const Frame &frame) {
  return port.kind == Port::Kind::MemRef ? frame.memrefs[port.id].read()
                                         : frame.tensors[port.id];
}

void Transfer::run(Frame &frame) {
  cells.clear();
  SmallVector<PortValue, 0> values;
  for (const Port &port : from) {
    if (port.kind == Port::Kind::Cell)
      cells.push_back(frame.cells[port.id]);
    else
      values.push_back(takeValue(port, frame));
  }
  auto *cell = cells.begin();
  auto *value = values.begin();
  for (const Port &port : to) {
    if (port.kind == Port::Kind::Cell)
      frame.cells[port.id] = *cell++;
    else
      setValue(port, std::move(*value++), frame);
  }
}

void reference::joinMark(const Port &port, Mark mark, Frame &frame) {
  if (mark == 0)
    return;
  if (port.kind == Port::Kind::Cell) {
    Cell &cell = frame.cells[port.id];
    cell.mark = joinMarks(cell.mark, mark);
  } else if (port.kind == Port::Kind::Tensor) {
    for (Mark &element : frame.tensors[port.id].getMutableMarks())
      element = joinMarks(element, mark);
  }
}
