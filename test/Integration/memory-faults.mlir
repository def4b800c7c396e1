// Public faults of memory planners, as small programs with their right values:
// each expects its own, and the interpreter's.

// RUN: stax-run %s --entry=all --check --options="memory=arena" --verify-each-stage | FileCheck %s
// RUN: stax-run %s --entry=all --check --options="memory=reuse" | FileCheck %s
// RUN: stax-run %s --entry=all --check --options="memory=pool-tree" | FileCheck %s
// RUN: stax-run %s --entry=all --check --options="memory=none" | FileCheck %s
// CHECK: check: ok

// Two reshapes of one tensor are multiplied; one of them is used again.
func.func @two_views_of_one() -> tensor<3x2xf32> {
  %x = arith.constant dense<[-1.0, 3.0, 0.5]> : tensor<3xf32>
  %y = arith.addf %x, %x : tensor<3xf32>
  %half = arith.constant dense<0.5> : tensor<3xf32>
  %t = arith.mulf %y, %half : tensor<3xf32>
  %a = tensor.expand_shape %t [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %b = tensor.expand_shape %t [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %m = arith.mulf %a, %b : tensor<3x1xf32>
  %r = tensor.concat dim(1) %m, %b : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  %expected = arith.constant dense<[[1.0, -1.0], [9.0, 3.0], [0.25, 0.5]]> : tensor<3x2xf32>
  "check.expect"(%r, %expected) {kind = "expect_eq_const"} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  return %r : tensor<3x2xf32>
}

// A small buffer that outlives larger ones must not lie across them.
func.func @small_beside_large() -> (tensor<8xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %s = tensor.extract_slice %x[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %k = arith.mulf %s, %two : tensor<2xf32>
  %a = arith.addf %x, %one : tensor<8xf32>
  %b = arith.mulf %a, %a : tensor<8xf32>
  %sum = stax.reduce #stax.add dims [0] ins(%k : tensor<2xf32>) -> tensor<f32>
  %y = stax.pointwise ins(%b, %sum[(i) -> ()] : tensor<8xf32>, tensor<f32>) -> tensor<8xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    stax.yield %r : f32
  }
  %z = arith.addf %k, %half : tensor<2xf32>
  %ey = arith.constant dense<[10.0, 15.0, 22.0, 31.0, 42.0, 55.0, 70.0, 87.0]> : tensor<8xf32>
  %ez = arith.constant dense<[2.5, 4.5]> : tensor<2xf32>
  "check.expect"(%y, %ey) {kind = "expect_eq_const"} : (tensor<8xf32>, tensor<8xf32>) -> ()
  "check.expect"(%z, %ez) {kind = "expect_eq_const"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %y, %z : tensor<8xf32>, tensor<2xf32>
}

// The exponentials of a softmax are needed once more after the quotient.
func.func @reused_after_local() -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf64>
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<2x3xf64>) -> tensor<2xf64>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %d = arith.subf %a, %b : f64
    %r = math.exp %d : f64
    stax.yield %r : f64
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<2x3xf64>) -> tensor<2xf64>
  %p = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %r = arith.divf %a, %b : f64
    stax.yield %r : f64
  }
  %q = arith.addf %p, %e : tensor<2x3xf64>
  %ep = arith.constant dense<[[0.09003057317038046, 0.24472847105479764, 0.6652409557748218], [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]]> : tensor<2x3xf64>
  %eq = arith.constant dense<[[0.22536585640699316, 0.61260791222624, 1.6652409557748218], [1.3333333333333333, 1.3333333333333333, 1.3333333333333333]]> : tensor<2x3xf64>
  "check.expect"(%p, %ep) {kind = "expect_almost_eq_const"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
  "check.expect"(%q, %eq) {kind = "expect_almost_eq_const"} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
  return %p, %q : tensor<2x3xf64>, tensor<2x3xf64>
}

