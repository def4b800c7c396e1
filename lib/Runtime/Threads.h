//===- Threads.h - The number of threads ------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_THREADS_H
#define STAX_LIB_RUNTIME_THREADS_H

namespace stax::rt {

/// Makes parallel regions that the calling thread starts from now on use
/// `stax_get_num_threads()` threads. OpenMP keeps this number for each thread,
/// so every entry calls this first.
void applyNumThreads();

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_THREADS_H
