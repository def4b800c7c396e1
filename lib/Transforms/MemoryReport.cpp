//===- MemoryReport.cpp - The memory section of reports -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryReport.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::stax;

std::string stax::escapeXml(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

/// A field of a CSV file.
static std::string quote(StringRef text) {
  std::string result = "\"";
  for (char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

void stax::writeMemoryText(raw_ostream &os, const MemoryTimeline &timeline) {
  os << "memory of '" << timeline.function << "': peak " << timeline.peak
     << " bytes at time " << timeline.peakTime << ", arena "
     << timeline.arenaBytes << " bytes\n";
  if (timeline.numDynamic > 0)
    os << "  without " << timeline.numDynamic
       << " buffers of sizes known only at run time\n";
  os << "  at the peak:\n";
  for (const TimelineBuffer *buffer : timeline.getPeakBuffers())
    os << llvm::format("  %12lld  ", (long long)buffer->bytes) << buffer->name
       << '\n';
  os << "  steps (bytes before, during and after):\n";
  for (const TimelineStep &step : timeline.steps)
    if (!step.name.empty())
      os << llvm::format("  %6lld %12lld %12lld %12lld  ", (long long)step.time,
                         (long long)step.before, (long long)step.during,
                         (long long)step.after)
         << step.name << '\n';
}

void stax::writeMemoryCsv(raw_ostream &os, ArrayRef<MemoryTimeline> timelines) {
  os << "function,buffer,name,begin,end,bytes,offset\n";
  for (const MemoryTimeline &timeline : timelines)
    for (auto [number, buffer] : llvm::enumerate(timeline.buffers)) {
      os << quote(timeline.function) << ',' << number << ','
         << quote(buffer.name) << ',' << buffer.life.begin << ','
         << buffer.life.end << ',' << buffer.bytes << ',';
      if (buffer.offset)
        os << *buffer.offset;
      os << '\n';
    }
}

void stax::writeMemoryHtml(raw_ostream &os, const MemoryTimeline &timeline) {
  os << "<h3>" << escapeXml(timeline.function) << "</h3>\n<p>Peak "
     << timeline.peak << " bytes, arena " << timeline.arenaBytes << " bytes";
  if (timeline.numDynamic > 0)
    os << ", without " << timeline.numDynamic
       << " buffers of sizes known only at run time";
  os << ".</p>\n";
  if (timeline.buffers.empty())
    return;
  writeMemorySvg(os, timeline);
  os << "<table><tr><th>bytes at the peak</th><th>buffer</th></tr>\n";
  for (const TimelineBuffer *buffer : timeline.getPeakBuffers())
    os << "<tr><td>" << buffer->bytes << "</td><td>" << escapeXml(buffer->name)
       << "</td></tr>\n";
  os << "</table>\n<table><tr><th>time</th><th>before</th><th>during</th>"
        "<th>after</th><th>step</th></tr>\n";
  for (const TimelineStep &step : timeline.steps)
    if (!step.name.empty())
      os << "<tr><td>" << step.time << "</td><td>" << step.before << "</td><td>"
         << step.during << "</td><td>" << step.after << "</td><td>"
         << escapeXml(step.name) << "</td></tr>\n";
  os << "</table>\n";
}

void stax::writeMemoryJson(llvm::json::OStream &json,
                           const MemoryTimeline &timeline) {
  json.object([&] {
    json.attribute("function", timeline.function);
    json.attribute("peak_bytes", timeline.peak);
    json.attribute("peak_time", timeline.peakTime);
    json.attribute("arena_bytes", timeline.arenaBytes);
    json.attribute("dynamic_buffers", timeline.numDynamic);
    json.attributeArray("buffers", [&] {
      for (const TimelineBuffer &buffer : timeline.buffers)
        json.object([&] {
          json.attribute("name", buffer.name);
          json.attribute("begin", buffer.life.begin);
          json.attribute("end", buffer.life.end);
          json.attribute("bytes", buffer.bytes);
          json.attribute("offset", buffer.offset
                                       ? llvm::json::Value(*buffer.offset)
                                       : llvm::json::Value(nullptr));
        });
    });
    json.attributeArray("steps", [&] {
      for (const TimelineStep &step : timeline.steps)
        json.object([&] {
          json.attribute("time", step.time);
          json.attribute("name", step.name);
          json.attribute("before", step.before);
          json.attribute("during", step.during);
          json.attribute("after", step.after);
        });
    });
  });
}
