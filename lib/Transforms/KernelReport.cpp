//===- KernelReport.cpp - What kernels consist of and save ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on a copy of each function in which the kernels are operations again.
//
//===----------------------------------------------------------------------===//

#include "KernelReport.h"
#include "DependenceText.h"
#include "FusionModel.h"
#include "FusionRemarks.h"
#include "OpenKernels.h"
#include "SourcePlace.h"
#include "stax/Scheduling/FusionAlgorithms.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::stax;

/// Operations of a region that are named in a picture.
static constexpr unsigned kNamedOps = 4;

unsigned KernelReport::countKernels() const {
  return llvm::count_if(kernels, [](const Kernel &k) { return k.isKernel; });
}

namespace {
class KernelReportBuilder {
public:
  KernelReportBuilder(Block &block,
                      const llvm::DenseMap<Operation *, unsigned> &kernelOf,
                      const FusionMachine &machine)
      : kernelOf(kernelOf), machine(machine), graph(block) {}

  /// Nothing if no operation of the block can be in a kernel.
  std::optional<KernelReport> build();

private:
  void addKernels();
  void addNodes();
  void addBuffers();
  void addTraffic(const FusionProblem &problem);
  void addRejections(const FusionModel &model, const FusionOptions &options);

  const llvm::DenseMap<Operation *, unsigned> &kernelOf;
  FusionMachine machine;
  DependenceGraph graph;
  FusionPartition partition;
  std::vector<unsigned> partOf; ///< of each node
  KernelReport report;
};
} // namespace

/// The nodes of a kernel follow each other.
void KernelReportBuilder::addKernels() {
  std::optional<unsigned> last;
  for (auto [number, node] : llvm::enumerate(graph.getNodes())) {
    auto found = kernelOf.find(node.op);
    std::optional<unsigned> kernel;
    if (found != kernelOf.end())
      kernel = found->second;
    if (!kernel || kernel != last) {
      partition.emplace_back();
      report.kernels.emplace_back();
      report.kernels.back().isKernel = kernel.has_value();
    }
    partition.back().push_back(number);
    partOf.push_back(partition.size() - 1);
    last = kernel;
  }
  for (auto [kernel, part] : llvm::zip_equal(report.kernels, partition))
    kernel.nodes = part;
}

