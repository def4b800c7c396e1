//===- ArenaLayout.cpp - Offsets of buffers as values ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaLayout.h"
#include "stax/Analysis/BufferSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;
using namespace mlir::stax;

/// No buffer of this many bytes can be allocated; sizes are cut off here, so
/// that sums of them do not wrap around.
static constexpr int64_t kMaxBytes = int64_t{1} << 46;

namespace {
/// What lies on top at each time: the buffers that a new one has to be above.
class Skyline {
public:
  /// The buffers on top at some time of `life`, in the order of time; then
  /// `number` is on top of them.
  SmallVector<unsigned> cover(LiveInterval life, unsigned number);

  /// All that are on top somewhere.
  llvm::SetVector<unsigned> getTops() const;

private:
  struct Segment {
    Time end;
    unsigned number;
  };
  std::map<Time, Segment> segments; ///< by their begin, disjoint
};
} // namespace

SmallVector<unsigned> Skyline::cover(LiveInterval life, unsigned number) {
  llvm::SetVector<unsigned> below;
  auto next = segments.upper_bound(life.begin);
  if (next != segments.begin() && std::prev(next)->second.end > life.begin)
    --next;
  while (next != segments.end() && next->first < life.end) {
    auto [begin, segment] = *next;
    below.insert(segment.number);
    next = segments.erase(next);
    if (begin < life.begin)
      segments[begin] = {life.begin, segment.number};
    if (segment.end > life.end)
      next = segments.insert({life.end, segment}).first;
  }
  segments[life.begin] = {life.end, number};
  return below.takeVector();
}

llvm::SetVector<unsigned> Skyline::getTops() const {
  llvm::SetVector<unsigned> tops;
  for (auto &[begin, segment] : segments)
    tops.insert(segment.number);
  return tops;
}

/// `value` rounded up to a multiple of `alignment`, a power of two.
static Value createAlignUp(OpBuilder &builder, Location loc, Value value,
                           int64_t alignment) {
  Value most = arith::ConstantIndexOp::create(builder, loc, alignment - 1);
  Value mask = arith::ConstantIndexOp::create(builder, loc, -alignment);
  Value sum = builder.createOrFold<arith::AddIOp>(loc, value, most);
  return builder.createOrFold<arith::AndIOp>(loc, sum, mask);
}

namespace {
/// Creates the values of one layout.
class LayoutBuilder {
public:
  LayoutBuilder(OpBuilder &builder, Location loc, EntryValues &values,
                const PlannedSpace &space)
      : builder(builder), loc(loc), values(values), space(space),
        below(space.buffers.size()), offsets(space.buffers.size()),
        ends(space.buffers.size()) {}

  ArenaLayout run(ArrayRef<Offset> solution);

private:
  Value createSize(const PlannedBuffer &buffer);
  Value createMaxEnd(ArrayRef<unsigned> numbers);
  bool isBelow(unsigned number, unsigned other);

  OpBuilder &builder;
  Location loc;
  EntryValues &values;
  const PlannedSpace &space;
  SmallVector<SmallVector<unsigned>> below; ///< each buffer, directly
  SmallVector<Value> offsets, ends;
  /// By the extents and the bytes that they are multiplied by.
  std::map<std::pair<int64_t, std::vector<void *>>, Value> sizes;
};
} // namespace

/// `unit` times `extents`, or what no memory has if that is more, or if there
/// is a negative extent. The product of floats tells: it does not wrap, and is
/// exact enough.
static Value createBytes(OpBuilder &builder, Location loc, int64_t unit,
                         ValueRange extents) {
  Type f64 = builder.getF64Type(), i64 = builder.getI64Type();
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  };
  Value bytes = arith::ConstantIndexOp::create(builder, loc, unit);
  Value product = constant(double(unit));
  for (Value extent : extents) {
    bytes = builder.createOrFold<arith::MulIOp>(loc, bytes, extent);
    Value bits = builder.createOrFold<arith::IndexCastOp>(loc, i64, extent);
    Value factor = builder.createOrFold<arith::UIToFPOp>(loc, f64, bits);
    product = builder.createOrFold<arith::MulFOp>(loc, product, factor);
  }
  Value fits = builder.createOrFold<arith::CmpFOp>(
      loc, arith::CmpFPredicate::OLE, product, constant(double(kMaxBytes)));
  Value most = arith::ConstantIndexOp::create(builder, loc, kMaxBytes);
  return builder.createOrFold<arith::SelectOp>(loc, fits, bytes, most);
}

/// Bytes of `buffer`, a multiple of the plan's alignment.
Value LayoutBuilder::createSize(const PlannedBuffer &buffer) {
  SmallVector<Value> extents;
  std::vector<void *> key;
  for (Value dynamic : buffer.getAlloc().getDynamicSizes()) {
    extents.push_back(values.compute(builder, dynamic));
    key.push_back(extents.back().getAsOpaquePointer());
  }
  Value &size = sizes[{buffer.unitBytes, key}];
  if (size)
    return size;
  if (!buffer.isDynamic())
    return size = arith::ConstantIndexOp::create(builder, loc, buffer.bytes);
  Value bytes = createBytes(builder, loc, buffer.unitBytes, extents);
  return size = createAlignUp(builder, loc, bytes, buffer.sizeAlignment);
}

/// Whether the end of `number` is known not to be above that of `other`.
bool LayoutBuilder::isBelow(unsigned number, unsigned other) {
  if (llvm::is_contained(below[other], number))
    return true;
  const PlannedBuffer &a = space.buffers[number], &b = space.buffers[other];
  if (offsets[number] != offsets[other] || a.unitBytes > b.unitBytes)
    return false;
  auto getExtents = [&](const PlannedBuffer &buffer) {
    return llvm::map_to_vector(
        buffer.getAlloc().getDynamicSizes(),
        [&](Value extent) { return values.compute(builder, extent); });
  };
  // Of two that are equal the later one counts.
  return getExtents(a) == getExtents(b) &&
         (a.unitBytes < b.unitBytes || number < other);
}

Value LayoutBuilder::createMaxEnd(ArrayRef<unsigned> numbers) {
  Value max;
  for (unsigned number : numbers) {
    if (llvm::any_of(numbers, [&](unsigned other) {
          return other != number && isBelow(number, other);
        }))
      continue;
    Value end = ends[number];
    max = max ? builder.createOrFold<arith::MaxUIOp>(loc, max, end) : end;
  }
  return max ? max : arith::ConstantIndexOp::create(builder, loc, 0);
}

ArenaLayout LayoutBuilder::run(ArrayRef<Offset> solution) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, solution.size()));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return std::make_pair(solution[lhs], lhs) <
           std::make_pair(solution[rhs], rhs);
  });
  Skyline skyline;
  for (unsigned number : order) {
    const PlannedBuffer &buffer = space.buffers[number];
    below[number] = skyline.cover(buffer.life.interval, number);
    Value offset = createMaxEnd(below[number]);
    if (buffer.alignment > buffer.sizeAlignment)
      offset = createAlignUp(builder, loc, offset, buffer.alignment);
    offsets[number] = offset;
    ends[number] =
        builder.createOrFold<arith::AddIOp>(loc, offset, createSize(buffer));
  }
  return {offsets, createMaxEnd(skyline.getTops().getArrayRef())};
}

ArenaLayout stax::createLayout(OpBuilder &builder, Location loc,
                               EntryValues &values, const PlannedSpace &space,
                               ArrayRef<Offset> offsets) {
  return LayoutBuilder(builder, loc, values, space).run(offsets);
}
