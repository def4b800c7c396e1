//===- Signature.cpp - Constants of the binary interface ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

#include "stax-c/Runtime.h"
#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

AbiTypes::AbiTypes(MLIRContext *context)
    : pointer(LLVM::LLVMPointerType::get(context)),
      i32(IntegerType::get(context, 32)), i64(IntegerType::get(context, 64)) {
  auto make = [&](ArrayRef<Type> fields) {
    return LLVM::LLVMStructType::getLiteral(context, fields);
  };
  tensor = make({pointer, pointer, pointer, i32, i32});
  tensorType = make({pointer, pointer, i32, i32, i32, i32});
  function = make({pointer, pointer, pointer, i32, i32, pointer});
  module = make({pointer, i32});
  check = make({pointer, pointer, i32});
}

std::optional<int32_t> stax::getDType(Type element) {
  if (element.isF16())
    return STAX_F16;
  if (element.isBF16())
    return STAX_BF16;
  if (element.isF32())
    return STAX_F32;
  if (element.isF64())
    return STAX_F64;
  if (element.isIndex())
    return STAX_I64;
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || !integer.isSignless())
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return STAX_BOOL;
  case 8:
    return STAX_I8;
  case 16:
    return STAX_I16;
  case 32:
    return STAX_I32;
  case 64:
    return STAX_I64;
  default:
    return std::nullopt;
  }
}

SignatureBuilder::SignatureBuilder(ModuleOp module, SymbolTable &symbols)
    : module(module), symbols(symbols), types(module.getContext()),
      builder(OpBuilder::atBlockBegin(module.getBody())), loc(module.getLoc()) {
}

LLVM::GlobalOp SignatureBuilder::createGlobal(StringRef name, Type type,
                                              LLVM::Linkage linkage,
                                              Initializer initializer) {
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                       linkage, name, Attribute());
  symbols.insert(global);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, loc, initializer(builder, loc));
  return global;
}

LLVM::GlobalOp SignatureBuilder::createString(StringRef name, StringRef text) {
  std::string terminated = text.str();
  terminated.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Internal, name,
                                       builder.getStringAttr(terminated));
  symbols.insert(global);
  return global;
}

Value SignatureBuilder::createStruct(OpBuilder &builder, Location loc,
                                     Type type, ArrayRef<Value> fields) {
  Value result = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [position, field] : llvm::enumerate(fields))
    result = LLVM::InsertValueOp::create(builder, loc, result, field, position);
  return result;
}

Value SignatureBuilder::getAddress(OpBuilder &builder, Location loc,
                                   LLVM::GlobalOp global) {
  if (!global)
    return LLVM::ZeroOp::create(builder, loc, types.pointer);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value SignatureBuilder::constant(OpBuilder &builder, Location loc, Type type,
                                 int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type, value);
}

/// Constant array of stax_tensor_type; null for none.
LLVM::GlobalOp SignatureBuilder::createTensorTypes(StringRef name,
                                                   TypeRange tensors,
                                                   ArrayRef<int32_t> flags) {
  if (tensors.empty())
    return {};
  SmallVector<LLVM::GlobalOp> names, shapes;
  for (auto [number, type] : llvm::enumerate(tensors)) {
    std::string prefix = (name + "_" + Twine(number)).str();
    names.push_back(
        createString(prefix + "_name", ("#" + Twine(number)).str()));
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || memref.getRank() == 0) {
      shapes.push_back({});
      continue;
    }
    SmallVector<int64_t> extents =
        llvm::map_to_vector(memref.getShape(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? -1 : extent;
        });
    shapes.push_back(LLVM::GlobalOp::create(
        builder, loc, LLVM::LLVMArrayType::get(types.i64, extents.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, prefix + "_shape",
        builder.getI64TensorAttr(extents)));
    symbols.insert(shapes.back());
  }
  auto arrayType = LLVM::LLVMArrayType::get(types.tensorType, tensors.size());
  return createGlobal(
      name, arrayType, LLVM::Linkage::Internal,
      [&](OpBuilder &b, Location loc) {
        Value array = LLVM::PoisonOp::create(b, loc, arrayType);
        for (auto [number, type] : llvm::enumerate(tensors)) {
          auto memref = dyn_cast<MemRefType>(type);
          Type element = memref ? memref.getElementType() : type;
          auto i32 = [&](int64_t value) {
            return constant(b, loc, types.i32, value);
          };
          Value tensor = createStruct(
              b, loc, types.tensorType,
              {getAddress(b, loc, names[number]),
               getAddress(b, loc, shapes[number]),
               i32(memref ? memref.getRank() : 0), i32(*getDType(element)),
               i32(getElementBytes(element)), i32(flags[number])});
          array = LLVM::InsertValueOp::create(b, loc, array, tensor, number);
        }
        return array;
      });
}