/// "add", "subf exp": the monoid, and what the region does to each point.
static std::string describeWork(Operation *op) {
  SmallVector<std::string> words;
  if (auto node = dyn_cast<FusableOpInterface>(op)) {
    if (Attribute combiner = node.getCombiner()) {
      std::string text;
      llvm::raw_string_ostream(text) << combiner;
      StringRef name = text;
      name.consume_front("#stax.");
      words.push_back(name.str());
    }
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (!inner.hasTrait<OpTrait::IsTerminator>() &&
          !inner.hasTrait<OpTrait::ConstantLike>())
        words.push_back(inner.getName().stripDialect().str());
  if (words.size() > kNamedOps) {
    words.resize(kNamedOps - 1);
    words.push_back("...");
  }
  return llvm::join(words, " ");
}

void KernelReportBuilder::addNodes() {
  for (auto [number, node] : llvm::enumerate(graph.getNodes())) {
    KernelReport::Node added;
    added.op = node.op->getName().stripDialect();
    added.detail = describeWork(node.op);
    if (node.isFusable()) {
      llvm::raw_string_ostream os(added.grouping);
      graph.getGrouping(number).print(os);
    }
    added.place = spellPlace(node.op->getLoc());
    added.kernel = partOf[number];
    for (const GraphAccess &access : node.accesses) {
      std::string text;
      llvm::raw_string_ostream os(text);
      printAccess(os, graph, node, access);
      added.accesses.push_back(std::move(text));
    }
    report.nodes.push_back(std::move(added));
  }
}

void KernelReportBuilder::addBuffers() {
  std::vector<llvm::SetVector<unsigned>> reads(partition.size()),
      writes(partition.size());
  for (auto [number, buffer] : llvm::enumerate(graph.getBuffers())) {
    std::string type;
    llvm::raw_string_ostream(type) << buffer.value.getType();
    report.buffers.push_back({std::move(type), buffer.bytes, buffer.producer,
                              buffer.isOutput, buffer.isMemory});
    bool leaves = buffer.isOutput;
    for (unsigned reader : buffer.readers)
      if (!buffer.producer || partOf[reader] != partOf[*buffer.producer]) {
        reads[partOf[reader]].insert(number);
        leaves = true;
      }
    if (buffer.producer && leaves)
      writes[partOf[*buffer.producer]].insert(number);
  }
  for (auto [number, kernel] : llvm::enumerate(report.kernels)) {
    llvm::append_range(kernel.reads, reads[number]);
    llvm::append_range(kernel.writes, writes[number]);
  }
}

/// By the problem that fusion solves: reads of parts count as parts.
void KernelReportBuilder::addTraffic(const FusionProblem &problem) {
  FusionPartition apart;
  for (unsigned node = 0; node < partOf.size(); ++node)
    apart.push_back({node});
  report.bytesApart = problem.traffic(apart);
  report.bytes = problem.traffic(partition);

  std::vector<llvm::SetVector<unsigned>> read(partition.size());
  llvm::SetVector<unsigned> written(problem.outputs.begin(),
                                    problem.outputs.end());
  for (auto [number, node] : llvm::enumerate(problem.nodes))
    for (unsigned buffer : node.reads) {
      bool isInput = buffer >= problem.nodes.size();
      if (!isInput && partOf[buffer] == partOf[number])
        continue;
      read[partOf[number]].insert(buffer);
      if (!isInput)
        written.insert(buffer);
    }
  for (auto [kernel, buffers] : llvm::zip_equal(report.kernels, read))
    for (unsigned buffer : buffers)
      kernel.bytesRead += problem.bufferBytes(buffer);
  for (unsigned buffer : written)
    report.kernels[partOf[buffer]].bytesWritten += problem.bufferBytes(buffer);
}

/// Those of other kernels that share something with a kernel.
void KernelReportBuilder::addRejections(const FusionModel &model,
                                        const FusionOptions &options) {
  FusionExplainer explainer(graph, model, partition);
  for (const FusionDecision &decision :
       explainFusion(model.getProblem(), options, partition)) {
    unsigned first = partOf[decision.a], second = partOf[decision.b];
    if (!report.kernels[first].isKernel || !report.kernels[second].isKernel ||
        (decision.reason == FusionReason::None && decision.gain <= 0))
      continue;
    report.rejections.push_back({first, second,
                                 spellFusionReason(decision.reason).str(),
                                 explainer.explain(decision), decision.gain});
  }
}

std::optional<KernelReport> KernelReportBuilder::build() {
  if (llvm::none_of(graph.getNodes(),
                    [](const GraphNode &node) { return node.isFusable(); }))
    return std::nullopt;
  addKernels();
  addNodes();
  addBuffers();
  report.dependences = graph.getDependences();
  FusionOptions options;
  options.rules.threads = machine.threads;
  options.peakGuard = FusePassOptions().peakGuard;
  options.peakRise = FusePassOptions().peakRise;
  options.peakFloor = machine.cacheBudget;
  LoopAxes axes(graph);
  FusionModel model(graph, axes, options.rules, machine.cacheBudget);
  // Numbers beyond 64 bits are left out.
  if (llvm::Error error = model.getProblem().check()) {
    llvm::consumeError(std::move(error));
    return std::move(report);
  }
  addTraffic(model.getProblem());
  addRejections(model, options);
  return std::move(report);
}

std::vector<KernelReport> stax::getKernelReports(ModuleOp module) {
  std::vector<KernelReport> reports;
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    FusionMachine machine = FusionMachine::get(function);
    OwningOpRef<Operation *> copy(function->clone());
    llvm::DenseMap<Operation *, unsigned> kernelOf = openKernels(*copy);
    copy->walk([&](Block *block) {
      // What is in a node is the node's own affair.
      if (isa<ScheduleNodeOpInterface>(block->getParentOp()))
        return;
      auto report = KernelReportBuilder(*block, kernelOf, machine).build();
      if (!report)
        return;
      report->function = function.getName();
      reports.push_back(std::move(*report));
    });
  });
  return reports;
}
