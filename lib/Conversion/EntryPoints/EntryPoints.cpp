//===- EntryPoints.cpp - The binary interface of a module -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wraps public functions on memrefs into C functions. What can be decided from
// data, such as whether an argument fits, is left to the runtime library; the
// code here only moves pointers.
//
//===----------------------------------------------------------------------===//

#include "ResultPlacement.h"
#include "stax-c/Calls.h"
#include "stax-c/Runtime.h"
#include "stax/Conversion/Passes.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/IR/StaxInterfaces.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::stax {
#define GEN_PASS_DEF_EMITENTRYPOINTSPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// What the interface can express
//===----------------------------------------------------------------------===//

/// Whether the last argument of `function` is the status word.
static bool hasStatus(func::FuncOp function) {
  unsigned count = function.getNumArguments();
  return count != 0 && function.getArgAttr(count - 1, kStatusAttr);
}

/// The number of the argument that is the arena, if there is one.
static std::optional<unsigned> findArena(func::FuncOp function) {
  unsigned count = function.getNumArguments() - hasStatus(function);
  if (count != 0 && function.getArgAttr(count - 1, kArenaAttr))
    return count - 1;
  return std::nullopt;
}

/// Types of the arguments that a caller passes as tensors.
static TypeRange getArgumentTypes(func::FuncOp function) {
  TypeRange types = function.getArgumentTypes();
  if (hasStatus(function))
    types = types.drop_back();
  return findArena(function) ? types.drop_back() : types;
}

/// What callers must know of each argument (stax_tensor_flag).
static SmallVector<int32_t> getArgumentFlags(func::FuncOp function) {
  SmallVector<int32_t> flags;
  for (unsigned i = 0; i < getArgumentTypes(function).size(); ++i)
    flags.push_back(function.getArgAttr(i, kDonateAttr) ? STAX_DONATED : 0);
  return flags;
}

static LogicalResult checkType(func::FuncOp function, Type type,
                               const Twine &what) {
  if (isa<TensorType>(type))
    return function.emitError("stax-emit-entry-points: ")
           << what << " is a tensor; run stax-bufferize first";
  auto memref = dyn_cast<MemRefType>(type);
  if (isa<UnrankedMemRefType>(type) ||
      (memref && !memref.getLayout().isIdentity()))
    return function.emitError("stax-emit-entry-points: ")
           << what << " is " << type << ", but callers can pass row-major "
           << "tensors of a known rank only";
  Type element = memref ? memref.getElementType() : type;
  if (!getDType(element))
    return function.emitError("stax-emit-entry-points: ")
           << what << " has element type " << element
           << ", which the binary interface does not have";
  return success();
}

static LogicalResult checkTypes(func::FuncOp function) {
  for (auto [number, type] : llvm::enumerate(getArgumentTypes(function)))
    if (failed(checkType(function, type, "argument #" + Twine(number))))
      return failure();
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(checkType(function, type, "result #" + Twine(number))))
      return failure();
  return success();
}

/// A status word has a place for bits, and the module says what they mean.
static LogicalResult checkStatus(ModuleOp module, func::FuncOp function) {
  if (!hasStatus(function))
    return success();
  unsigned last = function.getNumArguments() - 1;
  Type type = function.getArgumentTypes()[last];
  auto expected =
      MemRefType::get({1}, IntegerType::get(module.getContext(), 64));
  if (type != expected)
    return function.emitError("stax-emit-entry-points: expected argument #")
           << last << ", which is marked '" << kStatusAttr << "', to be "
           << expected << ", but got " << type;
  if (!module->hasAttr(kChecksAttr))
    return function.emitError("stax-emit-entry-points: argument #")
           << last << " is marked '" << kStatusAttr
           << "', but the module has no '" << kChecksAttr
           << "'; run stax-outline-kernels first";
  return success();
}

