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

#include <cmath>

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

  using Tuple = SmallVector<TypedAttr>;

  /// `lhs` combined with `rhs`, by folding what `monoid` emits.
  Tuple combine(MonoidAttrInterface monoid, const Tuple &lhs,
                const Tuple &rhs) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> scratch =
        ModuleOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPointToStart(scratch->getBody());
    Location loc = builder.getUnknownLoc();
    auto getConstant = [&](TypedAttr value) -> Value {
      return arith::ConstantOp::create(builder, loc, value);
    };
    SmallVector<Value> left = llvm::map_to_vector(lhs, getConstant);
    SmallVector<Value> right = llvm::map_to_vector(rhs, getConstant);
    SmallVector<Value> combined = monoid.emitCombine(builder, loc, left, right);
    DenseMap<Value, Attribute> known;
    for (Operation &op : *scratch->getBody()) {
      SmallVector<Attribute> operands = llvm::map_to_vector(
          op.getOperands(), [&](Value operand) { return known[operand]; });
      SmallVector<OpFoldResult> folded;
      if (failed(op.fold(operands, folded)) || folded.size() != 1) {
        ADD_FAILURE() << "does not fold: " << op.getName().getStringRef().str();
        return {};
      }
      // Neutral operands fold to the other operand.
      auto value = dyn_cast<Value>(folded[0]);
      known[op.getResult(0)] =
          value ? known[value] : cast<Attribute>(folded[0]);
    }
    return llvm::map_to_vector(
        combined, [&](Value value) { return cast<TypedAttr>(known[value]); });
  }

  /// The same for monoids of one scalar.
  TypedAttr combine(MonoidAttrInterface monoid, TypedAttr lhs, TypedAttr rhs) {
    Tuple combined = combine(monoid, Tuple{lhs}, Tuple{rhs});
    return combined.empty() ? TypedAttr() : combined[0];
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
  const SmallVector<StringRef> argFloats = {"argmax", "argmin"};
  const SmallVector<StringRef> argIntegers = {"argmaxs", "argmaxu", "argmins",
                                              "argminu"};
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
  EXPECT_EQ(combine(getMonoid("maxnum"), get(0.0f), get(-0.0f)), get(0.0f));
  EXPECT_EQ(combine(getMonoid("maxnum"), get(-0.0f), get(0.0f)), get(0.0f));
  EXPECT_EQ(combine(getMonoid("minnum"), get(0.0f), get(-0.0f)), get(-0.0f));
  EXPECT_EQ(combine(getMonoid("minnum"), get(-0.0f), get(0.0f)), get(-0.0f));
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
TEST_F(MonoidsTest, EmitsVectorOperations){FOR_ALL_MONOIDS({
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
  EXPECT_FALSE(lhs.use_empty());
  EXPECT_FALSE(rhs.use_empty());
})}

//===----------------------------------------------------------------------===//
// Monoids of several scalars
//===----------------------------------------------------------------------===//

// The identity of an extreme with its index is the worst value at the last
// index: it loses against every value and every tie.
TEST_F(MonoidsTest, IdentityOfArgExtremesIsNeutral) {
  for (auto [names, types] :
       {std::pair(&argFloats, &floats), std::pair(&argIntegers, &integers)})
    for (StringRef name : *names)
      for (StringRef typeName : *types)
        for (StringRef indexName : integers) {
          SCOPED_TRACE((name + " of " + typeName + ", " + indexName).str());
          MonoidAttrInterface monoid = getMonoid(name);
          Type members[] = {getType(typeName), getType(indexName)};
          Tuple identity = monoid.getIdentity(members);
          for (TypedAttr value : getSpecialValues(members[0]))
            for (TypedAttr index : getSpecialValues(members[1])) {
              Tuple tuple{value, index};
              EXPECT_EQ(combine(monoid, identity, tuple), tuple);
              EXPECT_EQ(combine(monoid, tuple, identity), tuple);
            }
        }
}

// Neither the order nor the tree of points with different indices shows.
TEST_F(MonoidsTest, ArgExtremesCommuteAndAssociate) {
  for (auto [names, typeName] :
       {std::pair(&argFloats, "f32"), std::pair(&argIntegers, "i8")})
    for (StringRef name : *names) {
      SCOPED_TRACE(name.str());
      MonoidAttrInterface monoid = getMonoid(name);
      Type type = getType(typeName), index = getType("i64");
      EXPECT_TRUE(monoid.isExact({type, index}));
      EXPECT_TRUE(monoid.isCommutative());
      EXPECT_FALSE(monoid.allowsEmpty());
      auto at = [&](TypedAttr value, int64_t position) {
        return Tuple{value, IntegerAttr::get(index, position)};
      };
      for (TypedAttr x : getSpecialValues(type))
        for (TypedAttr y : getSpecialValues(type)) {
          Tuple a = at(x, 0), b = at(y, 1);
          EXPECT_EQ(combine(monoid, a, b), combine(monoid, b, a));
          for (TypedAttr z : getSpecialValues(type)) {
            Tuple c = at(z, 2);
            EXPECT_EQ(combine(monoid, combine(monoid, a, b), c),
                      combine(monoid, a, combine(monoid, b, c)));
          }
        }
    }
}

// NaN wins over numbers, equal zeros and other ties are the first one's.
TEST_F(MonoidsTest, WinnersOfArgExtremes) {
  Type f32 = getType("f32");
  APFloat nan = APFloat::getNaN(APFloat::IEEEsingle());
  auto at = [&](APFloat value, int64_t position) {
    return Tuple{FloatAttr::get(f32, value),
                 IntegerAttr::get(getType("i8"), position)};
  };
  Tuple numberAt0 = at(APFloat(7.0f), 0), nanAt1 = at(nan, 1);
  Tuple zeroAt1 = at(APFloat(0.0f), 1), negativeZeroAt0 = at(APFloat(-0.0f), 0);
  for (StringRef name : argFloats) {
    MonoidAttrInterface monoid = getMonoid(name);
    EXPECT_EQ(combine(monoid, numberAt0, nanAt1), nanAt1);
    EXPECT_EQ(combine(monoid, nanAt1, at(nan, 2)), nanAt1);
    EXPECT_EQ(combine(monoid, at(nan, 2), nanAt1), nanAt1);
    EXPECT_EQ(combine(monoid, zeroAt1, negativeZeroAt0), negativeZeroAt0);
    EXPECT_EQ(combine(monoid, negativeZeroAt0, zeroAt1), negativeZeroAt0);
    // Indices are unsigned.
    EXPECT_EQ(combine(monoid, at(nan, -1), nanAt1), nanAt1);
  }
  EXPECT_EQ(combine(getMonoid("argmax"), numberAt0, zeroAt1), numberAt0);
  EXPECT_EQ(combine(getMonoid("argmin"), numberAt0, zeroAt1), zeroAt1);
}

// The identity changes no bit of any tuple, empty ones with rubbish included.
TEST_F(MonoidsTest, IdentityOfFloatTuplesIsNeutral) {
  for (StringRef typeName : {"f32", "f64"}) {
    Type type = getType(typeName);
    SmallVector<TypedAttr> values = getSpecialValues(type);
    MonoidAttrInterface welford = getMonoid("welford");
    MonoidAttrInterface logsumexp = getMonoid("logsumexp");
    Tuple none = welford.getIdentity({type, type, type});
    Tuple nothing = logsumexp.getIdentity({type, type});
    for (TypedAttr x : values)
      for (TypedAttr y : values) {
        EXPECT_EQ(combine(logsumexp, nothing, Tuple{x, y}), (Tuple{x, y}));
        EXPECT_EQ(combine(logsumexp, Tuple{x, y}, nothing), (Tuple{x, y}));
        for (TypedAttr z : values) {
          EXPECT_EQ(combine(welford, none, Tuple{x, y, z}), (Tuple{x, y, z}));
          EXPECT_EQ(combine(welford, Tuple{x, y, z}, none), (Tuple{x, y, z}));
        }
      }
  }
}

// What is rounded at every step is not exact, and rounded to f32 at least.
TEST_F(MonoidsTest, FactsOfFloatTuples) {
  for (auto [name, arity] : {std::pair("welford", 3), {"logsumexp", 2}})
    for (StringRef typeName : floats) {
      SCOPED_TRACE((name + Twine(" of ") + typeName).str());
      MonoidAttrInterface monoid = getMonoid(name);
      SmallVector<Type> types(arity, getType(typeName));
      bool isDouble = types[0].isF64();
      SmallVector<Type> wide(arity, isDouble ? types[0] : getType("f32"));
      EXPECT_EQ(monoid.getArity(), unsigned(arity));
      EXPECT_EQ(monoid.getAccumulatorTypes(types), wide);
      EXPECT_EQ(monoid.getAccumulatorTypes(wide), wide);
      EXPECT_FALSE(monoid.isExact(wide));
      EXPECT_TRUE(monoid.allowsEmpty());
      for (TypedAttr init : ArrayRef(monoid.getInit(wide)).take_back())
        EXPECT_TRUE(cast<FloatAttr>(init).getValue().isPosZero());
    }
  EXPECT_FALSE(getMonoid("welford").isCommutative());
  EXPECT_TRUE(getMonoid("logsumexp").isCommutative());
}

// Numbers that need no rounding.
TEST_F(MonoidsTest, Moments) {
  auto get = [&](StringRef type, ArrayRef<double> values) {
    return llvm::map_to_vector(values, [&](double value) -> TypedAttr {
      return FloatAttr::get(getType(type), value);
    });
  };
  for (StringRef type : floats)
    EXPECT_EQ(combine(getMonoid("welford"), get(type, {1, 2, 2}),
                      get(type, {5, 8, 2})),
              Tuple(get(type, {3, 26, 4})))
        << type.str();
}

// Two infinities of one sign are not subtracted.
TEST_F(MonoidsTest, SumsOfExponentials) {
  double inf = HUGE_VAL;
  for (StringRef type : floats) {
    SCOPED_TRACE(type.str());
    auto get = [&](double max, double sum) {
      return Tuple{FloatAttr::get(getType(type), max),
                   FloatAttr::get(getType(type), sum)};
    };
    MonoidAttrInterface monoid = getMonoid("logsumexp");
    EXPECT_EQ(combine(monoid, get(2, 1), get(2, 3)), get(2, 4));
    EXPECT_EQ(combine(monoid, get(-inf, 1), get(-inf, 1)), get(-inf, 2));
    EXPECT_EQ(combine(monoid, get(inf, 1), get(inf, 1)), get(inf, 2));
    EXPECT_EQ(combine(monoid, get(-inf, 1), get(3, 1)), get(3, 1));
    EXPECT_EQ(combine(monoid, get(inf, 1), get(3, 1)), get(inf, 1));
  }
}

} // namespace
