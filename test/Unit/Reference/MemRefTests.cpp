//===- MemRefTests.cpp - Memory, and tensors made of it -------------------===//
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
using MemRefs = ReferenceTest;
using Bufferization = ReferenceTest;
} // namespace

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static const char *kSwap = R"(
  func.func @f(%m: memref<?xi32>, %i: index, %j: index) {
    %a = memref.load %m[%i] : memref<?xi32>
    %b = memref.load %m[%j] : memref<?xi32>
    memref.store %b, %m[%i] : memref<?xi32>
    memref.store %a, %m[%j] : memref<?xi32>
    return
  })";

TEST_F(MemRefs, ArgumentsArePassedByReference) {
  EXPECT_EQ((Integers{3, 2, 1}),
            integers(runInPlace(kSwap,
                                {ints(i32, {3}, {1, 2, 3}),
                                 ints(index, {}, {0}), ints(index, {}, {2})})));
}

TEST_F(MemRefs, IndicesMustBeInside) {
  EXPECT_EQ("run-time: writes element [3] of a memref of extents [3]",
            runError(kSwap, {ints(i32, {3}, {1, 2, 3}), ints(index, {}, {0}),
                             ints(index, {}, {3})}));
  EXPECT_EQ("run-time: reads element [-1] of a memref of extents [2]",
            runError(R"(
    func.func @f(%m: memref<2xi32>, %i: index) -> i32 {
      %a = memref.load %m[%i] : memref<2xi32>
      return %a : i32
    })",
                     {ints(i32, {2}, {1, 2}), ints(index, {}, {-1})}));
}

// An error that is stored is one if it is in memory in the end.
TEST_F(MemRefs, ErrorsInMemory) {
  static const char *text = R"(
    func.func @f(%m: memref<i32>, %x: i32, %y: i32) {
      %q = arith.divsi %x, %y : i32
      memref.store %q, %m[] : memref<i32>
      %c = arith.cmpi slt, %x, %y : i32
      scf.if %c {
        memref.store %x, %m[] : memref<i32>
      }
      return
    })";
  EXPECT_EQ("run-time: division by zero: 1 / 0",
            runError(text, {ints(i32, {}, {0}), ints(i32, {}, {1}),
                            ints(i32, {}, {0})}));
  EXPECT_EQ(Integers{-1},
            integers(runInPlace(text, {ints(i32, {}, {0}), ints(i32, {}, {-1}),
                                       ints(i32, {}, {0})})));
}

TEST_F(MemRefs, FunctionsShareMemory) {
  EXPECT_EQ((Integers{5, 6}), integers(runInPlace(R"(
    func.func private @set(%m: memref<2xi32>, %i: index, %v: i32) -> memref<2xi32> {
      memref.store %v, %m[%i] : memref<2xi32>
      return %m : memref<2xi32>
    }
    func.func @f(%m: memref<2xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %five = arith.constant 5 : i32
      %six = arith.constant 6 : i32
      %n = func.call @set(%m, %c0, %five) : (memref<2xi32>, index, i32) -> memref<2xi32>
      memref.store %six, %n[%c1] : memref<2xi32>
      return
    })",
                                                  {ints(i32, {2}, {0, 0})})));
}

// Each call has a buffer of its own; what a function returns outlives it.
TEST_F(MemRefs, AllocAndReturn) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%n: index) -> (memref<?x2xf32>, index, index) {
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7.0 : f32
      %s = memref.alloca() : memref<f32>
      memref.store %c7, %s[] : memref<f32>
      %v = memref.load %s[] : memref<f32>
      %m = memref.alloc(%n) : memref<?x2xf32>
      memref.store %v, %m[%c1, %c1] : memref<?x2xf32>
      %c0 = arith.constant 0 : index
      %d = memref.dim %m, %c0 : memref<?x2xf32>
      %u = memref.cast %m : memref<?x2xf32> to memref<*xf32>
      %r = memref.rank %u : memref<*xf32>
      return %m, %d, %r : memref<?x2xf32>, index, index
    })",
                                             {ints(index, {}, {2})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_SAME((Numbers{0, 0, 0, 7}), results[0]);
  EXPECT_EQ(Integers{2}, integers(results[1]));
  EXPECT_EQ(Integers{2}, integers(results[2]));
}

