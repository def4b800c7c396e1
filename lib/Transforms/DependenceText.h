//===- DependenceText.h - Dependences in words ------------------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_DEPENDENCETEXT_H
#define STAX_LIB_TRANSFORMS_DEPENDENCETEXT_H

#include "stax/Analysis/DependenceGraph.h"

namespace mlir::stax {

/// "reads buf0[c0], {c0: 8192}: memory, met".
void printAccess(raw_ostream &os, const DependenceGraph &graph,
                 const GraphNode &node, const GraphAccess &access);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_DEPENDENCETEXT_H