/// Whether entry points define or declare `name` themselves.
static bool isOwnName(StringRef name) {
  return llvm::is_contained<StringRef>(
      {"stax_signature", "stax_arena_size", "stax_alloc", "stax_free",
       "stax_check_arguments", "stax_place_result", "stax_deliver_result",
       "stax_report_checks", "stax_call_begin", "stax_call_end",
       "stax_call_abandoned"},
      name);
}

/// Names that others link against cannot give way to those of the module. Other
/// functions of the runtime library may be declared.
static LogicalResult checkNames(ModuleOp module,
                                ArrayRef<func::FuncOp> functions) {
  for (auto symbol : module.getOps<SymbolOpInterface>())
    if (symbol.getName().starts_with("stax_") &&
        (!symbol.isDeclaration() || isOwnName(symbol.getName())))
      return symbol->emitError("stax-emit-entry-points: the name '")
             << symbol.getName() << "' begins with 'stax_', as names of the "
             << "runtime library do; expected another one";
  SymbolTable symbols(module);
  for (func::FuncOp function : functions) {
    std::string name = function.getName().str();
    for (StringRef suffix : {kSignatureSuffix, kArenaSizeSuffix})
      if (Operation *other = symbols.lookup(name + suffix.str()))
        return other->emitError("stax-emit-entry-points: the name '")
               << name << suffix << "' belongs to the entry of '" << name
               << "'; expected another one";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// Emits entries of one module.
class EntryEmitter {
public:
  EntryEmitter(ModuleOp module)
      : module(module), symbols(module), signatures(module, symbols),
        types(signatures.getTypes()), converter(module.getContext()),
        builder(module.getContext()) {}

  void run(ArrayRef<func::FuncOp> functions);

private:
  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> arguments);
  LLVM::LLVMFuncOp emitArenaSize(StringRef name, func::FuncOp host);
  Value emitArenaBytes(Value args, func::FuncOp host);
  Value emitArena(Value args, Value passed, func::FuncOp host, Value &isNew);
  void renameHosts(ArrayRef<func::FuncOp> hosts);
  LLVM::GlobalOp emitEntry(StringRef entryName, func::FuncOp host);
  Value emitCallBegin(Value status, Value &hasReturned);
  Value emitStatus();
  Value loadBits(Value status) {
    return memref::LoadOp::create(
        builder, loc(), status,
        ValueRange(arith::ConstantIndexOp::create(builder, loc(), 0)));
  }
  Value emitReport(Value bits, Value error);
  Value emitAbandoned(Value call, Value status, Value error);
  Value loadField(Value structure, Type type, int32_t field, Type fieldType);
  Value loadArgument(Value args, int32_t number, Type type);
  Value emitDelivery(Value signature, int32_t number, Value result,
                     Value results, Value error);
  void discard(ValueRange hostResults, Value results);
  Value getData(Value result);
  Value separate(Value result, ValueRange earlier);
  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc(), type, value);
  }
  Value call(LLVM::LLVMFuncOp callee, ValueRange arguments) {
    return LLVM::CallOp::create(builder, loc(), callee, arguments).getResult();
  }
  Value cast(Value value, Type type) {
    return UnrealizedConversionCastOp::create(builder, loc(), type, value)
        .getResult(0);
  }
  Location loc() { return module.getLoc(); }

  ModuleOp module;
  SymbolTable symbols;
  SignatureBuilder signatures;
  const AbiTypes &types;
  LLVMTypeConverter converter;
  OpBuilder builder;
  /// Hosts that functions of the module call.
  DenseSet<Operation *> called;
  LLVM::GlobalOp checks;
  int32_t checkCount = 0;
};
} // namespace

LLVM::LLVMFuncOp EntryEmitter::declare(StringRef name, Type result,
                                       ArrayRef<Type> arguments) {
  if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc(), name, LLVM::LLVMFunctionType::get(result, arguments));
  symbols.insert(function);
  return function;
}

