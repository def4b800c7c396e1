//===- ProgramTests.cpp - Whole functions: domains, kernels, linalg, calls ===//
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
using Domains = ReferenceTest;
using Programs = ReferenceTest;
} // namespace

//===----------------------------------------------------------------------===//
// Access maps, guards, symbols
//===----------------------------------------------------------------------===//

TEST_F(Domains, BroadcastAndTranspose) {
  EXPECT_EQ((Integers{11, 13, 15, 22, 24, 26}),
            integers(run1(R"(
    func.func @f(%x: tensor<3x2xi32>, %m: tensor<2xi32>) -> tensor<2x3xi32> {
      %0 = stax.pointwise ins(%x[(i, j) -> (j, i)], %m[(i, j) -> (i)] : tensor<3x2xi32>, tensor<2xi32>) -> tensor<2x3xi32> {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        stax.yield %s : i32
      }
      return %0 : tensor<2x3xi32>
    })",
                          {ints(i32, {3, 2}, {1, 2, 3, 4, 5, 6}),
                           ints(i32, {2}, {10, 20})})));
}

static const char *kPad = R"(
  #inside = affine_set<(d0) : (d0 - 2 >= 0, 4 - d0 >= 0)>
  func.func @f(%x: tensor<3xi32>, %c: i32) -> tensor<8xi32> {
    %0 = stax.pointwise ins(%x[(i) -> (i - 2)] guard #inside else %c : tensor<3xi32>) -> tensor<8xi32>
    return %0 : tensor<8xi32>
  })";

TEST_F(Domains, GuardPads) {
  EXPECT_EQ(
      (Integers{10, 10, 3, 1, 2, 10, 10, 10}),
      integers(run1(kPad, {ints(i32, {3}, {3, 1, 2}), ints(i32, {}, {10})})));
}

TEST_F(Domains, FlipAndStride) {
  EXPECT_EQ((Integers{5, 3, 1}),
            integers(run1(R"(
    func.func @f(%x: tensor<6xi32>) -> tensor<3xi32> {
      %0 = stax.pointwise ins(%x[(i) -> (-2 * i + 5)] : tensor<6xi32>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    })",
                          {ints(i32, {6}, {0, 1, 2, 3, 4, 5})})));
}

// floordiv rounds down and mod has no sign.
TEST_F(Domains, QuasiAffineMaps) {
  EXPECT_EQ((Integers{2, 1, 1, 0, 0}),
            integers(run1(R"(
    func.func @f(%x: tensor<3xi32>) -> tensor<5xi32> {
      %0 = stax.pointwise ins(%x[(i) -> ((-i) floordiv 2 + 2)] : tensor<3xi32>) -> tensor<5xi32>
      return %0 : tensor<5xi32>
    })",
                          {ints(i32, {3}, {0, 1, 2})})));
  EXPECT_EQ((Integers{0, 2, 1, 0, 2}),
            integers(run1(R"(
    func.func @f(%x: tensor<3xi32>) -> tensor<5xi32> {
      %0 = stax.pointwise ins(%x[(i) -> ((-i) mod 3)] : tensor<3xi32>) -> tensor<5xi32>
      return %0 : tensor<5xi32>
    })",
                          {ints(i32, {3}, {0, 1, 2})})));
}

static const char *kShift = R"(
  func.func @f(%x: tensor<?xi32>, %offset: index, %n: index) -> tensor<?xi32> {
    %0 = stax.pointwise domain [%n] ins(%x[(i)[s] -> (i + s)] : tensor<?xi32>) symbols(%offset) -> tensor<?xi32>
    return %0 : tensor<?xi32>
  })";

TEST_F(Domains, SymbolsShift) {
  ReferenceTensor x = ints(i32, {4}, {5, 6, 7, 8});
  EXPECT_EQ((Integers{7, 8}), integers(run1(kShift, {x, ints(index, {}, {2}),
                                                     ints(index, {}, {2})})));
  EXPECT_EQ("run-time: reads element [4] of a tensor of extents 4",
            runError(kShift, {x, ints(index, {}, {3}), ints(index, {}, {2})}));
  EXPECT_EQ("run-time: extent 0 of the domain is -1",
            runError(kShift, {x, ints(index, {}, {0}), ints(index, {}, {-1})}));
}

