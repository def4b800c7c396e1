//===- LoopTree.cpp - Builds the loops of a kernel ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level is built from the instances that share all loops outside of it.
// Phases order them; members of one phase with the same next loop form a group.
// A group is closed under what its members read: a value of another loop is
// found in memory, or its node joins the group once more. Only what a group has
// to store, complete or feed to others in it stays.
//
//===----------------------------------------------------------------------===//

#include "LoopTree.h"
#include "Phases.h"

#include <map>

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Members of one phase that run in one loop.
struct Group {
  unsigned number; ///< in order of first members
  PhaseSlot first;
  SmallVector<unsigned> members;
};

class LoopTreeBuilder {
public:
  LoopTreeBuilder(const KernelStructure &structure, LoopTree &tree)
      : structure(structure), nodes(structure.getNodes()), tree(tree),
        isBuilt(nodes.size()) {}

  void run();

private:
  void build(ArrayRef<unsigned> members, unsigned level, KernelBody &body);
  KernelStep buildLoop(const Phases &phases, const Group &group,
                       unsigned level);
  SmallVector<unsigned> closeGroup(const Phases &phases, const Group &group,
                                   unsigned level);
  bool isInMemory(NodeValue value) const;
  std::optional<unsigned> recompute(unsigned instance, unsigned dim,
                                    unsigned level);
  void addCrossing(NodeValue value, ValueSource source);

  const KernelStructure &structure;
  ArrayRef<KernelNode> nodes;
  LoopTree &tree;
  llvm::SmallBitVector isBuilt; ///< nodes whose home is in the tree
  /// Of crossing values, by node and result.
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> positions;
};
} // namespace

/// Loops and points of one level in the order in which they run. A point is a
/// group of one.
static SmallVector<Group> collectGroups(const Phases &phases) {
  SmallVector<Group> groups;
  llvm::DenseMap<int, SmallVector<unsigned>> loopsOfPhase;
  for (const PhaseSlot &slot : phases.getSlots()) {
    SmallVector<unsigned> &loops = loopsOfPhase[slot.phase];
    auto *known = llvm::find_if(loops, [&](unsigned number) {
      return phases.shareLoop(groups[number].first, slot);
    });
    unsigned number = known == loops.end() ? groups.size() : *known;
    if (number == groups.size()) {
      groups.push_back({number, slot, {}});
      if (!phases.isPoint(slot))
        loops.push_back(number);
    }
    Group &group = groups[number];
    if (group.first.direction == LoopDirection::Any)
      group.first.direction = slot.direction;
    group.members.push_back(slot.instance);
  }
  auto getOrder = [&](const Group &group) {
    return std::tuple(group.first.phase, phases.isPoint(group.first),
                      group.number);
  };
  llvm::sort(groups, [&](const Group &lhs, const Group &rhs) {
    return getOrder(lhs) < getOrder(rhs);
  });
  return groups;
}

/// Whether `value` can be read from memory by what is built next.
bool LoopTreeBuilder::isInMemory(NodeValue value) const {
  Value stored = structure.getValue(value);
  return isBuilt.test(value.node) &&
         (!structure.getDestinations(stored).empty() ||
          structure.getScratch(stored));
}

/// Adds an instance of the node of `instance` to a loop over `dim`; nothing if
/// the node carries accumulators in another way.
std::optional<unsigned>
LoopTreeBuilder::recompute(unsigned instance, unsigned dim, unsigned level) {
  NodeInstance copy = tree.instances[instance];
  copy.isHome = false;
  auto begin = copy.nest.dims.begin() + level;
  auto keptEnd = copy.nest.dims.begin() + copy.nest.carryLevel;
  if (auto it = std::find(begin, keptEnd, dim); it != keptEnd) {
    std::rotate(begin, it, it + 1);
  } else {
    bool carriesNothing = keptEnd == copy.nest.dims.end();
    if (!carriesNothing)
      return std::nullopt;
    // The reader runs over a loop that the node does not need.
    copy.nest.dims.insert(begin, dim);
    ++copy.nest.carryLevel;
    ++copy.nest.valueLevel;
  }
  tree.instances.push_back(std::move(copy));
  return tree.instances.size() - 1;
}

