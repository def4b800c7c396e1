//===- Passes.h - Conversions from and to other dialects --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_PASSES_H
#define STAX_CONVERSION_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"
#include "stax/IR/StaxDialect.h"

namespace mlir::stax {

/// How `stax-parallelize` chooses the loops that threads share.
enum class ParallelRule {
  Textbook, ///< by numbers of iterations
  Cost      ///< by an estimate of time, and how busy threads are
};

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "stax/Conversion/Passes.h.inc"

} // namespace mlir::stax

#endif // STAX_CONVERSION_PASSES_H