TEST_F(Domains, DynamicExtentsMustAgree) {
  EXPECT_EQ("run-time: expected input #1 to have extent 2 in dimension 0, but "
            "got 3",
            runError(R"(
    func.func @f(%x: tensor<?xi32>, %y: tensor<?xi32>, %n: index) -> tensor<?xi32> {
      %0 = stax.pointwise domain [%n] ins(%x, %y : tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32> {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        stax.yield %s : i32
      }
      return %0 : tensor<?xi32>
    })",
                     {ints(i32, {2}, {1, 2}), ints(i32, {3}, {1, 2, 3}),
                      ints(index, {}, {2})}));
}

TEST_F(Domains, RankZeroAndNoPoints) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: tensor<f32>, %y: tensor<0x3xf32>) -> (tensor<f32>, tensor<0x3xf32>) {
      %0 = stax.pointwise ins(%x : tensor<f32>) -> tensor<f32>
      %1 = stax.pointwise ins(%y : tensor<0x3xf32>) -> tensor<0x3xf32>
      return %0, %1 : tensor<f32>, tensor<0x3xf32>
    })",
          {floats(f32, {}, {3}), floats(f32, {0, 3}, {})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_SAME(Numbers{3}, results[0]);
  EXPECT_EQ(results[1].getShape(), Shape({0, 3}));
}

TEST_F(Domains, IndicesAndCapturedScalars) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%c: f32) -> (tensor<2x2xindex>, tensor<2x2xf32>) {
      %0:2 = stax.pointwise -> (tensor<2x2xindex>, tensor<2x2xf32>) {
        %i = stax.index 1
        stax.yield %i, %c : index, f32
      }
      return %0#0, %0#1 : tensor<2x2xindex>, tensor<2x2xf32>
    })",
                                             {floats(f32, {}, {7})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{0, 1, 0, 1}), integers(results[0]));
  EXPECT_SAME((Numbers{7, 7, 7, 7}), results[1]);
}

static const char *kGather = R"(
  func.func @f(%table: tensor<?xi32>, %i: tensor<3xindex>) -> tensor<3xi32> {
    %0 = stax.pointwise ins(%i : tensor<3xindex>) -> tensor<3xi32> {
    ^bb0(%k: index):
      %v = tensor.extract %table[%k] : tensor<?xi32>
      stax.yield %v : i32
    }
    return %0 : tensor<3xi32>
  })";

TEST_F(Domains, IndirectReads) {
  ReferenceTensor table = ints(i32, {2}, {10, 20});
  EXPECT_EQ((Integers{20, 10, 20}),
            integers(run1(kGather, {table, ints(index, {3}, {1, 0, 1})})));
  EXPECT_EQ("run-time: reads element [-1] of a tensor of extents [2]",
            runError(kGather, {table, ints(index, {3}, {1, 0, -1})}));
}

// Softmax as a kernel: arguments and results are the operands' tensors.
TEST_F(Domains, KernelRunsItsNodes) {
  EXPECT_EQ((Integers{-1, 0, -4, 0}),
            integers(run1(R"(
    func.func @f(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
      %init = tensor.empty() : tensor<2x2xi32>
      %0 = stax.kernel space(par: [2], seq: [2]) ins(%x : tensor<2x2xi32>) outs(%init : tensor<2x2xi32>) {
      ^bb0(%a: tensor<2x2xi32>):
        %m = stax.reduce #stax.maxs dims [1] ins(%a : tensor<2x2xi32>) -> tensor<2xi32>
        %d = stax.pointwise ins(%a, %m[(i, j) -> (i)] : tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32> {
        ^bb0(%p: i32, %q: i32):
          %s = arith.subi %p, %q : i32
          stax.yield %s : i32
        }
        stax.yield %d : tensor<2x2xi32>
      } -> tensor<2x2xi32>
      return %0 : tensor<2x2xi32>
    })",
                          {ints(i32, {2, 2}, {1, 2, 3, 7})})));
}

TEST_F(Domains, CombineIsOneStep) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: f32, %y: f32, %i: i8, %j: i8) -> (f32, f32, i8) {
      %0 = stax.combine #stax.add tree(row) (%x) (%y) : f32
      %1 = stax.combine #stax.max (%x) (%y) : f32
      %2 = stax.combine #stax.minu (%i) (%j) : i8
      return %0, %1, %2 : f32, f32, i8
    })",
          {floats(f32, {}, {1.5}), floats(f32, {}, {-2}), ints(i8, {}, {-1}),
           ints(i8, {}, {3})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_SAME(Numbers{-0.5}, results[0]);
  EXPECT_SAME(Numbers{1.5}, results[1]);
  EXPECT_EQ(Integers{3}, integers(results[2]));
}

