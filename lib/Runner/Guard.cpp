//===- Guard.cpp - Runs that find accesses outside of buffers -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Guard.h"
#include "stax/Runner/Arguments.h"
#include "stax/Runner/Printing.h"
#include "stax/Runtime/Guard.h"
#include "stax/Support/Diagnostics.h"

#include "llvm/ADT/ScopeExit.h"

#include <csignal>
#include <cstdio>
#include <cstring>

#include <unistd.h>

using namespace mlir;
using namespace mlir::stax;
using ::stax::rt::GuardSide;

/// Prints what happened and ends the process, with functions that signal
/// handlers may call, where that is possible.
static void handleFault(int, siginfo_t *info, void *) {
  char place[128], message[256];
  bool isBeside =
      ::stax::rt::describeGuardedAddress(info->si_addr, place, sizeof(place));
  int length = std::snprintf(
      message, sizeof(message),
      "stax-run: error: the program accesses memory outside of its buffers%s%s"
      "\n",
      isBeside ? ", " : "", isBeside ? place : "");
  // Nothing can be done if it cannot be written.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, message, length);
  _exit(1);
}

namespace {
/// Catches faults of the processor while alive.
class FaultCatcher {
public:
  FaultCatcher() {
    struct sigaction action = {};
    action.sa_sigaction = handleFault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &oldSegv);
    sigaction(SIGBUS, &action, &oldBus);
  }
  ~FaultCatcher() {
    sigaction(SIGSEGV, &oldSegv, nullptr);
    sigaction(SIGBUS, &oldBus, nullptr);
  }
  FaultCatcher(const FaultCatcher &) = delete;
  FaultCatcher &operator=(const FaultCatcher &) = delete;

private:
  struct sigaction oldSegv, oldBus;
};
} // namespace

namespace {
/// Copies of arguments against unreadable pages, copied back at the end.
class GuardedArguments {
public:
  explicit GuardedArguments(MutableArrayRef<HostTensor> originals)
      : originals(originals), views(getViews(originals)) {
    for (stax_tensor &view : views)
      view.data = nullptr;
  }
  ~GuardedArguments() {
    for (auto [original, view] : llvm::zip_equal(originals, views))
      if (view.data) {
        std::memcpy(original.data(), view.data, original.getByteSize());
        ::stax::rt::freeGuarded(view.data);
      }
  }
  GuardedArguments(const GuardedArguments &) = delete;
  GuardedArguments &operator=(const GuardedArguments &) = delete;

  llvm::Expected<ArrayRef<stax_tensor>> copy() {
    for (auto [original, view] : llvm::zip_equal(originals, views)) {
      int64_t bytes = original.getByteSize();
      view.data =
          ::stax::rt::allocateGuarded(bytes, getDTypeSize(original.getDType()));
      if (!view.data)
        return makeError("out of memory allocating {0} bytes between "
                         "unreadable pages",
                         bytes);
      std::memcpy(view.data, original.data(), bytes);
    }
    return ArrayRef<stax_tensor>(views);
  }

private:
  MutableArrayRef<HostTensor> originals;
  SmallVector<stax_tensor> views;
};
} // namespace

static llvm::Expected<Outcome>
runOnSide(GuardSide side, const CompiledModule &module, const Entry &entry,
          MutableArrayRef<HostTensor> arguments) {
  ::stax::rt::setGuardSide(side);
  llvm::scope_exit reset([] { ::stax::rt::setGuardSide(GuardSide::None); });
  GuardedArguments guarded(arguments);
  auto views = guarded.copy();
  if (!views)
    return views.takeError();
  FaultCatcher catcher;
  return runCompiled(module, entry, *views);
}

/// The number of the first output that differs in a bit, if there is one.
static std::optional<size_t> findDifference(const Outcome &lhs,
                                            const Outcome &rhs) {
  for (auto [number, left, right] : llvm::enumerate(lhs.outputs, rhs.outputs))
    if (left.getByteSize() != right.getByteSize() ||
        std::memcmp(left.data(), right.data(), left.getByteSize()) != 0)
      return number;
  return std::nullopt;
}

llvm::Expected<Outcome>
mlir::stax::runGuarded(const CompiledModule &module, const Entry &entry,
                       MutableArrayRef<HostTensor> arguments,
                       std::FILE *printFile) {
  auto copies = copyTensors(arguments);
  if (!copies)
    return copies.takeError();
  auto before = [&] {
    // What is printed is printed once.
    PrintSilencer silencer(printFile);
    return runOnSide(GuardSide::Before, module, entry, *copies);
  }();
  if (!before)
    return before.takeError();
  auto behind = runOnSide(GuardSide::Behind, module, entry, arguments);
  if (!behind || before->error || behind->error)
    return behind;
  if (std::optional<size_t> number = findDifference(*before, *behind)) {
    behind->error =
        RunTimeError{"", ("output #" + Twine(*number) +
                          " depends on memory that the program never wrote")
                             .str()};
    behind->outputs.clear();
  }
  return behind;
}
