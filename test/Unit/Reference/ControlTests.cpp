//===- ControlTests.cpp - Branches, loops, assertions, printed scalars ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
using Control = ReferenceTest;
using Affine = ReferenceTest;
using Printing = ReferenceTest;
using Externals = ReferenceTest;
} // namespace

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

static const char *kIf = R"(
  func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
    %r = scf.if %c -> i32 {
      %q = arith.divsi %x, %y : i32
      scf.yield %q : i32
    } else {
      scf.yield %x : i32
    }
    return %r : i32
  })";

// The branch that is not taken raises nothing.
TEST_F(Control, IfTakesOneBranch) {
  auto run = [&](int64_t c, int64_t y) {
    return integers(
        run1(kIf, {ints(i1, {}, {c}), ints(i32, {}, {7}), ints(i32, {}, {y})}));
  };
  EXPECT_EQ(Integers{3}, run(1, 2));
  EXPECT_EQ(Integers{7}, run(0, 0));
  EXPECT_EQ("run-time: division by zero: 7 / 0",
            runError(kIf, {ints(i1, {}, {1}), ints(i32, {}, {7}),
                           ints(i32, {}, {0})}));
}

// Iteration arguments are replaced all at once: a swap needs no third place.
TEST_F(Control, ForCarriesValues) {
  EXPECT_EQ((Integers{34, 55}), integers(run1(R"(
    func.func @f() -> tensor<2xi32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %one = arith.constant 1 : i32
      %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %one, %b = %one) -> (i32, i32) {
        %s = arith.addi %a, %b : i32
        scf.yield %b, %s : i32, i32
      }
      %t = tensor.from_elements %r#0, %r#1 : tensor<2xi32>
      return %t : tensor<2xi32>
    })")));
}

static const char *kFill = R"(
  func.func @f(%from: index, %to: index, %step: index) -> tensor<6xindex> {
    %zero = arith.constant dense<0> : tensor<6xindex>
    %r = scf.for %i = %from to %to step %step iter_args(%t = %zero) -> tensor<6xindex> {
      %u = tensor.insert %i into %t[%i] : tensor<6xindex>
      scf.yield %u : tensor<6xindex>
    }
    return %r : tensor<6xindex>
  })";

TEST_F(Control, ForCountsInSteps) {
  auto bounds = [&](int64_t from, int64_t to, int64_t step) {
    return SmallVector<ReferenceTensor>{ints(index, {}, {from}),
                                        ints(index, {}, {to}),
                                        ints(index, {}, {step})};
  };
  EXPECT_EQ((Integers{0, 1, 0, 3, 0, 5}),
            integers(run1(kFill, bounds(1, 6, 2))));
  EXPECT_EQ((Integers{0, 0, 0, 0, 0, 0}),
            integers(run1(kFill, bounds(3, 3, 1))));
  EXPECT_EQ("run-time: writes element [6] of a tensor of extents [6]",
            runError(kFill, bounds(5, 7, 1)));
  EXPECT_EQ("run-time: the step of a loop is 0, but must be positive",
            runError(kFill, bounds(0, 6, 0)));
}

// The constant that the loop starts with is not written: it is one in the next
// run of the outer loop, too.
TEST_F(Control, LoopsStartFromTheSameConstant) {
  EXPECT_EQ((Integers{0, 5}), integers(run1(R"(
    func.func @f() -> tensor<2xi32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %five = arith.constant 5 : i32
      %start = arith.constant dense<[1, 1]> : tensor<2xi32>
      %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%unused = %start) -> tensor<2xi32> {
        %zero = arith.constant dense<0> : tensor<2xi32>
        %u = tensor.insert %five into %zero[%i] : tensor<2xi32>
        scf.yield %u : tensor<2xi32>
      }
      return %r : tensor<2xi32>
    })")));
}

