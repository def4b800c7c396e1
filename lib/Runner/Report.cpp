//===- Report.cpp - What a run tells about itself -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of the JSON's fields are a contract with other tools.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Report.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Numbers that follow from the times.
struct Rates {
  std::optional<double> gbps, copyGbps, timeOverCopy, timeOverRead;
};
} // namespace

static Rates getRates(const RunReport &report) {
  Rates rates;
  if (!report.timing || !report.timing->copyMedian)
    return rates;
  const Timing &timing = *report.timing;
  // Bytes in a millisecond, times 1e-6, are GB/s.
  double gigabytes = 1e-6 * static_cast<double>(*report.bytesMoved);
  rates.gbps = gigabytes / timing.median;
  rates.copyGbps = gigabytes / *timing.copyMedian;
  rates.timeOverCopy = timing.median / *timing.copyMedian;
  rates.timeOverRead = timing.median / *timing.readMedian;
  return rates;
}

static llvm::json::Value toJson(std::optional<double> value) {
  if (value && std::isfinite(*value))
    return *value;
  return nullptr;
}

static llvm::json::Value toJson(std::optional<int64_t> value) {
  return value ? llvm::json::Value(*value) : nullptr;
}

static llvm::json::Value toJson(TypedAttr element) {
  if (auto integer = dyn_cast<IntegerAttr>(element)) {
    // A boolean's bit would read as -1.
    if (integer.getType().isInteger(1))
      return integer.getValue().getZExtValue();
    return integer.getValue().getSExtValue();
  }
  double value = cast<FloatAttr>(element).getValueAsDouble();
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

static void write(llvm::json::OStream &json, const CheckSummary &check) {
  json.attribute("ok", check.ok);
  json.attribute("max_ulp", toJson(std::optional(check.maxUlp)));
  json.attribute("max_abs", toJson(std::optional(check.maxAbs)));
  json.attribute("undecided", check.undecided);
  if (!check.firstBad)
    return json.attribute("first_bad", nullptr);
  const CheckSummary::Difference &bad = *check.firstBad;
  json.attributeObject("first_bad", [&] {
    json.attribute("result", bad.result);
    json.attributeArray("index", [&] {
      for (int64_t position : bad.index)
        json.value(position);
    });
    json.attribute("got", toJson(bad.got));
    json.attribute("expected", toJson(bad.expected));
  });
}

std::string mlir::stax::formatJson(const RunReport &report) {
  Rates rates = getRates(report);
  const std::optional<Timing> &timing = report.timing;
  auto getTime = [&](double Timing::*time) {
    return timing ? std::optional((*timing).*time) : std::nullopt;
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("entry", report.entry);
    json.attribute("target", report.target);
    json.attribute("threads", report.threads);
    json.attribute("kernels", toJson(report.kernels));
    json.attribute("startup_ms", toJson(report.startUp));
    json.attribute("compile_ms", toJson(report.compile));
    json.attribute("median_ms", toJson(getTime(&Timing::median)));
    json.attribute("min_ms", toJson(getTime(&Timing::min)));
    json.attribute("runs", timing ? toJson(std::optional(timing->runs))
                                  : llvm::json::Value(nullptr));
    json.attribute("bytes_moved", toJson(report.bytesMoved));
    json.attribute("traffic_bytes", toJson(report.trafficBytes));
    json.attribute("gbps", toJson(rates.gbps));
    json.attribute("copy_gbps", toJson(rates.copyGbps));
    json.attribute("time_over_copy", toJson(rates.timeOverCopy));
    json.attribute("time_over_read", toJson(rates.timeOverRead));
    json.attribute("peak_bytes", toJson(report.peakBytes));
    json.attribute("arena_bytes", toJson(report.arenaBytes));
    if (report.check)
      json.attributeObject("check", [&] { write(json, *report.check); });
    else
      json.attribute("check", nullptr);
  });
  os << '\n';
  return text;
}

static void writeText(llvm::raw_ostream &os, const CheckSummary &check) {
  if (check.ok)
    os << "check: ok";
  else
    os << "check: FAILED: " << check.reason;
  os << " ("
     << llvm::format("max %g ulp, max %g absolute, ", check.maxUlp,
                     check.maxAbs)
     << check.undecided << " undecided)\n";
}

std::string mlir::stax::formatText(const RunReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (report.check)
    writeText(os, *report.check);
  if (!report.timing)
    return text;
  const Timing &timing = *report.timing;
  Rates rates = getRates(report);
  if (report.kernels)
    os << "kernels: " << *report.kernels << '\n';
  if (report.compile)
    os << llvm::format("compile: %.3g ms\n", *report.compile);
  os << llvm::format("time: median %.4g ms, min %.4g ms, ", timing.median,
                     timing.min)
     << timing.runs << " runs, threads: " << report.threads << '\n';
  if (rates.gbps)
    os << "bytes moved: " << *report.bytesMoved
       << llvm::format(", %.3g GB/s; a copy: %.3g GB/s\n", *rates.gbps,
                       *rates.copyGbps)
       << llvm::format("time over copy: %.3g, over read: %.3g\n",
                       *rates.timeOverCopy, *rates.timeOverRead);
  return text;
}
