//===- Sections.cpp - Moments that decide a memory plan -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// The last beginning before each run of endings: whoever lives at another
/// moment also lives at one of these.
static std::vector<Time> findMoments(ArrayRef<PlanBuffer> buffers) {
  std::vector<Time> lowers, uppers, moments;
  for (const PlanBuffer &buffer : buffers) {
    lowers.push_back(buffer.lower);
    uppers.push_back(buffer.upper);
  }
  llvm::sort(lowers);
  llvm::sort(uppers);
  size_t nextUpper = 0;
  for (size_t i = 0; i < lowers.size(); ++i) {
    bool isLast = i + 1 == lowers.size();
    while (uppers[nextUpper] <= lowers[i])
      ++nextUpper;
    if (isLast || uppers[nextUpper] <= lowers[i + 1])
      moments.push_back(lowers[i]);
  }
  return moments;
}

Sections::Sections(ArrayRef<PlanBuffer> buffers) {
  std::vector<Time> moments = findMoments(buffers);
  members.resize(moments.size());
  for (auto [i, buffer] : enumerate(buffers)) {
    begins.push_back(llvm::lower_bound(moments, buffer.lower) -
                     moments.begin());
    ends.push_back(llvm::lower_bound(moments, buffer.upper) - moments.begin());
    for (unsigned section = begins[i]; section < ends[i]; ++section)
      members[section].push_back(i);
  }
}
