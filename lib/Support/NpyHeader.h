//===- NpyHeader.h - The header of .npy files -------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header is a Python dictionary in text form:
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (64, 128), }
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SUPPORT_NPYHEADER_H
#define STAX_LIB_SUPPORT_NPYHEADER_H

#include "stax/Support/DType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir::stax {

struct NpyHeader {
  stax_dtype dtype = STAX_F32;
  bool isFortranOrder = false;
  llvm::SmallVector<int64_t, 4> shape;
};

/// Reads the dictionary. Errors name the column, counted from 1.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

/// Writes the dictionary as NumPy does, without padding to the alignment of
/// the data.
std::string formatNpyHeader(const NpyHeader &header);

} // namespace mlir::stax

#endif // STAX_LIB_SUPPORT_NPYHEADER_H