TEST_F(Control, WhileTestsFirst) {
  static const char *text = R"(
    func.func @f(%n: i32) -> (i32, i32) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %r:2 = scf.while (%x = %n, %k = %zero) : (i32, i32) -> (i32, i32) {
        %c = arith.cmpi sgt, %x, %one : i32
        scf.condition(%c) %x, %k : i32, i32
      } do {
      ^bb0(%x: i32, %k: i32):
        %h = arith.divsi %x, %two : i32
        %l = arith.addi %k, %one : i32
        scf.yield %h, %l : i32, i32
      }
      return %r#0, %r#1 : i32, i32
    })";
  SmallVector<ReferenceTensor> results = run(text, {ints(i32, {}, {40})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(Integers{1}, integers(results[0]));
  EXPECT_EQ(Integers{5}, integers(results[1]));
  results = run(text, {ints(i32, {}, {0})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(Integers{0}, integers(results[1]));
}

TEST_F(Control, IndexSwitchHasADefault) {
  static const char *text = R"(
    func.func @f(%i: index) -> i32 {
      %r = scf.index_switch %i -> i32
      case 2 {
        %a = arith.constant 20 : i32
        scf.yield %a : i32
      }
      case -1 {
        %a = arith.constant 10 : i32
        scf.yield %a : i32
      }
      default {
        %a = arith.constant 0 : i32
        scf.yield %a : i32
      }
      return %r : i32
    })";
  EXPECT_EQ(Integers{20}, integers(run1(text, {ints(index, {}, {2})})));
  EXPECT_EQ(Integers{10}, integers(run1(text, {ints(index, {}, {-1})})));
  EXPECT_EQ(Integers{0}, integers(run1(text, {ints(index, {}, {1})})));
}

TEST_F(Control, ParallelRunsAllPoints) {
  EXPECT_EQ((Integers{0, 0, 0, 0, 11, 13, 0, 21, 23}),
            integers(runInPlace(R"(
    func.func @f(%m: memref<3x3xi32>) {
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      scf.parallel (%i, %j) = (%c1, %c1) to (%c3, %c5) step (%c1, %c2) {
        %ten = arith.constant 10 : index
        %t = arith.muli %i, %ten : index
        %s = arith.addi %t, %j : index
        %v = arith.index_cast %s : index to i32
        %h = arith.divui %j, %c2 : index
        %k = arith.addi %h, %c1 : index
        memref.store %v, %m[%i, %k] : memref<3x3xi32>
        scf.reduce
      }
      return
    })",
                                {ints(i32, {3, 3}, Integers(9, 0))})));
}

TEST_F(Control, ExecuteRegionYields) {
  EXPECT_EQ(Integers{9}, integers(run1(R"(
    func.func @f(%x: i32) -> i32 {
      %r = scf.execute_region -> i32 {
        %y = arith.muli %x, %x : i32
        scf.yield %y : i32
      }
      return %r : i32
    })",
                                       {ints(i32, {}, {3})})));
}

// A condition within the error bound of what it compares decides nothing.
TEST_F(Control, ResultsOfOpenConditionsAreUndecided) {
  ReferenceTensor result =
      run1(R"(
    func.func @f(%x: f32, %y: f32) -> f32 {
      %e = math.sin %x : f32
      %c = arith.cmpf olt, %e, %y : f32
      %r = scf.if %c -> f32 {
        scf.yield %x : f32
      } else {
        scf.yield %y : f32
      }
      return %r : f32
    })",
           {floats(f32, {}, {0.5}), floats(f32, {}, {0.4794255495071411})});
  EXPECT_TRUE(result.isUndecided(0));
}

// The bodies of structured operations may have control flow, too.
TEST_F(Control, BodiesBranch) {
  EXPECT_EQ((Integers{0, 10, 102}),
            integers(run1(R"(
    func.func @f(%x: tensor<3xindex>) -> tensor<3xindex> {
      %init = tensor.empty() : tensor<3xindex>
      %r = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
          iterator_types = ["parallel"]}
          ins(%x : tensor<3xindex>) outs(%init : tensor<3xindex>) {
      ^bb0(%a: index, %b: index):
        %c1 = arith.constant 1 : index
        %c = arith.cmpi ugt, %a, %c1 : index
        %i = linalg.index 0 : index
        %s = scf.if %c -> index {
          %t = arith.addi %a, %i : index
          scf.yield %t : index
        } else {
          %c10 = arith.constant 10 : index
          %t = arith.muli %a, %c10 : index
          scf.yield %t : index
        }
        linalg.yield %s : index
      } -> tensor<3xindex>
      return %r : tensor<3xindex>
    })",
                          {ints(index, {3}, {0, 1, 100})})));
}

