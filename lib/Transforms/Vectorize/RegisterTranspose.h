//===- RegisterTranspose.h - Transposes vectors in registers ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_REGISTERTRANSPOSE_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_REGISTERTRANSPOSE_H

#include "mlir/IR/Builders.h"

namespace mlir::stax {

/// Transposes `rows`, n vectors of n elements of a known width, n a power of
/// two: element j of result i is element i of row j. Takes n/2 log n pairs of
/// shuffles, each of which is one instruction where registers hold the vectors.
SmallVector<Value> transposeInRegisters(OpBuilder &builder, Location loc,
                                        ArrayRef<Value> rows);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_REGISTERTRANSPOSE_H