TEST_F(MemRefs, GlobalsKeepTheirElements) {
  EXPECT_EQ((Integers{4, 5, 7}), integers(run1(R"(
    memref.global "private" @g : memref<3xi32> = dense<[4, 5, 6]>
    func.func private @increment() {
      %c2 = arith.constant 2 : index
      %one = arith.constant 1 : i32
      %m = memref.get_global @g : memref<3xi32>
      %a = memref.load %m[%c2] : memref<3xi32>
      %b = arith.addi %a, %one : i32
      memref.store %b, %m[%c2] : memref<3xi32>
      return
    }
    func.func @f() -> memref<3xi32> {
      func.call @increment() : () -> ()
      %m = memref.get_global @g : memref<3xi32>
      return %m : memref<3xi32>
    })")));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

TEST_F(MemRefs, SubViewsWriteThrough) {
  EXPECT_EQ((Integers{0, 1, 2, 3, 4, 3, 6, 7, 8, 9, 6, 11}),
            integers(runInPlace(
                R"(
    func.func @f(%m: memref<3x4xi32>) {
      %s = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<3x4xi32> to memref<2x2xi32, strided<[4, 1], offset: 5>>
      %d = memref.subview %s[0, 0] [2, 1] [1, 1] : memref<2x2xi32, strided<[4, 1], offset: 5>> to memref<2xi32, strided<[4], offset: 5>>
      %r = memref.subview %m[0, 3] [2, 1] [1, 1] : memref<3x4xi32> to memref<2xi32, strided<[4], offset: 3>>
      %c0 = arith.constant 0 : index
      %a = memref.load %r[%c0] : memref<2xi32, strided<[4], offset: 3>>
      memref.store %a, %d[%c0] : memref<2xi32, strided<[4], offset: 5>>
      %t = memref.subview %m[0, 2] [2, 1] [1, 1] : memref<3x4xi32> to memref<2x1xi32, strided<[4, 1], offset: 2>>
      %u = memref.subview %m[1, 2] [2, 1] [1, 1] : memref<3x4xi32> to memref<2x1xi32, strided<[4, 1], offset: 6>>
      %old = memref.alloc() : memref<2x1xi32>
      memref.copy %u, %old : memref<2x1xi32, strided<[4, 1], offset: 6>> to memref<2x1xi32>
      memref.copy %old, %u : memref<2x1xi32> to memref<2x1xi32, strided<[4, 1], offset: 6>>
      %w = memref.subview %m[2, 2] [1, 1] [1, 1] : memref<3x4xi32> to memref<1x1xi32, strided<[4, 1], offset: 10>>
      %x = memref.subview %m[1, 2] [1, 1] [1, 1] : memref<3x4xi32> to memref<1x1xi32, strided<[4, 1], offset: 6>>
      memref.copy %x, %w : memref<1x1xi32, strided<[4, 1], offset: 6>> to memref<1x1xi32, strided<[4, 1], offset: 10>>
      return
    })",
                {ints(i32, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})})));
}

TEST_F(MemRefs, SubViewsMustBeInside) {
  EXPECT_EQ("run-time: slice with offsets [2], sizes [3] and strides [1] is "
            "outside a memref of extents [4]",
            runError(R"(
    func.func @f(%m: memref<4xi32>, %i: index) -> i32 {
      %c0 = arith.constant 0 : index
      %s = memref.subview %m[%i] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: ?>>
      %a = memref.load %s[%c0] : memref<3xi32, strided<[1], offset: ?>>
      return %a : i32
    })",
                     {ints(i32, {4}, {1, 2, 3, 4}), ints(index, {}, {2})}));
}

TEST_F(MemRefs, ReshapesAndTransposesAreViews) {
  EXPECT_EQ((Integers{0, 1, 2, 30, 4, 50}),
            integers(runInPlace(R"(
    func.func @f(%m: memref<6xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %e = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<6xi32> into memref<2x3xi32>
      %v30 = arith.constant 30 : i32
      memref.store %v30, %e[%c1, %c0] : memref<2x3xi32>
      %t = memref.transpose %e (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
      %v50 = arith.constant 50 : i32
      memref.store %v50, %t[%c2, %c1] : memref<3x2xi32, strided<[1, 3]>>
      %k = memref.collapse_shape %e [[0, 1]] : memref<2x3xi32> into memref<6xi32>
      %a = memref.load %k[%c1] : memref<6xi32>
      memref.store %a, %k[%c1] : memref<6xi32>
      return
    })",
                                {ints(i32, {6}, {0, 1, 2, 3, 4, 5})})));
}