//===----------------------------------------------------------------------===//
// cf
//===----------------------------------------------------------------------===//

static const char *kBlocks = R"(
  func.func @f(%n: i32) -> (i32, tensor<2xi32>) {
    %one = arith.constant 1 : i32
    %two = arith.constant dense<[2, 3]> : tensor<2xi32>
    cf.br ^loop(%one, %n : i32, i32)
  ^loop(%a: i32, %k: i32):
    %zero = arith.constant 0 : i32
    %c = arith.cmpi sgt, %k, %zero : i32
    cf.cond_br %c, ^body, ^end(%a : i32)
  ^dead:
    cf.br ^body
  ^body:
    %b = arith.muli %a, %k : i32
    %l = arith.subi %k, %one : i32
    cf.br ^loop(%b, %l : i32, i32)
  ^end(%r: i32):
    return %r, %two : i32, tensor<2xi32>
  })";

TEST_F(Control, BlocksBranch) {
  SmallVector<ReferenceTensor> results = run(kBlocks, {ints(i32, {}, {5})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(Integers{120}, integers(results[0]));
  EXPECT_EQ((Integers{2, 3}), integers(results[1]));
}

TEST_F(Control, SwitchesBranch) {
  static const char *text = R"(
    func.func @f(%n: i32) -> i32 {
      %x = arith.constant 7 : i32
      cf.switch %n : i32, [
        default: ^end(%n : i32),
        3: ^end(%x : i32),
        -1: ^other
      ]
    ^other:
      %y = arith.constant 8 : i32
      cf.br ^end(%y : i32)
    ^end(%r: i32):
      return %r : i32
    })";
  EXPECT_EQ(Integers{7}, integers(run1(text, {ints(i32, {}, {3})})));
  EXPECT_EQ(Integers{8}, integers(run1(text, {ints(i32, {}, {-1})})));
  EXPECT_EQ(Integers{4}, integers(run1(text, {ints(i32, {}, {4})})));
}

TEST_F(Control, AssertReportsItsMessage) {
  static const char *text = R"(
    func.func @f(%c: i1) {
      cf.assert %c, "extents differ"
      return
    })";
  EXPECT_EQ("", runError(text, {ints(i1, {}, {1})}));
  EXPECT_EQ("run-time: extents differ", runError(text, {ints(i1, {}, {0})}));
}

//===----------------------------------------------------------------------===//
// affine
//===----------------------------------------------------------------------===//

TEST_F(Affine, LoopsLoadAndStore) {
  EXPECT_EQ((Integers{1, 3, 6, 10, 4}),
            integers(runInPlace(R"(
    func.func @f(%m: memref<5xi32>) {
      affine.for %i = 1 to 4 {
        %a = affine.load %m[%i - 1] : memref<5xi32>
        %b = affine.load %m[%i] : memref<5xi32>
        %s = arith.addi %a, %b : i32
        affine.store %s, %m[%i] : memref<5xi32>
      }
      return
    })",
                                {ints(i32, {5}, {1, 2, 3, 4, 4})})));
}

TEST_F(Affine, BoundsAreMaximaAndMinima) {
  EXPECT_EQ(Integers{0 + 2 + 4}, integers(run1(R"(
    func.func @f(%n: index) -> index {
      %zero = arith.constant 0 : index
      %r = affine.for %i = max affine_map<(d0) -> (d0 - 10, 0)>(%n) to min affine_map<(d0) -> (d0, 5)>(%n) step 2 iter_args(%a = %zero) -> index {
        %s = arith.addi %a, %i : index
        affine.yield %s : index
      }
      return %r : index
    })",
                                               {ints(index, {}, {9})})));
}

