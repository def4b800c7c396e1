//===- AttributesTest.cpp - Trees, bytes and placement --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRTest.h"

using namespace mlir;
using namespace mlir::stax;

namespace {

class AttributesTest : public IRTest {
protected:
  std::pair<int64_t, int64_t> getShape(Tree tree, StringRef type) {
    TreeShape shape = getTreeShape(tree, parseType(type, &context));
    return {shape.lanes, shape.chunk};
  }

  std::optional<int64_t> getBytes(StringRef type) {
    return getStaticBytes(parseType(type, &context));
  }
};

// A row has the lanes of four registers of 512 bits; results depend on it.
TEST_F(AttributesTest, TreeOfRows) {
  EXPECT_EQ(getShape(Tree::Row, "f32"), std::pair(int64_t(64), int64_t(4096)));
  EXPECT_EQ(getShape(Tree::Row, "f64"), std::pair(int64_t(32), int64_t(4096)));
}

// Columns and pairs do not depend on the type.
TEST_F(AttributesTest, OtherTrees) {
  for (StringRef type : {"f32", "f64"}) {
    EXPECT_EQ(getShape(Tree::Column, type),
              std::pair(int64_t(1), int64_t(256)));
    EXPECT_EQ(getShape(Tree::Pairs, type), std::pair(int64_t(1), int64_t(1)));
  }
}

// Elements narrower than a byte take one.
TEST_F(AttributesTest, ElementBytes) {
  EXPECT_EQ(getElementBytes(parseType("i1", &context)), 1);
  EXPECT_EQ(getElementBytes(parseType("bf16", &context)), 2);
  EXPECT_EQ(getElementBytes(parseType("f64", &context)), 8);
  EXPECT_EQ(getElementBytes(parseType("index", &context)), 8);
  EXPECT_EQ(getElementBytes(parseType("complex<f32>", &context)), 8);
}

// Bytes of tensors and buffers, of nothing else.
TEST_F(AttributesTest, StaticBytes) {
  EXPECT_EQ(getBytes("tensor<3x5xf32>"), 60);
  EXPECT_EQ(getBytes("memref<10xi1>"), 10);
  EXPECT_EQ(getBytes("tensor<f64>"), 8);
  EXPECT_EQ(getBytes("tensor<0x7xf64>"), 0);
  EXPECT_EQ(getBytes("f32"), 0);
  Type type = parseType("tensor<2xf32>", &context);
  EXPECT_EQ(getStaticBytes({type, type}), 16);
}

// What cannot be counted has no bytes: dynamic, unranked, without a size, or
// larger than any memory.
TEST_F(AttributesTest, UnknownBytes) {
  EXPECT_EQ(getBytes("tensor<?xf32>"), std::nullopt);
  EXPECT_EQ(getBytes("tensor<*xf32>"), std::nullopt);
  EXPECT_EQ(getBytes("tensor<2xvector<4xf32>>"), std::nullopt);
  EXPECT_EQ(getBytes("tensor<4611686018427387904x2xf32>"), std::nullopt);
  Type huge = parseType("tensor<4611686018427387904xi8>", &context);
  EXPECT_EQ(getStaticBytes({huge, huge}), std::nullopt);
}

// Nodes are on device 0 and stream 0 unless they say otherwise.
TEST_F(AttributesTest, Placement) {
  parse(R"mlir(
    func.func @f(%x: tensor<8xf32>) {
      %0 = stax.pointwise ins(%x : tensor<8xf32>) attributes {stax.device = 2} -> tensor<8xf32>
      return
    }
  )mlir");
  auto op = getOnly<PointwiseOp>();
  EXPECT_EQ(op.getDevice(), 2);
  EXPECT_EQ(op.getStream(), 0);
  EXPECT_EQ(op.getResultBytes(), 32);
}

} // namespace
