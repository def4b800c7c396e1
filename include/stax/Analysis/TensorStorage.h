//===- TensorStorage.h - Whose memory a tensor will be in -------- -*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What bufferization will do to tensors, as far as it can be told from single
// operations: facts that the order of a block and its check agree on.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_TENSORSTORAGE_H
#define STAX_ANALYSIS_TENSORSTORAGE_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace mlir::stax {

/// The tensor that `tensor` shows, through any number of views; `tensor` itself
/// if it is no view.
Value getViewed(Value tensor);

/// Whether results of `op` are in memory that others allocate: snapshots of
/// memory, and what a call returns.
bool isStoredElsewhere(Operation *op);

/// Whether a function may write to the buffer of its tensor argument: only
/// where its caller gives the buffer away (`stax.donate`).
bool isWritable(BlockArgument argument);

/// The operand whose buffer `result` of an operation outside of kernels
/// updates, unless something needs that later: the tied destination of an
/// operation in destination style, if it is no other operand, too. Null for
/// kernels, which write destinations without reading them.
OpOperand *getUpdatedOperand(OpResult result);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_TENSORSTORAGE_H
