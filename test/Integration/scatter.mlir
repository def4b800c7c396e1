// Updates at computed indices give the same bits as the interpreter for every
// number of threads, in every element type, static and dynamic.

// DEFINE: %{threads} = 1
// DEFINE: %{all} = stax-run %s --entry=all --check --threads=%{threads}
// RUN: %{all} | FileCheck %s --check-prefix=OK
// REDEFINE: %{threads} = 2
// RUN: %{all} | FileCheck %s --check-prefix=OK
// REDEFINE: %{threads} = 3
// RUN: %{all} | FileCheck %s --check-prefix=OK
// OK: check: ok

// RUN: stax-run %stax_source/examples/scatter.mlir --check --threads=3 | FileCheck %s --check-prefix=OK
// RUN: stax-run %stax_source/examples/gather.mlir --check --threads=3 | FileCheck %s --check-prefix=OK

// The last of equal indices stays, and what nothing writes.
func.func @set_keeps_the_last() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %i = arith.constant dense<[2, 0, 2, 2]> : tensor<4xindex>
  %d = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %0 = stax.scatter set ins(%x, %i : tensor<4xf32>, tensor<4xindex>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %e = arith.constant dense<[2.0, 20.0, 4.0, 40.0]> : tensor<4xf32>
  "check.expect"(%0, %e) {kind = "expect_eq_const"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// Floats are added one by one in the order of the points.
func.func @add_in_order() {
  %x = arith.constant dense<[1.0, 1.0, 0x4C000000]> : tensor<3xf32>
  %i = arith.constant dense<1> : tensor<3xindex>
  %d = arith.constant dense<[-0.0, 0x4B800000]> : tensor<2xf32>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<3xf32>, tensor<3xindex>) outs(%d : tensor<2xf32>) -> tensor<2xf32>
  %e = arith.constant dense<[-0.0, 0x4C400000]> : tensor<2xf32>
  "check.expect"(%0, %e) {kind = "expect_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// Every element type, rounded to the destination at each step.
func.func @short_floats() {
  %x = arith.constant dense<[1.0, 1.0, 3.0]> : tensor<3xf16>
  %y = arith.constant dense<[1.0, 1.0, 3.0]> : tensor<3xbf16>
  %i = arith.constant dense<[0, 0, 1]> : tensor<3xindex>
  %d = arith.constant dense<[2048.0, 1.0]> : tensor<2xf16>
  %w = arith.constant dense<[2048.0, 1.0]> : tensor<2xf32>
  %b = arith.constant dense<[256.0, 1.0]> : tensor<2xbf16>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<3xf16>, tensor<3xindex>) outs(%d : tensor<2xf16>) -> tensor<2xf16>
  %1 = stax.scatter #stax.add ins(%x, %i : tensor<3xf16>, tensor<3xindex>) outs(%w : tensor<2xf32>) -> tensor<2xf32>
  %2 = stax.scatter #stax.add ins(%y, %i : tensor<3xbf16>, tensor<3xindex>) outs(%b : tensor<2xbf16>) -> tensor<2xbf16>
  %3 = stax.scatter #stax.max ins(%y, %i : tensor<3xbf16>, tensor<3xindex>) outs(%b : tensor<2xbf16>) -> tensor<2xbf16>
  %e0 = arith.constant dense<[2048.0, 4.0]> : tensor<2xf16>
  %e1 = arith.constant dense<[2050.0, 4.0]> : tensor<2xf32>
  %e2 = arith.constant dense<[256.0, 4.0]> : tensor<2xbf16>
  %e3 = arith.constant dense<[256.0, 3.0]> : tensor<2xbf16>
  "check.expect"(%0, %e0) {kind = "expect_eq_const"} : (tensor<2xf16>, tensor<2xf16>) -> ()
  "check.expect"(%1, %e1) {kind = "expect_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  "check.expect"(%2, %e2) {kind = "expect_eq_const"} : (tensor<2xbf16>, tensor<2xbf16>) -> ()
  "check.expect"(%3, %e3) {kind = "expect_eq_const"} : (tensor<2xbf16>, tensor<2xbf16>) -> ()
  return
}

func.func @integers() {
  %x = arith.constant dense<[100, -3, 100]> : tensor<3xi8>
  %y = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %z = arith.constant dense<[5, 6, 7]> : tensor<3xindex>
  %i = arith.constant dense<[1, 3, 1]> : tensor<3xindex>
  %d = arith.constant dense<[0, 0, 5, 7]> : tensor<4xi8>
  %f = arith.constant dense<[false, false, true, true]> : tensor<4xi1>
  %g = arith.constant dense<[1, 2, 3, 4]> : tensor<4xindex>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<3xi8>, tensor<3xindex>) outs(%d : tensor<4xi8>) -> tensor<4xi8>
  %1 = stax.scatter #stax.maxu ins(%x, %i : tensor<3xi8>, tensor<3xindex>) outs(%d : tensor<4xi8>) -> tensor<4xi8>
  %2 = stax.scatter #stax.xor ins(%y, %i : tensor<3xi1>, tensor<3xindex>) outs(%f : tensor<4xi1>) -> tensor<4xi1>
  %3 = stax.scatter #stax.mul ins(%z, %i : tensor<3xindex>, tensor<3xindex>) outs(%g : tensor<4xindex>) -> tensor<4xindex>
  %e0 = arith.constant dense<[0, -56, 5, 4]> : tensor<4xi8>
  %e1 = arith.constant dense<[0, 100, 5, -3]> : tensor<4xi8>
  %e2 = arith.constant dense<[false, false, true, true]> : tensor<4xi1>
  %e3 = arith.constant dense<[1, 70, 3, 24]> : tensor<4xindex>
  "check.expect"(%0, %e0) {kind = "expect_eq_const"} : (tensor<4xi8>, tensor<4xi8>) -> ()
  "check.expect"(%1, %e1) {kind = "expect_eq_const"} : (tensor<4xi8>, tensor<4xi8>) -> ()
  "check.expect"(%2, %e2) {kind = "expect_eq_const"} : (tensor<4xi1>, tensor<4xi1>) -> ()
  "check.expect"(%3, %e3) {kind = "expect_eq_const"} : (tensor<4xindex>, tensor<4xindex>) -> ()
  return
}

// A tuple; of equal extremes the smaller index stays.
func.func @tuples() {
  %x = arith.constant dense<[5.0, 5.0, 2.0]> : tensor<3xf32>
  %at = arith.constant dense<[9, 4, 7]> : tensor<3xi64>
  %i = arith.constant dense<[0, 0, 1]> : tensor<3xindex>
  %d = arith.constant dense<[5.0, 3.0]> : tensor<2xf32>
  %e = arith.constant dense<[6, 1]> : tensor<2xi64>
  %0:2 = stax.scatter #stax.argmax ins(%x, %at, %i : tensor<3xf32>, tensor<3xi64>, tensor<3xindex>)
      outs(%d, %e : tensor<2xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<2xi64>)
  %f = arith.constant dense<[4, 1]> : tensor<2xi64>
  "check.expect"(%0#0, %d) {kind = "expect_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  "check.expect"(%0#1, %f) {kind = "expect_eq_const"} : (tensor<2xi64>, tensor<2xi64>) -> ()
  return
}

// A destination that is used again keeps its elements, one that is the source
// is read as it was.
func.func @uses_after_the_update() {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = arith.constant dense<[3, 2, 1, 0]> : tensor<4xindex>
  %y = arith.addi %x, %x : tensor<4xi32>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<4xi32>, tensor<4xindex>) outs(%y : tensor<4xi32>) -> tensor<4xi32>
  %1 = stax.scatter set ins(%y, %i : tensor<4xi32>, tensor<4xindex>) outs(%y : tensor<4xi32>) -> tensor<4xi32>
  %2 = stax.scatter #stax.mul ins(%x, %i : tensor<4xi32>, tensor<4xindex>) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
  %e1 = arith.constant dense<[8, 6, 4, 2]> : tensor<4xi32>
  %e2 = arith.constant dense<[24, 21, 16, 9]> : tensor<4xi32>
  "check.expect"(%1, %e1) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()
  "check.expect"(%2, %e2) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// In a branch and a loop, where upstream's analysis chooses buffers.
func.func @control_flow() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %i = arith.constant dense<[1, 1]> : tensor<2xindex>
  %d = arith.constant dense<0> : tensor<2xi32>
  %0 = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %d) -> tensor<2xi32> {
    %1 = stax.scatter #stax.add ins(%x, %i : tensor<2xi32>, tensor<2xindex>) outs(%acc : tensor<2xi32>) -> tensor<2xi32>
    scf.yield %1 : tensor<2xi32>
  }
  %e = arith.constant dense<[0, 9]> : tensor<2xi32>
  "check.expect"(%0, %e) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// Nothing is scattered, into something and into nothing; one point into a
// tensor without dimensions.
func.func @empty() {
  %x = arith.constant dense<> : tensor<0xf32>
  %i = arith.constant dense<> : tensor<0xindex>
  %d = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = arith.constant dense<> : tensor<0xf32>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<0xf32>, tensor<0xindex>) outs(%d : tensor<2xf32>) -> tensor<2xf32>
  %1 = stax.scatter set ins(%x, %i : tensor<0xf32>, tensor<0xindex>) outs(%n : tensor<0xf32>) -> tensor<0xf32>
  %s = arith.constant dense<3.0> : tensor<f32>
  %2 = stax.scatter #stax.add ins(%s : tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
  %e = arith.constant dense<6.0> : tensor<f32>
  "check.expect"(%0, %d) {kind = "expect_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  "check.expect"(%1, %n) {kind = "expect_eq_const"} : (tensor<0xf32>, tensor<0xf32>) -> ()
  "check.expect"(%2, %e) {kind = "expect_eq_const"} : (tensor<f32>, tensor<f32>) -> ()
  return
}

// tensor.scatter, with and without the indexed dimensions in the source.
func.func @imported() {
  %x = arith.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %y = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %d = arith.constant dense<0> : tensor<3x2xi32>
  %0 = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<2x1x2xi32>, tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<3x2xi32>
  %1 = tensor.scatter %y into %d[%i] scatter_dims([0]) unique : (tensor<2x2xi32>, tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<3x2xi32>
  %e = arith.constant dense<[[3, 4], [0, 0], [1, 2]]> : tensor<3x2xi32>
  "check.expect"(%0, %e) {kind = "expect_eq_const"} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  "check.expect"(%1, %e) {kind = "expect_eq_const"} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}

func.func @imported_from_tosa() {
  %d = arith.constant dense<0> : tensor<1x3x2xi32>
  %i = arith.constant dense<[[2, 0]]> : tensor<1x2xi32>
  %x = arith.constant dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi32>
  %0 = tosa.scatter %d, %i, %x : (tensor<1x3x2xi32>, tensor<1x2xi32>, tensor<1x2x2xi32>) -> tensor<1x3x2xi32>
  %e = arith.constant dense<[[[3, 4], [0, 0], [1, 2]]]> : tensor<1x3x2xi32>
  "check.expect"(%0, %e) {kind = "expect_eq_const"} : (tensor<1x3x2xi32>, tensor<1x3x2xi32>) -> ()
  return
}
