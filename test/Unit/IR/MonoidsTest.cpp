//===- MonoidsTest.cpp - Laws of the monoids ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a monoid emits is folded on special values and compared bit for bit.
//
//===----------------------------------------------------------------------===//

#include "IRTest.h"

using namespace mlir;
using namespace mlir::stax;

namespace {

class MonoidsTest : public IRTest {
protected:
  MonoidAttrInterface getMonoid(StringRef name) {
    return cast<MonoidAttrInterface>(
        parseAttribute(("#stax." + name).str(), &context));
  }

  Type getType(StringRef name) { return parseType(name, &context); }

  /// `lhs` combined with `rhs`, by folding what `monoid` emits.
  TypedAttr combine(MonoidAttrInterface monoid, TypedAttr lhs, TypedAttr rhs) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> scratch =
        ModuleOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPointToStart(scratch->getBody());
    Location loc = builder.getUnknownLoc();
    Value left = arith::ConstantOp::create(builder, loc, lhs);
    Value right = arith::ConstantOp::create(builder, loc, rhs);
    SmallVector<Value> combined = monoid.emitCombine(builder, loc, left, right);
    SmallVector<OpFoldResult> folded;
    EXPECT_EQ(combined.size(), 1u);
    if (failed(combined[0].getDefiningOp()->fold({lhs, rhs}, folded)) ||
        folded.size() != 1)
      return {};
    // Neutral operands fold to the other operand.
    if (auto value = dyn_cast<Value>(folded[0]))
      return value == left ? lhs : rhs;
    return cast<TypedAttr>(cast<Attribute>(folded[0]));
  }

  /// Values of `type` at which arithmetic is easily wrong. NaNs are those that
  /// arithmetic produces: the bits of others are not kept.
  SmallVector<TypedAttr> getSpecialValues(Type type) {
    if (auto floatType = dyn_cast<FloatType>(type)) {
      const llvm::fltSemantics &format = floatType.getFloatSemantics();
      SmallVector<APFloat> values = {APFloat::getNaN(format)};
      for (bool isNegative : {false, true}) {
        values.push_back(APFloat::getInf(format, isNegative));
        values.push_back(APFloat::getZero(format, isNegative));
        values.push_back(APFloat::getOne(format, isNegative));
        values.push_back(APFloat::getSmallest(format, isNegative));
        values.push_back(APFloat::getSmallestNormalized(format, isNegative));
        values.push_back(APFloat::getLargest(format, isNegative));
      }
      return llvm::map_to_vector(values, [&](const APFloat &value) {
        return cast<TypedAttr>(FloatAttr::get(type, value));
      });
    }
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    SmallVector<APInt> values = {
        APInt::getZero(width), APInt::getAllOnes(width),
        APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width),
        APInt(width, 1)};
    return llvm::map_to_vector(values, [&](const APInt &value) {
      return cast<TypedAttr>(IntegerAttr::get(type, value));
    });
  }

  const SmallVector<StringRef> floats = {"f16", "bf16", "f32", "f64"};
  const SmallVector<StringRef> integers = {"i1", "i8", "i32", "i64", "index"};
  const SmallVector<StringRef> floatMonoids = {"add", "mul",    "max",
                                               "min", "maxnum", "minnum"};
  const SmallVector<StringRef> integerMonoids = {
      "add", "mul", "and", "or", "xor", "maxs", "maxu", "mins", "minu"};
};

/// Calls `check(monoid, type)` for all monoids and the types they combine.
#define FOR_ALL_MONOIDS(Check)                                                 \
  for (auto [names, types] : {std::pair(&floatMonoids, &floats),               \
                              std::pair(&integerMonoids, &integers)})          \
    for (StringRef name : *names)                                              \
      for (StringRef typeName : *types) {                                      \
        SCOPED_TRACE((name + " of " + typeName).str());                        \
        MonoidAttrInterface monoid = getMonoid(name);                          \
        Type type = getType(typeName);                                         \
        Check;                                                                 \
      }

// Combining the identity on either side changes no bit.
TEST_F(MonoidsTest, IdentityIsNeutral){FOR_ALL_MONOIDS({
  SmallVector<TypedAttr> identity = monoid.getIdentity(type);
  ASSERT_EQ(identity.size(), 1u);
  EXPECT_EQ(identity[0].getType(), type);
  for (TypedAttr value : getSpecialValues(type)) {
    EXPECT_EQ(combine(monoid, identity[0], value), value);
    EXPECT_EQ(combine(monoid, value, identity[0]), value);
  }
})}

// A commutative monoid is so for all special values.
TEST_F(MonoidsTest, OperandsCommute){FOR_ALL_MONOIDS({
  ASSERT_TRUE(monoid.isCommutative());
  for (TypedAttr lhs : getSpecialValues(type))
    for (TypedAttr rhs : getSpecialValues(type))
      EXPECT_EQ(combine(monoid, lhs, rhs), combine(monoid, rhs, lhs));
})}

