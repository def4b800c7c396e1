//===- Symbols.h - What generated code may call -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNTIME_SYMBOLS_H
#define STAX_RUNTIME_SYMBOLS_H

#include <cstddef>

namespace stax::rt {

/// A function of the runtime library by name.
struct Symbol {
  const char *name;
  void *address;
};

/// All functions that generated code may call, `count` of them; for a compiler
/// that runs code in its own process.
const Symbol *getSymbols(size_t &count);

} // namespace stax::rt

#endif // STAX_RUNTIME_SYMBOLS_H
