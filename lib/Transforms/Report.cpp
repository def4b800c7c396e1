//===- Report.cpp - Pages about a compiled program ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report is a list of sections; each knows how to write itself in every
// format.
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/Report.h"
#include "MemoryReport.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::stax {
#define GEN_PASS_DEF_REPORTPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

static SmallVector<MemoryTimeline> getTimelines(ModuleOp module) {
  CallSummaries summaries(module);
  SmallVector<MemoryTimeline> timelines;
  module.walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      timelines.push_back(getMemoryTimeline(function, &summaries));
  });
  return timelines;
}

static void writeHtml(raw_ostream &os, ArrayRef<MemoryTimeline> timelines) {
  os << "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
        "<title>Stax report</title>\n<style>body{font-family:sans-serif;"
        "max-width:64em;margin:2em auto}table{border-collapse:collapse;"
        "margin:1em 0}td,th{border:1px solid #ccc;padding:2px 8px;"
        "text-align:left}</style></head><body>\n<h1>Stax report</h1>\n"
        "<h2>Memory</h2>\n";
  for (const MemoryTimeline &timeline : timelines)
    writeMemoryHtml(os, timeline);
  os << "</body></html>\n";
}

static void writeJson(raw_ostream &os, ArrayRef<MemoryTimeline> timelines) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("memory", [&] {
      for (const MemoryTimeline &timeline : timelines)
        writeMemoryJson(json, timeline);
    });
  });
  os << '\n';
}

/// The picture of the function with the highest peak.
static void writeSvg(raw_ostream &os, ArrayRef<MemoryTimeline> timelines) {
  MemoryTimeline none;
  const MemoryTimeline *highest = &none;
  for (const MemoryTimeline &timeline : timelines)
    if (timeline.peak > highest->peak)
      highest = &timeline;
  writeMemorySvg(os, *highest);
}

static void writeText(raw_ostream &os, ArrayRef<MemoryTimeline> timelines) {
  for (const MemoryTimeline &timeline : timelines)
    writeMemoryText(os, timeline);
}

namespace {
struct Format {
  StringRef ending;
  void (*write)(raw_ostream &os, ArrayRef<MemoryTimeline> timelines);
};
} // namespace

static constexpr Format kFormats[] = {{".html", writeHtml},
                                      {".json", writeJson},
                                      {".csv", writeMemoryCsv},
                                      {".svg", writeSvg},
                                      {".txt", writeText}};

llvm::Error stax::writeReport(ModuleOp module, StringRef path) {
  StringRef ending = llvm::sys::path::extension(path);
  const auto *format = llvm::find_if(
      kFormats, [&](const Format &format) { return format.ending == ending; });
  if (format == std::end(kFormats))
    return makeError(
        "cannot write a report to '{0}', expected a name that ends "
        "in .html, .json, .csv, .svg or .txt",
        path);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return makeError("{0}", message);
  format->write(file->os(), getTimelines(module));
  file->keep();
  return llvm::Error::success();
}

/// Fails, naming what is live, if a function has a higher peak.
static LogicalResult checkPeak(ModuleOp module, int64_t limit) {
  bool isKept = true;
  CallSummaries summaries(module);
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    MemoryTimeline timeline = getMemoryTimeline(function, &summaries);
    if (timeline.peak <= limit)
      return;
    isKept = false;
    InFlightDiagnostic diag = function.emitError("stax-report: ")
                              << timeline.peak
                              << " bytes are live at once, which is more than "
                                 "check-peak="
                              << limit << ": ";
    llvm::interleave(
        timeline.getPeakBuffers(), diag,
        [&](const TimelineBuffer *buffer) {
          diag << buffer->name << " (" << buffer->bytes << ")";
        },
        ", ");
  });
  return success(isKept);
}

namespace {
struct ReportPass : public stax::impl::ReportPassBase<ReportPass> {
  using ReportPassBase::ReportPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!output.empty())
      if (llvm::Error error = writeReport(getOperation(), output)) {
        getOperation()->emitError("stax-report: ")
            << llvm::toString(std::move(error));
        return signalPassFailure();
      }
    if (checkPeak >= 0 && failed(::checkPeak(getOperation(), checkPeak)))
      signalPassFailure();
  }
};
} // namespace
