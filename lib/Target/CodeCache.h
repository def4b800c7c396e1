//===- CodeCache.h - Compiled code on disk -----------------------*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keyed by content: the LLVM IR before optimisation, the processor with its
// features, and the version of LLVM. A file that is damaged, or that was
// written for another key, is as good as none, and so is a folder that cannot
// be written.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TARGET_CODECACHE_H
#define STAX_LIB_TARGET_CODECACHE_H

#include "MachineCode.h"

#include <optional>
#include <string>

namespace mlir::stax {

class CodeCache {
public:
  /// Files are in `directory`, which is made when something is stored.
  explicit CodeCache(StringRef directory) : directory(directory.str()) {}

  /// What code of `module` for `machine` is found by.
  static std::string computeKey(const llvm::Module &module,
                                const llvm::TargetMachine &machine);

  std::optional<ObjectFiles> load(StringRef key) const;
  /// Stores as a whole or not at all, whatever other processes do.
  void store(StringRef key, const ObjectFiles &objects) const;

private:
  std::string getPath(StringRef key) const;

  std::string directory;
};

} // namespace mlir::stax

#endif // STAX_LIB_TARGET_CODECACHE_H
