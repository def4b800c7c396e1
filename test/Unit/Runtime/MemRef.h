//===- MemRef.h - Memrefs for tests -----------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_RUNTIME_MEMREF_H
#define STAX_TEST_UNIT_RUNTIME_MEMREF_H

#include <cstdint>
#include <vector>

/// An unranked memref as the C interface passes it.
struct UnrankedMemRef {
  int64_t rank;
  void *descriptor;
};

/// An unranked memref over `data`, laid out in memory as generated code does.
struct MemRef {
  MemRef(const void *data, int64_t offset, const std::vector<int64_t> &sizes,
         const std::vector<int64_t> &strides) {
    words = {reinterpret_cast<int64_t>(data), reinterpret_cast<int64_t>(data),
             offset};
    words.insert(words.end(), sizes.begin(), sizes.end());
    words.insert(words.end(), strides.begin(), strides.end());
    unranked = {static_cast<int64_t>(sizes.size()), words.data()};
  }
  MemRef(const MemRef &other) : words(other.words) {
    unranked = {other.unranked.rank, words.data()};
  }

  std::vector<int64_t> words;
  UnrankedMemRef unranked;
};

#endif // STAX_TEST_UNIT_RUNTIME_MEMREF_H
