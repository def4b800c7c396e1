//===- OutputFiles.cpp - Files that a run writes --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check asks the file system and creates nothing; what it cannot foresee,
// such as a full disk, still fails in the end.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/OutputFiles.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Support/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir::stax;
namespace fs = llvm::sys::fs;

static llvm::Error checkPath(llvm::StringRef path) {
  if (path.empty())
    return makeError("--output: expected the path of a file, found ''");
  if (fs::is_directory(path))
    return makeError("--output: cannot write '{0}': it is a directory", path);
  llvm::StringRef target = path;
  if (!fs::exists(path)) {
    target = llvm::sys::path::parent_path(path);
    if (target.empty())
      target = ".";
    if (!fs::is_directory(target))
      return makeError("--output: cannot write '{0}': there is no directory "
                       "'{1}'",
                       path, target);
  }
  if (std::error_code error = fs::access(target, fs::AccessMode::Write))
    return makeError("--output: cannot write '{0}': {1}", path,
                     error.message());
  return llvm::Error::success();
}

llvm::Error mlir::stax::checkOutputPaths(llvm::ArrayRef<std::string> paths,
                                         size_t numOutputs) {
  if (paths.size() > numOutputs)
    return makeError("--output is given {0} times, but there are {1} results "
                     "and memref arguments",
                     paths.size(), numOutputs);
  for (const std::string &path : paths)
    if (llvm::Error error = checkPath(path))
      return error;
  return llvm::Error::success();
}

llvm::Error mlir::stax::writeOutputs(llvm::ArrayRef<std::string> paths,
                                     llvm::ArrayRef<HostTensor> outputs) {
  for (auto [path, output] : llvm::zip(paths, outputs))
    if (llvm::Error error = writeNpy(path, output.view()))
      return error;
  return llvm::Error::success();
}
