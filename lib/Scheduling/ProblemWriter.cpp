//===- ProblemWriter.cpp - Fusion and order problems to JSON --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/ProblemIO.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::stax;

static void writeIds(json::OStream &os, StringRef key, ArrayRef<unsigned> ids) {
  os.attributeArray(key, [&] {
    for (unsigned id : ids)
      os.value(id);
  });
}

static void writeOptionalIds(json::OStream &os, StringRef key,
                             ArrayRef<unsigned> ids) {
  if (!ids.empty())
    writeIds(os, key, ids);
}

static void writeDomain(json::OStream &os, const NodeDomain &domain) {
  switch (domain.kind) {
  case NodeDomain::Kind::Pointwise:
    os.value("pw");
    os.value(domain.points);
    if (domain.splits)
      os.value("full");
    return;
  case NodeDomain::Kind::Reduction:
    os.value("red");
    os.value(domain.points);
    os.value(domain.reduced);
    return;
  case NodeDomain::Kind::External:
    os.value("ext");
    return;
  case NodeDomain::Kind::Any:
    os.value("any");
    return;
  }
  llvm_unreachable("covered switch");
}

static void writeLoops(json::OStream &os, const NodeDomain &domain) {
  if (domain.place)
    os.attribute("place", domain.place);
  writeOptionalIds(os, "axes", domain.axes);
  writeOptionalIds(os, "reduced_axes", domain.reducedAxes);
  if (!domain.ranges.empty())
    os.attributeArray("ranges", [&] {
      for (int64_t range : domain.ranges)
        os.value(range);
    });
}

void mlir::stax::writeFusionProblem(const FusionProblem &problem,
                                    json::OStream &os) {
  os.object([&] {
    os.attribute("name", problem.name);
    os.attributeArray("nodes", [&] {
      for (unsigned id = 0; id < problem.nodes.size(); ++id) {
        const FusionNode &node = problem.nodes[id];
        os.object([&] {
          os.attribute("id", id);
          os.attributeArray("kind", [&] { writeDomain(os, node.domain); });
          os.attribute("bytes", node.bytes);
          writeIds(os, "reads", node.reads);
          writeOptionalIds(os, "after", node.after);
          if (node.isTemplate)
            os.attribute("template", true);
          if (node.isOrdered)
            os.attribute("ordered", true);
          writeLoops(os, node.domain);
        });
      }
    });
    os.attributeArray("inputs", [&] {
      for (unsigned i = 0; i < problem.inputBytes.size(); ++i)
        os.object([&] {
          os.attribute("id", problem.nodes.size() + i);
          os.attribute("bytes", problem.inputBytes[i]);
        });
    });
    writeIds(os, "outputs", problem.outputs);
    os.attributeArray("forbidden", [&] {
      for (const auto &pair : problem.forbidden)
        os.array([&] {
          os.value(pair.first);
          os.value(pair.second);
        });
    });
  });
}

void mlir::stax::writeOrderProblem(const OrderProblem &problem,
                                   json::OStream &os) {
  os.object([&] {
    os.attribute("name", problem.name);
    os.attributeArray("nodes", [&] {
      for (unsigned id = 0; id < problem.nodes.size(); ++id) {
        const OrderNode &node = problem.nodes[id];
        os.object([&] {
          os.attribute("id", id);
          os.attribute("bytes", node.bytes);
          if (node.scratch)
            os.attribute("scratch", node.scratch);
          writeIds(os, "inputs", node.inputs);
          writeOptionalIds(os, "after", node.after);
          writeOptionalIds(os, "in_place", node.inPlace);
          if (node.viewOf)
            os.attribute("view_of", *node.viewOf);
        });
      }
    });
    writeIds(os, "outputs", problem.outputs);
  });
}
