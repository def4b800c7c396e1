//===- TupleMonoidTests.cpp - Reductions of several scalars ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

namespace {
class TupleMonoids : public ReferenceTest {
protected:
  /// The extreme of a vector of `element` and its index.
  SmallVector<ReferenceTensor> findExtreme(StringRef monoid, StringRef element,
                                           const ReferenceTensor &values) {
    std::string type = element.str();
    return run(
        "func.func @f(%x: tensor<?x" + type + ">, %n: index) -> (tensor<" +
            type + ">, tensor<i64>) { %0:2 = stax.reduce #stax." +
            monoid.str() + " dims [0] domain [%n] ins(%x : tensor<?x" + type +
            ">) -> (tensor<" + type + ">, tensor<i64>) { ^bb0(%a: " + type +
            "): %i = stax.index 0 "
            "%j = arith.index_cast %i : index to i64 "
            "stax.yield %a, %j : " +
            type + ", i64 } return %0#0, %0#1 : tensor<" + type +
            ">, tensor<i64> }",
        {values, ints(index, {}, {values.getShape()[0]})});
  }

  /// Reduces values of f32 by `monoid`; the others of the tuple are constant.
  SmallVector<ReferenceTensor> reduceFloats(StringRef monoid, Numbers rest,
                                            const Numbers &values) {
    std::string types = "f32", yielded = "%a", results = "tensor<f32>";
    std::string constants, returned = "%0#0";
    for (size_t i = 0; i < rest.size(); ++i) {
      std::string number = std::to_string(i + 1);
      constants += "%c" + number + " = arith.constant " +
                   std::to_string(rest[i]) + " : f32 ";
      types += ", f32";
      yielded += ", %c" + number;
      results += ", tensor<f32>";
      returned += ", %0#" + number;
    }
    return run(
        "func.func @f(%x: tensor<?xf32>, %n: index) -> (" + results + ") { " +
            constants + "%0:" + std::to_string(rest.size() + 1) +
            " = stax.reduce #stax." + monoid.str() +
            " dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (" + results +
            ") { ^bb0(%a: f32): stax.yield " + yielded + " : " + types +
            " } return " + returned + " : " + results + " }",
        {floats(f32, {int64_t(values.size())}, values),
         ints(index, {}, {int64_t(values.size())})});
  }
};
} // namespace

// The first NaN wins in every place.
TEST_F(TupleMonoids, NaNInEachPosition) {
  for (int64_t count : {1, 2, 65})
    for (int64_t position = 0; position < count; ++position) {
      Numbers values(count, 1.0);
      values[position] = kNaN;
      values.back() = kNaN;
      for (StringRef monoid : {"argmax", "argmin"}) {
        auto found = findExtreme(monoid, "f32", floats(f32, {count}, values));
        EXPECT_SAME(Numbers{kNaN}, found[0]);
        EXPECT_EQ(Integers{position}, integers(found[1]));
      }
    }
}

// Equal values are the first one's, zeros of both signs and the worst included.
TEST_F(TupleMonoids, TiesGoToTheFirst) {
  auto find = [&](StringRef monoid, Numbers values) {
    return integers(findExtreme(
        monoid, "f32", floats(f32, {int64_t(values.size())}, values))[1]);
  };
  EXPECT_EQ(Integers{1}, find("argmax", {1, 3, 2, 3}));
  EXPECT_EQ(Integers{1}, find("argmin", {3, 1, 2, 1}));
  EXPECT_EQ(Integers{0}, find("argmax", {-0.0, 0.0}));
  EXPECT_EQ(Integers{0}, find("argmin", {0.0, -0.0}));
  EXPECT_EQ(Integers{0}, find("argmax", {-kInf, -kInf}));
  EXPECT_EQ(Integers{0}, find("argmin", {kInf, kInf}));
}

// The sign decides which of two integers is larger.
TEST_F(TupleMonoids, ExtremesOfIntegers) {
  auto find = [&](StringRef monoid) {
    return integers(
        findExtreme(monoid, "i8", ints(i8, {4}, {1, -1, 1, -1}))[1]);
  };
  EXPECT_EQ(Integers{0}, find("argmaxs"));
  EXPECT_EQ(Integers{1}, find("argmaxu"));
  EXPECT_EQ(Integers{1}, find("argmins"));
  EXPECT_EQ(Integers{0}, find("argminu"));
}

TEST_F(TupleMonoids, MomentsOfExactNumbers) {
  auto moments = reduceFloats("welford", {0, 1}, {1, 3, 5, 7});
  EXPECT_SAME(Numbers{4}, moments[0]);
  EXPECT_SAME(Numbers{20}, moments[1]);
  EXPECT_SAME(Numbers{4}, moments[2]);
}

TEST_F(TupleMonoids, MomentsOfNothing) {
  for (const ReferenceTensor &moment : reduceFloats("welford", {0, 1}, {}))
    EXPECT_SAME(Numbers{0.0}, moment);
}

// No difference of infinities, and no overflow of large numbers.
TEST_F(TupleMonoids, SumsOfExponentials) {
  auto expect = [&](Numbers values, double max, double sum) {
    auto got = reduceFloats("logsumexp", {1}, values);
    EXPECT_SAME(Numbers{max}, got[0]);
    EXPECT_SAME(Numbers{sum}, got[1]);
  };
  expect({}, -kInf, 0);
  expect({-kInf, -kInf}, -kInf, 2);
  expect({-kInf, 5, -kInf}, 5, 1);
  expect({kInf, 5}, kInf, 1);
  expect({100, 100, 100}, 100, 3);
  expect({5, kNaN}, kNaN, 2);
}
