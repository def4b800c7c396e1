//===- VectorTarget.h - What vector code may use of a machine ----*- C++
//-*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_VECTORTARGET_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_VECTORTARGET_H

#include "stax/Transforms/Passes.h"

namespace mlir::stax {

/// No choice in here changes a bit of a result.
struct VectorTarget {
  int64_t width = 1; ///< elements of 32 bits in a vector; 1 for scalar code
  InstructionSet isa = InstructionSet::None;
  int64_t l1 = 0; ///< data cache of a core, in bytes; 0 if unknown
  // What the schedule of the current loops says.
  unsigned unroll = 0;     ///< vectors a step, 0 to choose
  bool isTiled = true;     ///< what accesses two dimensions runs in tiles
  int64_t tileSide = 0;    ///< of those, 0 to choose
  bool keepsRows = false;  ///< rows that registers hold have no loops
  bool prefetches = false; ///< rows ask for the next one
  bool streams = false;    ///< stores pass by the caches

  /// Whether elements of `bits` can be loaded and stored under a mask.
  bool hasMaskedAccess(unsigned bits) const {
    return isa == InstructionSet::AVX512 ||
           (isa == InstructionSet::AVX2 && bits >= 32);
  }
  bool hasFusedMultiplyAdd() const { return isa != InstructionSet::None; }
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_VECTORTARGET_H
