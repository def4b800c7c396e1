//===- JitTest.cpp - Compiled modules in memory ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Jit.h"
#include "stax/Compiler/Compiler.h"
#include "stax/Runtime/Symbols.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::stax;

static constexpr llvm::StringLiteral kProgram = R"mlir(
  func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = arith.addf %x, %x : tensor<2xf32>
    return %y : tensor<2xf32>
  }
  func.func @four_times(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %z = call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
    return %z : tensor<2xf32>
  }
)mlir";

/// Compiles `source` through all stages.
static llvm::Expected<std::unique_ptr<CompiledModule>>
compileInMemory(MLIRContext &context, StringRef source) {
  auto module = parseSourceString<ModuleOp>(source, &context);
  for (Stage stage : getStages()) {
    PassManager pm(&context);
    buildStage(pm, stage, Regime());
    if (!module || failed(pm.run(*module)))
      return llvm::createStringError("not compiled");
  }
  size_t count = 0;
  const ::stax::rt::Symbol *runtime = ::stax::rt::getSymbols(count);
  SmallVector<JitSymbol> symbols;
  for (const ::stax::rt::Symbol &symbol : ArrayRef(runtime, count))
    symbols.push_back({symbol.name, symbol.address});
  return CompiledModule::create(*module, symbols);
}

namespace {
class JitTest : public testing::Test {
protected:
  JitTest() {
    DialectRegistry registry;
    registerForCompilation(registry);
    context.appendDialectRegistry(registry);
  }

  MLIRContext context;
};
} // namespace

// A compiled entry computes, and calls private functions of its module.
TEST_F(JitTest, RunsAnEntry) {
  auto code = compileInMemory(context, kProgram);
  ASSERT_TRUE(static_cast<bool>(code)) << llvm::toString(code.takeError());
  auto entry = (*code)->lookupEntry("four_times");
  ASSERT_TRUE(static_cast<bool>(entry)) << llvm::toString(entry.takeError());

  float x[] = {1, 2.5}, y[] = {0, 0};
  int64_t shape[] = {2};
  stax_tensor arg = {x, shape, nullptr, 1, STAX_F32};
  stax_tensor result = {y, shape, nullptr, 1, STAX_F32};
  stax_error error = {};
  ASSERT_EQ((*entry)(&arg, &result, nullptr, &error), STAX_OK) << error.message;
  EXPECT_EQ(y[0], 4);
  EXPECT_EQ(y[1], 10);
}

// The signature lists public functions only, with their types.
TEST_F(JitTest, DescribesPublicFunctions) {
  auto code = compileInMemory(context, kProgram);
  ASSERT_TRUE(static_cast<bool>(code)) << llvm::toString(code.takeError());
  EXPECT_EQ((*code)->getSignature().num_functions, 1);
  const stax_function *function = (*code)->lookupFunction("four_times");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->num_arguments, 1);
  EXPECT_EQ(function->arguments[0].shape[0], 2);
  EXPECT_EQ((*code)->lookupFunction("twice"), nullptr);
}

// A module of many functions is compiled in parts, which call each other.
TEST_F(JitTest, RunsAModuleInParts) {
  std::string source = R"mlir(
    func.func private @f0(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = arith.addf %x, %x : tensor<2xf32>
      return %y : tensor<2xf32>
    }
)mlir";
  constexpr int numFunctions = 100;
  for (int i = 1; i < numFunctions; ++i)
    source += llvm::formatv(R"mlir(
    func.func {0} @f{1}(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %y = call @f{2}(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %z = arith.addf %y, %x : tensor<2xf32>
      return %z : tensor<2xf32>
    }
)mlir",
                            i == numFunctions - 1 ? "" : "private", i, i - 1)
                  .str();
  auto code = compileInMemory(context, source);
  ASSERT_TRUE(static_cast<bool>(code)) << llvm::toString(code.takeError());
  auto entry = (*code)->lookupEntry("f99");
  ASSERT_TRUE(static_cast<bool>(entry)) << llvm::toString(entry.takeError());
  auto hidden = (*code)->lookupEntry("f98");
  EXPECT_FALSE(static_cast<bool>(hidden));
  llvm::consumeError(hidden.takeError());

  float x[] = {1, 0.5}, y[] = {0, 0};
  int64_t shape[] = {2};
  stax_tensor arg = {x, shape, nullptr, 1, STAX_F32};
  stax_tensor result = {y, shape, nullptr, 1, STAX_F32};
  stax_error error = {};
  ASSERT_EQ((*entry)(&arg, &result, nullptr, &error), STAX_OK) << error.message;
  EXPECT_EQ(y[0], numFunctions + 1);
  EXPECT_EQ(y[1], (numFunctions + 1) * 0.5f);
}

// Private functions are internal: no code of theirs can be looked up.
TEST_F(JitTest, HidesPrivateFunctions) {
  auto code = compileInMemory(context, kProgram);
  ASSERT_TRUE(static_cast<bool>(code)) << llvm::toString(code.takeError());
  auto entry = (*code)->lookupEntry("twice");
  EXPECT_FALSE(static_cast<bool>(entry));
  llvm::consumeError(entry.takeError());
}
