//===- PoolTree.cpp - Offsets by splits in time and space -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pool is a row of slots. Buffers of one slot follow each other in time;
// beside a buffer that is smaller than its slot lies a slot for the rest:
//
//   slot +-----+------------+        Buffers come by decreasing size, of equal
//        |     |  slot      |        ones those of longer lives first. Each
//        goes |  a  +---+---+----+        into the first slot that has its
//        bytes and, |     | b | c |    |        at its time, either nothing or
//        one buffer
//        +-----+---+---+----+        beside which there is room; else a new
//        slot
//        ---------> time             is opened at the end of the pool.
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::stax;

namespace {
constexpr unsigned kNone = ~0u;

struct Lifespan {
  Time lower, upper;
};

/// A buffer in a slot, and what lies beside it.
struct Tenant {
  unsigned rest = kNone; ///< the slot beside the buffer
  std::vector<Lifespan> lives;
};

struct Slot {
  Offset offset = 0;
  int64_t size = 0;
  std::vector<Tenant> tenants; ///< of disjoint times
  /// The tenant, of another slot, that this one lies beside.
  unsigned parent = kNone, parentTenant = kNone;
};

class PoolTree {
public:
  Offset insert(const PlanBuffer &buffer, int64_t size);

private:
  bool tryInsert(unsigned slot, const PlanBuffer &buffer, int64_t size,
                 unsigned &next);
  void place(unsigned slot, const PlanBuffer &buffer, int64_t size);

  std::vector<Slot> slots;
  std::vector<unsigned> row; ///< slots that lie beside no buffer
  int64_t height = 0;
};
} // namespace

static bool overlaps(const Tenant &tenant, const PlanBuffer &buffer) {
  return llvm::any_of(tenant.lives, [&](const Lifespan &life) {
    return life.lower < buffer.upper && buffer.lower < life.upper;
  });
}

/// Puts `buffer` into `slot`, where nothing lives at its time.
void PoolTree::place(unsigned slot, const PlanBuffer &buffer, int64_t size) {
  unsigned tenant = slots[slot].tenants.size();
  slots[slot].tenants.emplace_back();
  if (slots[slot].size > size) {
    Slot rest;
    rest.offset = slots[slot].offset + size;
    rest.size = slots[slot].size - size;
    rest.parent = slot;
    rest.parentTenant = tenant;
    slots[slot].tenants[tenant].rest = slots.size();
    slots.push_back(std::move(rest));
  }
  // The buffer lives in all that it lies in.
  while (slot != kNone) {
    slots[slot].tenants[tenant].lives.push_back({buffer.lower, buffer.upper});
    tenant = slots[slot].parentTenant;
    slot = slots[slot].parent;
  }
}

/// Places `buffer` in `slot`, or else sets `next` to the slot in it to try,
/// kNone if there is none.
bool PoolTree::tryInsert(unsigned slot, const PlanBuffer &buffer, int64_t size,
                         unsigned &next) {
  next = kNone;
  if (slots[slot].size < size)
    return false;
  const Tenant *only = nullptr;
  for (const Tenant &tenant : slots[slot].tenants) {
    if (!overlaps(tenant, buffer))
      continue;
    if (only)
      return false;
    only = &tenant;
  }
  if (!only) {
    place(slot, buffer, size);
    return true;
  }
  next = only->rest;
  return false;
}

Offset PoolTree::insert(const PlanBuffer &buffer, int64_t size) {
  for (unsigned slot : row)
    while (slot != kNone) {
      Offset offset = slots[slot].offset;
      unsigned next;
      if (tryInsert(slot, buffer, size, next))
        return offset;
      slot = next;
    }
  Slot slot;
  slot.offset = height;
  slot.size = size;
  height += size;
  row.push_back(slots.size());
  slots.push_back(std::move(slot));
  place(row.back(), buffer, size);
  return slots[row.back()].offset;
}

MemoryPlan mlir::stax::planByPoolTree(const MemoryPlanProblem &problem,
                                      const MemoryPlanOptions &options) {
  int64_t alignment = 1;
  for (const PlanBuffer &buffer : problem.buffers) {
    // A tree has no place for what lies elsewhere.
    if (buffer.fixedOffset)
      return planFirstFit(problem, options);
    alignment = std::max(alignment, buffer.alignment);
  }
  std::vector<unsigned> order;
  for (unsigned id = 0; id < problem.buffers.size(); ++id)
    if (problem.buffers[id].size > 0)
      order.push_back(id);
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    const PlanBuffer &a = problem.buffers[lhs], &b = problem.buffers[rhs];
    return std::make_tuple(-a.size, a.lower - a.upper, lhs) <
           std::make_tuple(-b.size, b.lower - b.upper, rhs);
  });
  MemoryPlan plan;
  plan.offsets.resize(problem.buffers.size());
  PoolTree tree;
  for (unsigned id : order) {
    const PlanBuffer &buffer = problem.buffers[id];
    int64_t units = (buffer.size + alignment - 1) / alignment;
    plan.offsets[id] = tree.insert(buffer, units * alignment);
  }
  plan.height = problem.height(plan.offsets);
  plan.lowerBound = problem.lowerBound();
  plan.algorithm = "pool-tree";
  return plan;
}