/// A function that returns the bytes of the arena that `host` takes.
LLVM::LLVMFuncOp EntryEmitter::emitArenaSize(StringRef name,
                                             func::FuncOp host) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc(), name,
      LLVM::LLVMFunctionType::get(types.i64, {types.pointer}));
  Block *body = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(body);
  LLVM::ReturnOp::create(builder, loc(),
                         emitArenaBytes(body->getArgument(0), host));
  return function;
}

/// The bytes of the arena that `host` takes, an i64; 0 if it takes none.
Value EntryEmitter::emitArenaBytes(Value args, func::FuncOp host) {
  std::optional<unsigned> arena = findArena(host);
  if (!arena)
    return constant(types.i64, 0);
  auto type = mlir::cast<MemRefType>(host.getArgumentTypes()[*arena]);
  if (type.hasStaticShape())
    return constant(types.i64, type.getNumElements());
  auto size = symbols.lookup<func::FuncOp>(
      host->getAttrOfType<FlatSymbolRefAttr>(kArenaSizeAttr).getValue());
  SmallVector<Value> operands;
  for (auto [number, argument] : llvm::enumerate(getArgumentTypes(host)))
    operands.push_back(loadArgument(args, number, argument));
  Value bytes =
      func::CallOp::create(builder, loc(), size, operands).getResult(0);
  return cast(bytes, types.i64);
}

/// The arena that the caller passes, or a new one, where it passes none;
/// `isNew` says which.
Value EntryEmitter::emitArena(Value args, Value passed, func::FuncOp host,
                              Value &isNew) {
  auto type = mlir::cast<MemRefType>(host.getArgumentTypes()[*findArena(host)]);
  auto dynamic = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  Value bytes = emitArenaBytes(args, host);
  Value null = LLVM::ZeroOp::create(builder, loc(), types.pointer);
  isNew = LLVM::ICmpOp::create(builder, loc(), LLVM::ICmpPredicate::eq, passed,
                               null);
  auto allocate = [&](OpBuilder &b, Location loc) {
    Value size =
        UnrealizedConversionCastOp::create(b, loc, b.getIndexType(), bytes)
            .getResult(0);
    Value buffer =
        memref::AllocOp::create(b, loc, dynamic, size, b.getI64IntegerAttr(64));
    scf::YieldOp::create(b, loc, buffer);
  };
  auto describe = [&](OpBuilder &b, Location loc) {
    auto descriptor =
        MemRefDescriptor::poison(b, loc, converter.convertType(dynamic));
    descriptor.setAllocatedPtr(b, loc, passed);
    descriptor.setAlignedPtr(b, loc, passed);
    descriptor.setConstantOffset(b, loc, 0);
    descriptor.setSize(b, loc, 0, bytes);
    descriptor.setConstantStride(b, loc, 0, 1);
    Value buffer =
        UnrealizedConversionCastOp::create(b, loc, dynamic, Value(descriptor))
            .getResult(0);
    scf::YieldOp::create(b, loc, buffer);
  };
  Value arena =
      scf::IfOp::create(builder, loc(), isNew, allocate, describe).getResult(0);
  if (arena.getType() != type)
    arena = memref::CastOp::create(builder, loc(), type, arena);
  return arena;
}

Value EntryEmitter::loadField(Value structure, Type type, int32_t field,
                              Type fieldType) {
  Value address =
      LLVM::GEPOp::create(builder, loc(), types.pointer, type, structure,
                          ArrayRef<LLVM::GEPArg>{0, field});
  return LLVM::LoadOp::create(builder, loc(), fieldType, address);
}

