//===- Check.h - Compiled code against the interpreter ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares everything that a call gave with what the reference interpreter
// gives, in order: results, final states of memref arguments, printed tensors.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_CHECK_H
#define STAX_RUNNER_CHECK_H

#include "stax/Runner/Entry.h"
#include "stax/Runner/Outcome.h"

namespace mlir::stax {

/// What the comparison of two outcomes found.
struct CheckSummary {
  struct Difference {
    int64_t result; ///< position among outputs and printed tensors
    SmallVector<int64_t> index;
    TypedAttr got, expected;
  };
  bool ok = true;
  std::string reason;            ///< why not; empty if ok
  double maxUlp = 0, maxAbs = 0; ///< over all tensors
  int64_t undecided = 0;
  std::optional<Difference> firstBad;

  /// Makes this a failure for `reason`, unless it is one.
  void fail(const Twine &reason);

  /// Takes the findings of other outcomes in.
  void merge(CheckSummary other);
};

/// The first argument of `entry` that is no memref and differs from what it was
/// `before` the call; nothing if there is none, as there should be.
std::optional<size_t> findChangedArgument(const Entry &entry,
                                          ArrayRef<HostTensor> before,
                                          ArrayRef<HostTensor> after);

/// Two errors agree: which of several is reported is not defined.
CheckSummary checkOutcome(const Outcome &got, const ReferenceOutcome &expected);

} // namespace mlir::stax

#endif // STAX_RUNNER_CHECK_H