//===----------------------------------------------------------------------===//
// Linalg
//===----------------------------------------------------------------------===//

// A reduction that stays in linalg is serial: 2^24 swallows each 1 in turn,
// which the tree of a reduce would not.
TEST_F(Programs, LinalgReductionsAreSerial) {
  static const char *text = R"(
    func.func @f(%x: tensor<65xf32>, %init: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
      %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%x : tensor<65xf32>) outs(%init : tensor<f32>) {
      ^bb0(%a: f32, %s: f32):
        %t = arith.addf %s, %a : f32
        linalg.yield %t : f32
      } -> tensor<f32>
      %1 = stax.reduce #stax.add dims [0] ins(%x : tensor<65xf32>) -> tensor<f32>
      return %0, %1 : tensor<f32>, tensor<f32>
    })";
  Numbers values(65, 1.0);
  values[0] = 16777216;
  SmallVector<ReferenceTensor> results =
      run(text, {floats(f32, {65}, values), floats(f32, {}, {0})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_SAME(Numbers{16777216}, results[0]);
  EXPECT_SAME(Numbers{16777216 + 62}, results[1]);
}

TEST_F(Programs, Matmul) {
  EXPECT_SAME((Numbers{19, 22, 43, 50}),
              run1(R"(
    func.func @f(%a: tensor<2x2xf32>, %b: tensor<?x2xf32>) -> tensor<2x2xf32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<2x2xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
      %c = tensor.cast %a : tensor<2x2xf32> to tensor<2x?xf32>
      %0 = linalg.matmul ins(%c, %b : tensor<2x?xf32>, tensor<?x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    })",
                   {floats(f32, {2, 2}, {1, 2, 3, 4}),
                    floats(f32, {2, 2}, {5, 6, 7, 8})}));
}

TEST_F(Programs, LinalgIndexAndNamedOps) {
  EXPECT_EQ((Integers{0, 10, 10, 20}), integers(run1(R"(
    func.func @f() -> tensor<2x2xi32> {
      %empty = tensor.empty() : tensor<2x2xi32>
      %ten = arith.constant dense<10> : tensor<2x2xi32>
      %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        outs(%empty : tensor<2x2xi32>) {
      ^bb0(%o: i32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %s = arith.addi %i, %j : index
        %r = arith.index_cast %s : index to i32
        linalg.yield %r : i32
      } -> tensor<2x2xi32>
      %1 = linalg.mul ins(%0, %ten : tensor<2x2xi32>, tensor<2x2xi32>) outs(%empty : tensor<2x2xi32>) -> tensor<2x2xi32>
      %2 = linalg.transpose ins(%1 : tensor<2x2xi32>) outs(%empty : tensor<2x2xi32>) permutation = [1, 0]
      return %2 : tensor<2x2xi32>
    })")));
}

TEST_F(Programs, LinalgExtentsMustAgree) {
  EXPECT_EQ("run-time: expected input #1 to have extent 2 in dimension 0, but "
            "got 3",
            runError(R"(
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })",
                     {floats(f32, {2}, {1, 2}), floats(f32, {3}, {1, 2, 3})}));
}

// Programs as public JAX models have them: fill, serial sum over the middle
// dimension, division by a constant, printed through an unranked cast.
TEST_F(Programs, MeanIsPrinted) {
  run(R"(
    #map0 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
    #map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
    #map2 = affine_map<(d0, d1) -> (d0, d1)>
    func.func private @printMemrefF64(tensor<*xf64>)
    func.func private @callee(%arg0: tensor<10x16x3xf64>) -> tensor<10x3xf64> {
      %zero = arith.constant 0.0 : f64
      %0 = tensor.empty() : tensor<10x3xf64>
      %1 = linalg.fill ins(%zero : f64) outs(%0 : tensor<10x3xf64>) -> tensor<10x3xf64>
      %2 = linalg.generic {indexing_maps = [#map0, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<10x16x3xf64>) outs(%1 : tensor<10x3xf64>) {
      ^bb0(%a: f64, %b: f64):
        %5 = arith.addf %a, %b : f64
        linalg.yield %5 : f64
      } -> tensor<10x3xf64>
      %count = arith.constant dense<1.600000e+01> : tensor<10x3xf64>
      %3 = tensor.empty() : tensor<10x3xf64>
      %4 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%2, %count : tensor<10x3xf64>, tensor<10x3xf64>) outs(%3 : tensor<10x3xf64>) {
      ^bb0(%a: f64, %b: f64, %c: f64):
        %5 = arith.divf %a, %b : f64
        linalg.yield %5 : f64
      } -> tensor<10x3xf64>
      return %4 : tensor<10x3xf64>
    }
    func.func @f() {
      %0 = arith.constant dense<1.99> : tensor<10x16x3xf64>
      %1 = func.call @callee(%0) : (tensor<10x16x3xf64>) -> tensor<10x3xf64>
      %2 = tensor.cast %1 : tensor<10x3xf64> to tensor<*xf64>
      func.call @printMemrefF64(%2) : (tensor<*xf64>) -> ()
      return
    })");
  double sum = 0;
  for (int i = 0; i < 16; ++i)
    sum = 1.99 + sum;
  ASSERT_EQ(printed.size(), 1u);
  EXPECT_EQ(printed[0].first, "printMemrefF64");
  EXPECT_EQ(printed[0].second.getShape(), Shape({10, 3}));
  EXPECT_SAME(Numbers(30, sum / 16), printed[0].second);
}

//===----------------------------------------------------------------------===//
// Tensor operations
//===----------------------------------------------------------------------===//

TEST_F(Programs, Slices) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: tensor<3x4xi32>, %o: index) -> (tensor<2xi32>, tensor<3x4xi32>) {
      %0 = tensor.extract_slice %x[%o, 0] [1, 2] [1, 3] : tensor<3x4xi32> to tensor<2xi32>
      %1 = tensor.insert_slice %0 into %x[0, 1] [1, 2] [1, 1] : tensor<2xi32> into tensor<3x4xi32>
      return %0, %1 : tensor<2xi32>, tensor<3x4xi32>
    })",
          {ints(i32, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
           ints(index, {}, {2})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{8, 11}), integers(results[0]));
  EXPECT_EQ((Integers{0, 8, 11, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
            integers(results[1]));
}

TEST_F(Programs, SlicesOutsideAreErrors) {
  EXPECT_EQ("run-time: slice with offsets [3], sizes [2] and strides [1] is "
            "outside a tensor of extents [4]",
            runError(R"(
    func.func @f(%x: tensor<4xi32>, %o: index) -> tensor<2xi32> {
      %0 = tensor.extract_slice %x[%o] [2] [1] : tensor<4xi32> to tensor<2xi32>
      return %0 : tensor<2xi32>
    })",
                     {ints(i32, {4}, {0, 1, 2, 3}), ints(index, {}, {3})}));
}

