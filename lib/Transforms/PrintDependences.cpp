//===- PrintDependences.cpp - Prints the dependence graph -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block of text for each block of operations that has nodes.
//
//===----------------------------------------------------------------------===//

#include "DependenceText.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PRINTDEPENDENCESPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

namespace {
class DependencePrinter {
public:
  DependencePrinter(const DependenceGraph &graph, raw_ostream &os)
      : graph(graph), os(os) {}

  void print() const;

private:
  void printBuffer(unsigned number) const;
  void printNode(unsigned number) const;
  void printDependence(const Dependence &dependence) const;

  const DependenceGraph &graph;
  raw_ostream &os;
};
} // namespace

void DependencePrinter::printBuffer(unsigned number) const {
  const GraphBuffer &buffer = graph.getBuffers()[number];
  os << "  buf" << number << ": " << buffer.value.getType() << ", "
     << buffer.bytes << " bytes, ";
  if (buffer.producer)
    os << "written by op" << *buffer.producer;
  else
    os << "input";
  os << (buffer.isOutput ? ", output\n" : "\n");
}

void DependencePrinter::printDependence(const Dependence &dependence) const {
  os << "    after op" << dependence.from << ": "
     << stringifyDependenceKind(dependence.kind);
  if (dependence.buffer)
    os << " through buf" << *dependence.buffer;
  if (dependence.kind == DependenceKind::Memory) {
    const GraphNode &reader = graph.getNodes()[dependence.to];
    for (const GraphAccess &access : reader.accesses) {
      if (access.buffer != dependence.buffer ||
          access.mode == AccessMode::Write)
        continue;
      DependenceDistance distance = graph.getDistance(reader, access);
      if (distance.kind == DependenceDistance::Kind::Incomparable) {
        os << ", " << distance.reason;
        continue;
      }
      os << ", distance (";
      llvm::interleaveComma(distance.distance, os);
      os << ')';
    }
  }
  os << '\n';
}

void DependencePrinter::printNode(unsigned number) const {
  const GraphNode &node = graph.getNodes()[number];
  os << "  op" << number << ": " << node.op->getName() << ", ";
  if (node.isFusable()) {
    os << "grouping ";
    graph.getGrouping(number).print(os);
  } else {
    os << "whole";
  }
  if (node.device || node.stream)
    os << ", device " << node.device << ", stream " << node.stream;
  os << '\n';
  for (const GraphAccess &access : node.accesses) {
    os << "    ";
    printAccess(os, graph, node, access);
    os << '\n';
  }
}

void DependencePrinter::print() const {
  for (unsigned buffer = 0; buffer < graph.getBuffers().size(); ++buffer)
    printBuffer(buffer);
  const Dependence *next = graph.getDependences().begin();
  for (unsigned node = 0; node < graph.getNodes().size(); ++node) {
    printNode(node);
    for (; next != graph.getDependences().end() && next->to == node; ++next)
      printDependence(*next);
  }
}

namespace {
struct PrintDependencesPass
    : public stax::impl::PrintDependencesPassBase<PrintDependencesPass> {
  using PrintDependencesPassBase::PrintDependencesPassBase;

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "dependences of @" << getOperation().getName() << '\n';
    getOperation().walk([&](Block *block) {
      // What is in a node is the node's own affair.
      if (isa_and_present<ScheduleNodeOpInterface>(block->getParentOp()))
        return;
      DependenceGraph graph(*block);
      if (!graph.getNodes().empty())
        DependencePrinter(graph, os).print();
    });
    // At once: functions are printed by several threads.
    llvm::outs() << text;
    markAllAnalysesPreserved();
  }
};
} // namespace
