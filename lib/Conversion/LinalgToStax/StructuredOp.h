//===- StructuredOp.h - What a linalg body means to Stax --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions that the conversion asks about a structured operation, answered
// without changing it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_LINALGTOSTAX_STRUCTUREDOP_H
#define STAX_LIB_CONVERSION_LINALGTOSTAX_STRUCTUREDOP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "stax/IR/StaxAttributes.h"
#include "llvm/ADT/SmallBitVector.h"

#include <optional>
#include <string>

namespace mlir::stax {

/// The part of a body that computes some values.
struct BodySlice {
  SmallVector<Operation *> ops;   ///< in their order
  llvm::SmallBitVector arguments; ///< those of the block that are read
};

/// What `values`, computed in `block`, depend on, besides `known` ones.
BodySlice getSlice(Block &block, ValueRange values, ValueRange known = {});

/// An accumulator's step: combined with `value` by `monoid`.
struct Combination {
  MonoidAttrInterface monoid;
  Value value;
};

/// How result `result` of a reduction steps; nothing if it does not combine
/// its accumulator with a value that depends on no accumulator.
std::optional<Combination> matchCombination(linalg::LinalgOp op,
                                            unsigned result);

/// Whether no output element of `op` decides any of `values`, which its body
/// computes.
bool dependsOnNoAccumulator(linalg::LinalgOp op, ValueRange values);

/// Why `op` cannot be converted; nothing if it can.
std::optional<std::string> findObstacle(linalg::LinalgOp op);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_LINALGTOSTAX_STRUCTUREDOP_H
