//===- Copy.cpp - Strided copies of generated code ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `memrefCopy`, which upstream's lowering of memref.copy calls where a layout
// is not contiguous.
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"

#include <cstring>

using namespace stax::rt;

extern "C" void memrefCopy(int64_t elementBytes, UnrankedMemRef *source,
                           UnrankedMemRef *target);

/// Copies the sub-tensor of the last `dims` dimensions; strides are in
/// elements.
static void copyElements(int64_t elementBytes, int64_t dims,
                         const int64_t *sizes, const char *source,
                         const int64_t *sourceStrides, char *target,
                         const int64_t *targetStrides) {
  if (dims == 0) {
    std::memcpy(target, source, elementBytes);
    return;
  }
  if (dims == 1 && sourceStrides[0] == 1 && targetStrides[0] == 1) {
    if (sizes[0] > 0)
      std::memcpy(target, source, sizes[0] * elementBytes);
    return;
  }
  for (int64_t i = 0; i < sizes[0]; ++i)
    copyElements(
        elementBytes, dims - 1, sizes + 1,
        source + i * sourceStrides[0] * elementBytes, sourceStrides + 1,
        target + i * targetStrides[0] * elementBytes, targetStrides + 1);
}

void memrefCopy(int64_t elementBytes, UnrankedMemRef *source,
                UnrankedMemRef *target) {
  int64_t rank = source->rank;
  const Descriptor *from = source->descriptor;
  const Descriptor *to = target->descriptor;
  copyElements(elementBytes, rank, from->getSizes(),
               from->aligned + from->offset * elementBytes,
               from->getStrides(rank), to->aligned + to->offset * elementBytes,
               to->getStrides(rank));
}