// Independent statements in another order than their uses.
func.func @freed_before_reuse() -> (tensor<4xi32>, tensor<4xi32>) {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %three = arith.constant dense<3> : tensor<4xi32>
  %u = arith.addi %x, %three : tensor<4xi32>
  %t = arith.muli %x, %two : tensor<4xi32>
  %z = arith.subi %t, %u : tensor<4xi32>
  %v = arith.muli %u, %u : tensor<4xi32>
  %w = arith.addi %t, %v : tensor<4xi32>
  %ew = arith.constant dense<[18, 29, 42, 57]> : tensor<4xi32>
  %ez = arith.constant dense<[-2, -1, 0, 1]> : tensor<4xi32>
  "check.expect"(%w, %ew) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()
  "check.expect"(%z, %ez) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return %w, %z : tensor<4xi32>, tensor<4xi32>
}

// Two large temporaries that are each reduced at once.
func.func @two_large_temporaries() -> tensor<64xf32> {
  %a = arith.constant dense<0.0> : tensor<64xf32>
  %b = arith.constant dense<1.0> : tensor<64xf32>
  %p = stax.pointwise ins(%a[(i, j) -> (i)], %a[(i, j) -> (j)] : tensor<64xf32>, tensor<64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    %r = math.exp %m : f32
    stax.yield %r : f32
  }
  %sp = stax.reduce #stax.add dims [1] ins(%p : tensor<64x64xf32>) -> tensor<64xf32>
  %q = stax.pointwise ins(%b[(i, j) -> (i)], %a[(i, j) -> (j)] : tensor<64xf32>, tensor<64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    %r = math.exp %m : f32
    stax.yield %r : f32
  }
  %sq = stax.reduce #stax.add dims [1] ins(%q : tensor<64x64xf32>) -> tensor<64xf32>
  %y = arith.addf %sp, %sq : tensor<64xf32>
  %expected = arith.constant dense<128.0> : tensor<64xf32>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<64xf32>, tensor<64xf32>) -> ()
  return %y : tensor<64xf32>
}

// Temporaries without elements in a program that has others.
func.func @empty_temporaries() -> (tensor<i32>, tensor<2xi32>) {
  %x = tensor.empty() : tensor<0xi32>
  %y = arith.constant dense<[7, 8]> : tensor<2xi32>
  %three = arith.constant dense<3> : tensor<0xi32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<0xi32>) -> tensor<i32>
  %t = arith.muli %x, %three : tensor<0xi32>
  %v = stax.pointwise ins(%y, %s[(i) -> ()] : tensor<2xi32>, tensor<i32>) -> tensor<2xi32> {
  ^bb0(%p: i32, %q: i32):
    %r = arith.addi %p, %q : i32
    stax.yield %r : i32
  }
  %z = tensor.concat dim(0) %t, %v : (tensor<0xi32>, tensor<2xi32>) -> tensor<2xi32>
  %ez = arith.constant dense<[7, 8]> : tensor<2xi32>
  %es = arith.constant dense<0> : tensor<i32>
  "check.expect"(%z, %ez) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()
  "check.expect"(%s, %es) {kind = "expect_eq_const"} : (tensor<i32>, tensor<i32>) -> ()
  return %s, %z : tensor<i32>, tensor<2xi32>
}

// A value plus its transpose.
func.func @over_transpose() -> tensor<3x3xi32> {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 10]]> : tensor<3x3xi32>
  %zero = arith.constant dense<0> : tensor<3x3xi32>
  %t = arith.addi %x, %zero : tensor<3x3xi32>
  %y = stax.pointwise ins(%t, %t[(i, j) -> (j, i)] : tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32
    stax.yield %r : i32
  }
  %expected = arith.constant dense<[[2, 6, 10], [6, 10, 14], [10, 14, 20]]> : tensor<3x3xi32>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  return %y : tensor<3x3xi32>
}