/// Argument `number` as a value of `type`, a memref or scalar.
Value EntryEmitter::loadArgument(Value args, int32_t number, Type type) {
  Value tensor =
      LLVM::GEPOp::create(builder, loc(), types.pointer, types.tensor, args,
                          ArrayRef<LLVM::GEPArg>{number});
  Value data = loadField(tensor, types.tensor, 0, types.pointer);
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref) {
    // A bool is a byte in memory.
    Type stored =
        type.isInteger(1) ? builder.getI8Type() : converter.convertType(type);
    Value value = LLVM::LoadOp::create(builder, loc(), stored, data);
    if (type.isInteger(1))
      value = LLVM::TruncOp::create(builder, loc(), type, value);
    return type.isIndex() ? cast(value, type) : value;
  }
  Value shape = loadField(tensor, types.tensor, 1, types.pointer);
  SmallVector<Value> sizes(memref.getRank()), strides(memref.getRank());
  Value stride = constant(types.i64, 1);
  for (int32_t dim = memref.getRank() - 1; dim >= 0; --dim) {
    if (memref.isDynamicDim(dim)) {
      Value address =
          LLVM::GEPOp::create(builder, loc(), types.pointer, types.i64, shape,
                              ArrayRef<LLVM::GEPArg>{dim});
      sizes[dim] = LLVM::LoadOp::create(builder, loc(), types.i64, address);
    } else {
      sizes[dim] = constant(types.i64, memref.getDimSize(dim));
    }
    strides[dim] = stride;
    if (dim > 0)
      stride = LLVM::MulOp::create(builder, loc(), stride, sizes[dim]);
  }
  auto descriptor =
      MemRefDescriptor::poison(builder, loc(), converter.convertType(memref));
  descriptor.setAllocatedPtr(builder, loc(), data);
  descriptor.setAlignedPtr(builder, loc(), data);
  descriptor.setConstantOffset(builder, loc(), 0);
  for (int32_t dim = 0; dim < memref.getRank(); ++dim) {
    descriptor.setSize(builder, loc(), dim, sizes[dim]);
    descriptor.setStride(builder, loc(), dim, strides[dim]);
  }
  return cast(descriptor, memref);
}

/// The buffer of a result; a scalar is stored in a new one.
Value EntryEmitter::getData(Value result) {
  if (auto memref = dyn_cast<MemRefType>(result.getType()))
    return MemRefDescriptor(cast(result, converter.convertType(memref)))
        .alignedPtr(builder, loc());
  auto alloc = declare("stax_alloc", types.pointer, {types.i64});
  Value data =
      call(alloc, constant(types.i64, getElementBytes(result.getType())));
  if (result.getType().isInteger(1))
    result = LLVM::ZExtOp::create(builder, loc(), builder.getI8Type(), result);
  else if (result.getType().isIndex())
    result = cast(result, types.i64);
  LLVM::StoreOp::create(builder, loc(), result, data);
  return data;
}

/// A function may return one buffer several times, but its caller frees each
/// result: a copy of `result` where it is the buffer of an earlier one.
Value EntryEmitter::separate(Value result, ValueRange earlier) {
  auto type = dyn_cast<MemRefType>(result.getType());
  Value isShared;
  for (Value other : earlier) {
    if (!type || !isa<MemRefType>(other.getType()))
      continue;
    Value isSame = LLVM::ICmpOp::create(builder, loc(), LLVM::ICmpPredicate::eq,
                                        getData(result), getData(other));
    isShared =
        isShared
            ? LLVM::OrOp::create(builder, loc(), isShared, isSame).getResult()
            : isSame;
  }
  if (!isShared)
    return result;
  auto copy = [&](OpBuilder &b, Location loc) {
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(b, loc, result, dim));
    Value buffer = memref::AllocOp::create(b, loc, type, sizes);
    memref::CopyOp::create(b, loc, result, buffer);
    scf::YieldOp::create(b, loc, buffer);
  };
  auto keep = [&](OpBuilder &b, Location loc) {
    scf::YieldOp::create(b, loc, result);
  };
  return scf::IfOp::create(builder, loc(), isShared, copy, keep).getResult(0);
}

