//===- ReportTest.cpp - What a run tells about itself ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Report.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::stax;

static llvm::json::Object parse(const RunReport &report) {
  return *llvm::cantFail(llvm::json::parse(formatJson(report))).getAsObject();
}

/// 10 runs of 2 ms that move 1 MB beside a copy of 1 ms and a read of 0.5 ms.
static RunReport makeTimed() {
  RunReport report;
  report.entry = "f";
  report.target = "cpu";
  report.bytesMoved = 1'000'000;
  report.timing = Timing{10, 2, 1.5, 1, 0.5};
  return report;
}

TEST(ReportTest, AllFieldsAreThere) {
  llvm::json::Object json = parse(RunReport());
  for (StringRef field :
       {"kernels", "startup_ms", "compile_ms", "median_ms", "min_ms", "runs",
        "bytes_moved", "traffic_bytes", "gbps", "copy_gbps", "time_over_copy",
        "time_over_read", "peak_bytes", "arena_bytes", "check"}) {
    const llvm::json::Value *value = json.get(field);
    ASSERT_TRUE(value) << field.str();
    EXPECT_EQ(value->kind(), llvm::json::Value::Null) << field.str();
  }
  EXPECT_EQ(json.size(), 18u);
}

TEST(ReportTest, RatesFollowFromTimes) {
  llvm::json::Object json = parse(makeTimed());
  EXPECT_EQ(json.getNumber("median_ms"), 2);
  EXPECT_EQ(json.getNumber("min_ms"), 1.5);
  EXPECT_EQ(json.getInteger("runs"), 10);
  EXPECT_DOUBLE_EQ(*json.getNumber("gbps"), 0.5);
  EXPECT_DOUBLE_EQ(*json.getNumber("copy_gbps"), 1);
  EXPECT_DOUBLE_EQ(*json.getNumber("time_over_copy"), 2);
  EXPECT_DOUBLE_EQ(*json.getNumber("time_over_read"), 4);
}

TEST(ReportTest, CheckWithDifference) {
  MLIRContext context;
  Builder builder(&context);
  RunReport report;
  report.check.emplace();
  report.check->fail("output #1: differs");
  report.check->maxUlp = std::numeric_limits<double>::infinity();
  report.check->maxAbs = 0.5;
  report.check->undecided = 3;
  report.check->firstBad = CheckSummary::Difference{
      1, {2, 0}, builder.getF32FloatAttr(NAN), builder.getF32FloatAttr(1.5f)};
  llvm::json::Object json = parse(report);
  const llvm::json::Object &check = *json.getObject("check");
  EXPECT_EQ(check.getBoolean("ok"), false);
  // JSON has no infinity.
  EXPECT_TRUE(check.getNull("max_ulp"));
  EXPECT_EQ(check.getNumber("max_abs"), 0.5);
  EXPECT_EQ(check.getInteger("undecided"), 3);
  const llvm::json::Object &bad = *check.getObject("first_bad");
  EXPECT_EQ(bad.getInteger("result"), 1);
  EXPECT_EQ(*bad.getArray("index"), (llvm::json::Array{2, 0}));
  EXPECT_EQ(bad.getString("got"), "nan");
  EXPECT_EQ(bad.getNumber("expected"), 1.5);
}

TEST(ReportTest, IntegersAreExact) {
  MLIRContext context;
  Builder builder(&context);
  RunReport report;
  report.check.emplace();
  report.check->firstBad = CheckSummary::Difference{
      0, {}, builder.getI64IntegerAttr(INT64_MAX), builder.getBoolAttr(true)};
  llvm::json::Object json = parse(report);
  const llvm::json::Object &bad =
      *json.getObject("check")->getObject("first_bad");
  EXPECT_EQ(bad.getInteger("got"), INT64_MAX);
  EXPECT_EQ(bad.getInteger("expected"), 1);
}

TEST(ReportTest, TextHasWhatWasAsked) {
  EXPECT_EQ(formatText(RunReport()), "");
  RunReport report = makeTimed();
  report.check.emplace();
  report.check->fail("output #1: differs");
  EXPECT_EQ(formatText(report),
            "check: FAILED: output #1: differs (max 0 ulp, max 0 absolute, 0 "
            "undecided)\n"
            "time: median 2 ms, min 1.5 ms, 10 runs, threads: 1\n"
            "bytes moved: 1000000, 0.5 GB/s; a copy: 1 GB/s\n"
            "time over copy: 2, over read: 4\n");
}
