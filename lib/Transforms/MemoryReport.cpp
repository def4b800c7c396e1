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

/// `text` with the characters replaced that mean something in HTML and SVG.
static std::string escape(StringRef text) {
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

namespace {
/// From times and bytes to places in a picture.
struct Scale {
  static constexpr double kWidth = 960, kHeight = 320;

  explicit Scale(const MemoryTimeline &timeline) {
    for (const TimelineBuffer &buffer : timeline.buffers) {
      end = std::max(end, buffer.life.end);
      top = std::max(top, buffer.offset.value_or(0) + buffer.bytes);
    }
    top = std::max(top, timeline.peak);
  }

  double x(Time time) const { return kWidth * double(time) / double(end); }
  double y(int64_t bytes) const {
    return kHeight - kHeight * double(bytes) / double(top);
  }

  Time end = 1;
  int64_t top = 1;
};
} // namespace

static void writeBox(raw_ostream &os, const Scale &scale, unsigned number,
                     const TimelineBuffer &buffer) {
  // Neighbours get hues that are far apart.
  unsigned hue = number * 137 % 360;
  int64_t offset = *buffer.offset;
  os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" fill=\"hsl(%u,60%%,70%%)\" "
                     "stroke=\"#444\" stroke-width=\"0.5\">",
                     scale.x(buffer.life.begin), scale.y(offset + buffer.bytes),
                     scale.x(buffer.life.end) - scale.x(buffer.life.begin),
                     scale.y(offset) - scale.y(offset + buffer.bytes), hue)
     << "<title>" << escape(buffer.name) << ": " << buffer.bytes << " bytes at "
     << offset << ", live in [" << buffer.life.begin << ", " << buffer.life.end
     << ")</title></rect>\n";
}

void stax::writeMemorySvg(raw_ostream &os, const MemoryTimeline &timeline) {
  Scale scale(timeline);
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "viewBox=\"-2 -18 %.0f %.0f\" font-family=\"sans-serif\" "
                     "font-size=\"12\">\n",
                     Scale::kWidth + 4, Scale::kHeight + 38);
  os << "<text x=\"0\" y=\"-6\">" << escape(timeline.function) << ": "
     << scale.top << " bytes high, " << scale.end << " steps wide</text>\n";
  for (auto [number, buffer] : llvm::enumerate(timeline.buffers))
    if (buffer.offset && buffer.bytes > 0)
      writeBox(os, scale, number, buffer);
  os << "<polyline fill=\"none\" stroke=\"#c00\" stroke-width=\"1.5\" "
        "points=\"";
  for (const TimelineStep &step : timeline.steps)
    os << llvm::format("%.1f,%.1f %.1f,%.1f ", scale.x(step.time),
                       scale.y(step.before), scale.x(step.time),
                       scale.y(step.during));
  os << "\"><title>live bytes</title></polyline>\n";
  os << llvm::format("<text x=\"0\" y=\"%.0f\">", Scale::kHeight + 14)
     << "boxes: address over time; line: live bytes</text>\n</svg>\n";
}

void stax::writeMemoryHtml(raw_ostream &os, const MemoryTimeline &timeline) {
  os << "<h3>" << escape(timeline.function) << "</h3>\n<p>Peak "
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
    os << "<tr><td>" << buffer->bytes << "</td><td>" << escape(buffer->name)
       << "</td></tr>\n";
  os << "</table>\n<table><tr><th>time</th><th>before</th><th>during</th>"
        "<th>after</th><th>step</th></tr>\n";
  for (const TimelineStep &step : timeline.steps)
    if (!step.name.empty())
      os << "<tr><td>" << step.time << "</td><td>" << step.before << "</td><td>"
         << step.during << "</td><td>" << step.after << "</td><td>"
         << escape(step.name) << "</td></tr>\n";
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
