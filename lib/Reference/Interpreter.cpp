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
#include "stax/IR/UpdateOps.h"

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
                    SmallVector<PortValue> &values);
  LogicalResult runDeclared(Operation *call, func::FuncOp function,
                            Execution &execution,
                            SmallVector<PortValue> &values);
  LogicalResult runCall(Operation *call, Execution &execution,
                        SmallVector<PortValue> &values);
  LogicalResult runEntry(func::FuncOp function, Execution &execution,
                         MutableArrayRef<ReferenceTensor> arguments,
                         SmallVector<ReferenceTensor> &results);
  FailureOr<Program *> getProgram(func::FuncOp function, Execution &execution);
  LogicalResult verifyArguments(func::FuncOp function, Execution &execution,
                                ArrayRef<ReferenceTensor> arguments);

  ModuleOp module;
  SymbolTable symbols;
  Execution::Ordinals ordinals;
  Execution::Globals globals;
  DenseMap<Operation *, std::unique_ptr<Program>> programs;
  llvm::StringMap<ExternalFunction> externals;
  PrintCallback print;
  TextCallback printText;
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
                                     SmallVector<PortValue> &values) {
  FailureOr<Program *> program = getProgram(function, execution);
  if (failed(program))
    return failure();
  Frame frame{(*program)->cells, (*program)->tensors,
              std::vector<MemRef>((*program)->numMemRefs), execution};
  for (auto [port, value] : llvm::zip_equal((*program)->arguments, values))
    setValue(port, std::move(value), frame);
  if (failed(runNodes((*program)->nodes, frame)))
    return failure();
  values.clear();
  for (const Port &port : (*program)->results)
    values.push_back(takeValue(port, frame));
  return success();
}

/// The elements of a value that is a tensor, a scalar or a memref.
static ReferenceTensor readElements(const PortValue &value) {
  return value.tensor.isNull() ? value.memref.read() : value.tensor;
}

/// A value with the elements of `tensor`.
static PortValue makeValue(Type type, ReferenceTensor tensor) {
  if (Compiler::isMemRef(type))
    return {{}, MemRef::ofTensor(tensor)};
  return {std::move(tensor), {}};
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

/// Calls what stands for a function without a body.
LogicalResult Interpreter::Impl::runDeclared(Operation *call,
                                             func::FuncOp function,
                                             Execution &execution,
                                             SmallVector<PortValue> &values) {
  auto external = externals.find(function.getName());
  bool isPrint = function.getName().starts_with("printMemref") &&
                 values.size() == 1 && function.getNumResults() == 0;
  if (external == externals.end() && !isPrint)
    return execution.fail(ReferenceError::Kind::Unsupported, call->getLoc(),
                          "the reference interpreter cannot call '" +
                              function.getName() + "', which has no body");
  SmallVector<ReferenceTensor> arguments, results;
  for (const PortValue &value : values) {
    arguments.push_back(readElements(value));
    if (failed(execution.failIfError(arguments.back())))
      return failure();
  }
  if (external != externals.end())
    results = external->second(arguments);
  else if (print)
    print(function.getName(), arguments[0]);
  if (results.size() != function.getNumResults() ||
      !llvm::all_of_zip(function.getResultTypes(), results, fits))
    return execution.fail(ReferenceError::Kind::BadCall, call->getLoc(),
                          "what stands for '" + function.getName() +
                              "' gives other results than its declaration");
  values.clear();
  for (auto [type, result] :
       llvm::zip_equal(function.getResultTypes(), results))
    values.push_back(makeValue(type, std::move(result)));
  return success();
}

LogicalResult Interpreter::Impl::runCall(Operation *call, Execution &execution,
                                         SmallVector<PortValue> &values) {
  auto outside = dyn_cast<ExternOp>(call);
  auto callee = symbols.lookup<func::FuncOp>(
      outside ? *outside.getReference() : cast<func::CallOp>(call).getCallee());
  if (!callee)
    return execution.fail(ReferenceError::Kind::Unsupported, call->getLoc(),
                          "the callee is not a function of this module");
  if (callee.isExternal())
    return runDeclared(call, callee, execution, values);
  if (depth == kMaxCallDepth)
    return execution.fail(call, "more than " + Twine(kMaxCallDepth) +
                                    " calls are active");
  ++depth;
  LogicalResult result = run(callee, execution, values);
  --depth;
  return result;
}

/// Passes memrefs by reference; what they hold in the end are the arguments.
LogicalResult
Interpreter::Impl::runEntry(func::FuncOp function, Execution &execution,
                            MutableArrayRef<ReferenceTensor> arguments,
                            SmallVector<ReferenceTensor> &results) {
  SmallVector<PortValue> values;
  for (auto [type, argument] :
       llvm::zip_equal(function.getArgumentTypes(), arguments))
    values.push_back(makeValue(type, argument));
  SmallVector<MemRef> memrefs;
  for (const PortValue &value : values)
    memrefs.push_back(value.memref);
  if (failed(run(function, execution, values)))
    return failure();
  for (const PortValue &value : values)
    results.push_back(readElements(value));
  for (auto [argument, memref] : llvm::zip_equal(arguments, memrefs)) {
    if (!memref.buffer)
      continue;
    argument = memref.read();
    if (failed(execution.failIfError(argument)))
      return failure();
  }
  for (const ReferenceTensor &result : results)
    if (failed(execution.failIfError(result)))
      return failure();
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

void Interpreter::onPrintText(TextCallback callback) {
  impl->printText = std::move(callback);
}

void Interpreter::define(StringRef name, ExternalFunction function) {
  impl->externals[name] = std::move(function);
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
  Execution execution({impl->ordinals, impl->globals, impl->print,
                       impl->printText,
                       [&](Execution &execution, Operation *call,
                           SmallVector<PortValue> &values) {
                         return impl->runCall(call, execution, values);
                       }});
  auto function = impl->symbols.lookup<func::FuncOp>(name);
  if (!function || function.isExternal())
    return llvm::make_error<ReferenceError>(
        ReferenceError::Kind::BadCall, impl->module.getLoc(),
        ("the module has no function '" + name + "' with a body").str());
  SmallVector<ReferenceTensor> results;
  if (failed(impl->verifyArguments(function, execution, arguments)) ||
      failed(impl->runEntry(function, execution, arguments, results)))
    return execution.takeError();
  return results;
}