TEST_F(MemRefs, ReinterpretCasts) {
  static const char *text = R"(
    func.func @f(%m: memref<6xi32>, %o: index) -> memref<2x2xi32, strided<[3, 1], offset: ?>> {
      %v = memref.reinterpret_cast %m to offset: [%o], sizes: [2, 2], strides: [3, 1] : memref<6xi32> to memref<2x2xi32, strided<[3, 1], offset: ?>>
      return %v : memref<2x2xi32, strided<[3, 1], offset: ?>>
    })";
  ReferenceTensor memory = ints(i32, {6}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ((Integers{1, 2, 4, 5}),
            integers(run1(text, {memory, ints(index, {}, {1})})));
  EXPECT_EQ("run-time: a view of offset 2, sizes [2, 2] and strides [3, 1] is "
            "outside a buffer of 6 elements",
            runError(text, {memory, ints(index, {}, {2})}));
}

TEST_F(MemRefs, LinalgOnMemory) {
  EXPECT_SAME((Numbers{3, 3, 7, 7}),
              runInPlace(R"(
    func.func @f(%c: memref<2x2xf32>, %a: memref<2x2xf32>) {
      %one = arith.constant 1.0 : f32
      %zero = arith.constant 0.0 : f32
      %b = memref.alloc() : memref<2x2xf32>
      linalg.fill ins(%one : f32) outs(%b : memref<2x2xf32>)
      linalg.fill ins(%zero : f32) outs(%c : memref<2x2xf32>)
      linalg.matmul ins(%a, %b : memref<2x2xf32>, memref<2x2xf32>) outs(%c : memref<2x2xf32>)
      memref.dealloc %b : memref<2x2xf32>
      return
    })",
                         {floats(f32, {2, 2}, {9, 9, 9, 9}),
                          floats(f32, {2, 2}, {1, 2, 3, 4})}));
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

// A tensor is a snapshot: writes that follow do not change it.
TEST_F(Bufferization, SnapshotsAtTheirPlace) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%m: memref<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
      %c0 = arith.constant 0 : index
      %nine = arith.constant 9 : i32
      %a = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
      memref.store %nine, %m[%c0] : memref<2xi32>
      %b = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
      return %a, %b : tensor<2xi32>, tensor<2xi32>
    })",
                                             {ints(i32, {2}, {1, 2})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{1, 2}), integers(results[0]));
  EXPECT_EQ((Integers{9, 2}), integers(results[1]));
}

// m[1:5] = m[0:4] + m[1:5] reads the old elements.
TEST_F(Bufferization, OverlappingUpdate) {
  EXPECT_EQ((Integers{1, 3, 5, 7, 9}),
            integers(runInPlace(R"(
    func.func @f(%m: memref<5xi32>) {
      %s = memref.subview %m[0] [4] [1] : memref<5xi32> to memref<4xi32, strided<[1]>>
      %d = memref.subview %m[1] [4] [1] : memref<5xi32> to memref<4xi32, strided<[1], offset: 1>>
      %a = bufferization.to_tensor %s restrict : memref<4xi32, strided<[1]>> to tensor<4xi32>
      %b = bufferization.to_tensor %d restrict : memref<4xi32, strided<[1], offset: 1>> to tensor<4xi32>
      %c = arith.addi %a, %b : tensor<4xi32>
      bufferization.materialize_in_destination %c in restrict writable %d : (tensor<4xi32>, memref<4xi32, strided<[1], offset: 1>>) -> ()
      return
    })",
                                {ints(i32, {5}, {1, 2, 3, 4, 5})})));
}

TEST_F(Bufferization, BuffersOfTensorsAreNew) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%t: tensor<2xi32>) -> (tensor<2xi32>, memref<2xi32>) {
      %c0 = arith.constant 0 : index
      %nine = arith.constant 9 : i32
      %m = bufferization.to_buffer %t : tensor<2xi32> to memref<2xi32>
      %n = bufferization.clone %m : memref<2xi32> to memref<2xi32>
      memref.store %nine, %n[%c0] : memref<2xi32>
      return %t, %n : tensor<2xi32>, memref<2xi32>
    })",
                                             {ints(i32, {2}, {1, 2})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{1, 2}), integers(results[0]));
  EXPECT_EQ((Integers{9, 2}), integers(results[1]));
}

TEST_F(Bufferization, AllocTensorAndDestinations) {
  EXPECT_EQ((Integers{1, 2}), integers(run1(R"(
    func.func @f(%t: tensor<2xi32>) -> tensor<2xi32> {
      %a = bufferization.alloc_tensor() : tensor<2xi32>
      %b = bufferization.alloc_tensor() copy(%a) : tensor<2xi32>
      %c = bufferization.materialize_in_destination %t in %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      return %c : tensor<2xi32>
    })",
                                            {ints(i32, {2}, {1, 2})})));
}
