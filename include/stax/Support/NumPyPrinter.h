//===- NumPyPrinter.h - Tensors as NumPy prints them ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints arrays as `print(a)` does in NumPy 2.4 with its default settings:
//
//   [[ 0.5   1.  ]
//    [-0.25 10.  ]]
//
// Columns are aligned; floats have the fewest digits that identify them, at
// most 8 after the point, and one notation for the whole array; arrays of more
// than 1,000 elements show the three first and last of each dimension. bf16,
// which NumPy does not know, is printed by the rules of f16.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_NUMPYPRINTER_H
#define STAX_SUPPORT_NUMPYPRINTER_H

#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// The text for a tensor of any strides, without a final line break.
std::string formatLikeNumPy(const stax_tensor &tensor);

} // namespace mlir::stax

#endif // STAX_SUPPORT_NUMPYPRINTER_H