/// Hands a result over; returns the runtime's status.
Value EntryEmitter::emitDelivery(Value signature, int32_t number, Value result,
                                 Value results, Value error) {
  auto deliver = declare("stax_deliver_result", types.i32,
                         {types.pointer, types.i32, types.pointer,
                          types.pointer, types.pointer, types.pointer});
  auto memref = dyn_cast<MemRefType>(result.getType());
  int64_t rank = memref ? memref.getRank() : 0;
  Value shape =
      LLVM::AllocaOp::create(builder, loc(), types.pointer, types.i64,
                             constant(types.i64, std::max<int64_t>(rank, 1)));
  for (int32_t dim = 0; dim < rank; ++dim) {
    MemRefDescriptor descriptor(cast(result, converter.convertType(memref)));
    Value address =
        LLVM::GEPOp::create(builder, loc(), types.pointer, types.i64, shape,
                            ArrayRef<LLVM::GEPArg>{dim});
    LLVM::StoreOp::create(builder, loc(), descriptor.size(builder, loc(), dim),
                          address);
  }
  return call(deliver, {signature, constant(types.i32, number), getData(result),
                        shape, results, error});
}

/// Frees results that are not delivered, but for buffers of the caller.
void EntryEmitter::discard(ValueRange hostResults, Value results) {
  auto release =
      declare("stax_free", LLVM::LLVMVoidType::get(builder.getContext()),
              {types.pointer});
  Value null = LLVM::ZeroOp::create(builder, loc(), types.pointer);
  for (auto [number, result] : llvm::enumerate(hostResults)) {
    if (!isa<MemRefType>(result.getType()))
      continue;
    Value tensor =
        LLVM::GEPOp::create(builder, loc(), types.pointer, types.tensor,
                            results, ArrayRef<LLVM::GEPArg>{int32_t(number)});
    Value passed = loadField(tensor, types.tensor, 0, types.pointer);
    Value data = getData(result);
    Value isPassed = LLVM::ICmpOp::create(
        builder, loc(), LLVM::ICmpPredicate::eq, data, passed);
    data = LLVM::SelectOp::create(builder, loc(), isPassed, null, data);
    LLVM::CallOp::create(builder, loc(), release, data);
  }
}

/// Starts a call that can be abandoned; returns its storage. `hasReturned` is 0
/// at first, and not where the call was abandoned. See stax-c/Calls.h.
Value EntryEmitter::emitCallBegin(Value status, Value &hasReturned) {
  constexpr int64_t kWords = sizeof(stax_call) / sizeof(int64_t);
  Value storage =
      LLVM::AllocaOp::create(builder, loc(), types.pointer, types.i64,
                             constant(types.i64, kWords), STAX_CALL_ALIGNMENT);
  Type nothing = LLVM::LLVMVoidType::get(builder.getContext());
  Value word = status ? getData(status)
                      : LLVM::ZeroOp::create(builder, loc(), types.pointer);
  LLVM::CallOp::create(
      builder, loc(),
      declare("stax_call_begin", nothing, {types.pointer, types.pointer}),
      ValueRange{storage, word});
  LLVM::LLVMFuncOp setjmp = declare("_setjmp", types.i32, {types.pointer});
  setjmp.setPassthroughAttr(builder.getStrArrayAttr({"returns_twice"}));
  hasReturned = call(setjmp, storage);
  return storage;
}

/// A status word without bits.
Value EntryEmitter::emitStatus() {
  auto status =
      memref::AllocaOp::create(builder, loc(), MemRefType::get({1}, types.i64));
  memref::StoreOp::create(
      builder, loc(), arith::ConstantIntOp::create(builder, loc(), 0, 64),
      status, ValueRange(arith::ConstantIndexOp::create(builder, loc(), 0)));
  return status;
}

/// Reports the check that `bits` say has failed; returns its code.
Value EntryEmitter::emitReport(Value bits, Value error) {
  auto report = declare("stax_report_checks", types.i32,
                        {types.pointer, types.i32, types.i64, types.pointer});
  return call(report, {LLVM::AddressOfOp::create(builder, loc(), checks),
                       constant(types.i32, checkCount), bits, error});
}

