//===- ResultPlacement.h - Results where callers want them ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller that has a buffer for a result would otherwise pay for another one
// and a copy, which for most kernels is longer than the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_ENTRYPOINTS_RESULTPLACEMENT_H
#define STAX_LIB_CONVERSION_ENTRYPOINTS_RESULTPLACEMENT_H

#include "Signature.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::stax {

/// Lets `host`, which nothing calls yet, build the results that it allocates
/// in buffers of its caller, where stax_place_result, which `declarePlace`
/// declares, says so. It then has two more arguments, the entry's `args` and
/// `results`. Returns whether there is such a result.
bool placeResults(func::FuncOp host,
                  function_ref<LLVM::LLVMFuncOp()> declarePlace,
                  LLVM::GlobalOp signature, const AbiTypes &types);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_ENTRYPOINTS_RESULTPLACEMENT_H
