//===- Check.cpp - Compiled code against the interpreter ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether single elements agree is decided by the reference library.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Check.h"
#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::stax;

void CheckSummary::fail(const Twine &why) {
  if (ok)
    reason = why.str();
  ok = false;
}

/// The element type of `got`. Host tensors do not tell index from i64, so it
/// is the expected one wherever that has the same storage.
static Type getElementType(const HostTensor &got, Type expected) {
  if (getHostDType(expected) == got.getDType())
    return expected;
  return getElementType(got.getDType(), *expected.getContext());
}

static void checkTensor(const Twine &what, int64_t position,
                        const HostTensor &got, const ReferenceTensor &expected,
                        CheckSummary &summary) {
  CheckResult result =
      compare(expected, {getElementType(got, expected.getElementType()),
                         got.getShape(), got.data()});
  summary.maxUlp = std::max(summary.maxUlp, result.maxUlp);
  summary.maxAbs = std::max(summary.maxAbs, result.maxAbs);
  summary.undecided += result.undecided;
  if (result.ok)
    return;
  if (summary.ok && result.firstBad)
    summary.firstBad = CheckSummary::Difference{
        position, result.firstBad->index, result.firstBad->got,
        result.firstBad->expected};
  summary.fail(what + ": " + result.reason);
}

static void checkTensors(StringRef what, int64_t offset,
                         ArrayRef<HostTensor> got,
                         ArrayRef<ReferenceTensor> expected,
                         CheckSummary &summary) {
  if (got.size() != expected.size())
    summary.fail("the program gave " + Twine(got.size()) + " " + what +
                 "s, but the interpreter " + Twine(expected.size()));
  for (auto [number, tensors] : llvm::enumerate(llvm::zip(got, expected)))
    checkTensor(what + " #" + Twine(number), offset + number,
                std::get<0>(tensors), std::get<1>(tensors), summary);
}

std::optional<size_t>
mlir::stax::findChangedArgument(const Entry &entry, ArrayRef<HostTensor> before,
                                ArrayRef<HostTensor> after) {
  for (auto [number, argument] : llvm::enumerate(entry.arguments))
    if (!argument.isMemRef && !argument.isDonated &&
        std::memcmp(before[number].data(), after[number].data(),
                    before[number].getByteSize()) != 0)
      return number;
  return std::nullopt;
}

CheckSummary mlir::stax::checkOutcome(const Outcome &got,
                                      const ReferenceOutcome &expected) {
  CheckSummary summary;
  if (got.error && !expected.error)
    summary.fail("the program failed, but the interpreter did not");
  else if (!got.error && expected.error)
    summary.fail("the program did not fail, but the interpreter did: " +
                 expected.error->message);
  if (got.error || expected.error)
    return summary;
  checkTensors("output", 0, got.outputs, expected.outputs, summary);
  checkTensors("printed tensor", got.outputs.size(), got.printed,
               expected.printed, summary);
  return summary;
}

void CheckSummary::merge(CheckSummary other) {
  if (ok && !other.ok) {
    ok = false;
    reason = std::move(other.reason);
    firstBad = std::move(other.firstBad);
  }
  maxUlp = std::max(maxUlp, other.maxUlp);
  maxAbs = std::max(maxAbs, other.maxAbs);
  undecided += other.undecided;
}
