//===- Program.h - What a function is translated into --------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function becomes a list of nodes. Scalars live in numbered cells, tensors
// in numbered slots of a frame; regions are steps over the cells of the same
// frame, so that captured values need no copies. A step never fails: a value
// that cannot be computed carries a mark, which every value that depends on it
// inherits, and which is an error only where something observable has it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_PROGRAM_H
#define STAX_LIB_REFERENCE_PROGRAM_H

#include "Element.h"
#include "mlir/IR/Operation.h"
#include "stax/Reference/Interpreter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FunctionExtras.h"

#include <array>
#include <memory>
#include <vector>

namespace mlir::stax::reference {

using Mark = ReferenceTensor::Mark;
using CellId = uint32_t;
using TensorId = uint32_t;

/// The mark of a value computed from values with these marks. An error
/// outweighs `kUndecided`, one of an earlier operation those of later ones.
inline Mark joinMarks(Mark lhs, Mark rhs) {
  return lhs && rhs ? std::min(lhs, rhs) : lhs | rhs;
}

/// A scalar: an integer, zero-extended, or a float, with its error bound.
/// Infinities, NaN and integers have bound 0.
struct Cell {
  union {
    uint64_t integer = 0;
    double number;
  };
  double bound = 0;
  Mark mark = 0;

  static Cell ofInteger(uint64_t value, Mark mark = 0) {
    Cell cell;
    cell.integer = value;
    cell.mark = mark;
    return cell;
  }
  static Cell ofFloat(double value) {
    Cell cell;
    cell.number = value;
    return cell;
  }
};

/// Product of extents; nothing if they are too large to be counted, even where
/// one of them is zero.
std::optional<int64_t> countElements(ArrayRef<int64_t> shape);

/// What all frames of a call share.
class Execution {
public:
  using CallFunction = llvm::unique_function<LogicalResult(
      Execution &, Operation *call, SmallVector<ReferenceTensor> &values)>;

  /// The place of each operation in the text, from 1 on: its error's mark.
  using Ordinals = DenseMap<Operation *, Mark>;

  Execution(const Ordinals &ordinals, CallFunction callFunction)
      : ordinals(ordinals), callFunction(std::move(callFunction)) {}

  /// The mark of values that `op` could not compute. The first message of an
  /// operation stands for all of it.
  Mark getErrorMark(Operation *op, const Twine &message);

  /// Notes that the program cannot go on.
  LogicalResult fail(Operation *op, const Twine &message);
  LogicalResult fail(ReferenceError::Kind kind, Location loc,
                     const Twine &message);
  /// Fails with the error that `mark` stands for; succeeds where it is none.
  LogicalResult failIfError(Mark mark);
  /// The same for all elements of `tensor`.
  LogicalResult failIfError(const ReferenceTensor &tensor);

  /// Room for a tensor; fails if an extent is negative or there are too many
  /// elements to hold.
  FailureOr<ReferenceTensor> allocate(Operation *op, Type elementType,
                                      ArrayRef<int64_t> shape);

  /// Runs the function that `call` calls: arguments in, results out.
  LogicalResult call(Operation *call, SmallVector<ReferenceTensor> &values) {
    return callFunction(*this, call, values);
  }

  /// What the call failed with; only after a failure.
  llvm::Error takeError();

private:
  const Ordinals &ordinals;
  CallFunction callFunction;
  DenseMap<Mark, std::pair<Operation *, std::string>> errors;
  std::unique_ptr<ReferenceError> error;
};

/// The values of one activation of a function.
struct Frame {
  std::vector<Cell> cells;
  std::vector<ReferenceTensor> tensors;
  Execution &execution;
};

/// One scalar operation: reads cells, writes the cell `result`. What the other
/// members hold is up to `run`.
struct Step {
  using Function = void (*)(const Step &, Frame &);

  Function run;
  Operation *op;
  CellId result;
  std::array<CellId, 3> operands = {};
  ElementKind kind = ElementKind::I64;
  /// Integer widths: of the operands, or of operand and result.
  uint8_t width = 64, resultWidth = 64;
  /// A predicate, a tensor, a dimension.
  uint32_t parameter = 0;
  /// How far another implementation may be off, in units in the last place.
  double ulps = 0;
  /// Operands where their number varies.
  std::vector<CellId> indices = {};
  /// What else `run` needs; belongs to the program.
  const void *data = nullptr;

  const Cell &operand(unsigned index, const Frame &frame) const {
    return frame.cells[operands[index]];
  }
};
using Steps = std::vector<Step>;

inline void runSteps(const Steps &steps, Frame &frame) {
  for (const Step &step : steps)
    step.run(step, frame);
}

/// An operation of a function's block, or a run of scalar ones.
class Node {
public:
  virtual ~Node() = default;
  virtual LogicalResult run(Frame &frame) = 0;
};

struct Monoid;

/// A translated function.
struct Program {
  /// Cells and tensors at the start; constants are in place.
  std::vector<Cell> cells;
  std::vector<ReferenceTensor> tensors;
  std::vector<std::unique_ptr<Node>> nodes;
  /// What steps refer to.
  std::vector<std::shared_ptr<const Monoid>> monoids;

  /// A value at the function's boundary.
  struct Port {
    Type type;
    bool isTensor;
    uint32_t id;
  };
  SmallVector<Port> arguments, results;
};

/// The value of a port as a tensor, and back. Scalars have rank 0.
ReferenceTensor getValue(const Program::Port &port, const Frame &frame);
void setValue(const Program::Port &port, ReferenceTensor value, Frame &frame);

/// Reads elements of a tensor as cells. Shares the tensor's storage.
class TensorReader {
public:
  explicit TensorReader(const ReferenceTensor &tensor);
  Cell load(int64_t index) const {
    Cell cell;
    if (isFloat) {
      cell.number = loadFloat(kind, data, index);
      if (!bounds.empty())
        cell.bound = bounds[index];
    } else {
      cell.integer = loadInteger(kind, data, index);
    }
    if (!marks.empty())
      cell.mark = marks[index];
    return cell;
  }
  ArrayRef<int64_t> getShape() const { return tensor.getShape(); }

private:
  ReferenceTensor tensor;
  ElementKind kind;
  bool isFloat;
  const char *data;
  ArrayRef<double> bounds;
  ArrayRef<Mark> marks;
};

/// Writes cells as elements of a tensor, which it makes.
class TensorWriter {
public:
  TensorWriter(Type elementType, ArrayRef<int64_t> shape)
      : TensorWriter(ReferenceTensor(elementType, shape)) {}
  explicit TensorWriter(ReferenceTensor tensor);
  void store(int64_t index, const Cell &cell);
  /// The element as it is now.
  Cell load(int64_t index) const;
  ReferenceTensor take() { return std::move(tensor); }

private:
  ReferenceTensor tensor;
  ElementKind kind;
  bool isFloat;
  char *data;
  MutableArrayRef<double> bounds;
  MutableArrayRef<Mark> marks;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_PROGRAM_H
