//===- Interpreter.h - The reference interpreter ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs functions of a module and defines what they mean. Written from the
// definition of each operation alone: it shares nothing with the lowerings, so
// that an error in one of them shows. Plain, but not slow: a function is
// translated once into lists of steps over numbered registers.
//
// Functions that are not exact are evaluated in a wider type, rounded once, and
// every float carries how far a correct implementation may be from it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_REFERENCE_INTERPRETER_H
#define STAX_REFERENCE_INTERPRETER_H

#include "mlir/IR/BuiltinOps.h"
#include "stax/Reference/ReferenceTensor.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>

namespace mlir::stax {

/// Why a call has no result.
class ReferenceError : public llvm::ErrorInfo<ReferenceError> {
public:
  enum class Kind {
    /// The program is wrong for these inputs: division by zero, an index out
    /// of bounds, shapes that disagree, an extreme of no elements.
    RunTime,
    /// The interpreter does not know an operation or a type.
    Unsupported,
    /// The caller asked for what is not there, or passed what does not fit.
    BadCall
  };
  static char ID;

  ReferenceError(Kind kind, Location loc, std::string message)
      : kind(kind), loc(loc), message(std::move(message)) {}

  Kind getKind() const { return kind; }
  /// The operation or function at fault.
  Location getLoc() const { return loc; }
  /// What is wrong, with the offending values; without the location.
  StringRef getMessage() const { return message; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind kind;
  Location loc;
  std::string message;
};

/// Runs the functions of one module, which it borrows and which must not change
/// meanwhile. Not thread-safe; interpreters do not share state.
class Interpreter {
public:
  explicit Interpreter(ModuleOp module);
  ~Interpreter();
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  /// Runs `function`, which must have a body, and returns its results in order.
  /// Arguments have the element types of its signature and fit its shapes;
  /// scalars have rank 0. A memref argument is passed by reference: its tensor
  /// is replaced by the final state. The same storage in two arguments is two
  /// buffers.
  ///
  /// Errors are of class ReferenceError. A value that cannot be computed is an
  /// error only if a result, a memref or something printed depends on it; of
  /// several errors the one of the first operation in the text is reported,
  /// with the values of its first failure.
  llvm::Expected<SmallVector<ReferenceTensor>>
  call(StringRef function, MutableArrayRef<ReferenceTensor> arguments);

  /// Called for each tensor handed to a declared function whose name begins
  /// with `printMemref`, and for each scalar that `vector.print` prints, in the
  /// order of the program. `callee` is the function, or the one of upstream's
  /// runtime that prints such scalars, `value` as that takes it: `printI64`,
  /// `printU64`, `printF16`, `printBF16`, `printF32` or `printF64`.
  using PrintCallback =
      std::function<void(StringRef callee, const ReferenceTensor &value)>;
  void onPrint(PrintCallback callback);

  /// Called for text that is printed around scalars, in the same order.
  using TextCallback = std::function<void(StringRef text)>;
  void onPrintText(TextCallback callback);

  /// What a function without a body does: from arguments, memrefs as what they
  /// hold, to results. Results may have marks `kUndecided`, `kUnpredictable`.
  using ExternalFunction = std::function<SmallVector<ReferenceTensor>(
      ArrayRef<ReferenceTensor> arguments)>;
  /// Lets the declared function `name` do what `function` does.
  void define(StringRef name, ExternalFunction function);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::stax

#endif // STAX_REFERENCE_INTERPRETER_H
