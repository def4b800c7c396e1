//===- LayeredLayout.cpp - Places the vertices of a graph -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vertex is in the row below the last one that it depends on, and one without
// such above its first user. Edges over several rows get a slot in each row
// between. Slots are sorted by the mean of their neighbours, and then moved
// towards it as far as their order allows.
//
//===----------------------------------------------------------------------===//

#include "LayeredLayout.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir::stax;

/// Passes over all rows; more change little.
static constexpr unsigned kSweeps = 8;

namespace {
/// A vertex in its row, or a place where edges pass it.
struct Slot {
  explicit Slot(double width) : width(width) {}

  double width, x = 0; ///< x of the centre
  llvm::SmallVector<unsigned, 4> above, below;
};

class RowPlacer {
public:
  RowPlacer(GraphLayout &layout, LayoutGaps gaps)
      : layout(layout), gaps(gaps) {}

  void run();

private:
  void chooseRows();
  void addSlots();
  void sortRows();
  void placeColumns();
  void placeRow(llvm::ArrayRef<unsigned> row, bool fromAbove);
  void writeBack();
  double meanOf(llvm::ArrayRef<unsigned> neighbours, double otherwise) const;

  GraphLayout &layout;
  LayoutGaps gaps;
  std::vector<unsigned> rowOf; ///< of a vertex
  std::vector<Slot> slots;     ///< those of the vertices first
  std::vector<std::vector<unsigned>> rows;
  std::vector<llvm::SmallVector<unsigned, 2>> passes; ///< slots of an edge
};
} // namespace

void RowPlacer::chooseRows() {
  rowOf.assign(layout.vertices.size(), 0);
  std::vector<unsigned> firstUser(layout.vertices.size(), ~0u);
  std::vector<bool> hasSource(layout.vertices.size());
  // Edges sorted by their targets see final rows of their sources.
  std::vector<std::pair<unsigned, unsigned>> ends;
  for (const LayoutEdge &edge : layout.edges)
    ends.push_back({edge.to, edge.from});
  llvm::sort(ends);
  for (auto [to, from] : ends) {
    rowOf[to] = std::max(rowOf[to], rowOf[from] + 1);
    hasSource[to] = true;
  }
  for (const LayoutEdge &edge : layout.edges)
    firstUser[edge.from] = std::min(firstUser[edge.from], rowOf[edge.to]);
  for (unsigned vertex = 0; vertex < rowOf.size(); ++vertex)
    if (!hasSource[vertex] && firstUser[vertex] != ~0u)
      rowOf[vertex] = firstUser[vertex] - 1;
}

void RowPlacer::addSlots() {
  for (const LayoutVertex &vertex : layout.vertices)
    slots.emplace_back(vertex.width);
  for (unsigned row : rowOf)
    rows.resize(std::max<size_t>(rows.size(), row + 1));
  for (auto [vertex, row] : llvm::enumerate(rowOf))
    rows[row].push_back(vertex);

  std::vector<llvm::SmallVector<unsigned, 2>> tails(layout.vertices.size());
  passes.resize(layout.edges.size());
  for (auto [number, edge] : llvm::enumerate(layout.edges)) {
    llvm::SmallVector<unsigned, 2> &tail = tails[edge.from];
    unsigned length = rowOf[edge.to] - rowOf[edge.from] - 1;
    while (tail.size() < length) {
      unsigned above = tail.empty() ? edge.from : tail.back();
      tail.push_back(slots.size());
      slots.emplace_back(0);
      slots[above].below.push_back(tail.back());
      slots.back().above.push_back(above);
      rows[rowOf[edge.from] + tail.size()].push_back(tail.back());
    }
    passes[number].assign(tail.begin(), tail.begin() + length);
    unsigned last = length ? passes[number].back() : edge.from;
    slots[last].below.push_back(edge.to);
    slots[edge.to].above.push_back(last);
  }
}

double RowPlacer::meanOf(llvm::ArrayRef<unsigned> neighbours,
                         double otherwise) const {
  if (neighbours.empty())
    return otherwise;
  double sum = 0;
  for (unsigned slot : neighbours)
    sum += slots[slot].x;
  return sum / neighbours.size();
}

