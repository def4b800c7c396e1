//===- TestModule.h - Modules for tests of the runner -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_RUNNER_TESTMODULE_H
#define STAX_TEST_UNIT_RUNNER_TESTMODULE_H

#include "ErrorText.h"
#include "stax/Compiler/Compiler.h"
#include "stax/Runner/Compile.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::stax {

/// A context with everything that programs may use.
class RunnerTest : public testing::Test {
protected:
  RunnerTest() : context(getRegistry(), MLIRContext::Threading::DISABLED) {}

  OwningOpRef<ModuleOp> parse(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }

  /// The entry `name` of `module`.
  static Entry getEntry(ModuleOp module, StringRef name) {
    return llvm::cantFail(selectEntries(module, name)).front();
  }

  MLIRContext context;

private:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerForCompilation(registry);
    return registry;
  }
};

} // namespace mlir::stax

#endif // STAX_TEST_UNIT_RUNNER_TESTMODULE_H
