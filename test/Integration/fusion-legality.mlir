// Programs that other compilers fused wrongly, with results from their
// definitions, under every setting of fusion.

// DEFINE: %{check} = stax-run %s --check --entry=all
// RUN: %{check} --options=fuse=none
// RUN: %{check} --options=fuse=greedy-textbook
// RUN: %{check} --options=fuse=gain --verify-each-stage
// RUN: %{check} --options=fuse=exact

// A producer reads one fixed element that the consumer overwrites.
func.func @fixed_element() {
  %a = arith.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf64>
  %c = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  %s = stax.pointwise ins(%c, %a[(i) -> (1)] : tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %y: f64):
    %r = arith.mulf %x, %y : f64
    stax.yield %r : f64
  }
  %b = stax.pointwise ins(%a, %s : tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %y: f64):
    %i = stax.index 0
    %zero = arith.constant 0 : index
    %first = arith.cmpi eq, %i, %zero : index
    %r = arith.select %first, %x, %y : f64
    stax.yield %r : f64
  }
  %expected = arith.constant dense<[2.0, 30.0, 300.0, 3000.0]> : tensor<4xf64>
  "check.expect"(%b, %expected) {kind = "expect_eq_const"} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// Each element is divided by the maximum of all, not of those before it.
func.func @divide_by_maximum() {
  %a = arith.constant dense<[4.0, -2.0, 8.0, 2.0]> : tensor<4xf64>
  %m = stax.reduce #stax.max dims [0] ins(%a : tensor<4xf64>) -> tensor<f64>
  %y = stax.pointwise ins(%a, %m[(i) -> ()] : tensor<4xf64>, tensor<f64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %z: f64):
    %r = arith.divf %x, %z : f64
    stax.yield %r : f64
  }
  %expected = arith.constant dense<[0.5, -0.25, 1.0, 0.25]> : tensor<4xf64>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}

// The second loop reads the left neighbour of what the first one writes.
func.func @left_neighbour() {
  %x = arith.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  %c = stax.pointwise ins(%x : tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%a: i64):
    %b = arith.muli %a, %a : i64
    %r = arith.muli %b, %a : i64
    stax.yield %r : i64
  }
  %zero = arith.constant 0 : index
  %d = stax.pointwise domain [5] ins(%c[(i)[s0] -> (i + 1)], %c[(i)[s0] -> (i + s0)] : tensor<6xi64>, tensor<6xi64>) symbols(%zero) -> tensor<5xi64> {
  ^bb0(%a: i64, %b: i64):
    %r = arith.subi %a, %b : i64
    stax.yield %r : i64
  }
  %expected = arith.constant dense<[1, 7, 19, 37, 61]> : tensor<5xi64>
  "check.expect"(%d, %expected) {kind = "expect_eq_const"} : (tensor<5xi64>, tensor<5xi64>) -> ()
  return
}

