//===- Signature.h - Constants of the binary interface ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. The structures of stax-c/Runtime.h as LLVM types, and
// the constants that describe a module in them.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_ENTRYPOINTS_SIGNATURE_H
#define STAX_LIB_CONVERSION_ENTRYPOINTS_SIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::stax {

/// What is appended to the name of an entry for its public companions.
inline constexpr StringLiteral kSignatureSuffix = "_signature";
inline constexpr StringLiteral kArenaSizeSuffix = "_arena_size";

/// The structures of the C interface, field by field.
struct AbiTypes {
  explicit AbiTypes(MLIRContext *context);

  LLVM::LLVMPointerType pointer;
  IntegerType i32, i64;
  LLVM::LLVMStructType tensor;     ///< stax_tensor
  LLVM::LLVMStructType tensorType; ///< stax_tensor_type
  LLVM::LLVMStructType function;   ///< stax_function
  LLVM::LLVMStructType module;     ///< stax_module
  LLVM::LLVMStructType check;      ///< stax_check
};

/// The stax_dtype of an element; nothing if the interface has none.
std::optional<int32_t> getDType(Type element);

/// Makes constants at the start of `module`.
class SignatureBuilder {
public:
  /// Private constants get names that are free in `symbols`, those of `module`.
  SignatureBuilder(ModuleOp module, SymbolTable &symbols);

  /// The constant stax_function of an entry named `name` whose arguments and
  /// results have these types, all of which the interface has; `flags` are
  /// those of the arguments (stax_tensor_flag).
  LLVM::GlobalOp createFunction(StringRef name, TypeRange arguments,
                                ArrayRef<int32_t> flags, TypeRange results,
                                LLVM::LLVMFuncOp arenaSize);

  /// `stax_signature`, which returns a stax_module of `functions`.
  void createModuleSignature(ArrayRef<LLVM::GlobalOp> functions);

  /// The constant stax_check array of the module's checks.
  LLVM::GlobalOp createChecks(ArrayRef<Attribute> checks);

  const AbiTypes &getTypes() const { return types; }

private:
  using Initializer = function_ref<Value(OpBuilder &, Location)>;
  LLVM::GlobalOp createGlobal(StringRef name, Type type, LLVM::Linkage linkage,
                              Initializer initializer);
  LLVM::GlobalOp createString(StringRef name, StringRef text);
  LLVM::GlobalOp createTensorTypes(StringRef name, TypeRange tensors,
                                   ArrayRef<int32_t> flags);
  /// A structure of `type` with `fields`.
  Value createStruct(OpBuilder &builder, Location loc, Type type,
                     ArrayRef<Value> fields);
  Value getAddress(OpBuilder &builder, Location loc, LLVM::GlobalOp global);
  Value constant(OpBuilder &builder, Location loc, Type type, int64_t value);

  ModuleOp module;
  SymbolTable &symbols;
  AbiTypes types;
  OpBuilder builder; ///< at the place of the next global
  Location loc;
};

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_ENTRYPOINTS_SIGNATURE_H
