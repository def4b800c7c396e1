//===- Printing.h - What programs print -------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs print tensors through the runtime library; so does the interpreter
// here, and a run can keep what was printed or send it elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_PRINTING_H
#define STAX_RUNNER_PRINTING_H

#include "stax/Reference/ReferenceTensor.h"
#include "stax/Runner/Outcome.h"
#include "stax/Support/HostTensor.h"

#include <cstdio>
#include <string>
#include <vector>

namespace mlir::stax {

/// What a program handed to the runtime, in its order.
struct PrintRecord {
  std::vector<HostTensor> tensors;
  std::vector<ObservedExpectation> expectations;
};

/// While it lives, keeps copies of all tensors that are printed or expected to
/// agree. One at a time.
class PrintRecorder {
public:
  PrintRecorder();
  ~PrintRecorder();
  PrintRecorder(const PrintRecorder &) = delete;
  PrintRecorder &operator=(const PrintRecorder &) = delete;

  /// What there was so far; fails if there was no memory for a copy.
  llvm::Expected<PrintRecord> take();

private:
  void record(const stax_tensor &tensor);

  PrintRecord kept;
  std::string failure; ///< of a copy; empty if there was none
};

/// While it lives, nothing is printed. `restore` is where printed text goes
/// afterwards.
class PrintSilencer {
public:
  explicit PrintSilencer(std::FILE *restore);
  ~PrintSilencer();
  PrintSilencer(const PrintSilencer &) = delete;
  PrintSilencer &operator=(const PrintSilencer &) = delete;

private:
  std::FILE *null;
  std::FILE *restore;
};

/// Prints `text` where programs print.
void printText(llvm::StringRef text);

/// Prints `tensor` as a call of the runtime's function `callee` does; nothing
/// if it has none of that name.
void printLikeRuntime(llvm::StringRef callee, const ReferenceTensor &tensor);

} // namespace mlir::stax

#endif // STAX_RUNNER_PRINTING_H