// An exact monoid associates bit for bit.
TEST_F(MonoidsTest, ExactOnesAssociate){FOR_ALL_MONOIDS({
  if (!monoid.isExact(type))
    continue;
  for (TypedAttr a : getSpecialValues(type))
    for (TypedAttr b : getSpecialValues(type))
      for (TypedAttr c : getSpecialValues(type))
        EXPECT_EQ(combine(monoid, combine(monoid, a, b), c),
                  combine(monoid, a, combine(monoid, b, c)));
})}

// Only float sums and products round.
TEST_F(MonoidsTest, ExactFlags){FOR_ALL_MONOIDS({
  bool rounds = isa<FloatType>(type) && (name == "add" || name == "mul");
  EXPECT_EQ(monoid.isExact(type), !rounds);
})}

// A float sum of nothing is +0.0 although -0.0 is neutral; all other monoids
// start from their identity.
TEST_F(MonoidsTest, Init){FOR_ALL_MONOIDS({
  TypedAttr init = monoid.getInit(type)[0];
  if (name == "add" && isa<FloatType>(type)) {
    EXPECT_TRUE(cast<FloatAttr>(init).getValue().isPosZero());
    EXPECT_TRUE(
        cast<FloatAttr>(monoid.getIdentity(type)[0]).getValue().isNegZero());
  } else {
    EXPECT_EQ(init, monoid.getIdentity(type)[0]);
  }
})}

// Only sums and products of short floats are wider than their operands.
TEST_F(MonoidsTest, AccumulatorTypes){FOR_ALL_MONOIDS({
  bool isShort = type.isF16() || type.isBF16();
  bool isWide = isShort && (name == "add" || name == "mul");
  EXPECT_EQ(monoid.getAccumulatorTypes(type),
            SmallVector<Type>{isWide ? getType("f32") : type});
})}

// There is no largest or smallest of nothing.
TEST_F(MonoidsTest, AllowsEmpty) {
  for (StringRef name :
       {"max", "min", "maxnum", "minnum", "maxs", "maxu", "mins", "minu"})
    EXPECT_FALSE(getMonoid(name).allowsEmpty()) << name.str();
  for (StringRef name : {"add", "mul", "and", "or", "xor"})
    EXPECT_TRUE(getMonoid(name).allowsEmpty()) << name.str();
}

// max and min keep NaN and order zeros; maxnum and minnum ignore NaN.
TEST_F(MonoidsTest, ExtremesOfFloats) {
  Type type = getType("f32");
  auto get = [&](float value) {
    return cast<TypedAttr>(FloatAttr::get(type, value));
  };
  TypedAttr nan = FloatAttr::get(
      type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics()));
  EXPECT_EQ(combine(getMonoid("max"), get(1), nan), nan);
  EXPECT_EQ(combine(getMonoid("min"), nan, get(1)), nan);
  EXPECT_EQ(combine(getMonoid("max"), get(-0.0f), get(0.0f)), get(0.0f));
  EXPECT_EQ(combine(getMonoid("min"), get(0.0f), get(-0.0f)), get(-0.0f));
  EXPECT_EQ(combine(getMonoid("maxnum"), get(1), nan), get(1));
  EXPECT_EQ(combine(getMonoid("minnum"), nan, get(1)), get(1));
}

// The sign decides which of two integers is larger.
TEST_F(MonoidsTest, ExtremesOfIntegers) {
  Type type = getType("i8");
  auto get = [&](int value) {
    return cast<TypedAttr>(IntegerAttr::get(type, value));
  };
  EXPECT_EQ(combine(getMonoid("maxs"), get(-1), get(1)), get(1));
  EXPECT_EQ(combine(getMonoid("maxu"), get(-1), get(1)), get(-1));
  EXPECT_EQ(combine(getMonoid("mins"), get(-1), get(1)), get(-1));
  EXPECT_EQ(combine(getMonoid("minu"), get(-1), get(1)), get(1));
}

// Integer sums and products wrap around.
TEST_F(MonoidsTest, IntegersWrapAround) {
  Type type = getType("i8");
  auto get = [&](int value) {
    return cast<TypedAttr>(IntegerAttr::get(type, value));
  };
  EXPECT_EQ(combine(getMonoid("add"), get(127), get(1)), get(-128));
  EXPECT_EQ(combine(getMonoid("mul"), get(64), get(4)), get(0));
}

// Vectors combine lane by lane.
TEST_F(MonoidsTest, EmitsVectorOperations) {
  FOR_ALL_MONOIDS({
    OpBuilder builder(&context);
    Location loc = builder.getUnknownLoc();
    Block block;
    Type vector = VectorType::get({8}, type);
    Value lhs = block.addArgument(vector, loc);
    Value rhs = block.addArgument(vector, loc);
    builder.setInsertionPointToStart(&block);
    SmallVector<Value> combined = monoid.emitCombine(builder, loc, lhs, rhs);
    ASSERT_EQ(combined.size(), 1u);
    EXPECT_EQ(combined[0].getType(), vector);
    EXPECT_EQ(combined[0].getDefiningOp()->getOperand(0), lhs);
    EXPECT_EQ(combined[0].getDefiningOp()->getOperand(1), rhs);
  })
}

} // namespace
