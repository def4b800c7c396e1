//===- MinCut.h - The least cut of a network --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_MINCUT_H
#define STAX_LIB_SCHEDULING_MINCUT_H

#include "stax/Support/WorkLimit.h"
#include <limits>
#include <vector>

namespace mlir::stax {

/// A directed network with capacities, in which Dinic's algorithm (1970) finds
/// how much can flow, which is what the least cut weighs.
class MinCut {
public:
  static constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max();

  explicit MinCut(unsigned numVertices) : firstEdge(numVertices, kNone) {}

  unsigned addVertex() {
    firstEdge.push_back(kNone);
    return firstEdge.size() - 1;
  }

  /// Every path from the source to the sink needs an edge that is not
  /// infinite; the sum of those edges must fit 64 bits.
  void addEdge(unsigned from, unsigned to, int64_t capacity);

  /// The weight of the least set of edges whose removal separates the two, or
  /// less if `limit` is reached. Destroys the capacities.
  int64_t solve(unsigned source, unsigned sink, WorkLimit &limit);

private:
  static constexpr unsigned kNone = -1;

  struct Edge {
    unsigned to;
    unsigned next; ///< of the same vertex
    int64_t capacity;
  };

  void addHalf(unsigned from, unsigned to, int64_t capacity);
  bool computeLevels(unsigned source, unsigned sink, WorkLimit &limit);
  int64_t augment(unsigned source, unsigned sink, WorkLimit &limit);

  std::vector<unsigned> firstEdge; ///< by vertex
  std::vector<Edge> edges;         ///< an edge, then its reverse
  std::vector<unsigned> levels;    ///< distances from the source
  std::vector<unsigned> current;   ///< edges before it lead nowhere
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_MINCUT_H
