//===- LayeredLayout.h - Places the vertices of a graph ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A picture of a directed acyclic graph in rows, by the method of Sugiyama,
// Tagawa and Toda (1981). Knows nothing of what the vertices are.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_LAYEREDLAYOUT_H
#define STAX_LIB_TRANSFORMS_LAYEREDLAYOUT_H

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::stax {

struct LayoutPoint {
  double x = 0, y = 0;
};

/// A box; `corner` is the upper left one, and y grows downwards.
struct LayoutVertex {
  double width = 0, height = 0;
  LayoutPoint corner;

  double centre() const { return corner.x + width / 2; }
};

/// An edge from an earlier to a later vertex. `bends` are the points, from top
/// to bottom, at which it passes the rows between them.
struct LayoutEdge {
  unsigned from, to;
  llvm::SmallVector<LayoutPoint, 2> bends;
};

struct GraphLayout {
  std::vector<LayoutVertex> vertices;
  std::vector<LayoutEdge> edges;
  double width = 0, height = 0; ///< of the picture, from (0, 0)
};

/// Gaps of a layout.
struct LayoutGaps {
  double columns = 16, rows = 32;
};

/// Places vertices and bends such that boxes are apart, edges go down, and few
/// cross. Takes time linear in vertices, edges and the rows that these pass;
/// edges that leave one vertex pass a row together.
void placeInRows(GraphLayout &layout, LayoutGaps gaps);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_LAYEREDLAYOUT_H
