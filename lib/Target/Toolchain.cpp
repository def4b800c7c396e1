//===- Toolchain.cpp - Linking against the runtime ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is one shared library for all compiled code of a process, so that
// there is one pool of buffers, and a buffer can be freed whoever returned it.
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Toolchain.h"
#include "stax/Support/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace mlir::stax;

static constexpr StringLiteral kRuntimeFile = "libStaxRuntime.so";

Expected<std::string> mlir::stax::findRuntimeDirectory(StringRef executable) {
  SmallString<128> directory = sys::path::parent_path(executable);
  sys::path::append(directory, "..", "lib");
  sys::path::remove_dots(directory, /*remove_dot_dot=*/true);
  SmallString<128> file = directory;
  sys::path::append(file, kRuntimeFile);
  if (sys::fs::exists(file))
    return directory.str().str();
  return makeError("cannot find the runtime library '{0}'; expected it beside "
                   "this program's folder '{1}'",
                   file, sys::path::parent_path(executable));
}

static Expected<std::string> findDriver() {
  SmallVector<StringRef> names;
  StringRef(STAX_LINKER_DRIVERS).split(names, ',');
  for (StringRef name : names)
    if (ErrorOr<std::string> path = sys::findProgramByName(name))
      return *path;
  return makeError("cannot find a compiler to link with; looked on the PATH "
                   "for: {0}",
                   join(names, ", "));
}

Expected<Toolchain> mlir::stax::findToolchain(StringRef executable) {
  Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  Expected<std::string> directory = findRuntimeDirectory(executable);
  if (!directory)
    return directory.takeError();
  return Toolchain{*driver, *directory};
}

SmallVector<std::string> mlir::stax::getLinkFlags(StringRef runtimeDirectory) {
  StringRef openmp = STAX_OPENMP_LIBRARY;
  return {("-L" + runtimeDirectory).str(),
          "-lStaxRuntime",
          ("-Wl,-rpath," + runtimeDirectory).str(),
          openmp.str(),
          ("-Wl,-rpath," + sys::path::parent_path(openmp)).str(),
          "-lm"};
}

/// What `driver` printed, on one or several lines after the first.
static std::string describeOutput(StringRef file) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getFile(file);
  if (!text || (*text)->getBuffer().trim().empty())
    return "";
  return ("\n" + (*text)->getBuffer().trim()).str();
}

Error mlir::stax::linkSharedLibrary(const Toolchain &toolchain,
                                    StringRef object, StringRef name,
                                    StringRef output) {
  // Symbolic: a library must not bind to the entries of another one that the
  // process has loaded before. Undefined symbols are errors here, not at load.
  SmallVector<std::string> arguments = {toolchain.driver,
                                        "-shared",
                                        "-Wl,-Bsymbolic",
                                        "-Wl,-z,defs",
                                        ("-Wl,-soname," + name).str(),
                                        object.str()};
  append_range(arguments, getLinkFlags(toolchain.runtimeDirectory));
  append_range(arguments, ArrayRef<std::string>{"-o", output.str()});
  SmallVector<StringRef> references(arguments.begin(), arguments.end());

  SmallString<128> log;
  if (std::error_code error =
          sys::fs::createTemporaryFile("stax-link", "log", log))
    return makeError("cannot create a temporary file: {0}", error.message());
  FileRemover removeLog(log);
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(log),
                                          StringRef(log)};
  std::string reason;
  int status = sys::ExecuteAndWait(toolchain.driver, references, std::nullopt,
                                   redirects, /*SecondsToWait=*/0,
                                   /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return Error::success();
  if (reason.empty())
    reason = formatv("exit status {0}", status);
  return makeError("linking with '{0}' failed: {1}{2}", toolchain.driver,
                   reason, describeOutput(log));
}
