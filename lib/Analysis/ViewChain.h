//===- ViewChain.h - From a view to what it shows ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_VIEWCHAIN_H
#define STAX_LIB_ANALYSIS_VIEWCHAIN_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::stax {

/// A tensor and the views between it and the tensor that it shows.
struct ViewChain {
  Value root;
  Operation *outermost = nullptr; ///< the last view; null where there is none
  /// From elements of the view to those of the root; nothing if unknown.
  std::optional<AffineMap> map;
};

/// The chains of the tensors of a block, each looked at once.
class ViewChains {
public:
  ViewChain get(Value tensor);

private:
  llvm::DenseMap<Value, ViewChain> chains;
};

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_VIEWCHAIN_H
