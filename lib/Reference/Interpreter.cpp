//===- Interpreter.cpp - The reference interpreter ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Reference/Interpreter.h"

#include "Compiler.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// ReferenceError
//===----------------------------------------------------------------------===//

char ReferenceError::ID = 0;

void ReferenceError::log(llvm::raw_ostream &os) const {
  os << loc << ": " << message;
}

std::error_code ReferenceError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Deeper calls are taken for unbounded recursion. Each level takes a few
/// hundred bytes of the machine's stack.
static constexpr unsigned kMaxCallDepth = 1000;

struct Interpreter::Impl {
  explicit Impl(ModuleOp module) : module(module), symbols(module) {
    module->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ordinals.try_emplace(op, ordinals.size() + 1); });
  }

  /// Runs `function`: arguments in `values`, then its results.
  LogicalResult run(func::FuncOp function, Execution &execution,
                    SmallVector<ReferenceTensor> &values);
  LogicalResult runDeclared(Operation *call, func::FuncOp function,
                            Execution &execution,
                            SmallVector<ReferenceTensor> &values);
  FailureOr<Program *> getProgram(func::FuncOp function, Execution &execution);
  LogicalResult verifyArguments(func::FuncOp function, Execution &execution,
                                ArrayRef<ReferenceTensor> arguments);

  ModuleOp module;
  SymbolTable symbols;
  Execution::Ordinals ordinals;
  DenseMap<Operation *, std::unique_ptr<Program>> programs;
  PrintCallback print;
  unsigned depth = 0;
};

FailureOr<Program *> Interpreter::Impl::getProgram(func::FuncOp function,
                                                   Execution &execution) {
  std::unique_ptr<Program> &program = programs[function];
  if (program)
    return program.get();
  FailureOr<std::unique_ptr<Program>> compiled =
      Compiler(execution).compile(function);
  if (failed(compiled))
    return failure();
  program = std::move(*compiled);
  return program.get();
}

LogicalResult Interpreter::Impl::run(func::FuncOp function,
                                     Execution &execution,
                                     SmallVector<ReferenceTensor> &values) {
  FailureOr<Program *> program = getProgram(function, execution);
  if (failed(program))
    return failure();
  Frame frame{(*program)->cells, (*program)->tensors, execution};
  for (auto [port, value] : llvm::zip_equal((*program)->arguments, values))
    setValue(port, std::move(value), frame);
  for (const std::unique_ptr<Node> &node : (*program)->nodes)
    if (failed(node->run(frame)))
      return failure();
  values.clear();
  for (const Program::Port &port : (*program)->results)
    values.push_back(getValue(port, frame));
  return success();
}

/// Printing is all that a function without a body can do here.
LogicalResult
Interpreter::Impl::runDeclared(Operation *call, func::FuncOp function,
                               Execution &execution,
                               SmallVector<ReferenceTensor> &values) {
  if (!function.getName().starts_with("printMemref") || values.size() != 1 ||
      function.getNumResults() != 0)
    return execution.fail(ReferenceError::Kind::Unsupported, call->getLoc(),
                          "the reference interpreter cannot call '" +
                              function.getName() + "', which has no body");
  if (failed(execution.failIfError(values[0])))
    return failure();
  if (print)
    print(function.getName(), values[0]);
  values.clear();
  return success();
}

//===----------------------------------------------------------------------===//
// Interpreter
//===----------------------------------------------------------------------===//

Interpreter::Interpreter(ModuleOp module)
    : impl(std::make_unique<Impl>(module)) {}

Interpreter::~Interpreter() = default;

void Interpreter::onPrint(PrintCallback callback) {
  impl->print = std::move(callback);
}

/// A type and shape as a user writes it.
static std::string toString(Type elementType, ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape)
    os << extent << 'x';
  os << elementType;
  return text;
}

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether a tensor of `elementType` and `shape` is a value of `type`.
static bool fits(Type type, const ReferenceTensor &value) {
  if (value.isNull())
    return false;
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return value.getElementType() == type && value.getRank() == 0;
  return shaped.getElementType() == value.getElementType() &&
         (!shaped.hasRank() || succeeded(verifyCompatibleShape(
                                   shaped.getShape(), value.getShape())));
}

LogicalResult
Interpreter::Impl::verifyArguments(func::FuncOp function, Execution &execution,
                                   ArrayRef<ReferenceTensor> arguments) {
  auto fail = [&](const Twine &message) {
    return execution.fail(ReferenceError::Kind::BadCall, function.getLoc(),
                          message);
  };
  if (arguments.size() != function.getNumArguments())
    return fail("'" + function.getName() + "' takes " +
                Twine(function.getNumArguments()) + " arguments, but got " +
                Twine(arguments.size()));
  for (auto [number, type, argument] :
       llvm::enumerate(function.getArgumentTypes(), arguments))
    if (!fits(type, argument))
      return fail(
          "expected argument #" + Twine(number) + " of '" + function.getName() +
          "' to be " + toString(type) + ", but got " +
          (argument.isNull()
               ? "nothing"
               : toString(argument.getElementType(), argument.getShape())));
  return success();
}

llvm::Expected<SmallVector<ReferenceTensor>>
Interpreter::call(StringRef name, MutableArrayRef<ReferenceTensor> arguments) {
  auto callFunction = [&](Execution &execution, Operation *call,
                          SmallVector<ReferenceTensor> &values) {
    auto callee = impl->symbols.lookup<func::FuncOp>(
        cast<func::CallOp>(call).getCallee());
    if (!callee)
      return execution.fail(ReferenceError::Kind::Unsupported, call->getLoc(),
                            "the callee is not a function of this module");
    if (callee.isExternal())
      return impl->runDeclared(call, callee, execution, values);
    if (impl->depth == kMaxCallDepth)
      return execution.fail(call, "more than " + Twine(kMaxCallDepth) +
                                      " calls are active");
    ++impl->depth;
    LogicalResult result = impl->run(callee, execution, values);
    --impl->depth;
    return result;
  };
  Execution execution(impl->ordinals, callFunction);

  auto function = impl->symbols.lookup<func::FuncOp>(name);
  if (!function || function.isExternal())
    return llvm::make_error<ReferenceError>(
        ReferenceError::Kind::BadCall, impl->module.getLoc(),
        ("the module has no function '" + name + "' with a body").str());
  SmallVector<ReferenceTensor> values(arguments.begin(), arguments.end());
  if (failed(impl->verifyArguments(function, execution, arguments)) ||
      failed(impl->run(function, execution, values)))
    return execution.takeError();
  for (const ReferenceTensor &value : values)
    if (failed(execution.failIfError(value)))
      return execution.takeError();
  return values;
}
