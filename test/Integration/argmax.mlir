// The steps of linalg that carry a value and its index become reductions, which
// give what the steps give one after the other: with NaN, with equal values, and
// with destinations that are better than all. The interpreter runs what import
// leaves, so the values are those of the definition.

// RUN: stax-run %s --entry=all --check --guard
// RUN: stax-run %s --entry=all --check --threads=3 --options="fuse=none vectorize=off"

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

func.func private @ignoring(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %p: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%m, %p : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%v: f32, %best: f32, %place: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %c = arith.cmpf ogt, %v, %best : f32
    %n = arith.select %c, %v, %best : f32
    %q = arith.select %c, %j, %place : i32
    linalg.yield %n, %q : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

func.func private @keeping(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %p: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%m, %p : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%v: f32, %best: f32, %place: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %better = arith.cmpf ugt, %v, %best : f32
    %number = arith.cmpf ord, %best, %best : f32
    %c = arith.andi %better, %number : i1
    %n = arith.select %c, %v, %best : f32
    %q = arith.select %c, %j, %place : i32
    linalg.yield %n, %q : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// Rows: equal values; a NaN; negative infinities only; NaN only.
func.func @floats() {
  %x = arith.constant dense<[[1.0, 5.0, 5.0, -0.0], [1.0, 0x7FC00000, 3.0, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<4x4xf32>
  %d = tensor.cast %x : tensor<4x4xf32> to tensor<?x?xf32>
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %m = tensor.cast %low : tensor<4xf32> to tensor<?xf32>
  %nowhere = arith.constant dense<-1> : tensor<4xi32>
  %p = tensor.cast %nowhere : tensor<4xi32> to tensor<?xi32>
  %0:2 = call @ignoring(%d, %m, %p) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %v0 = arith.constant dense<[5.0, 3.0, 0xFF800000, 0xFF800000]> : tensor<4xf32>
  %p0 = arith.constant dense<[1, 2, -1, -1]> : tensor<4xi32>
  %r0 = tensor.cast %0#0 : tensor<?xf32> to tensor<4xf32>
  %r1 = tensor.cast %0#1 : tensor<?xi32> to tensor<4xi32>
  "check.expect"(%r0, %v0) {kind = "expect_eq_const"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  "check.expect"(%r1, %p0) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()

  %1:2 = call @keeping(%d, %m, %p) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %v1 = arith.constant dense<[5.0, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %p1 = arith.constant dense<[1, 1, -1, 0]> : tensor<4xi32>
  %r2 = tensor.cast %1#0 : tensor<?xf32> to tensor<4xf32>
  %r3 = tensor.cast %1#1 : tensor<?xi32> to tensor<4xi32>
  "check.expect"(%r2, %v1) {kind = "expect_eq_const"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  "check.expect"(%r3, %p1) {kind = "expect_eq_const"} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// A destination that is better than all, equal to the best, or a NaN, stays.
func.func @destinations() {
  %x = arith.constant dense<[[1.0, 5.0], [1.0, 5.0], [1.0, 5.0]]> : tensor<3x2xf32>
  %d = tensor.cast %x : tensor<3x2xf32> to tensor<?x?xf32>
  %start = arith.constant dense<[7.0, 5.0, 0x7FC00000]> : tensor<3xf32>
  %m = tensor.cast %start : tensor<3xf32> to tensor<?xf32>
  %places = arith.constant dense<[40, 41, 42]> : tensor<3xi32>
  %p = tensor.cast %places : tensor<3xi32> to tensor<?xi32>
  %0:2 = call @ignoring(%d, %m, %p) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %1:2 = call @keeping(%d, %m, %p) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %r0 = tensor.cast %0#0 : tensor<?xf32> to tensor<3xf32>
  %r1 = tensor.cast %0#1 : tensor<?xi32> to tensor<3xi32>
  %r2 = tensor.cast %1#0 : tensor<?xf32> to tensor<3xf32>
  %r3 = tensor.cast %1#1 : tensor<?xi32> to tensor<3xi32>
  "check.expect"(%r0, %start) {kind = "expect_eq_const"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%r1, %places) {kind = "expect_eq_const"} : (tensor<3xi32>, tensor<3xi32>) -> ()
  "check.expect"(%r2, %start) {kind = "expect_eq_const"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%r3, %places) {kind = "expect_eq_const"} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// No points leave the destinations as they are.
func.func @empty() {
  %e = arith.constant dense<0.0> : tensor<3x0xf32>
  %d = tensor.cast %e : tensor<3x0xf32> to tensor<?x?xf32>
  %start = arith.constant dense<[7.0, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %m = tensor.cast %start : tensor<3xf32> to tensor<?xf32>
  %places = arith.constant dense<[40, 41, 42]> : tensor<3xi32>
  %p = tensor.cast %places : tensor<3xi32> to tensor<?xi32>
  %0:2 = call @keeping(%d, %m, %p) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %r0 = tensor.cast %0#0 : tensor<?xf32> to tensor<3xf32>
  %r1 = tensor.cast %0#1 : tensor<?xi32> to tensor<3xi32>
  "check.expect"(%r0, %start) {kind = "expect_eq_const"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%r1, %places) {kind = "expect_eq_const"} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// A place that is narrower than its index wraps, and does not decide ties.
func.func @narrow() {
  %x = tensor.generate {
  ^bb0(%i: index):
    %c3 = arith.constant 3 : index
    %c258 = arith.constant 258 : index
    %is3 = arith.cmpi eq, %i, %c3 : index
    %is258 = arith.cmpi eq, %i, %c258 : index
    %is = arith.ori %is3, %is258 : i1
    %r = arith.extui %is : i1 to i8
    tensor.yield %r : i8
  } : tensor<300xi8>
  %m = arith.constant dense<-128> : tensor<i8>
  %p = arith.constant dense<0> : tensor<i8>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<300xi8>) outs(%m, %p : tensor<i8>, tensor<i8>) {
  ^bb0(%v: i8, %best: i8, %place: i8):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i8
    %c = arith.cmpi sgt, %v, %best : i8
    %n = arith.select %c, %v, %best : i8
    %q = arith.select %c, %j, %place : i8
    linalg.yield %n, %q : i8, i8
  } -> (tensor<i8>, tensor<i8>)
  %one = arith.constant dense<1> : tensor<i8>
  %three = arith.constant dense<3> : tensor<i8>
  "check.expect"(%0#0, %one) {kind = "expect_eq_const"} : (tensor<i8>, tensor<i8>) -> ()
  "check.expect"(%0#1, %three) {kind = "expect_eq_const"} : (tensor<i8>, tensor<i8>) -> ()
  return
}

// tosa.argmax and tosa.scatter come in as reductions and scatters.
func.func @tosa() {
  %x = arith.constant dense<[[1.0, 0x7FC00000, 9.0], [2.0, 8.0, 8.0]]> : tensor<2x3xf32>
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
  %1 = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2xi32>
  %first = arith.constant dense<[1, 1]> : tensor<2xi32>
  %second = arith.constant dense<[2, 1]> : tensor<2xi32>
  "check.expect"(%0, %first) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()
  "check.expect"(%1, %second) {kind = "expect_eq_const"} : (tensor<2xi32>, tensor<2xi32>) -> ()

  %d = arith.constant dense<0> : tensor<2x3x1xi32>
  %i = arith.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %v = arith.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %2 = tosa.scatter %d, %i, %v : (tensor<2x3x1xi32>, tensor<2x2xi32>, tensor<2x2x1xi32>) -> tensor<2x3x1xi32>
  %third = arith.constant dense<[[[2], [0], [1]], [[0], [4], [0]]]> : tensor<2x3x1xi32>
  "check.expect"(%2, %third) {kind = "expect_eq_const"} : (tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> ()
  %3 = tosa.gather %2, %i : (tensor<2x3x1xi32>, tensor<2x2xi32>) -> tensor<2x2x1xi32>
  %fourth = arith.constant dense<[[[1], [2]], [[4], [4]]]> : tensor<2x2x1xi32>
  "check.expect"(%3, %fourth) {kind = "expect_eq_const"} : (tensor<2x2x1xi32>, tensor<2x2x1xi32>) -> ()
  return
}
