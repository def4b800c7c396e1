//===- InputSpec.h - Tensors described on command lines ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--input=` of the tools takes:
//
//   x.npy                          the array in a file
//   random:64x128xf32              floats in [-1, 1), integers in [-100, 100],
//   random:4xi32:seed=7:range=0,9  i1 fair; seed 0; floats of a range exclude
//                                  its end, integers include it
//   zeros:64x128xf32               zeros
//   iota:4xi32                     0, 1, 2, ... in row-major order
//   random:f32                     a scalar
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_INPUTSPEC_H
#define STAX_SUPPORT_INPUTSPEC_H

#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// A parsed description. Nothing is read or allocated before `materialize`.
struct InputSpec {
  enum class Kind { File, Random, Zeros, Iota };

  /// Errors quote `text` and say what was expected.
  static llvm::Expected<InputSpec> parse(llvm::StringRef text);

  /// Reads or makes the tensor.
  llvm::Expected<HostTensor> materialize() const;

  Kind kind = Kind::File;
  std::string path;            // of a file
  stax_dtype dtype = STAX_F32; // of all others, as is the shape
  llvm::SmallVector<int64_t, 4> shape;
  uint64_t seed = 0;
  std::optional<std::pair<double, double>> floatRange;
  std::optional<std::pair<int64_t, int64_t>> integerRange;
};

} // namespace mlir::stax

#endif // STAX_SUPPORT_INPUTSPEC_H
