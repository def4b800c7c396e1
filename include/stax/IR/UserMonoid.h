//===- UserMonoid.h - Monoids of functions ----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_USERMONOID_H
#define STAX_IR_USERMONOID_H

#include "mlir/IR/BuiltinAttributes.h"
#include "stax/IR/StaxAttributes.h"

#define GET_ATTRDEF_CLASSES
#include "stax/IR/UserMonoid.h.inc"

namespace mlir::stax {

/// Whether points must be combined in their order by `monoid`, because another
/// one gives another result and not only another rounding.
bool needsOrder(MonoidAttrInterface monoid);

} // namespace mlir::stax

#endif // STAX_IR_USERMONOID_H
