//===- MiniMallocCsv.cpp - Memory plans as CSV ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MiniMallocCsv.h"

#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::stax;

namespace {
/// A trimmed cell and the column of the text where it begins, from 1.
struct Cell {
  StringRef text;
  unsigned column;
};

class Reader {
public:
  explicit Reader(StringRef fileName) : fileName(fileName) {}

  Error readHeader(StringRef line);
  Error readBuffer(StringRef line);

  unsigned lineNumber = 0;
  MemoryPlanProblem problem;

private:
  static constexpr unsigned kMissing = -1;

  SmallVector<Cell> split(StringRef line) const;
  Expected<int64_t> readInteger(Cell cell, StringRef name, int64_t min) const;
  Error checkId(Cell cell);

  template <typename... Ts>
  Error errorAt(unsigned column, const char *format, Ts &&...values) const {
    return makeError("{0}:{1}:{2}: {3}", fileName, lineNumber, column,
                     formatv(format, std::forward<Ts>(values)...).str());
  }

  StringRef fileName;
  size_t numColumns = 0;
  unsigned id = kMissing, lower = kMissing, upper = kMissing, size = kMissing,
           offset = kMissing, alignment = kMissing;
  StringMap<unsigned> lineOfId;
};
} // namespace

SmallVector<Cell> Reader::split(StringRef line) const {
  SmallVector<Cell> cells;
  SmallVector<StringRef> parts;
  line.split(parts, ',');
  for (StringRef part : parts) {
    StringRef text = part.trim();
    const char *begin = text.empty() ? part.data() : text.data();
    cells.push_back({text, unsigned(begin - line.data() + 1)});
  }
  return cells;
}

Error Reader::readHeader(StringRef line) {
  SmallVector<Cell> cells = split(line);
  numColumns = cells.size();
  for (auto [i, cell] : enumerate(cells)) {
    unsigned *column = nullptr;
    if (cell.text == "id")
      column = &id;
    else if (cell.text == "lower")
      column = &lower;
    else if (cell.text == "upper")
      column = &upper;
    else if (cell.text == "size")
      column = &size;
    else if (cell.text == "offset")
      column = &offset;
    else if (cell.text == "alignment")
      column = &alignment;
    if (column && *column != kMissing)
      return errorAt(cell.column, "the header names '{0}' twice", cell.text);
    if (column)
      *column = i;
  }
  std::pair<StringRef, unsigned> required[] = {
      {"id", id}, {"lower", lower}, {"upper", upper}, {"size", size}};
  for (auto [name, column] : required)
    if (column == kMissing)
      return errorAt(1,
                     "expected a header with id, lower, upper and size, "
                     "found no '{0}' in '{1}'",
                     name, line.trim());
  return Error::success();
}

Expected<int64_t> Reader::readInteger(Cell cell, StringRef name,
                                      int64_t min) const {
  int64_t value;
  if (!cell.text.getAsInteger(10, value) && value >= min)
    return value;
  if (min == INT64_MIN)
    return errorAt(cell.column,
                   "expected a 64-bit integer as '{0}', found "
                   "'{1}'",
                   name, cell.text);
  return errorAt(cell.column,
                 "expected a 64-bit integer of at least {0} as '{1}', found "
                 "'{2}'",
                 min, name, cell.text);
}

Error Reader::checkId(Cell cell) {
  if (cell.text.empty())
    return errorAt(cell.column, "expected an id, found an empty cell");
  auto [it, isNew] = lineOfId.try_emplace(cell.text, lineNumber);
  if (!isNew)
    return errorAt(cell.column, "the id '{0}' is that of line {1} already",
                   cell.text, it->second);
  return Error::success();
}

Error Reader::readBuffer(StringRef line) {
  SmallVector<Cell> cells = split(line);
  if (cells.size() != numColumns)
    return errorAt(1, "expected {0} cells as in the header, found {1}",
                   numColumns, cells.size());
  if (Error error = checkId(cells[id]))
    return error;
  PlanBuffer &buffer = problem.buffers.emplace_back();
  buffer.id = cells[id].text;

  auto read = [&](unsigned column, StringRef name, int64_t min,
                  int64_t &value) -> Error {
    Expected<int64_t> integer = readInteger(cells[column], name, min);
    if (!integer)
      return integer.takeError();
    value = *integer;
    return Error::success();
  };
  if (Error error = read(lower, "lower", INT64_MIN, buffer.lower))
    return error;
  if (Error error = read(upper, "upper", INT64_MIN, buffer.upper))
    return error;
  if (buffer.lower >= buffer.upper)
    return errorAt(cells[upper].column,
                   "expected an 'upper' above the 'lower' of {0}, found {1}",
                   buffer.lower, buffer.upper);
  if (Error error = read(size, "size", 0, buffer.size))
    return error;
  if (alignment != kMissing && !cells[alignment].text.empty())
    if (Error error = read(alignment, "alignment", 1, buffer.alignment))
      return error;
  if (offset == kMissing || cells[offset].text.empty())
    return Error::success();
  return read(offset, "offset", 0, buffer.fixedOffset.emplace());
}

Expected<MemoryPlanProblem> mlir::stax::readMiniMallocCsv(StringRef text,
                                                          StringRef fileName) {
  if (text.trim().empty())
    return makeError("{0}:1:1: expected a header with id, lower, upper and "
                     "size, found an empty file",
                     fileName);
  Reader reader(fileName);
  bool sawHeader = false;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    ++reader.lineNumber;
    if (line.trim().empty())
      continue;
    Error error = sawHeader ? reader.readBuffer(line) : reader.readHeader(line);
    if (error)
      return error;
    sawHeader = true;
  }
  if (Error error = reader.problem.check())
    return makeError("{0}: {1}", fileName, toString(std::move(error)));
  return std::move(reader.problem);
}

void mlir::stax::writeMiniMallocCsv(const MemoryPlanProblem &problem,
                                    ArrayRef<Offset> offsets, raw_ostream &os) {
  bool hasAlignment = any_of(problem.buffers, [](const PlanBuffer &buffer) {
    return buffer.alignment > 1;
  });
  os << "id,lower,upper,size" << (hasAlignment ? ",alignment" : "")
     << (offsets.empty() ? "" : ",offset") << '\n';
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    os << buffer.id << ',' << buffer.lower << ',' << buffer.upper << ','
       << buffer.size;
    if (hasAlignment)
      os << ',' << buffer.alignment;
    if (!offsets.empty())
      os << ',' << offsets[i];
    os << '\n';
  }
}
