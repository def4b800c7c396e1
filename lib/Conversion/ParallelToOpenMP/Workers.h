//===- Workers.h - Numbers of threads --------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_PARALLELTOOPENMP_WORKERS_H
#define STAX_LIB_CONVERSION_PARALLELTOOPENMP_WORKERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "stax/IR/Scratch.h"

namespace mlir::stax {

/// The function of OpenMP that says which thread of a region calls.
inline constexpr llvm::StringLiteral kThreadNumberFunction =
    "omp_get_thread_num";

/// All `stax.worker`s in `root`.
SmallVector<WorkerOp> getWorkers(Operation *root);

/// Declares the functions of OpenMP that the functions below call. Fails, after
/// an error, if `module` has another of that name.
LogicalResult declareThreadFunctions(ModuleOp module);

/// Number of threads that loops with `workers` may have: as many as any other,
/// but not more than their limits. It is one value for all loops of `function`,
/// at its start, so that they can share a region.
Value emitThreadLimit(func::FuncOp function, ArrayRef<WorkerOp> workers);

/// Replaces `workers` by the number of the thread at the insertion point.
void numberWorkers(RewriterBase &rewriter, ArrayRef<WorkerOp> workers);

/// stax.worker outside of threads -> 0. Fails, after an error, if one is in a
/// region whose number of threads nothing limits.
LogicalResult numberSerialWorkers(RewriterBase &rewriter, ModuleOp module);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_PARALLELTOOPENMP_WORKERS_H
