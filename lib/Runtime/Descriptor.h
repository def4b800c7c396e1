//===- Descriptor.h - Memrefs as generated code passes them -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of unranked memrefs in calls of external functions: a rank, and a
// descriptor of two pointers and an offset, followed by `rank` sizes and
// `rank` strides, all in elements.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_DESCRIPTOR_H
#define STAX_LIB_RUNTIME_DESCRIPTOR_H

#include <cstdint>

namespace stax::rt {

struct Descriptor {
  void *allocated;
  char *aligned;
  int64_t offset;

  const int64_t *getSizes() const {
    return reinterpret_cast<const int64_t *>(this + 1);
  }
  const int64_t *getStrides(int64_t rank) const { return getSizes() + rank; }
};

struct UnrankedMemRef {
  int64_t rank;
  Descriptor *descriptor;
};

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_DESCRIPTOR_H
