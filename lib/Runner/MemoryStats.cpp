//===- MemoryStats.cpp - What a memory plan costs -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a function once, in the order of its operations, with the shapes that
// follow from the arguments.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/MemoryStats.h"
#include "ShapeValues.h"
#include "stax/Analysis/BufferLifetimes.h"
#include "stax/Analysis/BufferSizes.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/MemoryPlan/MemoryPlanProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::stax;

/// Deeper calls are taken for recursion, whose memory is not known.
static constexpr unsigned kMaxCallDepth = 100;

namespace {
/// Follows the calls of one function.
class MemoryWalk {
public:
  MemoryWalk(const SymbolTable &symbols, const CallSummaries &summaries,
             unsigned depth)
      : symbols(symbols), summaries(summaries), depth(depth) {}

  MemoryStats run(func::FuncOp function, ArrayRef<Shape> arguments);

private:
  void visit(Operation *op);
  void visitCall(func::CallOp call);
  std::optional<int64_t> getArenaBytes(memref::AllocOp arena) const;
  std::optional<int64_t> getPeak(func::FuncOp function) const;
  std::optional<int64_t> computeSize(FlatSymbolRefAttr size,
                                     ArrayRef<Shape> arguments) const;

  const SymbolTable &symbols;
  const CallSummaries &summaries;
  unsigned depth;
  ShapeValues values;
  MemoryStats own, callees;
};
} // namespace

static void add(std::optional<int64_t> &sum, std::optional<int64_t> bytes) {
  if (sum && bytes)
    *sum += *bytes;
  else
    sum = std::nullopt;
}

static void raiseTo(std::optional<int64_t> &max, std::optional<int64_t> bytes) {
  if (max && bytes)
    *max = std::max(*max, *bytes);
  else
    max = std::nullopt;
}

MemoryStats &MemoryStats::operator+=(const MemoryStats &other) {
  add(peakBytes, other.peakBytes);
  add(arenaBytes, other.arenaBytes);
  return *this;
}

void MemoryStats::raise(const MemoryStats &other) {
  raiseTo(peakBytes, other.peakBytes);
  raiseTo(arenaBytes, other.arenaBytes);
}

std::optional<int64_t> MemoryWalk::getArenaBytes(memref::AllocOp arena) const {
  if (arena.getType().hasStaticShape())
    return arena.getType().getNumElements();
  return values.getIndex(OpFoldResult(arena.getDynamicSizes().front()));
}

void MemoryWalk::visitCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return;
  if (depth == kMaxCallDepth)
    return callees.raise({std::nullopt, std::nullopt});
  SmallVector<Shape> arguments =
      llvm::map_to_vector(call.getOperands(), [&](Value operand) {
        return values.getShape(operand);
      });
  MemoryWalk walk(symbols, summaries, depth + 1);
  callees.raise(walk.run(callee, arguments));
}

void MemoryWalk::visit(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  ValueRange sizes;
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    sizes = alloc.getDynamicSizes();
    if (isArena(alloc))
      add(own.arenaBytes, getArenaBytes(alloc));
  } else if (auto view = dyn_cast<memref::ViewOp>(op)) {
    sizes = view.getSizes();
  } else {
    return values.inferScalar(op);
  }
  auto type = cast<MemRefType>(op->getResult(0).getType());
  values.setShape(op->getResult(0), values.fillIn(type.getShape(), sizes));
}

/// What the function `size` returns for `arguments`.
std::optional<int64_t>
MemoryWalk::computeSize(FlatSymbolRefAttr size,
                        ArrayRef<Shape> arguments) const {
  auto function = symbols.lookup<func::FuncOp>(size.getValue());
  MemoryWalk walk(symbols, summaries, depth + 1);
  walk.run(function, arguments);
  Operation *end = function.getBody().front().getTerminator();
  return walk.values.getIndex(OpFoldResult(end->getOperand(0)));
}

/// Of the arena of `view`; callers pass theirs aligned to 64 bytes.
static int64_t getArenaAlignment(memref::ViewOp view) {
  auto arena = view.getSource().getDefiningOp<memref::AllocOp>();
  return arena ? arena.getAlignment().value_or(1) : 64;
}

/// Of the views of arenas.
std::optional<int64_t> MemoryWalk::getPeak(func::FuncOp function) const {
  BufferLifetimes lifetimes(function, &summaries);
  MemoryPlanProblem problem;
  for (const BufferLifetime &life : lifetimes.getBuffers()) {
    auto view = life.buffer.getDefiningOp<memref::ViewOp>();
    if (!view)
      continue;
    Shape shape = values.getShape(view);
    auto type = MemRefType::get(shape, view.getType().getElementType());
    std::optional<int64_t> bytes = getStaticStorage(type);
    if (!type.hasStaticShape() || !bytes)
      return std::nullopt;
    PlanBuffer buffer;
    buffer.lower = life.interval.begin;
    buffer.upper = life.interval.end;
    buffer.size = alignUp(*bytes, getArenaAlignment(view));
    problem.buffers.push_back(buffer);
  }
  return problem.livePeak().bytes;
}

MemoryStats MemoryWalk::run(func::FuncOp function, ArrayRef<Shape> arguments) {
  // An arena comes behind the arguments that are given.
  for (auto [value, shape] : llvm::zip(function.getArguments(), arguments))
    values.setShape(value, shape);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      visit(op);
    return op != function && op->hasTrait<OpTrait::IsIsolatedFromAbove>()
               ? WalkResult::skip()
               : WalkResult::advance();
  });
  // Constant plans say it themselves.
  auto peak = function->getAttrOfType<IntegerAttr>(kPeakBytesAttr);
  auto arena = function->getAttrOfType<IntegerAttr>(kArenaBytesAttr);
  own.peakBytes = peak ? peak.getInt() : getPeak(function);
  if (arena)
    own.arenaBytes = arena.getInt();
  else if (auto size =
               function->getAttrOfType<FlatSymbolRefAttr>(kArenaSizeAttr))
    add(own.arenaBytes, computeSize(size, arguments));
  own += callees;
  return own;
}

MemoryStats mlir::stax::analyzeMemory(ModuleOp module, const Entry &entry,
                                      ArrayRef<HostTensor> arguments) {
  SymbolTable symbols(module);
  CallSummaries summaries(module);
  SmallVector<Shape> shapes;
  for (const HostTensor &argument : arguments)
    shapes.push_back(Shape(argument.getShape()));
  MemoryWalk walk(symbols, summaries, /*depth=*/0);
  return walk.run(symbols.lookup<func::FuncOp>(entry.name), shapes);
}
