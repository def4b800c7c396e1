//===- OptimizeTest.cpp - LLVM's passes for kernels -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/TargetMachine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace mlir::stax;

/// A loop that doubles floats, through a stack slot.
static constexpr llvm::StringLiteral kLoop = R"(
  define void @twice(ptr %x) {{
  entry:
    %slot = alloca float
    br label %body
  body:
    %i = phi i64 [ 0, %entry ], [ %next, %body ]
    %p = getelementptr float, ptr %x, i64 %i
    %v = load float, ptr %p
    store float %v, ptr %slot
    %w = load float, ptr %slot
    %y = fadd float %w, %w
    store float %y, ptr %p
    %next = add nuw nsw i64 %i, 1
    %more = icmp slt i64 %next, {0}
    br i1 %more, label %body, label %exit
  exit:
    ret void
  }
)";

/// How many instructions of the kind there are after optimisation.
template <typename Instruction>
static size_t countAfter(int64_t iterations) {
  auto machine = createTargetMachine(kHostCpu, CodePlacement::InProcess);
  if (!machine) {
    ADD_FAILURE() << llvm::toString(machine.takeError());
    return 0;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(
      llvm::formatv(kLoop.data(), iterations).str(), error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return 0;
  }
  optimizeLLVMIR(*module, **machine);
  return llvm::count_if(llvm::instructions(*module->getFunction("twice")),
                        llvm::IsaPred<Instruction>);
}

TEST(OptimizeTest, PromotesStackSlots) {
  EXPECT_EQ(countAfter<llvm::AllocaInst>(1000), 0u);
}

// A short row stays in registers.
TEST(OptimizeTest, UnrollsShortLoops) {
  EXPECT_EQ(countAfter<llvm::PHINode>(16), 0u);
  EXPECT_EQ(countAfter<llvm::StoreInst>(16), 16u);
}

TEST(OptimizeTest, KeepsLongLoops) {
  EXPECT_EQ(countAfter<llvm::PHINode>(17), 1u);
  EXPECT_EQ(countAfter<llvm::StoreInst>(17), 1u);
}