/// Ends a call that was abandoned; returns the code of its error.
Value EntryEmitter::emitAbandoned(Value storage, Value status, Value error) {
  Value code = call(
      declare("stax_call_abandoned", types.i32, {types.pointer, types.pointer}),
      {storage, error});
  if (!status)
    return code;
  Value isFound = LLVM::ICmpOp::create(builder, loc(), LLVM::ICmpPredicate::ne,
                                       code, constant(types.i32, 0));
  Value bits = LLVM::SelectOp::create(builder, loc(), isFound,
                                      constant(types.i64, 0), loadBits(status));
  Value reported = emitReport(bits, error);
  return LLVM::SelectOp::create(builder, loc(), isFound, code, reported);
}

/// Makes `hosts` private, and their names free for entries; fills `called`. All
/// at once: a change of one name alone visits the whole module.
void EntryEmitter::renameHosts(ArrayRef<func::FuncOp> hosts) {
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  for (func::FuncOp host : hosts) {
    std::string name = host.getName().str() + "_host";
    while (symbols.lookup(name))
      name += "_";
    if (!users.useEmpty(host))
      called.insert(host);
    users.replaceAllUsesWith(host, builder.getStringAttr(name));
    symbols.remove(host);
    host.setName(name);
    symbols.insert(host);
    host.setPrivate();
    // Upstream's wrapper would be one of a name that nobody calls.
    host->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  }
}

/// Emits the entry `name` of `host`; returns its signature.
LLVM::GlobalOp EntryEmitter::emitEntry(StringRef entryName, func::FuncOp host) {
  std::string name = entryName.str();
  LLVM::GlobalOp signature = signatures.createFunction(
      name, getArgumentTypes(host), getArgumentFlags(host),
      host.getResultTypes(),
      emitArenaSize(name + kArenaSizeSuffix.str(), host));

  builder.setInsertionPoint(host);
  auto entry = LLVM::LLVMFuncOp::create(
      builder, loc(), name,
      LLVM::LLVMFunctionType::get(types.i32,
                                  SmallVector<Type>(4, types.pointer)));
  symbols.insert(entry);
  Block *check = entry.addEntryBlock(builder);
  Value args = check->getArgument(0), results = check->getArgument(1),
        arena = check->getArgument(2), error = check->getArgument(3);
  Block *begin = builder.createBlock(&entry.getBody(), entry.getBody().end());
  Block *run = builder.createBlock(&entry.getBody(), entry.getBody().end());
  Block *abandoned =
      builder.createBlock(&entry.getBody(), entry.getBody().end());
  Block *fail = builder.createBlock(&entry.getBody(), entry.getBody().end(),
                                    {types.i32}, {loc()});
  LLVM::ReturnOp::create(builder, loc(), fail->getArgument(0));

  builder.setInsertionPointToStart(check);
  Value zero = constant(types.i32, 0);
  Value signatureAddress = LLVM::AddressOfOp::create(builder, loc(), signature);
  auto branch = [&](Value code, Block *good, Block *bad, ValueRange operands) {
    Value isGood = LLVM::ICmpOp::create(builder, loc(), LLVM::ICmpPredicate::eq,
                                        code, zero);
    LLVM::CondBrOp::create(builder, loc(), isGood, good, ValueRange(), bad,
                           operands);
  };
  auto checkArguments =
      declare("stax_check_arguments", types.i32,
              {types.pointer, types.pointer, types.pointer, types.pointer});
  Value code = call(checkArguments, {signatureAddress, args, results, error});
  branch(code, begin, fail, code);

  builder.setInsertionPointToStart(begin);
  Value status = hasStatus(host) ? emitStatus() : Value();
  Value hasReturned;
  Value storage = emitCallBegin(status, hasReturned);
  branch(hasReturned, run, abandoned, {});
  builder.setInsertionPointToStart(abandoned);
  LLVM::BrOp::create(builder, loc(), emitAbandoned(storage, status, error),
                     fail);

  builder.setInsertionPointToStart(run);
  SmallVector<Value> operands;
  for (auto [number, type] : llvm::enumerate(getArgumentTypes(host)))
    operands.push_back(loadArgument(args, number, type));
  Value isNewArena;
  std::optional<unsigned> arenaNumber = findArena(host);
  if (arenaNumber)
    operands.push_back(emitArena(args, arena, host, isNewArena));
  if (status)
    operands.push_back(status);
  auto declarePlace = [&] {
    return declare(
        "stax_place_result", types.pointer,
        {types.pointer, types.i32, types.i64, types.pointer, types.pointer});
  };
  // Functions of the module that call it have no buffers to offer.
  if (!called.contains(host) &&
      placeResults(host, declarePlace, signature, types))
    operands.append({args, results});
  auto hostCall = func::CallOp::create(builder, loc(), host, operands);
  if (arenaNumber)
    scf::IfOp::create(
        builder, loc(), isNewArena, [&](OpBuilder &b, Location loc) {
          memref::DeallocOp::create(b, loc, operands[*arenaNumber]);
          scf::YieldOp::create(b, loc);
        });
  SmallVector<Value> hostResults;
  for (Value result : hostCall.getResults())
    hostResults.push_back(separate(result, hostResults));
  LLVM::CallOp::create(builder, loc(),
                       declare("stax_call_end",
                               LLVM::LLVMVoidType::get(builder.getContext()),
                               {types.pointer}),
                       storage);
  if (status) {
    Value reported = emitReport(loadBits(status), error);
    Block *undo = builder.createBlock(fail);
    Block *deliver = builder.createBlock(fail);
    builder.setInsertionPointToEnd(run);
    branch(reported, deliver, undo, {});
    builder.setInsertionPointToStart(undo);
    discard(hostResults, results);
    LLVM::BrOp::create(builder, loc(), reported, fail);
    builder.setInsertionPointToStart(deliver);
  }
  Value delivery = zero;
  for (auto [number, result] : llvm::enumerate(hostResults)) {
    Value delivered =
        emitDelivery(signatureAddress, number, result, results, error);
    Value isGood = LLVM::ICmpOp::create(builder, loc(), LLVM::ICmpPredicate::eq,
                                        delivery, zero);
    delivery =
        LLVM::SelectOp::create(builder, loc(), isGood, delivered, delivery);
  }
  LLVM::ReturnOp::create(builder, loc(), delivery);
  return signature;
}