TEST_F(Affine, IfTestsASet) {
  EXPECT_EQ((Integers{0, 1, 1, 0}),
            integers(runInPlace(R"(
    #set = affine_set<(d0) : (d0 - 1 >= 0, 2 - d0 >= 0)>
    func.func @f(%m: memref<4xi32>) {
      affine.parallel (%i) = (0) to (4) {
        %one = arith.constant 1 : i32
        affine.if #set(%i) {
          affine.store %one, %m[%i] : memref<4xi32>
        }
      }
      return
    })",
                                {ints(i32, {4}, {0, 0, 0, 0})})));
}

TEST_F(Affine, ApplyMinMax) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%i: index, %s: index) -> (index, index, index) {
      %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 2)>(%i)[%s]
      %1 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%s]
      %2 = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%s]
      return %0, %1, %2 : index, index, index
    })",
          {ints(index, {}, {4}), ints(index, {}, {-3})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(Integers{6}, integers(results[0]));
  EXPECT_EQ(Integers{-3}, integers(results[1]));
  EXPECT_EQ(Integers{4}, integers(results[2]));
}

//===----------------------------------------------------------------------===//
// Printing and functions outside
//===----------------------------------------------------------------------===//

TEST_F(Printing, ScalarsAsTheRuntimeTakesThem) {
  run(R"(
    func.func @f(%a: i8, %b: i1, %c: index, %d: f16) {
      vector.print %a : i8
      vector.print %b : i1 punctuation <comma>
      vector.print %c : index
      vector.print str "half "
      vector.print %d : f16
      return
    })",
      {ints(i8, {}, {-3}), ints(i1, {}, {1}), ints(index, {}, {5}),
       floats(f16, {}, {1.5})});
  EXPECT_EQ("#\n#, #\nhalf #\n", printedText);
  ASSERT_EQ(printed.size(), 4u);
  EXPECT_EQ("printI64", printed[0].first);
  EXPECT_EQ(Integers{-3}, integers(printed[0].second));
  EXPECT_EQ(Integers{1}, integers(printed[1].second));
  EXPECT_EQ("printU64", printed[2].first);
  EXPECT_EQ("printF16", printed[3].first);
  EXPECT_SAME(Numbers{1.5}, printed[3].second);
}

TEST_F(Printing, VectorsInParentheses) {
  run(R"(
    func.func @f() {
      %v = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
      %w = arith.addf %v, %v : vector<2x2xf32>
      vector.print %w : vector<2x2xf32>
      return
    })");
  EXPECT_EQ("( ( #, # ), ( #, # ) )\n", printedText);
  ASSERT_EQ(printed.size(), 4u);
  EXPECT_SAME(Numbers{8}, printed[3].second);
}

TEST_F(Printing, ErrorsOfWhatIsPrintedAreErrors) {
  EXPECT_EQ("run-time: division by zero: 3 / 0",
            runError(R"(
    func.func @f(%a: i32, %b: i32) {
      %q = arith.divsi %a, %b : i32
      vector.print %q : i32
      return
    })",
                     {ints(i32, {}, {3}), ints(i32, {}, {0})}));
}

// What depends on a number from outside agrees with anything.
TEST_F(Externals, UnpredictableNumbersAreNotCompared) {
  ReferenceTensor result = run1(R"(
    func.func private @number(i32) -> f64
    func.func @f(%x: i32) -> f64 {
      %a = func.call @number(%x) : (i32) -> f64
      %b = arith.addf %a, %a : f64
      return %b : f64
    })",
                                {ints(i32, {}, {0})});
  EXPECT_SAME(Numbers{2}, result);
  EXPECT_FALSE(result.isUndecided(0));
  double other = 17;
  EXPECT_TRUE(compare(result, {f64, {}, &other}).ok);
}

TEST_F(Externals, ResultsMustFitTheDeclaration) {
  EXPECT_EQ("call: what stands for 'number' gives other results than its "
            "declaration",
            runError(R"(
    func.func private @number() -> f32
    func.func @f() -> f32 {
      %a = func.call @number() : () -> f32
      return %a : f32
    })"));
}
