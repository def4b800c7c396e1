//===- Constants.h - Attributes as tensors -------------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_CONSTANTS_H
#define STAX_LIB_REFERENCE_CONSTANTS_H

#include "stax/Reference/ReferenceTensor.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir::stax::reference {

/// The tensor that a number, dense elements or a resource stands for; failure
/// for other attributes and for resources without data.
FailureOr<ReferenceTensor> getConstant(TypedAttr attribute);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_CONSTANTS_H
