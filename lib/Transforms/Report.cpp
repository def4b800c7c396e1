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
#include "KernelReport.h"
#include "MemoryReport.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::stax {
#define GEN_PASS_DEF_REPORTPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

struct Report::Sections {
  std::vector<KernelReport> kernels;
  SmallVector<MemoryTimeline> timelines;
  RemarkLog remarks;
  bool hasMemory = false;
};

Report::Report() : sections(std::make_unique<Sections>()) {}
Report::Report(Report &&other) = default;
Report::~Report() = default;

void Report::addKernels(ModuleOp module) {
  llvm::append_range(sections->kernels, getKernelReports(module));
}

void Report::addMemory(ModuleOp module) {
  CallSummaries summaries(module);
  sections->hasMemory = true;
  module.walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      sections->timelines.push_back(getMemoryTimeline(function, &summaries));
  });
}

void Report::addRemarks(const RemarkLog &log) {
  llvm::append_range(sections->remarks, log);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

using Sections = Report::Sections;

static void writeRemarks(raw_ostream &os, const RemarkLog &remarks) {
  os << "<h2>Remarks</h2>\n<table><tr><th></th><th>decision</th>"
        "<th>source</th><th></th></tr>\n";
  for (const RecordedRemark &remark : remarks) {
    os << "<tr>";
    for (StringRef cell : {StringRef(remark.kind), StringRef(remark.name),
                           StringRef(remark.place), StringRef(remark.text)}) {
      os << "<td>";
      llvm::printHTMLEscaped(cell, os);
      os << "</td>";
    }
    os << "</tr>\n";
  }
  os << "</table>\n";
}

static void writeHtml(raw_ostream &os, const Sections &sections) {
  os << "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
        "<title>Stax report</title>\n<style>body{font-family:sans-serif;"
        "max-width:80em;margin:2em auto;padding:0 "
        "1em}table{border-collapse:collapse;"
        "margin:1em 0}td,th{border:1px solid #ccc;padding:2px 8px;"
        "text-align:left;vertical-align:top}td:first-child{white-space:nowrap}<"
        "/style></head><body>\n"
        "<h1>Stax report</h1>\n";
  if (!sections.kernels.empty())
    os << "<h2>Kernels</h2>\n";
  for (const KernelReport &report : sections.kernels)
    writeKernelHtml(os, report);
  if (sections.hasMemory)
    os << "<h2>Memory</h2>\n";
  for (const MemoryTimeline &timeline : sections.timelines)
    writeMemoryHtml(os, timeline);
  if (!sections.remarks.empty())
    writeRemarks(os, sections.remarks);
  os << "</body></html>\n";
}

static void writeJson(raw_ostream &os, const Sections &sections) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("kernels", [&] {
      for (const KernelReport &report : sections.kernels)
        writeKernelJson(json, report);
    });
    json.attributeArray("memory", [&] {
      for (const MemoryTimeline &timeline : sections.timelines)
        writeMemoryJson(json, timeline);
    });
    json.attributeArray("remarks", [&] {
      for (const RecordedRemark &remark : sections.remarks)
        json.object([&] {
          json.attribute("kind", remark.kind);
          json.attribute("name", remark.name);
          json.attribute("source", remark.place);
          json.attribute("text", remark.text);
        });
    });
  });
  os << '\n';
}

static void writeCsv(raw_ostream &os, const Sections &sections) {
  writeMemoryCsv(os, sections.timelines);
}

/// The memory of the function with the highest peak, or else the kernels of the
/// one that moves the most bytes.
static void writeSvg(raw_ostream &os, const Sections &sections) {
  MemoryTimeline none;
  const MemoryTimeline *highest = &none;
  for (const MemoryTimeline &timeline : sections.timelines)
    if (timeline.peak > highest->peak)
      highest = &timeline;
  if (highest == &none && !sections.kernels.empty())
    return writeKernelSvg(
        os, *llvm::max_element(sections.kernels,
                               [](const auto &lhs, const auto &rhs) {
                                 return lhs.bytes < rhs.bytes;
                               }));
  writeMemorySvg(os, *highest);
}

static void writeText(raw_ostream &os, const Sections &sections) {
  for (const KernelReport &report : sections.kernels)
    writeKernelText(os, report);
  for (const MemoryTimeline &timeline : sections.timelines)
    writeMemoryText(os, timeline);
  for (const RecordedRemark &remark : sections.remarks)
    os << remark.place << ": " << remark.kind << ' ' << remark.name << ": "
       << remark.text << '\n';
}

llvm::Error Report::write(StringRef path) const {
  struct Format {
    StringRef ending;
    void (*write)(raw_ostream &os, const Sections &sections);
  };
  constexpr Format kFormats[] = {{".html", writeHtml},
                                 {".json", writeJson},
                                 {".csv", writeCsv},
                                 {".svg", writeSvg},
                                 {".txt", writeText}};
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
  format->write(file->os(), *sections);
  file->keep();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

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
    if (!output.empty() && failed(writeReport()))
      return signalPassFailure();
    if (checkPeak >= 0 && failed(::checkPeak(getOperation(), checkPeak)))
      signalPassFailure();
  }

private:
  LogicalResult writeReport() {
    Report report;
    report.addKernels(getOperation());
    report.addMemory(getOperation());
    if (llvm::Error error = report.write(output))
      return getOperation()->emitError("stax-report: ")
             << llvm::toString(std::move(error));
    return success();
  }
};
} // namespace
