//===- InPlaceMerge.h - Outputs in the place of dying inputs ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_INPLACEMERGE_H
#define STAX_LIB_TRANSFORMS_INPLACEMERGE_H

#include "stax/Analysis/BufferLifetimes.h"

namespace mlir::stax {

/// Lets linalg operations write over inputs that nothing reads afterwards: the
/// allocation of the output is replaced by that of the input. Only where every
/// point reads just the element that it writes, and the two have one type.
/// Returns how many allocations are gone; `lifetimes` is stale then.
unsigned mergeInPlace(const BufferLifetimes &lifetimes);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_INPLACEMERGE_H