void LoopTreeBuilder::addCrossing(NodeValue value, ValueSource source) {
  auto [known, isNew] = positions.try_emplace(
      std::pair(value.node, value.result), tree.crossing.size());
  if (isNew)
    tree.crossing.push_back({value, source});
  else if (source == ValueSource::Missing)
    tree.crossing[known->second].source = source;
}

/// The members of `group` that are needed in it, and what they read from other
/// loops but not from memory; in order of nodes.
SmallVector<unsigned> LoopTreeBuilder::closeGroup(const Phases &phases,
                                                  const Group &group,
                                                  unsigned level) {
  // Last node first: all readers of a node are visited before it.
  std::map<unsigned, unsigned, std::greater<>> pending;
  for (unsigned member : group.members)
    pending[tree.instances[member].node] = member;
  llvm::SmallBitVector isRead(nodes.size());
  SmallVector<unsigned> members;
  unsigned dim = tree.instances[group.first.instance].nest.dims[level];
  while (!pending.empty()) {
    auto [node, instance] = *pending.begin();
    pending.erase(pending.begin());
    bool isHome = tree.instances[instance].isHome;
    bool isComplete = tree.instances[instance].nest.valueLevel <= level;
    if (!isRead.test(node) && !isComplete &&
        !(isHome && structure.isStored(node)))
      continue;
    members.push_back(instance);
    for (NodeValue read : nodes[node].reads) {
      const PhaseSlot *producer = phases.findSlot(read.node);
      // Values of other levels, and complete ones, are there already.
      if (!producer || phases.isComplete(*producer))
        continue;
      isRead.set(read.node);
      if (pending.count(read.node) != 0)
        continue;
      ValueSource source =
          structure.getDestinations(structure.getValue(read)).empty()
              ? ValueSource::Scratch
              : ValueSource::Destination;
      if (!isInMemory(read)) {
        std::optional<unsigned> copy =
            recompute(producer->instance, dim, level);
        source = copy ? ValueSource::Recomputed : ValueSource::Missing;
        if (copy)
          pending[read.node] = *copy;
      }
      if (isHome)
        addCrossing(read, source);
    }
  }
  std::reverse(members.begin(), members.end());
  return members;
}

KernelStep LoopTreeBuilder::buildLoop(const Phases &phases, const Group &group,
                                      unsigned level) {
  SmallVector<unsigned> members = closeGroup(phases, group, level);
  KernelStep step;
  if (members.empty())
    return step;
  step.loop = std::make_unique<KernelLoop>();
  step.loop->dim = tree.instances[members.front()].nest.dims[level];
  step.loop->level = level;
  step.loop->isReverse = group.first.direction == LoopDirection::Reverse;
  for (unsigned member : members)
    if (tree.instances[member].nest.carries(level))
      step.loop->carried.push_back(member);
  build(members, level + 1, step.loop->body);
  return step;
}

void LoopTreeBuilder::build(ArrayRef<unsigned> members, unsigned level,
                            KernelBody &body) {
  Phases phases(nodes, tree.instances, members, level);
  for (const Group &group : collectGroups(phases)) {
    if (!phases.isPoint(group.first)) {
      if (KernelStep loop = buildLoop(phases, group, level); loop.loop)
        body.steps.push_back(std::move(loop));
      continue;
    }
    KernelStep point;
    point.instance = group.first.instance;
    const NodeInstance &instance = tree.instances[point.instance];
    if (instance.isHome)
      isBuilt.set(instance.node);
    body.steps.push_back(std::move(point));
  }
}

void LoopTreeBuilder::run() {
  SmallVector<unsigned> members;
  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (!node.isLive)
      continue;
    members.push_back(tree.instances.size());
    tree.instances.push_back({unsigned(number), /*isHome=*/true, node.nest});
  }
  build(members, /*level=*/0, tree.body);
}

LoopTree stax::buildLoopTree(const KernelStructure &structure) {
  LoopTree tree;
  LoopTreeBuilder(structure, tree).run();
  return tree;
}
