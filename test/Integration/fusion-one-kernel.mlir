// Programs that are one kernel each, and agree with the interpreter.

// DEFINE: %{run} = stax-run %s --json --check --options=fuse=gain --entry
// DEFINE: %{one} = %python %S/../Tools/Inputs/fields.py "kernels == 1" "check['ok']"
// RUN: %{run}=layernorm | %{one}
// RUN: %{run}=softmax | %{one}
// RUN: %{run}=log_softmax | %{one}
// RUN: %{run}=rmsnorm | %{one}
// RUN: %{run}=batchnorm | %{one}
// RUN: %{run}=cross_entropy | %{one}
// RUN: %{run}=softmax_backward | %{one}
// RUN: %{run}=adam | %{one}
// RUN: %{run}=exp_sum_max | %{one}
// RUN: %{run}=exp_cumsum_scale | %{one}
// RUN: %{run}=normalized_cumsum | %{one}
// RUN: %{run}=combined_extents_of_one | %{one}
// RUN: stax-run %s --check --options=fuse=gain --entry=prefix_sum_rows
// RUN: stax-opt %s -allow-unregistered-dialect -stax-fuse -stax-verify-fusion | FileCheck %s

func.func @layernorm(%x: tensor<64x128xf32>, %g: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %n = arith.constant 128.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.pointwise ins(%s : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.divf %a, %n : f32
    stax.yield %r : f32
  }
  %c = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %mean: f32):
    %r = arith.subf %a, %mean : f32
    stax.yield %r : f32
  }
  %q = stax.reduce #stax.add dims [1] ins(%c : tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %d = stax.pointwise ins(%q : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %v = arith.divf %a, %n : f32
    %e = arith.addf %v, %eps : f32
    %r = math.sqrt %e : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%c, %d[(i, j) -> (i)], %g[(i, j) -> (j)], %b[(i, j) -> (j)] : tensor<64x128xf32>, tensor<64xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %std: f32, %gamma: f32, %beta: f32):
    %p = arith.divf %a, %std : f32
    %w = arith.mulf %p, %gamma : f32
    %r = arith.addf %w, %beta : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