void EntryEmitter::run(ArrayRef<func::FuncOp> functions) {
  if (auto infos = module->getAttrOfType<ArrayAttr>(kChecksAttr)) {
    checks = signatures.createChecks(infos.getValue());
    checkCount = infos.size();
    module->removeAttr(kChecksAttr);
  }
  SmallVector<std::string> names;
  for (func::FuncOp function : functions)
    names.push_back(function.getName().str());
  renameHosts(functions);
  // Entries may give their hosts more arguments.
  if (functions.size() == 1)
    emitArenaSize("stax_arena_size", functions.front())
        .setLinkage(LLVM::Linkage::Weak);
  SmallVector<LLVM::GlobalOp> entries;
  for (auto [name, function] : llvm::zip_equal(names, functions))
    entries.push_back(emitEntry(name, function));
  signatures.createModuleSignature(entries);
}

namespace {
struct EmitEntryPointsPass
    : public stax::impl::EmitEntryPointsPassBase<EmitEntryPointsPass> {
  using EmitEntryPointsPassBase::EmitEntryPointsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        functions.push_back(function);
    if (functions.empty())
      return;
    for (func::FuncOp function : functions)
      if (failed(checkTypes(function)) ||
          failed(checkStatus(getOperation(), function)))
        return signalPassFailure();
    if (failed(checkNames(getOperation(), functions)))
      return signalPassFailure();
    EntryEmitter(getOperation()).run(functions);
  }
};
} // namespace