/// Uses x for positions in the rows.
void RowPlacer::sortRows() {
  auto number = [&](llvm::ArrayRef<unsigned> row) {
    for (auto [position, slot] : llvm::enumerate(row))
      slots[slot].x = double(position) / double(row.size());
  };
  auto sort = [&](std::vector<unsigned> &row, bool fromAbove) {
    std::vector<std::pair<double, unsigned>> keys;
    for (auto [position, slot] : llvm::enumerate(row))
      keys.push_back({meanOf(fromAbove ? slots[slot].above : slots[slot].below,
                             slots[slot].x),
                      position});
    llvm::sort(keys);
    std::vector<unsigned> old(row);
    for (auto [slot, key] : llvm::zip_equal(row, keys))
      slot = old[key.second];
    number(row);
  };
  for (const std::vector<unsigned> &row : rows)
    number(row);
  for (unsigned sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::vector<unsigned> &row : rows)
      sort(row, /*fromAbove=*/true);
    for (std::vector<unsigned> &row : llvm::reverse(rows))
      sort(row, /*fromAbove=*/false);
  }
}

/// The places closest to the wanted ones, in squares, that keep the order and
/// the gaps: less what must lie to its left, each place is one of an isotonic
/// regression, which pooling neighbours that are in each other's way solves.
void RowPlacer::placeRow(llvm::ArrayRef<unsigned> row, bool fromAbove) {
  struct Pool {
    double sum;
    unsigned size;
    double mean() const { return sum / size; }
  };
  std::vector<Pool> pools;
  std::vector<double> offsets;
  double offset = 0;
  for (unsigned slot : row) {
    const Slot &it = slots[slot];
    offset += it.width / 2;
    offsets.push_back(offset);
    double wanted = meanOf(fromAbove ? it.above : it.below, it.x);
    pools.push_back({wanted - offset, 1});
    while (pools.size() > 1 && pools.back().mean() < pools.end()[-2].mean()) {
      Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum,
                      pools.back().size + last.size};
    }
    offset += it.width / 2 + gaps.columns;
  }
  unsigned next = 0;
  for (const Pool &pool : pools)
    for (unsigned i = 0; i < pool.size; ++i, ++next)
      slots[row[next]].x = pool.mean() + offsets[next];
}

void RowPlacer::placeColumns() {
  for (Slot &slot : slots)
    slot.x = 0;
  for (unsigned sweep = 0; sweep < kSweeps; ++sweep) {
    for (const std::vector<unsigned> &row : rows)
      placeRow(row, /*fromAbove=*/true);
    for (const std::vector<unsigned> &row : llvm::reverse(rows))
      placeRow(row, /*fromAbove=*/false);
  }
}

void RowPlacer::writeBack() {
  double left = std::numeric_limits<double>::max(), right = -left;
  for (const Slot &slot : slots) {
    left = std::min(left, slot.x - slot.width / 2);
    right = std::max(right, slot.x + slot.width / 2);
  }
  std::vector<double> middles;
  double y = 0;
  for (llvm::ArrayRef<unsigned> row : rows) {
    double height = 0;
    for (unsigned slot : row)
      if (slot < layout.vertices.size())
        height = std::max(height, layout.vertices[slot].height);
    for (unsigned slot : row)
      if (slot < layout.vertices.size())
        layout.vertices[slot].corner = {
            slots[slot].x - slots[slot].width / 2 - left,
            y + (height - layout.vertices[slot].height) / 2};
    middles.push_back(y + height / 2);
    y += height + gaps.rows;
  }
  layout.width = std::max(0.0, right - left);
  layout.height = std::max(0.0, y - gaps.rows);
  for (auto [edge, slotsOfEdge] : llvm::zip_equal(layout.edges, passes))
    for (auto [number, slot] : llvm::enumerate(slotsOfEdge))
      edge.bends.push_back(
          {slots[slot].x - left, middles[rowOf[edge.from] + 1 + number]});
}

void RowPlacer::run() {
  chooseRows();
  addSlots();
  sortRows();
  placeColumns();
  writeBack();
}

void mlir::stax::placeInRows(GraphLayout &layout, LayoutGaps gaps) {
  RowPlacer(layout, gaps).run();
}
