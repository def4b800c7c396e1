//===- GenerateCommand.cpp - stax-plan generate ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTool.h"

#include "stax/MemoryPlan/MiniMallocCsv.h"
#include "stax/Scheduling/Generators.h"
#include "stax/Scheduling/OrderStrategies.h"
#include "stax/Scheduling/ProblemIO.h"

using namespace llvm;
using namespace mlir::stax;

static cl::OptionCategory category("generate options");
static cl::SubCommand
    command("generate", "print a made-up problem: fusion, order or memory");

static cl::opt<std::string> kind(cl::Positional, cl::Required,
                                 cl::desc("fusion|order|memory"),
                                 cl::sub(command), cl::cat(category));
static cl::opt<unsigned> numNodes("nodes", cl::desc("Number of nodes"),
                                  cl::value_desc("n"), cl::init(100),
                                  cl::sub(command), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random choices"),
                              cl::value_desc("s"), cl::init(1),
                              cl::sub(command), cl::cat(category));
static cl::opt<GraphShape> shape(
    "shape", cl::desc("How nodes use each other:"),
    cl::values(clEnumValN(GraphShape::Layered, "layered",
                          "values just before, some from far back (default)"),
               clEnumValN(GraphShape::Chain, "chain", "the value just before"),
               clEnumValN(GraphShape::Diamonds, "diamonds",
                          "splits into two and joins, in a row"),
               clEnumValN(GraphShape::Fan, "fan", "one value used by all")),
    cl::init(GraphShape::Layered), cl::sub(command), cl::cat(category));

/// Far beyond what anyone solves, and what fits in memory.
static constexpr unsigned kMaxNodes = 10'000'000;

/// The lives of the buffers of an order problem in its original order.
static void generateMemory(raw_ostream &os) {
  OrderProblem graph = generateOrderProblem(shape, numNodes, seed);
  MemoryPlanProblem problem;
  for (const Storage &storage : graph.storages(orderAsGiven(graph).order)) {
    PlanBuffer &buffer = problem.buffers.emplace_back();
    buffer.id = std::to_string(storage.nodes.front());
    buffer.lower = storage.begin;
    buffer.upper = storage.end;
    buffer.size = storage.bytes;
  }
  writeMiniMallocCsv(problem, {}, os);
}

static ExitStatus run() {
  if (numNodes == 0 || numNodes > kMaxNodes)
    return reportBadInput("expected --nodes of 1 to " + Twine(kMaxNodes) +
                          ", found " + Twine(numNodes));
  if (kind == "memory") {
    generateMemory(outs());
    return kSuccess;
  }
  if (kind != "fusion" && kind != "order")
    return reportBadInput("unknown kind of problem '" + kind +
                          "', expected fusion, order or memory");
  json::OStream os(outs());
  if (kind == "fusion")
    writeFusionProblem(generateFusionProblem(shape, numNodes, seed), os);
  else
    writeOrderProblem(generateOrderProblem(shape, numNodes, seed), os);
  os.flush();
  outs() << '\n';
  return kSuccess;
}

const PlanCommand &mlir::stax::generateCommand() {
  static const PlanCommand result = {command, category, run};
  return result;
}
