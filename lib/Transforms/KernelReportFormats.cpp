//===- KernelReportFormats.cpp - The kernels section in words -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::stax;

std::string stax::spellBytes(int64_t bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = bytes;
  unsigned unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  os << llvm::format("%.4g ", value) << kUnits[unit];
  return text;
}

/// "kernel 3", or the operation that is in none.
static std::string spellKernel(const KernelReport &report, unsigned number) {
  const KernelReport::Kernel &kernel = report.kernels[number];
  if (kernel.isKernel)
    return "kernel " + std::to_string(number);
  return report.nodes[kernel.nodes.front()].op;
}

static std::string spellNode(const KernelReport &report, unsigned number) {
  const KernelReport::Node &node = report.nodes[number];
  std::string text = "op" + std::to_string(number) + " " + node.op;
  if (!node.detail.empty())
    text += " (" + node.detail + ")";
  return text;
}

static std::string spellNodes(const KernelReport &report,
                              const KernelReport::Kernel &kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(kernel.nodes, os,
                        [&](unsigned node) { os << spellNode(report, node); });
  return text;
}

static void writeSummary(raw_ostream &os, const KernelReport &report) {
  os << "operations: " << report.nodes.size()
     << ", kernels: " << report.countKernels() << "; they move " << report.bytes
     << " bytes, a kernel for each operation " << report.bytesApart;
}

void stax::writeKernelText(raw_ostream &os, const KernelReport &report) {
  os << "kernels of '" << report.function << "': ";
  writeSummary(os, report);
  os << '\n';
  for (auto [number, kernel] : llvm::enumerate(report.kernels))
    os << "  " << spellKernel(report, number) << ": "
       << spellNodes(report, kernel) << "; reads " << kernel.bytesRead
       << " bytes, writes " << kernel.bytesWritten << '\n';
  for (const KernelReport::Rejection &rejection : report.rejections)
    os << "  not fused: " << spellKernel(report, rejection.first) << " and "
       << spellKernel(report, rejection.second) << ": " << rejection.reason
       << " (" << rejection.code << ", would save " << rejection.gain
       << " bytes)\n";
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

static void writeRow(raw_ostream &os, ArrayRef<std::string> cells) {
  os << "<tr>";
  for (const std::string &cell : cells) {
    os << "<td>";
    llvm::printHTMLEscaped(cell, os);
    os << "</td>";
  }
  os << "</tr>\n";
}

static void writeKernelTable(raw_ostream &os, const KernelReport &report) {
  os << "<table><tr><th>kernel</th><th>operations</th><th>reads</th>"
        "<th>writes</th></tr>\n";
  for (auto [number, kernel] : llvm::enumerate(report.kernels))
    writeRow(os,
             {spellKernel(report, number), spellNodes(report, kernel),
              spellBytes(kernel.bytesRead), spellBytes(kernel.bytesWritten)});
  os << "</table>\n";
}

static void writeRejectionTable(raw_ostream &os, const KernelReport &report) {
  if (report.rejections.empty())
    return;
  os << "<h4>Not fused</h4>\n<table><tr><th>first</th><th>second</th>"
        "<th>would save</th><th>code</th><th>because</th></tr>\n";
  for (const KernelReport::Rejection &rejection : report.rejections)
    writeRow(os,
             {spellKernel(report, rejection.first),
              spellKernel(report, rejection.second), spellBytes(rejection.gain),
              rejection.code, rejection.reason});
  os << "</table>\n";
}

static void writeNodeTable(raw_ostream &os, const KernelReport &report) {
  os << "<details><summary>Operations and what they access</summary>\n"
        "<table><tr><th>operation</th><th>loops</th><th>kernel</th>"
        "<th>accesses</th><th>source</th></tr>\n";
  for (auto [number, node] : llvm::enumerate(report.nodes))
    writeRow(os, {spellNode(report, number), node.grouping,
                  spellKernel(report, node.kernel),
                  llvm::join(node.accesses, "; "), node.place});
  os << "</table>\n</details>\n";
}

void stax::writeKernelHtml(raw_ostream &os, const KernelReport &report) {
  os << "<h3>";
  llvm::printHTMLEscaped(report.function, os);
  os << "</h3>\n<p>";
  writeSummary(os, report);
  if (report.bytesApart > 0)
    os << llvm::format(": saved %.0f %%", 100 - 100 * double(report.bytes) /
                                                    double(report.bytesApart));
  os << ".</p>\n";
  writeKernelSvg(os, report);
  writeKernelTable(os, report);
  writeRejectionTable(os, report);
  writeNodeTable(os, report);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeNumbers(llvm::json::OStream &json, StringRef name,
                         ArrayRef<unsigned> numbers) {
  json.attributeArray(name, [&] {
    for (unsigned number : numbers)
      json.value(number);
  });
}

static void writeJson(llvm::json::OStream &json,
                      const KernelReport::Node &node) {
  json.object([&] {
    json.attribute("op", node.op);
    json.attribute("detail", node.detail);
    json.attribute("loops", node.grouping);
    json.attribute("kernel", node.kernel);
    json.attribute("source", node.place);
    json.attributeArray("accesses", [&] {
      for (const std::string &access : node.accesses)
        json.value(access);
    });
  });
}

static void writeJson(llvm::json::OStream &json,
                      const KernelReport::Buffer &buffer) {
  json.object([&] {
    json.attribute("type", buffer.type);
    json.attribute("bytes", buffer.bytes);
    json.attribute("producer", buffer.producer
                                   ? llvm::json::Value(*buffer.producer)
                                   : llvm::json::Value(nullptr));
    json.attribute("output", buffer.isOutput);
  });
}

static void writeJson(llvm::json::OStream &json, const Dependence &dependence) {
  json.object([&] {
    json.attribute("from", dependence.from);
    json.attribute("to", dependence.to);
    json.attribute("kind", stringifyDependenceKind(dependence.kind));
    json.attribute("buffer", dependence.buffer
                                 ? llvm::json::Value(*dependence.buffer)
                                 : llvm::json::Value(nullptr));
  });
}

static void writeJson(llvm::json::OStream &json,
                      const KernelReport::Kernel &kernel) {
  json.object([&] {
    json.attribute("is_kernel", kernel.isKernel);
    writeNumbers(json, "operations", kernel.nodes);
    writeNumbers(json, "reads", kernel.reads);
    writeNumbers(json, "writes", kernel.writes);
    json.attribute("bytes_read", kernel.bytesRead);
    json.attribute("bytes_written", kernel.bytesWritten);
  });
}

static void writeJson(llvm::json::OStream &json,
                      const KernelReport::Rejection &rejection) {
  json.object([&] {
    json.attribute("first", rejection.first);
    json.attribute("second", rejection.second);
    json.attribute("code", rejection.code);
    json.attribute("reason", rejection.reason);
    json.attribute("gain", rejection.gain);
  });
}

template <typename T>
static void writeArray(llvm::json::OStream &json, StringRef name,
                       const std::vector<T> &items) {
  json.attributeArray(name, [&] {
    for (const T &item : items)
      writeJson(json, item);
  });
}

void stax::writeKernelJson(llvm::json::OStream &json,
                           const KernelReport &report) {
  json.object([&] {
    json.attribute("function", report.function);
    json.attribute("bytes_apart", report.bytesApart);
    json.attribute("bytes", report.bytes);
    writeArray(json, "operations", report.nodes);
    writeArray(json, "buffers", report.buffers);
    writeArray(json, "dependences", report.dependences);
    writeArray(json, "kernels", report.kernels);
    writeArray(json, "not_fused", report.rejections);
  });
}
