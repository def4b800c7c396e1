//===- Program.h - What a function is translated into --------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function becomes a list of nodes. Scalars live in numbered cells, tensors
// and memrefs in numbered slots of a frame; regions are steps over the cells of
// the same frame, so that captured values need no copies. A value that cannot
// be computed is no failure: it carries a mark, which every value that depends
// on it inherits, and which is an error only where something observable has it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_PROGRAM_H
#define STAX_LIB_REFERENCE_PROGRAM_H

#include "Element.h"
#include "MemRef.h"
#include "mlir/IR/Operation.h"
#include "stax/Reference/Interpreter.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <memory>
#include <vector>

namespace mlir::stax::reference {

using Mark = ReferenceTensor::Mark;
using CellId = uint32_t;
using TensorId = uint32_t;
using MemRefId = uint32_t;

/// The mark of a value computed from values with these marks. An error
/// outweighs what has no right value, one of an earlier operation those of
/// later ones.
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

/// Indices or extents as in "[2, 3]".
std::string toString(ArrayRef<int64_t> values);

/// What crosses a function's boundary: a tensor, which a scalar is of rank 0,
/// or a memref.
struct PortValue {
  ReferenceTensor tensor;
  MemRef memref;
};

/// What all frames of a call share.
class Execution {
public:
  /// The place of each operation in the text, from 1 on: its error's mark.
  using Ordinals = DenseMap<Operation *, Mark>;
  /// Buffers that live as long as the interpreter.
  using Globals = DenseMap<Operation *, MemRef>;

  /// What is outside of the functions; borrowed.
  struct Environment {
    const Ordinals &ordinals;
    Globals &globals;
    const Interpreter::PrintCallback &print;
    const Interpreter::TextCallback &printText;
    std::function<LogicalResult(Execution &, Operation *call,
                                SmallVector<PortValue> &values)>
        call;
  };

  explicit Execution(Environment environment)
      : environment(std::move(environment)) {}

  /// The mark of values that `op` could not compute. The first message of an
  /// operation stands for all of it.
  Mark getErrorMark(Operation *op, const Twine &message);

  /// Notes that the program cannot go on. The first failure counts.
  LogicalResult fail(Operation *op, const Twine &message);
  LogicalResult fail(ReferenceError::Kind kind, Location loc,
                     const Twine &message);
  bool hasFailed() const { return error != nullptr; }
  /// Fails with the error that `mark` stands for; succeeds where it is none.
  LogicalResult failIfError(Mark mark);
  /// The same for all elements of `tensor`.
  LogicalResult failIfError(const ReferenceTensor &tensor);

  /// Room for a tensor; fails if an extent is negative or there are too many
  /// elements to hold.
  FailureOr<ReferenceTensor> allocate(Operation *op, Type elementType,
                                      ArrayRef<int64_t> shape);

  /// The buffer of `global`, which starts with the elements `initial`.
  const MemRef &getGlobal(Operation *global, const ReferenceTensor &initial);

  /// Runs the function that `call` calls: arguments in, results out.
  LogicalResult call(Operation *call, SmallVector<PortValue> &values) {
    return environment.call(*this, call, values);
  }

  /// Hands on what the program prints.
  void print(StringRef callee, const ReferenceTensor &value) const {
    if (environment.print)
      environment.print(callee, value);
  }
  void printText(StringRef text) const {
    if (environment.printText)
      environment.printText(text);
  }

  /// What the call failed with; only after a failure.
  llvm::Error takeError();

private:
  Environment environment;
  DenseMap<Mark, std::pair<Operation *, std::string>> errors;
  std::unique_ptr<ReferenceError> error;
};

/// The values of one activation of a function.
struct Frame {
  std::vector<Cell> cells;
  std::vector<ReferenceTensor> tensors;
  std::vector<MemRef> memrefs;
  Execution &execution;
};

/// One operation among scalar ones: reads cells, writes the cell `result` or,
/// if it is a store, memory. One that fails leaves that to the execution. What
/// the other members hold is up to `run`.
struct Step {
  using Function = void (*)(const Step &, Frame &);

  Function run;
  Operation *op;
  CellId result = 0;
  std::array<CellId, 3> operands = {};
  ElementKind kind = ElementKind::I64;
  /// Integer widths: of the operands, or of operand and result.
  uint8_t width = 64, resultWidth = 64;
  /// A predicate, a tensor, a memref, a dimension.
  uint32_t parameter = 0;
  /// How far another implementation may be off, in units in the last place.
  double ulps = 0;
  /// Operands where their number varies.
  std::vector<CellId> indices = {};
  /// What else `run` needs; belongs to the program.
  void *data = nullptr;

  const Cell &operand(unsigned index, const Frame &frame) const {
    return frame.cells[operands[index]];
  }
};
using Steps = std::vector<Step>;

inline void runSteps(const Steps &steps, Frame &frame) {
  for (const Step &step : steps)
    step.run(step, frame);
}

/// An operation of a block, or a run of scalar ones.
class Node {
public:
  virtual ~Node() = default;
  virtual LogicalResult run(Frame &frame) = 0;
};
using Nodes = std::vector<std::unique_ptr<Node>>;

inline LogicalResult runNodes(const Nodes &nodes, Frame &frame) {
  for (const std::unique_ptr<Node> &node : nodes)
    if (failed(node->run(frame)))
      return failure();
  return success();
}

/// A box of points, the last ones excluded, that a loop runs over.
struct LoopBox {
  SmallVector<int64_t, 4> first, last, steps;
};

/// Runs `body` at the points of `box`, in row-major order, with `variables` as
/// coordinates.
LogicalResult runLoop(const LoopBox &box, ArrayRef<CellId> variables,
                      const Nodes &body, Frame &frame);

/// Where a value is that enters or leaves a function or region.
struct Port {
  enum class Kind : uint8_t { Cell, Tensor, MemRef };
  Type type;
  Kind kind;
  uint32_t id;
  /// Whether nothing reads the value here after it has left, so that its
  /// storage may go along.
  bool isLastUse = false;
};

/// A translated function.
struct Program {
  /// Cells and tensors at the start; constants are in place.
  std::vector<Cell> cells;
  std::vector<ReferenceTensor> tensors;
  size_t numMemRefs = 0;
  Nodes nodes;
  /// What steps refer to.
  std::vector<std::shared_ptr<void>> data;
  SmallVector<Port> arguments, results;
};

/// The value of a port, and back. Takes its storage along after the last use.
PortValue takeValue(const Port &port, Frame &frame);
void setValue(const Port &port, PortValue value, Frame &frame);
/// The tensor of a port, or what its memref holds.
ReferenceTensor readValue(const Port &port, const Frame &frame);

/// Copies values from ports to others, all at once.
class Transfer {
public:
  Transfer() = default;
  Transfer(ArrayRef<Port> from, ArrayRef<Port> to) : from(from), to(to) {}
  void run(Frame &frame);

private:
  SmallVector<Port> from, to;
  SmallVector<Cell> cells;
};

/// Joins `mark` to every element of the scalar or tensor of `port`.
void joinMark(const Port &port, Mark mark, Frame &frame);

/// The element at `index` of a tensor of elements of `kind`.
Cell loadElement(const ReferenceTensor &tensor, ElementKind kind,
                 int64_t index);
void storeElement(ReferenceTensor &tensor, ElementKind kind, int64_t index,
                  const Cell &cell);

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