TEST_F(Programs, Reshapes) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: tensor<2x?xi32>) -> (tensor<?xi32>, tensor<2x?x1xi32>, index) {
      %c1 = arith.constant 1 : index
      %n = tensor.dim %x, %c1 : tensor<2x?xi32>
      %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x?xi32> into tensor<?xi32>
      %1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, %n, 1] : tensor<2x?xi32> into tensor<2x?x1xi32>
      return %0, %1, %n : tensor<?xi32>, tensor<2x?x1xi32>, index
    })",
          {ints(i32, {2, 3}, {1, 2, 3, 4, 5, 6})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].getShape(), Shape({6}));
  EXPECT_EQ(results[1].getShape(), Shape({2, 3, 1}));
  EXPECT_EQ((Integers{1, 2, 3, 4, 5, 6}), integers(results[1]));
  EXPECT_EQ(Integers{3}, integers(results[2]));
}

TEST_F(Programs, NewTensors) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%a: f32, %b: f32, %n: index) -> (tensor<2xf32>, tensor<?xf32>, f32) {
      %c1 = arith.constant 1 : index
      %0 = tensor.from_elements %a, %b : tensor<2xf32>
      %1 = tensor.splat %b[%n] : tensor<?xf32>
      %2 = tensor.extract %0[%c1] : tensor<2xf32>
      return %0, %1, %2 : tensor<2xf32>, tensor<?xf32>, f32
    })",
          {floats(f32, {}, {1}), floats(f32, {}, {2}), ints(index, {}, {3})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_SAME((Numbers{1, 2}), results[0]);
  EXPECT_SAME((Numbers{2, 2, 2}), results[1]);
  EXPECT_SAME(Numbers{2}, results[2]);
}