// A producer with several consumers, one of them a sum that the others need.
func.func @sum_between() {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = arith.constant 2.0 : f32
  %y = stax.pointwise ins(%x : tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %two : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%y : tensor<3xf32>) -> tensor<f32>
  %z = stax.pointwise ins(%y, %s[(i) -> ()] : tensor<3xf32>, tensor<f32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %w = stax.pointwise ins(%z, %y : tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %expected = arith.constant dense<[28.0, 64.0, 108.0]> : tensor<3xf32>
  "check.expect"(%w, %expected) {kind = "expect_eq_const"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %doubled = arith.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  "check.expect"(%y, %doubled) {kind = "expect_eq_const"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// Two reductions over one input keep their own accumulators.
func.func @sum_and_maximum() {
  %x = arith.constant dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]]> : tensor<2x10xi32>
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<2x10xi32>) -> tensor<2xi32>
  %m = stax.reduce #stax.maxs dims [1] ins(%x : tensor<2x10xi32>) -> tensor<2xi32>
  %sums = arith.constant dense<[55, 155]> : tensor<2xi32>
  %maxima = arith.constant dense<[10, 20]> : tensor<2xi32>
  "check.expect"(%s, %sums) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()
  "check.expect"(%m, %maxima) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// The second loop reads the first and the last element of what the first one
// writes.
func.func @both_ends() {
  %x = arith.constant dense<[3, 1, 4, 1, 5, 9]> : tensor<6xi64>
  %two = arith.constant 2 : i64
  %a = stax.pointwise ins(%x : tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%v: i64):
    %r = arith.muli %v, %two : i64
    stax.yield %r : i64
  }
  %b = stax.pointwise domain [6] ins(%a, %a[(i) -> (0)], %a[(i) -> (5)] : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%v: i64, %first: i64, %last: i64):
    %s = arith.addi %v, %first : i64
    %r = arith.subi %s, %last : i64
    stax.yield %r : i64
  }
  %expected = arith.constant dense<[-6, -10, -4, -10, -2, 6]> : tensor<6xi64>
  "check.expect"(%b, %expected) {kind = "expect_eq_const"} : (tensor<6xi64>, tensor<6xi64>) -> ()
  return
}

// A copy, then another value for its source.
func.func @copy_then_change() {
  %src = arith.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %one = arith.constant 1.0 : f32
  %ten = arith.constant 10.0 : f32
  %dst = stax.pointwise ins(%src : tensor<2x2xf32>) -> tensor<2x2xf32>
  %changed = stax.pointwise ins(%src : tensor<2x2xf32>) -> tensor<2x2xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %one : f32
    stax.yield %r : f32
  }
  %out = stax.pointwise ins(%dst : tensor<2x2xf32>) -> tensor<2x2xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %ten : f32
    stax.yield %r : f32
  }
  %e0 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e1 = arith.constant dense<[[0.0, 10.0], [20.0, 30.0]]> : tensor<2x2xf32>
  "check.expect"(%changed, %e0) {kind = "expect_eq_const"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  "check.expect"(%out, %e1) {kind = "expect_eq_const"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}

// Zeros around the data: outside of it nothing of the producer is read.
#inside = affine_set<(i, j) : (i - 1 >= 0, 2 - i >= 0, j - 1 >= 0, 2 - j >= 0)>
func.func @padded() {
  %x = arith.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %u = stax.pointwise ins(%x : tensor<2x2xf32>) -> tensor<2x2xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %one : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise domain [4, 4] ins(%u[(i, j) -> (i - 1, j - 1)] guard #inside else %zero : tensor<2x2xf32>) -> tensor<4x4xf32>
  %y = stax.pointwise ins(%p : tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %one : f32
    stax.yield %r : f32
  }
  %expected = arith.constant dense<[[1.0, 1.0, 1.0, 1.0], [1.0, 2.0, 3.0, 1.0], [1.0, 4.0, 5.0, 1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<4x4xf32>
  "check.expect"(%y, %expected) {kind = "expect_eq_const"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}

// A chain in which each stage uses the one before three times.
func.func @uses_three_times() {
  %x = arith.constant dense<[0, 1, 5, 3]> : tensor<4xi64>
  %three = arith.constant 3 : i64
  %two = arith.constant 2 : i64
  %v0 = stax.pointwise ins(%x, %x, %x : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64> {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %g = arith.cmpi sgt, %a, %three : i64
    %d = arith.subi %b, %three : i64
    %u = arith.addi %c, %two : i64
    %r = arith.select %g, %d, %u : i64
    stax.yield %r : i64
  }
  %v1 = stax.pointwise ins(%v0, %v0, %v0 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64> {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %g = arith.cmpi sgt, %a, %three : i64
    %d = arith.subi %b, %three : i64
    %u = arith.addi %c, %two : i64
    %r = arith.select %g, %d, %u : i64
    stax.yield %r : i64
  }
  %expected = arith.constant dense<[4, 5, 4, 2]> : tensor<4xi64>
  "check.expect"(%v1, %expected) {kind = "expect_eq_const"} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
