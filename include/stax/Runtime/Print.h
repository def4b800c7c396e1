//===- Print.h - Tensors that programs print --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled programs print tensors with the `printMemref*` functions of
// upstream's libmlir_runner_utils. The runtime brings its own, with the same
// output; a tool may send that elsewhere, and see the tensors themselves.
// Printing is a debugging aid of whole programs: the settings here belong to
// the process and must not change while compiled code runs.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNTIME_PRINT_H
#define STAX_RUNTIME_PRINT_H

#include "stax-c/Runtime.h"

#include <cstdio>

namespace stax::rt {

/// Sees a tensor, or a scalar of rank 0, that is being printed. `tensor` is
/// valid during the call; its strides are the program's own.
using PrintObserver = void (*)(const stax_tensor &tensor, void *context);

/// Calls `observer` with `context` for every tensor that is printed, in
/// program order, before its text appears. Null observes no more.
void setPrintObserver(PrintObserver observer, void *context);

/// Sees two tensors that the program hands to the expectation of that number.
using ExpectObserver = void (*)(int64_t number, const stax_tensor &result,
                                const stax_tensor &expected, void *context);

/// Calls `observer` with `context` for every expectation, in program order.
/// Null observes no more; expectations then do nothing.
void setExpectObserver(ExpectObserver observer, void *context);

/// Prints to `file`, which is borrowed, instead of stdout; null is stdout.
void setPrintFile(std::FILE *file);

} // namespace stax::rt

#endif // STAX_RUNTIME_PRINT_H