TEST_F(Programs, CastsAreChecked) {
  EXPECT_EQ("run-time: casts a tensor of extents [3] to one of [2]",
            runError(R"(
    func.func @f(%x: tensor<?xf32>) -> tensor<2xf32> {
      %0 = tensor.cast %x : tensor<?xf32> to tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                     {floats(f32, {3}, {1, 2, 3})}));
}

TEST_F(Programs, NegativeExtentsAreErrors) {
  EXPECT_EQ("run-time: extent 0 of a tensor is -4",
            runError(R"(
    func.func @f(%n: index) -> tensor<?xf32> {
      %0 = tensor.empty(%n) : tensor<?xf32>
      return %0 : tensor<?xf32>
    })",
                     {ints(index, {}, {-4})}));
}

TEST_F(Programs, TensorsTooLargeAreErrors) {
  EXPECT_EQ("run-time: a tensor needs more than 68719476736 bytes",
            runError(R"(
    func.func @f(%n: index) -> tensor<?x?x?xf32> {
      %0 = tensor.empty(%n, %n, %n) : tensor<?x?x?xf32>
      return %0 : tensor<?x?x?xf32>
    })",
                     {ints(index, {}, {int64_t(1) << 40})}));
}

TEST_F(Programs, Constants) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f() -> (tensor<3xi1>, tensor<2xf16>, tensor<3xi8>, tensor<2xf32>) {
      %0 = arith.constant dense<[true, false, true]> : tensor<3xi1>
      %1 = arith.constant dense<1.5> : tensor<2xf16>
      %2 = arith.constant dense<[1, -2, 3]> : tensor<3xi8>
      %3 = arith.constant dense_resource<data> : tensor<2xf32>
      return %0, %1, %2, %3 : tensor<3xi1>, tensor<2xf16>, tensor<3xi8>, tensor<2xf32>
    }
    {-# dialect_resources: { builtin: { data: "0x040000000000803f00000040" } } #-}
    )");
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ((Integers{-1, 0, -1}), integers(results[0]));
  EXPECT_SAME((Numbers{1.5, 1.5}), results[1]);
  EXPECT_EQ((Integers{1, -2, 3}), integers(results[2]));
  EXPECT_SAME((Numbers{1, 2}), results[3]);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TEST_F(Programs, BadCalls) {
  const char *text = "func.func @f(%x: tensor<2xf32>) { return }";
  EXPECT_EQ("call: 'f' takes 1 arguments, but got 0", runError(text));
  EXPECT_EQ("call: expected argument #0 of 'f' to be tensor<2xf32>, but got "
            "3xf32",
            runError(text, {floats(f32, {3}, {1, 2, 3})}));
  EXPECT_EQ("call: expected argument #0 of 'f' to be tensor<2xf32>, but got "
            "2xf64",
            runError(text, {floats(f64, {2}, {1, 2})}));
  EXPECT_EQ("call: the module has no function 'f' with a body",
            runError("func.func private @f()"));
}

TEST_F(Programs, UnknownOperationsAreNamed) {
  EXPECT_EQ("unsupported: the reference interpreter does not support "
            "'tensor.bitcast'",
            runError(R"(
    func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
      %0 = tensor.bitcast %x : tensor<2xi32> to tensor<2xi32>
      return %0 : tensor<2xi32>
    })",
                     {ints(i32, {2}, {1, 2})}));
  EXPECT_EQ("unsupported: the reference interpreter does not support "
            "'func.func' with vector<2xi32> in its signature",
            runError(R"(
    func.func @f() -> vector<2xi32> {
      %0 = arith.constant dense<1> : vector<2xi32>
      return %0 : vector<2xi32>
    })"));
  EXPECT_EQ("unsupported: the reference interpreter cannot call 'g', which has "
            "no body",
            runError(R"(
    func.func private @g()
    func.func @f() {
      func.call @g() : () -> ()
      return
    })"));
}

TEST_F(Programs, UnboundedRecursionIsAnError) {
  EXPECT_EQ("run-time: more than 1000 calls are active", runError(R"(
    func.func @f() {
      func.call @f() : () -> ()
      return
    })"));
}

// A chain of calls and operations far deeper than any stack.
TEST_F(Programs, LongChains) {
  std::string text = "func.func @f(%x0: tensor<2xi64>) -> tensor<2xi64> { %c = "
                     "arith.constant dense<1> : tensor<2xi64>\n";
  constexpr int kLength = 16384;
  for (int i = 0; i < kLength; ++i)
    text += "%x" + std::to_string(i + 1) + " = arith.addi %x" +
            std::to_string(i) + ", %c : tensor<2xi64>\n";
  text += "return %x" + std::to_string(kLength) + " : tensor<2xi64> }";
  EXPECT_EQ((Integers{kLength, kLength + 7}),
            integers(run1(text, {ints(i64, {2}, {0, 7})})));
}