func.func @log_softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %d = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%d : tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %l = stax.pointwise ins(%s : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.log %a : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%d, %l[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

func.func @rmsnorm(%x: tensor<64x128xf32>, %g: tensor<128xf32>) -> tensor<64x128xf32> {
  %n = arith.constant 128.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %q = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %d = stax.pointwise ins(%q : tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %v = arith.divf %a, %n : f32
    %e = arith.addf %v, %eps : f32
    %r = math.sqrt %e : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%x, %d[(i, j) -> (i)], %g[(i, j) -> (j)] : tensor<64x128xf32>, tensor<64xf32>, tensor<128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %rms: f32, %gamma: f32):
    %p = arith.divf %a, %rms : f32
    %r = arith.mulf %p, %gamma : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

// Statistics over N, H and W, the channel outside.
func.func @batchnorm(%x: tensor<4x16x8x8xf32>) -> tensor<4x16x8x8xf32> {
  %n = arith.constant 256.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %s = stax.reduce #stax.add dims [0, 2, 3] ins(%x : tensor<4x16x8x8xf32>) -> tensor<16xf32>
  %m = stax.pointwise ins(%s : tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %r = arith.divf %a, %n : f32
    stax.yield %r : f32
  }
  %q = stax.reduce #stax.add dims [0, 2, 3] ins(%x, %m[(b, c, h, w) -> (c)] : tensor<4x16x8x8xf32>, tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %mean: f32):
    %d = arith.subf %a, %mean : f32
    %r = arith.mulf %d, %d : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%x, %m[(b, c, h, w) -> (c)], %q[(b, c, h, w) -> (c)] : tensor<4x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<4x16x8x8xf32> {
  ^bb0(%a: f32, %mean: f32, %squares: f32):
    %v = arith.divf %squares, %n : f32
    %e = arith.addf %v, %eps : f32
    %std = math.sqrt %e : f32
    %d = arith.subf %a, %mean : f32
    %r = arith.divf %d, %std : f32
    stax.yield %r : f32
  }
  return %y : tensor<4x16x8x8xf32>
}

func.func @cross_entropy(%x: tensor<64x128xf32>, %t: tensor<64xi32>) -> tensor<64xf32> {
  %classes = arith.constant 128 : i32
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %y = stax.pointwise ins(%m, %s, %t : tensor<64xf32>, tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32> {
  ^bb0(%max: f32, %sum: f32, %label: i32):
    %c = arith.remui %label, %classes : i32
    %j = arith.index_cast %c : i32 to index
    %i = stax.index 0
    %v = tensor.extract %x[%i, %j] : tensor<64x128xf32>
    %l = math.log %sum : f32
    %k = arith.addf %l, %max : f32
    %r = arith.subf %k, %v : f32
    stax.yield %r : f32
  }
  return %y : tensor<64xf32>
}

func.func @softmax_backward(%y: tensor<64x128xf32>, %g: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %p = stax.pointwise ins(%y, %g : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%p : tensor<64x128xf32>) -> tensor<64xf32>
  %d = stax.pointwise ins(%p, %y, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.mulf %b, %c : f32
    %r = arith.subf %a, %t : f32
    stax.yield %r : f32
  }
  return %d : tensor<64x128xf32>
}

// Parameters, gradients and both moments.
func.func @adam(%p: tensor<4096xf32>, %g: tensor<4096xf32>, %m: tensor<4096xf32>, %v: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
  %b1 = arith.constant 0.9 : f32
  %c1 = arith.constant 0.1 : f32
  %b2 = arith.constant 0.999 : f32
  %c2 = arith.constant 0.001 : f32
  %lr = arith.constant 0.01 : f32
  %eps = arith.constant 1.0e-8 : f32
  %m1 = stax.pointwise ins(%m, %g : tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b1 : f32
    %1 = arith.mulf %b, %c1 : f32
    %2 = arith.addf %0, %1 : f32
    stax.yield %2 : f32
  }
  %v1 = stax.pointwise ins(%v, %g : tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %b2 : f32
    %2 = arith.mulf %b, %b : f32
    %3 = arith.mulf %2, %c2 : f32
    %4 = arith.addf %1, %3 : f32
    stax.yield %4 : f32
  }
  %u = stax.pointwise ins(%m1, %v1 : tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.sqrt %b : f32
    %1 = arith.addf %0, %eps : f32
    %2 = arith.divf %a, %1 : f32
    stax.yield %2 : f32
  }
  %p1 = stax.pointwise ins(%p, %u : tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %b, %lr : f32
    %1 = arith.subf %a, %0 : f32
    stax.yield %1 : f32
  }
  return %p1, %m1, %v1 : tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>
}

func.func @exp_sum_max(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.reduce #stax.max dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}

func.func @exp_cumsum_scale(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %half = arith.constant 0.5 : f32
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.scan #stax.add dim 1 ins(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = stax.pointwise ins(%s : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %half : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

// A scan, and a reduction whose result is needed after it.
func.func @normalized_cumsum(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %s = stax.scan #stax.add dim 1 ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = stax.pointwise ins(%s, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

// Sums, running and whole, of one element each.
func.func @combined_extents_of_one(%x: tensor<64x1xf32>) -> (tensor<64x1xf32>, tensor<64xf32>) {
  %e = stax.pointwise ins(%x : tensor<64x1xf32>) -> tensor<64x1xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %s = stax.scan #stax.add dim 1 ins(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %t = stax.pointwise ins(%s, %x : tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x1xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %m = stax.reduce #stax.add dims [1] ins(%t : tensor<64x1xf32>) -> tensor<64xf32>
  return %t, %m : tensor<64x1xf32>, tensor<64xf32>
}

// Twice each element, its prefix sums, and a copy of them, in one kernel.
// CHECK-LABEL: @prefix_sum_rows
// CHECK: stax.kernel space(par: [16], seq: [8])
// CHECK: stax.scan
// CHECK-NOT: stax.kernel
func.func @prefix_sum_rows() {
  %x = arith.constant dense<1.0> : tensor<16x8xf32>
  %q = stax.pointwise ins(%x : tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.scan #stax.add dim 1 ins(%q : tensor<16x8xf32>) -> tensor<16x8xf32>
  %y = stax.pointwise ins(%s : tensor<16x8xf32>) -> tensor<16x8xf32>
  %expected = arith.constant dense<[[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]]> : tensor<1x8xf32>
  %third = tensor.extract_slice %y[2, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
  "check.expect"(%third, %expected) {kind = "expect_eq_const"} : (tensor<1x8xf32>, tensor<1x8xf32>) -> ()
  return
}
