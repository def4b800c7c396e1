//===- Toolchain.h - Linking against the runtime ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_TOOLCHAIN_H
#define STAX_TARGET_TOOLCHAIN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::stax {

/// What turns objects into shared libraries.
struct Toolchain {
  std::string driver;           ///< path of a compiler that can link
  std::string runtimeDirectory; ///< where libStaxRuntime.so is
};

/// Finds the runtime beside `executable`, a program of a build or an
/// installation of Stax: in ../lib. An error names where it was looked for.
llvm::Expected<std::string> findRuntimeDirectory(llvm::StringRef executable);

/// Finds both on this machine. The driver is the first on the PATH of those
/// that Stax was configured with (STAX_LINKER_DRIVERS); an error names what was
/// looked for.
llvm::Expected<Toolchain> findToolchain(llvm::StringRef executable);

/// What a driver needs to link compiled objects: the runtime library, OpenMP,
/// libm, and where the first two are found when a program starts.
llvm::SmallVector<std::string> getLinkFlags(llvm::StringRef runtimeDirectory);

/// Links `object` into the file `output`, a shared library that programs know
/// as `name`; an error holds what the linker printed.
llvm::Error linkSharedLibrary(const Toolchain &toolchain,
                              llvm::StringRef object, llvm::StringRef name,
                              llvm::StringRef output);

} // namespace mlir::stax

#endif // STAX_TARGET_TOOLCHAIN_H
