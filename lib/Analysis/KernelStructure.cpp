//===- KernelStructure.cpp - Loops and phases of a kernel -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/KernelStructure.h"
#include "LoopTree.h"
#include "stax/IR/Scratch.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

KernelStructure::KernelStructure(KernelOp kernel)
    : kernel(kernel), nodes(getKernelNodes(kernel)) {
  for (auto [number, node] : llvm::enumerate(nodes))
    positions[node.op] = number;
  for (auto [number, value] : llvm::enumerate(kernel.getYield().getValues()))
    destinations[value].push_back(number);
  LoopTree tree = buildLoopTree(*this);
  body = std::move(tree.body);
  instances = std::move(tree.instances);
  crossing = std::move(tree.crossing);
}

NodeValue KernelStructure::find(Value value) const {
  auto result = cast<OpResult>(value);
  return {positions.at(result.getOwner()), result.getResultNumber()};
}

ArrayRef<unsigned> KernelStructure::getDestinations(Value value) const {
  auto known = destinations.find(value);
  if (known == destinations.end())
    return {};
  return known->second;
}

std::optional<unsigned> KernelStructure::getScratch(Value value) const {
  auto result = cast<OpResult>(value);
  auto positions =
      result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kScratchAttr);
  if (!positions || positions[result.getResultNumber()] < 0)
    return std::nullopt;
  return positions[result.getResultNumber()];
}

AffineMap KernelStructure::getScratchMap(NodeValue value) const {
  const NodeNest &nest = nodes[value.node].nest;
  SmallVector<OpFoldResult> extents = KernelOp(kernel).getExtents();
  MLIRContext *context = KernelOp(kernel).getContext();
  AffineExpr element = getAffineConstantExpr(0, context);
  for (unsigned dim : ArrayRef(nest.dims).take_front(nest.valueLevel))
    element = element * *getConstantIntValue(extents[dim]) +
              getAffineDimExpr(dim, context);
  return AffineMap::get(extents.size(), 0, element);
}

std::optional<int64_t> KernelStructure::getRowElements(NodeValue value) const {
  const NodeNest &nest = nodes[value.node].nest;
  SmallVector<OpFoldResult> extents = KernelOp(kernel).getExtents();
  int64_t elements = 1;
  for (unsigned dim : ArrayRef(nest.dims).take_front(nest.valueLevel)) {
    std::optional<int64_t> extent = getConstantIntValue(extents[dim]);
    if (!extent || llvm::MulOverflow(elements, *extent, elements))
      return std::nullopt;
  }
  return elements;
}

bool KernelStructure::isStored(unsigned node) const {
  return llvm::any_of(nodes[node].op->getResults(), [&](Value value) {
    return !getDestinations(value).empty() || getScratch(value);
  });
}

static StringRef getName(ValueSource source) {
  switch (source) {
  case ValueSource::Destination:
    return "destination";
  case ValueSource::Scratch:
    return "scratch";
  case ValueSource::Recomputed:
    return "recomputed";
  case ValueSource::Missing:
    return "missing";
  }
  llvm_unreachable("all sources are named");
}

namespace {
class StructurePrinter {
public:
  StructurePrinter(const KernelStructure &structure, raw_ostream &os)
      : structure(structure), os(os) {}

  void print(const KernelBody &body, unsigned indent) {
    for (const KernelStep &step : body.steps)
      step.loop ? print(*step.loop, indent) : printPoint(step, indent);
  }
  void printCrossing(const CrossingValue &crossing, unsigned indent) {
    os.indent(indent) << "node " << crossing.value.node << " result "
                      << crossing.value.result
                      << " crosses: " << getName(crossing.source) << '\n';
  }

private:
  void print(const KernelLoop &loop, unsigned indent) {
    os.indent(indent) << "for d" << loop.dim;
    if (loop.isReverse)
      os << " reverse";
    if (!loop.carried.empty()) {
      os << " carries";
      for (unsigned carried : loop.carried)
        os << ' ' << structure.getInstances()[carried].node;
    }
    os << ":\n";
    print(loop.body, indent + 2);
  }
  void printPoint(const KernelStep &step, unsigned indent) {
    const NodeInstance &instance = structure.getInstances()[step.instance];
    const KernelNode &node = structure.getNodes()[instance.node];
    os.indent(indent) << "node " << instance.node << ' ' << node.op->getName();
    if (!instance.isHome)
      os << " again";
    else if (structure.isStored(instance.node))
      os << " stored";
    os << '\n';
  }

  const KernelStructure &structure;
  raw_ostream &os;
};
} // namespace

void KernelStructure::print(raw_ostream &os, unsigned indent) const {
  StructurePrinter printer(*this, os);
  printer.print(body, indent);
  for (const CrossingValue &value : crossing)
    printer.printCrossing(value, indent);
}