LLVM::GlobalOp SignatureBuilder::createFunction(StringRef name,
                                                TypeRange arguments,
                                                ArrayRef<int32_t> flags,
                                                TypeRange results,
                                                LLVM::LLVMFuncOp arenaSize) {
  std::string prefix = name.str();
  LLVM::GlobalOp nameText = createString(prefix + "_name", name);
  LLVM::GlobalOp argumentTypes =
      createTensorTypes(prefix + "_arguments", arguments, flags);
  LLVM::GlobalOp resultTypes = createTensorTypes(
      prefix + "_results", results, SmallVector<int32_t>(results.size(), 0));
  return createGlobal(prefix + kSignatureSuffix.str(), types.function,
                      LLVM::Linkage::External, [&](OpBuilder &b, Location loc) {
                        return createStruct(
                            b, loc, types.function,
                            {getAddress(b, loc, nameText),
                             getAddress(b, loc, argumentTypes),
                             getAddress(b, loc, resultTypes),
                             constant(b, loc, types.i32, arguments.size()),
                             constant(b, loc, types.i32, results.size()),
                             LLVM::AddressOfOp::create(b, loc, arenaSize)});
                      });
}

void SignatureBuilder::createModuleSignature(
    ArrayRef<LLVM::GlobalOp> functions) {
  auto arrayType = LLVM::LLVMArrayType::get(types.function, functions.size());
  // The entries' own constants again, as LLVM has no arrays of references.
  LLVM::GlobalOp table = createGlobal(
      "stax_module_functions", arrayType, LLVM::Linkage::Internal,
      [&](OpBuilder &b, Location loc) {
        Value array = LLVM::PoisonOp::create(b, loc, arrayType);
        for (auto [number, entry] : llvm::enumerate(functions)) {
          LLVM::GlobalOp function = entry;
          IRMapping mapping;
          Block &initializer = function.getInitializerRegion().front();
          for (Operation &op : initializer.without_terminator())
            b.clone(op, mapping);
          Value value =
              mapping.lookup(initializer.getTerminator()->getOperand(0));
          array = LLVM::InsertValueOp::create(b, loc, array, value, number);
        }
        return array;
      });
  LLVM::GlobalOp moduleConstant = createGlobal(
      "stax_module_signature", types.module, LLVM::Linkage::Internal,
      [&](OpBuilder &b, Location loc) {
        return createStruct(b, loc, types.module,
                            {getAddress(b, loc, table),
                             constant(b, loc, types.i32, functions.size())});
      });
  auto getter = LLVM::LLVMFuncOp::create(
      builder, loc, "stax_signature",
      LLVM::LLVMFunctionType::get(types.pointer, {}), LLVM::Linkage::Weak);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(getter.addEntryBlock(builder));
  LLVM::ReturnOp::create(builder, loc,
                         getAddress(builder, loc, moduleConstant));
}

LLVM::GlobalOp SignatureBuilder::createChecks(ArrayRef<Attribute> checks) {
  SmallVector<LLVM::GlobalOp> places, messages;
  for (auto [number, attribute] : llvm::enumerate(checks)) {
    auto info = cast<CheckInfoAttr>(attribute);
    std::string prefix = ("stax_check_" + Twine(number)).str();
    places.push_back(createString(prefix + "_location", info.getLocation()));
    messages.push_back(createString(prefix + "_message", info.getMessage()));
  }
  auto arrayType = LLVM::LLVMArrayType::get(types.check, checks.size());
  return createGlobal(
      "stax_module_checks", arrayType, LLVM::Linkage::Internal,
      [&](OpBuilder &b, Location loc) {
        Value array = LLVM::PoisonOp::create(b, loc, arrayType);
        for (auto [number, attribute] : llvm::enumerate(checks)) {
          Value code = constant(b, loc, types.i32,
                                cast<CheckInfoAttr>(attribute).getCode());
          Value check =
              createStruct(b, loc, types.check,
                           {getAddress(b, loc, places[number]),
                            getAddress(b, loc, messages[number]), code});
          array = LLVM::InsertValueOp::create(b, loc, array, check, number);
        }
        return array;
      });
}