// A view at an offset of 12 bytes.
func.func @unaligned_view() -> (tensor<8xf32>, tensor<f32>) {
  %x = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]> : tensor<11xf32>
  %one = arith.constant dense<1.0> : tensor<11xf32>
  %t = arith.addf %x, %one : tensor<11xf32>
  %u = tensor.extract_slice %t[3] [8] [1] : tensor<11xf32> to tensor<8xf32>
  %y = arith.mulf %u, %u : tensor<8xf32>
  %v = tensor.extract_slice %u[1] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %z = stax.reduce #stax.add dims [0] ins(%v : tensor<7xf32>) -> tensor<f32>
  %ey = arith.constant dense<[16.0, 25.0, 36.0, 49.0, 64.0, 81.0, 100.0, 121.0]> : tensor<8xf32>
  %ez = arith.constant dense<56.0> : tensor<f32>
  "check.expect"(%y, %ey) {kind = "expect_eq_const"} : (tensor<8xf32>, tensor<8xf32>) -> ()
  "check.expect"(%z, %ez) {kind = "expect_eq_const"} : (tensor<f32>, tensor<f32>) -> ()
  return %y, %z : tensor<8xf32>, tensor<f32>
}

// Buffers of other types where larger ones were.
func.func @other_types() -> (tensor<5xi64>, tensor<5xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = arith.constant dense<2.0> : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %five = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %a = arith.mulf %x, %two : tensor<3xf32>
  %b = arith.addf %a, %one : tensor<3xf32>
  %sb = stax.reduce #stax.add dims [0] ins(%b : tensor<3xf32>) -> tensor<f32>
  %s = arith.fptosi %sb : tensor<f32> to tensor<i64>
  %k = stax.pointwise ins(%five, %s[(i) -> ()] : tensor<5xi64>, tensor<i64>) -> tensor<5xi64> {
  ^bb0(%p: i64, %q: i64):
    %r = arith.muli %p, %q : i64
    stax.yield %r : i64
  }
  %h = arith.trunci %k : tensor<5xi64> to tensor<5xi16>
  %f = arith.sitofp %h : tensor<5xi16> to tensor<5xf32>
  %sx = stax.reduce #stax.add dims [0] ins(%x : tensor<3xf32>) -> tensor<f32>
  %y = stax.pointwise ins(%f, %sx[(i) -> ()] : tensor<5xf32>, tensor<f32>) -> tensor<5xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    stax.yield %r : f32
  }
  %ek = arith.constant dense<[0, 15, 30, 45, 60]> : tensor<5xi64>
  %ey = arith.constant dense<[6.0, 21.0, 36.0, 51.0, 66.0]> : tensor<5xf32>
  "check.expect"(%k, %ek) {kind = "expect_eq_const"} : (tensor<5xi64>, tensor<5xi64>) -> ()
  "check.expect"(%y, %ey) {kind = "expect_eq_const"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return %k, %y : tensor<5xi64>, tensor<5xf32>
}

// The result is written over an operand of an earlier statement.
func.func @over_operand() -> tensor<3xi64> {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi64>
  %b = arith.constant dense<[10, 20, 30]> : tensor<3xi64>
  %two = arith.constant dense<2> : tensor<3xi64>
  %buffer = memref.alloc() : memref<3xi64>
  bufferization.materialize_in_destination %a in writable %buffer : (tensor<3xi64>, memref<3xi64>) -> ()
  %old = bufferization.to_tensor %buffer restrict : memref<3xi64> to tensor<3xi64>
  %t = arith.muli %b, %two : tensor<3xi64>
  %new = arith.addi %old, %t : tensor<3xi64>
  bufferization.materialize_in_destination %new in writable %buffer : (tensor<3xi64>, memref<3xi64>) -> ()
  %r = bufferization.to_tensor %buffer restrict : memref<3xi64> to tensor<3xi64>
  %expected = arith.constant dense<[21, 42, 63]> : tensor<3xi64>
  "check.expect"(%r, %expected) {kind = "expect_eq_const"} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return %r : tensor<3xi64>
}
