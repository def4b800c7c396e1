//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the .npy format, versions 1 to 3: an array in one file. In
// C or Fortran order, little-endian, of these types:
//
//   b1 -> i1 (any byte but 0 is true)    i1 i2 i4 i8, u1 u2 u4 u8 -> i8 ... i64
//   f2 f4 f8 -> f16 f32 f64              V2 -> bf16
//
// Unsigned types share the storage of the signed ones. NumPy has no bfloat16;
// the package ml_dtypes, which JAX and others use, saves it as the raw type
// V2, and so does this writer: `np.load(f).view(ml_dtypes.bfloat16)`.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_NPY_H
#define STAX_SUPPORT_NPY_H

#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// Reads the file `path`. Errors begin with the path.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path);

/// Reads the content of a file.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef content);

/// Writes `tensor`, of any strides, in C order. Errors begin with the path.
llvm::Error writeNpy(llvm::StringRef path, const stax_tensor &tensor);

} // namespace mlir::stax

#endif // STAX_SUPPORT_NPY_H
