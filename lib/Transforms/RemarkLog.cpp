//===- RemarkLog.cpp - Remarks as data ------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/RemarkLog.h"
#include "SourcePlace.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::stax;

/// Reasons come first; the rest is "key=value".
static std::string spellArguments(const remark::detail::Remark &remark) {
  SmallVector<std::string> words;
  for (const remark::detail::Remark::Arg &argument : remark.getArgs())
    if (argument.key == "Reason" || argument.key == "Remark")
      words.insert(words.begin(), argument.val);
    else
      words.push_back(argument.key + "=" + argument.val);
  return llvm::join(words, ", ");
}

namespace {
class RemarkRecorder : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkRecorder(RemarkLog &log) : log(log) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    log.push_back({remark.getRemarkTypeString().str(),
                   remark.getRemarkName().str(),
                   spellPlace(remark.getLocation()), spellArguments(remark)});
  }

private:
  RemarkLog &log;
};
} // namespace

LogicalResult stax::recordRemarks(MLIRContext &context, RemarkLog &log) {
  // A kind of remarks without a filter of its own is not recorded.
  remark::RemarkCategories categories{/*all=*/"stax", /*passed=*/"stax",
                                      /*missed=*/"stax", /*analysis=*/"stax",
                                      /*failed=*/"stax"};
  return remark::enableOptimizationRemarks(
      context, std::make_unique<RemarkRecorder>(log),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

void stax::ignoreRemarks(MLIRContext &context) {
  context.setRemarkEngine(nullptr);
}
