//===- MemRefSteps.cpp - Loads, stores and extents of memrefs -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRefAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
/// Where an access goes, with the mark of its indices.
struct Place {
  SmallVector<int64_t, 8> indices;
  Mark mark = 0;
  std::optional<int64_t> position; ///< in the buffer; nothing if outside
};
} // namespace

static Place getPlace(const Step &step, Frame &frame) {
  Place place;
  if (auto *map = static_cast<AffineCells *>(step.data)) {
    std::optional<Mark> mark = map->evaluate(frame);
    if (!mark)
      return place;
    place.mark = *mark;
    for (unsigned i = 0; i < map->evaluator.size(); ++i)
      place.indices.push_back(map->evaluator.getValue(i));
  }
  for (CellId id : step.indices) {
    place.indices.push_back(frame.cells[id].integer);
    place.mark = joinMarks(place.mark, frame.cells[id].mark);
  }
  place.position = frame.memrefs[step.parameter].getPosition(place.indices);
  return place;
}

static std::string describe(const Place &place, const MemRef &memref) {
  return "element " + toString(place.indices) + " of a memref of extents " +
         toString(memref.sizes);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void runLoad(const Step &step, Frame &frame) {
  const MemRef &memref = frame.memrefs[step.parameter];
  Place place = getPlace(step, frame);
  Cell result;
  if (place.position)
    result = loadElement(*memref.buffer, step.kind, *place.position);
  else if (place.mark == 0)
    place.mark = frame.execution.getErrorMark(
        step.op, "reads " + describe(place, memref));
  result.mark = joinMarks(result.mark, place.mark);
  frame.cells[step.result] = result;
}

/// A store whose place is not known may be anywhere, so it fails where the
/// place could not be computed.
static void runStore(const Step &step, Frame &frame) {
  const MemRef &memref = frame.memrefs[step.parameter];
  Place place = getPlace(step, frame);
  if (failed(frame.execution.failIfError(place.mark)))
    return;
  if (!place.position) {
    (void)frame.execution.fail(step.op, "writes " + describe(place, memref));
    return;
  }
  Cell value = step.operand(0, frame);
  value.mark = joinMarks(value.mark, place.mark);
  storeElement(*memref.buffer, step.kind, *place.position, value);
}

static void runMemRefDim(const Step &step, Frame &frame) {
  runDim(step, frame, frame.memrefs[step.parameter].sizes, "memref");
}

static void runRank(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      Cell::ofInteger(frame.memrefs[step.parameter].sizes.size());
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static Step makeAccess(Compiler &compiler, Step::Function run, Operation *op,
                       Value memref) {
  Step step{run, op};
  step.parameter = compiler.getMemRef(memref);
  step.kind = *getElementKind(getElementTypeOrSelf(memref.getType()));
  return step;
}

Step reference::makeLoad(Compiler &compiler, Operation *op, Value memref,
                         Value result) {
  Step step = makeAccess(compiler, runLoad, op, memref);
  step.result = compiler.getCell(result);
  return step;
}

Step reference::makeStore(Compiler &compiler, Operation *op, Value memref,
                          Value value) {
  Step step = makeAccess(compiler, runStore, op, memref);
  step.operands[0] = compiler.getCell(value);
  return step;
}

bool reference::addMemRefSteps(Compiler &compiler, ScalarOp &scalar) {
  if (auto load = dyn_cast<memref::LoadOp>(scalar.op)) {
    Step step = makeLoad(compiler, load, load.getMemRef(), load.getResult());
    step.indices.assign(scalar.operands.begin(), scalar.operands.end());
    scalar.steps.push_back(std::move(step));
    return true;
  }
  if (!isa<memref::DimOp, memref::RankOp>(scalar.op))
    return false;
  Step &step =
      scalar.add(isa<memref::DimOp>(scalar.op) ? runMemRefDim : runRank);
  step.parameter = compiler.getMemRef(scalar.op->getOperand(0));
  return true;
}
