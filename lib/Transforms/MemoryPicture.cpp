//===- MemoryPicture.cpp - Addresses over time ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bytes
//   96 K |  +-----+  +--+        a box for each buffer, in its arena
//   64 K |  |  b  |--+d |--+     a line for the live bytes
//   32 K |  +-----+  +--+  |
//      0 +-- a -------- c -----  steps
//
//===----------------------------------------------------------------------===//

#include "MemoryReport.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::stax;

static constexpr double kWidth = 960, kHeight = 320;
/// For labels at the left, above and below.
static constexpr double kLeft = 72, kAbove = 22, kBelow = 34;

namespace {
/// From times and bytes to places in the picture.
struct Scale {
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

/// "640 KiB": three digits are enough for a label.
static std::string describeBytes(int64_t bytes) {
  static constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = double(bytes);
  unsigned unit = 0;
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit)
    value /= 1024;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.3g ", value) << kUnits[unit];
  return text;
}

static void writeText(raw_ostream &os, double x, double y, StringRef anchor,
                      StringRef text) {
  os << llvm::format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"", x, y)
     << anchor << "\">" << escapeXml(text) << "</text>\n";
}

static void writeLine(raw_ostream &os, double x1, double y1, double x2,
                      double y2, StringRef style) {
  os << llvm::format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ",
                     x1, y1, x2, y2)
     << style << "/>\n";
}

/// Lines at round numbers of bytes and steps, with labels.
static void writeAxes(raw_ostream &os, const Scale &scale) {
  StringRef grid = "stroke=\"#ddd\"";
  auto unit = int64_t(llvm::PowerOf2Ceil(uint64_t(scale.top) / 4 + 1)) / 2;
  unit = std::max<int64_t>(unit, 1);
  for (int64_t bytes = 0; bytes <= scale.top; bytes += unit) {
    writeLine(os, 0, scale.y(bytes), kWidth, scale.y(bytes), grid);
    writeText(os, -6, scale.y(bytes) + 4, "end", describeBytes(bytes));
  }
  Time stride = std::max<Time>(1, llvm::divideCeil(scale.end, 10));
  for (Time time = 0; time <= scale.end; time += stride)
    writeText(os, scale.x(time), kHeight + 14, "middle", std::to_string(time));
}

/// "stax.kernel 49:9" of "stax.kernel at f.mlir:49:9".
static std::string shorten(StringRef name) {
  auto [op, place] = name.split(" at ");
  auto [file, column] = place.rsplit(':');
  StringRef line = file.rsplit(':').second;
  return line.empty() ? op.str() : (op + " " + line + ":" + column).str();
}

static void writeBox(raw_ostream &os, const Scale &scale, unsigned number,
                     const TimelineBuffer &buffer) {
  // Neighbours get hues that are far apart.
  unsigned hue = number * 137 % 360;
  int64_t offset = *buffer.offset;
  double x = scale.x(buffer.life.begin), y = scale.y(offset + buffer.bytes);
  double width = scale.x(buffer.life.end) - x, height = scale.y(offset) - y;
  os << llvm::format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" fill=\"hsl(%u,60%%,75%%)\" "
                     "stroke=\"#444\" stroke-width=\"0.5\">",
                     x, y, width, height, hue)
     << "<title>" << escapeXml(buffer.name) << ": " << buffer.bytes
     << " bytes at " << offset << ", live in [" << buffer.life.begin << ", "
     << buffer.life.end << ")</title></rect>\n";
  // Where a line of text fits, at some 6 units a character.
  std::string label = shorten(buffer.name);
  if (height >= 14 && width >= 6.0 * double(label.size()) + 8)
    writeText(os, x + width / 2, y + height / 2 + 4, "middle", label);
}

static void writeLiveBytes(raw_ostream &os, const Scale &scale,
                           const MemoryTimeline &timeline) {
  os << "<polyline fill=\"none\" stroke=\"#c00\" stroke-width=\"1.5\" "
        "points=\"";
  for (const TimelineStep &step : timeline.steps)
    os << llvm::format("%.1f,%.1f %.1f,%.1f ", scale.x(step.time),
                       scale.y(step.before), scale.x(step.time),
                       scale.y(step.during));
  os << "\"><title>live bytes</title></polyline>\n";
  StringRef dashed = "stroke=\"#c00\" stroke-dasharray=\"4 3\"";
  double peak = scale.x(timeline.peakTime);
  writeLine(os, 0, scale.y(timeline.peak), kWidth, scale.y(timeline.peak),
            dashed);
  writeLine(os, peak, scale.y(timeline.peak), peak, kHeight, dashed);
}

void stax::writeMemorySvg(raw_ostream &os, const MemoryTimeline &timeline) {
  Scale scale(timeline);
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "viewBox=\"%.0f %.0f %.0f %.0f\" "
                     "font-family=\"sans-serif\" font-size=\"11\">\n",
                     -kLeft, -kAbove, kLeft + kWidth + 12,
                     kAbove + kHeight + kBelow);
  writeText(os, 0, -8, "start",
            (Twine(timeline.function) + ": peak " +
             describeBytes(timeline.peak) + " at step " +
             Twine(timeline.peakTime) + ", arena " +
             describeBytes(timeline.arenaBytes))
                .str());
  writeAxes(os, scale);
  for (auto [number, buffer] : llvm::enumerate(timeline.buffers))
    if (buffer.offset && buffer.bytes > 0)
      writeBox(os, scale, number, buffer);
  writeLiveBytes(os, scale, timeline);
  writeText(os, 0, kHeight + 29, "start",
            "boxes: addresses of buffers over steps; line: live bytes; dashed: "
            "the peak");
  os << "</svg>\n";
}
