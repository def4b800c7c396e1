//===- DependenceText.cpp - Dependences in words --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DependenceText.h"

using namespace mlir;
using namespace mlir::stax;

void stax::printAccess(raw_ostream &os, const DependenceGraph &graph,
                       const GraphNode &node, const GraphAccess &access) {
  bool isRead = access.mode != AccessMode::Write;
  os << (access.mode == AccessMode::Update ? "updates"
         : isRead                          ? "reads"
                                           : "writes")
     << " buf" << access.buffer;
  if (std::optional<AccessIndex> index = graph.getIndex(node, access))
    index->print(os);
  else if (access.map)
    os << AffineMapAttr::get(*access.map);
  if (access.view)
    os << " through " << access.view->getName();
  if (IntegerSet(access.guard))
    os << " where guarded";
  if (isRead)
    os << ": " << (access.map ? "memory" : "whole") << ", "
       << (graph.getBuffers()[access.buffer].producer ? "unmet" : "met");
}
