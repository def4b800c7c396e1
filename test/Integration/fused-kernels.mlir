// Kernels of many nodes agree with the same nodes in kernels of their own, bit for
// bit, and with the interpreter, for every number of threads.

// DEFINE: %{check} = stax-run %s --check --entry=all
// RUN: %{check} --threads=3 --verify-each-stage
// RUN: %{check} --threads=16
// RUN: %{check} --options="parallel=off"

func.func private @matrix() -> tensor<5x300xf32> {
  %0 = stax.pointwise -> tensor<5x300xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<5x300xf32>
}

func.func private @other() -> tensor<5x300xf32> {
  %0 = stax.pointwise -> tensor<5x300xf32> {
    %n0 = arith.constant 511 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<5x300xf32>
}

func.func private @row() -> tensor<300xf32> {
  %0 = stax.pointwise -> tensor<300xf32> {
    %n0 = arith.constant 88 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a0, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<300xf32>
}

func.func private @row2() -> tensor<300xf32> {
  %0 = stax.pointwise -> tensor<300xf32> {
    %n0 = arith.constant 188 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a0, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<300xf32>
}

func.func private @image() -> tensor<3x4x5x7xf32> {
  %0 = stax.pointwise -> tensor<3x4x5x7xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %i2 = stax.index 2
    %p2 = arith.constant 1299709 : index
    %m2 = arith.muli %i2, %p2 : index
    %a2 = arith.addi %a1, %m2 : index
    %i3 = stax.index 3
    %p3 = arith.constant 15485863 : index
    %m3 = arith.muli %i3, %p3 : index
    %a3 = arith.addi %a2, %m3 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a3, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<3x4x5x7xf32>
}

func.func private @channels() -> tensor<4xf32> {
  %0 = stax.pointwise -> tensor<4xf32> {
    %n0 = arith.constant 14 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a0, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<4xf32>
}

func.func private @third() -> tensor<5x300xf32> {
  %0 = stax.pointwise -> tensor<5x300xf32> {
    %n0 = arith.constant 211 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<5x300xf32>
}

func.func private @fourth() -> tensor<5x300xf32> {
  %0 = stax.pointwise -> tensor<5x300xf32> {
    %n0 = arith.constant 311 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<5x300xf32>
}

func.func private @flat() -> tensor<240xf32> {
  %0 = stax.pointwise -> tensor<240xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a0, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<240xf32>
}

func.func private @doubles() -> tensor<3x70xf64> {
  %0 = stax.pointwise -> tensor<3x70xf64> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f64
    %scale = arith.constant 0.0078125 : f64
    %shift = arith.constant 3.9 : f64
    %v = arith.mulf %f, %scale : f64
    %w = arith.subf %v, %shift : f64
    stax.yield %w : f64
  }
  return %0 : tensor<3x70xf64>
}

func.func private @cube() -> tensor<4x6x50xf32> {
  %0 = stax.pointwise -> tensor<4x6x50xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %i2 = stax.index 2
    %p2 = arith.constant 1299709 : index
    %m2 = arith.muli %i2, %p2 : index
    %a2 = arith.addi %a1, %m2 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a2, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<4x6x50xf32>
}

func.func private @image_sums() -> tensor<4xf32> {
  %0 = stax.pointwise -> tensor<4xf32> {
    %n0 = arith.constant 20 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a0, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<4xf32>
}

// Three phases; the exponential crosses.
func.func @softmax() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %d_ = arith.subf %v0, %v1 : f32
    %r_ = math.exp %d_ : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<5x300xf32>) -> tensor<5xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.divf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %m_k = stax.reduce #stax.max dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %e_k = stax.pointwise ins(%x_in, %m_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %d_ = arith.subf %v0, %v1 : f32
      %r_ = math.exp %d_ : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k : tensor<5x300xf32>) -> tensor<5xf32>
    %y_k = stax.pointwise ins(%e_k, %s_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.divf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// The same with all values yielded: they are read back.
func.func @softmax_and_parts() -> (tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %d_ = arith.subf %v0, %v1 : f32
    %r_ = math.exp %d_ : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<5x300xf32>) -> tensor<5xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.divf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %init1 = tensor.empty() : tensor<5x300xf32>
  %init2 = tensor.empty() : tensor<5xf32>
  %init3 = tensor.empty() : tensor<5xf32>
  %fused:4 = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0, %init1, %init2, %init3 : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %m_k = stax.reduce #stax.max dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %e_k = stax.pointwise ins(%x_in, %m_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %d_ = arith.subf %v0, %v1 : f32
      %r_ = math.exp %d_ : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k : tensor<5x300xf32>) -> tensor<5xf32>
    %y_k = stax.pointwise ins(%e_k, %s_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.divf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %e_k, %m_k, %s_k : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>
  } -> (tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#1, %e) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#2, %m) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  "check.expect"(%fused#3, %s) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return %fused#0, %fused#1, %fused#2, %fused#3 : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>
}

// A cheap value crosses and is computed again.
func.func @log_softmax() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %d = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.subf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%d : tensor<5x300xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %r_ = math.exp %v0 : f32
    stax.yield %r_ : f32
  }
  %l = stax.pointwise ins(%s : tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %r_ = math.log %v0 : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%d, %l[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.subf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %m_k = stax.reduce #stax.max dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %d_k = stax.pointwise ins(%x_in, %m_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.subf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%d_k : tensor<5x300xf32>) -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %r_ = math.exp %v0 : f32
      stax.yield %r_ : f32
    }
    %l_k = stax.pointwise ins(%s_k : tensor<5xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %r_ = math.log %v0 : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%d_k, %l_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.subf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// Two sums, scalars between loops, and an affine epilogue.
func.func @layer_norm() -> (tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %g = call @row() : () -> tensor<300xf32>
  %beta = call @row2() : () -> tensor<300xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %mean = stax.pointwise ins(%s : tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %n_ = arith.constant 300.0 : f32
    %r_ = arith.divf %v0, %n_ : f32
    stax.yield %r_ : f32
  }
  %d = stax.pointwise ins(%x, %mean[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.subf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %q = stax.reduce #stax.add dims [1] ins(%d : tensor<5x300xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %r_ = arith.mulf %v0, %v0 : f32
    stax.yield %r_ : f32
  }
  %rstd = stax.pointwise ins(%q : tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %n_ = arith.constant 300.0 : f32
    %eps_ = arith.constant 1.0e-05 : f32
    %a_ = arith.divf %v0, %n_ : f32
    %b_ = arith.addf %a_, %eps_ : f32
    %root_ = math.sqrt %b_ : f32
    %one_ = arith.constant 1.0 : f32
    %r_ = arith.divf %one_, %root_ : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%d, %rstd[(i, j) -> (i)], %g[(i, j) -> (j)], %beta[(i, j) -> (j)] : tensor<5x300xf32>, tensor<5xf32>, tensor<300xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32, %v3: f32):
    %u_ = arith.mulf %v0, %v1 : f32
    %w_ = arith.mulf %u_, %v2 : f32
    %r_ = arith.addf %w_, %v3 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %init1 = tensor.empty() : tensor<5xf32>
  %init2 = tensor.empty() : tensor<5xf32>
  %fused:3 = stax.kernel space(par: [5], seq: [300]) ins(%x, %g, %beta : tensor<5x300xf32>, tensor<300xf32>, tensor<300xf32>)
      outs(%init0, %init1, %init2 : tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>, %g_in: tensor<300xf32>, %beta_in: tensor<300xf32>):
    %s_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %mean_k = stax.pointwise ins(%s_k : tensor<5xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %n_ = arith.constant 300.0 : f32
      %r_ = arith.divf %v0, %n_ : f32
      stax.yield %r_ : f32
    }
    %d_k = stax.pointwise ins(%x_in, %mean_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.subf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %q_k = stax.reduce #stax.add dims [1] ins(%d_k : tensor<5x300xf32>) -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %r_ = arith.mulf %v0, %v0 : f32
      stax.yield %r_ : f32
    }
    %rstd_k = stax.pointwise ins(%q_k : tensor<5xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %n_ = arith.constant 300.0 : f32
      %eps_ = arith.constant 1.0e-05 : f32
      %a_ = arith.divf %v0, %n_ : f32
      %b_ = arith.addf %a_, %eps_ : f32
      %root_ = math.sqrt %b_ : f32
      %one_ = arith.constant 1.0 : f32
      %r_ = arith.divf %one_, %root_ : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%d_k, %rstd_k[(i, j) -> (i)], %g_in[(i, j) -> (j)], %beta_in[(i, j) -> (j)] : tensor<5x300xf32>, tensor<5xf32>, tensor<300xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32, %v3: f32):
      %u_ = arith.mulf %v0, %v1 : f32
      %w_ = arith.mulf %u_, %v2 : f32
      %r_ = arith.addf %w_, %v3 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %mean_k, %rstd_k : tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>
  } -> (tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#1, %mean) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  "check.expect"(%fused#2, %rstd) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return %fused#0, %fused#1, %fused#2 : tensor<5x300xf32>, tensor<5xf32>, tensor<5xf32>
}

// One sum and its epilogue.
func.func @rms_norm() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %g = call @row() : () -> tensor<300xf32>
  %q = stax.reduce #stax.add dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %r_ = arith.mulf %v0, %v0 : f32
    stax.yield %r_ : f32
  }
  %rstd = stax.pointwise ins(%q : tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %n_ = arith.constant 300.0 : f32
    %eps_ = arith.constant 1.0e-05 : f32
    %a_ = arith.divf %v0, %n_ : f32
    %b_ = arith.addf %a_, %eps_ : f32
    %root_ = math.sqrt %b_ : f32
    %one_ = arith.constant 1.0 : f32
    %r_ = arith.divf %one_, %root_ : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%x, %rstd[(i, j) -> (i)], %g[(i, j) -> (j)] : tensor<5x300xf32>, tensor<5xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %u_ = arith.mulf %v0, %v1 : f32
    %r_ = arith.mulf %u_, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x, %g : tensor<5x300xf32>, tensor<300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>, %g_in: tensor<300xf32>):
    %q_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %r_ = arith.mulf %v0, %v0 : f32
      stax.yield %r_ : f32
    }
    %rstd_k = stax.pointwise ins(%q_k : tensor<5xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %n_ = arith.constant 300.0 : f32
      %eps_ = arith.constant 1.0e-05 : f32
      %a_ = arith.divf %v0, %n_ : f32
      %b_ = arith.addf %a_, %eps_ : f32
      %root_ = math.sqrt %b_ : f32
      %one_ = arith.constant 1.0 : f32
      %r_ = arith.divf %one_, %root_ : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%x_in, %rstd_k[(i, j) -> (i)], %g_in[(i, j) -> (j)] : tensor<5x300xf32>, tensor<5xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %u_ = arith.mulf %v0, %v1 : f32
      %r_ = arith.mulf %u_, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// Statistics of each channel over the other dimensions; the channel is the parallel one.
func.func @batch_norm() -> (tensor<3x4x5x7xf32>, tensor<4xf32>) {
  %x = call @image() : () -> tensor<3x4x5x7xf32>
  %g = call @channels() : () -> tensor<4xf32>
  %s = stax.reduce #stax.add dims [0, 2, 3] ins(%x : tensor<3x4x5x7xf32>) -> tensor<4xf32>
  %mean = stax.pointwise ins(%s : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%v0: f32):
    %n_ = arith.constant 105.0 : f32
    %r_ = arith.divf %v0, %n_ : f32
    stax.yield %r_ : f32
  }
  %d = stax.pointwise ins(%x, %mean[(n, c, h, w) -> (c)] : tensor<3x4x5x7xf32>, tensor<4xf32>) -> tensor<3x4x5x7xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.subf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %q = stax.reduce #stax.add dims [0, 2, 3] ins(%d : tensor<3x4x5x7xf32>) -> tensor<4xf32> {
  ^bb0(%v0: f32):
    %r_ = arith.mulf %v0, %v0 : f32
    stax.yield %r_ : f32
  }
  %rstd = stax.pointwise ins(%q : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%v0: f32):
    %n_ = arith.constant 105.0 : f32
    %eps_ = arith.constant 1.0e-05 : f32
    %a_ = arith.divf %v0, %n_ : f32
    %b_ = arith.addf %a_, %eps_ : f32
    %root_ = math.sqrt %b_ : f32
    %one_ = arith.constant 1.0 : f32
    %r_ = arith.divf %one_, %root_ : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%d, %rstd[(n, c, h, w) -> (c)], %g[(n, c, h, w) -> (c)] : tensor<3x4x5x7xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4x5x7xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %u_ = arith.mulf %v0, %v1 : f32
    %r_ = arith.mulf %u_, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<3x4x5x7xf32>
  %init1 = tensor.empty() : tensor<4xf32>
  %fused:2 = stax.kernel space(par: [4], seq: [3, 5, 7]) ins(%x, %g : tensor<3x4x5x7xf32>, tensor<4xf32>)
      outs(%init0, %init1 : tensor<3x4x5x7xf32>, tensor<4xf32>) {
  ^bb0(%x_in: tensor<3x4x5x7xf32>, %g_in: tensor<4xf32>):
    %s_k = stax.reduce #stax.add dims [0, 2, 3] ins(%x_in : tensor<3x4x5x7xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>} -> tensor<4xf32>
    %mean_k = stax.pointwise ins(%s_k : tensor<4xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d0)>} -> tensor<4xf32> {
    ^bb0(%v0: f32):
      %n_ = arith.constant 105.0 : f32
      %r_ = arith.divf %v0, %n_ : f32
      stax.yield %r_ : f32
    }
    %d_k = stax.pointwise ins(%x_in, %mean_k[(n, c, h, w) -> (c)] : tensor<3x4x5x7xf32>, tensor<4xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>} -> tensor<3x4x5x7xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.subf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %q_k = stax.reduce #stax.add dims [0, 2, 3] ins(%d_k : tensor<3x4x5x7xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>} -> tensor<4xf32> {
    ^bb0(%v0: f32):
      %r_ = arith.mulf %v0, %v0 : f32
      stax.yield %r_ : f32
    }
    %rstd_k = stax.pointwise ins(%q_k : tensor<4xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d0)>} -> tensor<4xf32> {
    ^bb0(%v0: f32):
      %n_ = arith.constant 105.0 : f32
      %eps_ = arith.constant 1.0e-05 : f32
      %a_ = arith.divf %v0, %n_ : f32
      %b_ = arith.addf %a_, %eps_ : f32
      %root_ = math.sqrt %b_ : f32
      %one_ = arith.constant 1.0 : f32
      %r_ = arith.divf %one_, %root_ : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%d_k, %rstd_k[(n, c, h, w) -> (c)], %g_in[(n, c, h, w) -> (c)] : tensor<3x4x5x7xf32>, tensor<4xf32>, tensor<4xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>} -> tensor<3x4x5x7xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %u_ = arith.mulf %v0, %v1 : f32
      %r_ = arith.mulf %u_, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %mean_k : tensor<3x4x5x7xf32>, tensor<4xf32>
  } -> (tensor<3x4x5x7xf32>, tensor<4xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<3x4x5x7xf32>, tensor<3x4x5x7xf32>) -> ()
  "check.expect"(%fused#1, %mean) {kind = "expect_eq"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return %fused#0, %fused#1 : tensor<3x4x5x7xf32>, tensor<4xf32>
}

// The logarithm of a sum of exponentials, less the value at a label.
func.func @cross_entropy() -> (tensor<5xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x, %m[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %d_ = arith.subf %v0, %v1 : f32
    %r_ = math.exp %d_ : f32
    stax.yield %r_ : f32
  }
  %t = stax.reduce #stax.add dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32):
    %i_ = stax.index 0
    %j_ = stax.index 1
    %k_ = arith.constant 37 : index
    %label_ = arith.muli %i_, %k_ : index
    %is_ = arith.cmpi eq, %j_, %label_ : index
    %zero_ = arith.constant 0.0 : f32
    %r_ = arith.select %is_, %v0, %zero_ : f32
    stax.yield %r_ : f32
  }
  %loss = stax.pointwise ins(%m, %s, %t : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %l_ = math.log %v1 : f32
    %a_ = arith.addf %l_, %v0 : f32
    %r_ = arith.subf %a_, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %m_k = stax.reduce #stax.max dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %s_k = stax.reduce #stax.add dims [1] ins(%x_in, %m_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %d_ = arith.subf %v0, %v1 : f32
      %r_ = math.exp %d_ : f32
      stax.yield %r_ : f32
    }
    %t_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32> {
    ^bb0(%v0: f32):
      %i_ = stax.index 0
      %j_ = stax.index 1
      %k_ = arith.constant 37 : index
      %label_ = arith.muli %i_, %k_ : index
      %is_ = arith.cmpi eq, %j_, %label_ : index
      %zero_ = arith.constant 0.0 : f32
      %r_ = arith.select %is_, %v0, %zero_ : f32
      stax.yield %r_ : f32
    }
    %loss_k = stax.pointwise ins(%m_k, %s_k, %t_k : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<5xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %l_ = math.log %v1 : f32
      %a_ = arith.addf %l_, %v0 : f32
      %r_ = arith.subf %a_, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %loss_k : tensor<5xf32>
  } -> tensor<5xf32>
  "check.expect"(%fused, %loss) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return %fused : tensor<5xf32>
}

// A reduction of a product, used by every point after it.
func.func @softmax_backward() -> (tensor<5x300xf32>) {
  %dy = call @other() : () -> tensor<5x300xf32>
  %yy = call @matrix() : () -> tensor<5x300xf32>
  %p = stax.pointwise ins(%dy, %yy : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.mulf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%p : tensor<5x300xf32>) -> tensor<5xf32>
  %dx = stax.pointwise ins(%p, %yy, %s[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %u_ = arith.mulf %v1, %v2 : f32
    %r_ = arith.subf %v0, %u_ : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%dy, %yy : tensor<5x300xf32>, tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%dy_in: tensor<5x300xf32>, %yy_in: tensor<5x300xf32>):
    %p_k = stax.pointwise ins(%dy_in, %yy_in : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.mulf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%p_k : tensor<5x300xf32>) -> tensor<5xf32>
    %dx_k = stax.pointwise ins(%p_k, %yy_in, %s_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %u_ = arith.mulf %v1, %v2 : f32
      %r_ = arith.subf %v0, %u_ : f32
      stax.yield %r_ : f32
    }
    stax.yield %dx_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %dx) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// Four inputs, three outputs, all at one point.
func.func @adam() -> (tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) {
  %w = call @matrix() : () -> tensor<5x300xf32>
  %g = call @other() : () -> tensor<5x300xf32>
  %m = call @third() : () -> tensor<5x300xf32>
  %v = call @fourth() : () -> tensor<5x300xf32>
  %m1 = stax.pointwise ins(%m, %g : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %a_ = arith.constant 0.9 : f32
    %b_ = arith.constant 0.1 : f32
    %c_ = arith.mulf %v0, %a_ : f32
    %d_ = arith.mulf %v1, %b_ : f32
    %r_ = arith.addf %c_, %d_ : f32
    stax.yield %r_ : f32
  }
  %v1_ = stax.pointwise ins(%v, %g : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %a_ = arith.constant 0.999 : f32
    %b_ = arith.constant 0.001 : f32
    %sq_ = arith.mulf %v1, %v1 : f32
    %abs_ = math.absf %v0 : f32
    %c_ = arith.mulf %abs_, %a_ : f32
    %d_ = arith.mulf %sq_, %b_ : f32
    %r_ = arith.addf %c_, %d_ : f32
    stax.yield %r_ : f32
  }
  %w1 = stax.pointwise ins(%w, %m1, %v1_ : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %lr_ = arith.constant 0.001 : f32
    %eps_ = arith.constant 1.0e-08 : f32
    %root_ = math.sqrt %v2 : f32
    %z_ = arith.addf %root_, %eps_ : f32
    %u_ = arith.divf %v1, %z_ : f32
    %t_ = arith.mulf %u_, %lr_ : f32
    %r_ = arith.subf %v0, %t_ : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %init1 = tensor.empty() : tensor<5x300xf32>
  %init2 = tensor.empty() : tensor<5x300xf32>
  %fused:3 = stax.kernel space(par: [5, 300], seq: []) ins(%w, %g, %m, %v : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>)
      outs(%init0, %init1, %init2 : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) {
  ^bb0(%w_in: tensor<5x300xf32>, %g_in: tensor<5x300xf32>, %m_in: tensor<5x300xf32>, %v_in: tensor<5x300xf32>):
    %m1_k = stax.pointwise ins(%m_in, %g_in : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %a_ = arith.constant 0.9 : f32
      %b_ = arith.constant 0.1 : f32
      %c_ = arith.mulf %v0, %a_ : f32
      %d_ = arith.mulf %v1, %b_ : f32
      %r_ = arith.addf %c_, %d_ : f32
      stax.yield %r_ : f32
    }
    %v1__k = stax.pointwise ins(%v_in, %g_in : tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %a_ = arith.constant 0.999 : f32
      %b_ = arith.constant 0.001 : f32
      %sq_ = arith.mulf %v1, %v1 : f32
      %abs_ = math.absf %v0 : f32
      %c_ = arith.mulf %abs_, %a_ : f32
      %d_ = arith.mulf %sq_, %b_ : f32
      %r_ = arith.addf %c_, %d_ : f32
      stax.yield %r_ : f32
    }
    %w1_k = stax.pointwise ins(%w_in, %m1_k, %v1__k : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %lr_ = arith.constant 0.001 : f32
      %eps_ = arith.constant 1.0e-08 : f32
      %root_ = math.sqrt %v2 : f32
      %z_ = arith.addf %root_, %eps_ : f32
      %u_ = arith.divf %v1, %z_ : f32
      %t_ = arith.mulf %u_, %lr_ : f32
      %r_ = arith.subf %v0, %t_ : f32
      stax.yield %r_ : f32
    }
    stax.yield %w1_k, %m1_k, %v1__k : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>
  } -> (tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>)
  "check.expect"(%fused#0, %w1) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#1, %m1) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#2, %v1_) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused#0, %fused#1, %fused#2 : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>
}

// A flat node feeds the rows of a reduction, and takes its sums back.
func.func @flattened() -> (tensor<6x40xf32>, tensor<240xf32>, tensor<240xf32>) {
  %x = call @flat() : () -> tensor<240xf32>
  %e = stax.pointwise ins(%x : tensor<240xf32>) -> tensor<240xf32> {
  ^bb0(%v0: f32):
    %r_ = math.absf %v0 : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] domain [6, 40] ins(%e[(i, j) -> (i * 40 + j)] : tensor<240xf32>) -> tensor<6xf32>
  %y = stax.pointwise ins(%e[(i, j) -> (i * 40 + j)], %s[(i, j) -> (i)] : tensor<240xf32>, tensor<6xf32>) -> tensor<6x40xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.divf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %z = stax.pointwise domain [240] ins(%y[(k) -> (k floordiv 40, k mod 40)] : tensor<6x40xf32>) -> tensor<240xf32> {
  ^bb0(%v0: f32):
    %r_ = arith.negf %v0 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<6x40xf32>
  %init1 = tensor.empty() : tensor<240xf32>
  %init2 = tensor.empty() : tensor<240xf32>
  %fused:3 = stax.kernel space(par: [6], seq: [40]) ins(%x : tensor<240xf32>)
      outs(%init0, %init1, %init2 : tensor<6x40xf32>, tensor<240xf32>, tensor<240xf32>) {
  ^bb0(%x_in: tensor<240xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<240xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 40 + d1)>} -> tensor<240xf32> {
    ^bb0(%v0: f32):
      %r_ = math.absf %v0 : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] domain [6, 40] ins(%e_k[(i, j) -> (i * 40 + j)] : tensor<240xf32>) -> tensor<6xf32>
    %y_k = stax.pointwise ins(%e_k[(i, j) -> (i * 40 + j)], %s_k[(i, j) -> (i)] : tensor<240xf32>, tensor<6xf32>) -> tensor<6x40xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.divf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %z_k = stax.pointwise domain [240] ins(%y_k[(k) -> (k floordiv 40, k mod 40)] : tensor<6x40xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 40 + d1)>} -> tensor<240xf32> {
    ^bb0(%v0: f32):
      %r_ = arith.negf %v0 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %e_k, %z_k : tensor<6x40xf32>, tensor<240xf32>, tensor<240xf32>
  } -> (tensor<6x40xf32>, tensor<240xf32>, tensor<240xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<6x40xf32>, tensor<6x40xf32>) -> ()
  "check.expect"(%fused#1, %e) {kind = "expect_eq"} : (tensor<240xf32>, tensor<240xf32>) -> ()
  "check.expect"(%fused#2, %z) {kind = "expect_eq"} : (tensor<240xf32>, tensor<240xf32>) -> ()
  return %fused#0, %fused#1, %fused#2 : tensor<6x40xf32>, tensor<240xf32>, tensor<240xf32>
}

// Sums of f32, of f64, and by columns and rows in one loop: each has lanes of its own.
func.func @mixed_trees() -> (tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x70xf32>) {
  %x = call @doubles() : () -> tensor<3x70xf64>
  %f = stax.pointwise ins(%x : tensor<3x70xf64>) -> tensor<3x70xf32> {
  ^bb0(%v0: f64):
    %r_ = arith.truncf %v0 : f64 to f32
    stax.yield %r_ : f32
  }
  %a = stax.reduce #stax.add dims [1] ins(%x : tensor<3x70xf64>) -> tensor<3xf64>
  %b = stax.reduce #stax.add dims [1] ins(%f : tensor<3x70xf32>) -> tensor<3xf32>
  %c = stax.reduce #stax.max dims [1] ins(%f : tensor<3x70xf32>) -> tensor<3xf32>
  %d = stax.reduce #stax.mul dims [1] ins(%f : tensor<3x70xf32>) -> tensor<3xf32>
  %init0 = tensor.empty() : tensor<3xf64>
  %init1 = tensor.empty() : tensor<3xf32>
  %init2 = tensor.empty() : tensor<3xf32>
  %init3 = tensor.empty() : tensor<3xf32>
  %init4 = tensor.empty() : tensor<3x70xf32>
  %fused:5 = stax.kernel space(par: [3], seq: [70]) ins(%x : tensor<3x70xf64>)
      outs(%init0, %init1, %init2, %init3, %init4 : tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x70xf32>) {
  ^bb0(%x_in: tensor<3x70xf64>):
    %f_k = stax.pointwise ins(%x_in : tensor<3x70xf64>) -> tensor<3x70xf32> {
    ^bb0(%v0: f64):
      %r_ = arith.truncf %v0 : f64 to f32
      stax.yield %r_ : f32
    }
    %a_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<3x70xf64>) -> tensor<3xf64>
    %b_k = stax.reduce #stax.add dims [1] ins(%f_k : tensor<3x70xf32>) -> tensor<3xf32>
    %c_k = stax.reduce #stax.max dims [1] ins(%f_k : tensor<3x70xf32>) -> tensor<3xf32>
    %d_k = stax.reduce #stax.mul dims [1] ins(%f_k : tensor<3x70xf32>) -> tensor<3xf32>
    stax.yield %a_k, %b_k, %c_k, %d_k, %f_k : tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x70xf32>
  } -> (tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x70xf32>)
  "check.expect"(%fused#0, %a) {kind = "expect_eq"} : (tensor<3xf64>, tensor<3xf64>) -> ()
  "check.expect"(%fused#1, %b) {kind = "expect_eq"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%fused#2, %c) {kind = "expect_eq"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%fused#3, %d) {kind = "expect_eq"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%fused#4, %f) {kind = "expect_eq"} : (tensor<3x70xf32>, tensor<3x70xf32>) -> ()
  return %fused#0, %fused#1, %fused#2, %fused#3, %fused#4 : tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x70xf32>
}

// Loops over one and over two dimensions share the outer one.
func.func @tree() -> (tensor<4x6x50xf32>, tensor<4xf32>) {
  %x = call @cube() : () -> tensor<4x6x50xf32>
  %rows = stax.reduce #stax.add dims [2] ins(%x : tensor<4x6x50xf32>) -> tensor<4x6xf32>
  %max = stax.reduce #stax.max dims [1] ins(%rows : tensor<4x6xf32>) -> tensor<4xf32>
  %all = stax.reduce #stax.add dims [1, 2] ins(%x : tensor<4x6x50xf32>) -> tensor<4xf32> {
  ^bb0(%v0: f32):
    %r_ = arith.mulf %v0, %v0 : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%x, %max[(i, j, k) -> (i)], %all[(i, j, k) -> (i)] : tensor<4x6x50xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x50xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %u_ = arith.mulf %v0, %v1 : f32
    %r_ = arith.addf %u_, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<4x6x50xf32>
  %init1 = tensor.empty() : tensor<4xf32>
  %fused:2 = stax.kernel space(par: [4], seq: [6, 50]) ins(%x : tensor<4x6x50xf32>)
      outs(%init0, %init1 : tensor<4x6x50xf32>, tensor<4xf32>) {
  ^bb0(%x_in: tensor<4x6x50xf32>):
    %rows_k = stax.reduce #stax.add dims [2] ins(%x_in : tensor<4x6x50xf32>) -> tensor<4x6xf32>
    %max_k = stax.reduce #stax.max dims [1] ins(%rows_k : tensor<4x6xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d0, d1)>} -> tensor<4xf32>
    %all_k = stax.reduce #stax.add dims [1, 2] ins(%x_in : tensor<4x6x50xf32>) -> tensor<4xf32> {
    ^bb0(%v0: f32):
      %r_ = arith.mulf %v0, %v0 : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%x_in, %max_k[(i, j, k) -> (i)], %all_k[(i, j, k) -> (i)] : tensor<4x6x50xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x6x50xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %u_ = arith.mulf %v0, %v1 : f32
      %r_ = arith.addf %u_, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %all_k : tensor<4x6x50xf32>, tensor<4xf32>
  } -> (tensor<4x6x50xf32>, tensor<4xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<4x6x50xf32>, tensor<4x6x50xf32>) -> ()
  "check.expect"(%fused#1, %all) {kind = "expect_eq"} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return %fused#0, %fused#1 : tensor<4x6x50xf32>, tensor<4xf32>
}

// A reduction of the outer dimension: kept dimensions are the outer loops.
func.func @columns() -> (tensor<5x300xf32>, tensor<5xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<5x300xf32>) -> tensor<300xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (j)] : tensor<5x300xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.subf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %t = stax.reduce #stax.add dims [1] ins(%y : tensor<5x300xf32>) -> tensor<5xf32>
  %init0 = tensor.empty() : tensor<5x300xf32>
  %init1 = tensor.empty() : tensor<5xf32>
  %fused:2 = stax.kernel space(par: [], seq: [5, 300]) ins(%x : tensor<5x300xf32>)
      outs(%init0, %init1 : tensor<5x300xf32>, tensor<5xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %s_k = stax.reduce #stax.add dims [0] ins(%x_in : tensor<5x300xf32>) -> tensor<300xf32>
    %y_k = stax.pointwise ins(%x_in, %s_k[(i, j) -> (j)] : tensor<5x300xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.subf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    %t_k = stax.reduce #stax.add dims [1] ins(%y_k : tensor<5x300xf32>) -> tensor<5xf32>
    stax.yield %y_k, %t_k : tensor<5x300xf32>, tensor<5xf32>
  } -> (tensor<5x300xf32>, tensor<5xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#1, %t) {kind = "expect_eq"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return %fused#0, %fused#1 : tensor<5x300xf32>, tensor<5xf32>
}

// Sums of columns cannot be computed again in a loop over rows: they are kept.
func.func @rows_and_columns() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<5x300xf32>) -> tensor<5xf32>
  %t = stax.reduce #stax.add dims [0] ins(%x : tensor<5x300xf32>) -> tensor<300xf32>
  %y = stax.pointwise ins(%s[(i, j) -> (i)], %t[(i, j) -> (j)] : tensor<5xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.mulf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [], seq: [5, 300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %s_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<5x300xf32>) -> tensor<5xf32>
    %t_k = stax.reduce #stax.add dims [0] ins(%x_in : tensor<5x300xf32>) -> tensor<300xf32>
    %y_k = stax.pointwise ins(%s_k[(i, j) -> (i)], %t_k[(i, j) -> (j)] : tensor<5xf32>, tensor<300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.mulf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// A chain of functions crosses twice.
func.func @expensive_chain() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %e = stax.pointwise ins(%x : tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32):
    %r_ = math.exp %v0 : f32
    stax.yield %r_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<5x300xf32>) -> tensor<5xf32>
  %f = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %q_ = arith.divf %v0, %v1 : f32
    %r_ = math.log1p %q_ : f32
    stax.yield %r_ : f32
  }
  %m = stax.reduce #stax.max dims [1] ins(%f : tensor<5x300xf32>) -> tensor<5xf32>
  %y = stax.pointwise ins(%f, %e, %m[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %q_ = arith.divf %v0, %v2 : f32
    %r_ = arith.addf %q_, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32):
      %r_ = math.exp %v0 : f32
      stax.yield %r_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k : tensor<5x300xf32>) -> tensor<5xf32>
    %f_k = stax.pointwise ins(%e_k, %s_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %q_ = arith.divf %v0, %v1 : f32
      %r_ = math.log1p %q_ : f32
      stax.yield %r_ : f32
    }
    %m_k = stax.reduce #stax.max dims [1] ins(%f_k : tensor<5x300xf32>) -> tensor<5xf32>
    %y_k = stax.pointwise ins(%f_k, %e_k, %m_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %q_ = arith.divf %v0, %v2 : f32
      %r_ = arith.addf %q_, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

func.func private @long_rows() -> tensor<2x20000xf32> {
  %0 = stax.pointwise -> tensor<2x20000xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<2x20000xf32>
}

// A row that is too long for scratch is computed again.
func.func @long_row() -> (tensor<2x20000xf32>) {
  %x = call @long_rows() : () -> tensor<2x20000xf32>
  %e = stax.pointwise ins(%x : tensor<2x20000xf32>) -> tensor<2x20000xf32> {
  ^bb0(%v0: f32):
    %q_ = arith.divf %v0, %v0 : f32
    stax.yield %q_ : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<2x20000xf32>) -> tensor<2xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<2x20000xf32>, tensor<2xf32>) -> tensor<2x20000xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.mulf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<2x20000xf32>
  %fused = stax.kernel space(par: [2], seq: [20000]) ins(%x : tensor<2x20000xf32>)
      outs(%init0 : tensor<2x20000xf32>) {
  ^bb0(%x_in: tensor<2x20000xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<2x20000xf32>) -> tensor<2x20000xf32> {
    ^bb0(%v0: f32):
      %q_ = arith.divf %v0, %v0 : f32
      stax.yield %q_ : f32
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k : tensor<2x20000xf32>) -> tensor<2xf32>
    %y_k = stax.pointwise ins(%e_k, %s_k[(i, j) -> (i)] : tensor<2x20000xf32>, tensor<2xf32>) -> tensor<2x20000xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.mulf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<2x20000xf32>
  } -> tensor<2x20000xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<2x20000xf32>, tensor<2x20000xf32>) -> ()
  return %fused : tensor<2x20000xf32>
}

// A scan between a function and a quotient by the sum of all.
func.func @cumulative() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %e = stax.pointwise ins(%x : tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32):
    %r_ = math.exp %v0 : f32
    stax.yield %r_ : f32
  }
  %c = stax.scan #stax.add dim 1 ins(%e : tensor<5x300xf32>) -> tensor<5x300xf32>
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<5x300xf32>) -> tensor<5xf32>
  %y = stax.pointwise ins(%c, %s[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.divf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32):
      %r_ = math.exp %v0 : f32
      stax.yield %r_ : f32
    }
    %c_k = stax.scan #stax.add dim 1 ins(%e_k : tensor<5x300xf32>) -> tensor<5x300xf32>
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k : tensor<5x300xf32>) -> tensor<5xf32>
    %y_k = stax.pointwise ins(%c_k, %s_k[(i, j) -> (i)] : tensor<5x300xf32>, tensor<5xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.divf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// Scans from either end need loops of their own, and their reader a third one.
func.func @both_directions() -> (tensor<5x300xf32>, tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %e = stax.pointwise ins(%x : tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32):
    %r_ = math.exp %v0 : f32
    stax.yield %r_ : f32
  }
  %c = stax.scan #stax.add dim 1 ins(%e : tensor<5x300xf32>) -> tensor<5x300xf32>
  %d = stax.scan #stax.add dim 1 exclusive reverse ins(%e : tensor<5x300xf32>) -> tensor<5x300xf32>
  %y = stax.pointwise ins(%c, %d, %e : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32):
    %u_ = arith.mulf %v0, %v1 : f32
    %r_ = arith.addf %u_, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %init1 = tensor.empty() : tensor<5x300xf32>
  %fused:2 = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0, %init1 : tensor<5x300xf32>, tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32):
      %r_ = math.exp %v0 : f32
      stax.yield %r_ : f32
    }
    %c_k = stax.scan #stax.add dim 1 ins(%e_k : tensor<5x300xf32>) -> tensor<5x300xf32>
    %d_k = stax.scan #stax.add dim 1 exclusive reverse ins(%e_k : tensor<5x300xf32>) -> tensor<5x300xf32>
    %y_k = stax.pointwise ins(%c_k, %d_k, %e_k : tensor<5x300xf32>, tensor<5x300xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: f32, %v1: f32, %v2: f32):
      %u_ = arith.mulf %v0, %v1 : f32
      %r_ = arith.addf %u_, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k, %d_k : tensor<5x300xf32>, tensor<5x300xf32>
  } -> (tensor<5x300xf32>, tensor<5x300xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  "check.expect"(%fused#1, %d) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused#0, %fused#1 : tensor<5x300xf32>, tensor<5x300xf32>
}

// A mask crosses as bytes.
func.func @booleans() -> (tensor<5x300xf32>) {
  %x = call @matrix() : () -> tensor<5x300xf32>
  %e = stax.pointwise ins(%x : tensor<5x300xf32>) -> tensor<5x300xi1> {
  ^bb0(%v0: f32):
    %q_ = math.exp %v0 : f32
    %one_ = arith.constant 1.0 : f32
    %r_ = arith.cmpf ogt, %q_, %one_ : f32
    stax.yield %r_ : i1
  }
  %s = stax.reduce #stax.add dims [1] ins(%e, %x : tensor<5x300xi1>, tensor<5x300xf32>) -> tensor<5xf32> {
  ^bb0(%v0: i1, %v1: f32):
    %zero_ = arith.constant 0.0 : f32
    %r_ = arith.select %v0, %v1, %zero_ : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)], %x : tensor<5x300xi1>, tensor<5xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
  ^bb0(%v0: i1, %v1: f32, %v2: f32):
    %r_ = arith.select %v0, %v1, %v2 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<5x300xf32>
  %fused = stax.kernel space(par: [5], seq: [300]) ins(%x : tensor<5x300xf32>)
      outs(%init0 : tensor<5x300xf32>) {
  ^bb0(%x_in: tensor<5x300xf32>):
    %e_k = stax.pointwise ins(%x_in : tensor<5x300xf32>) -> tensor<5x300xi1> {
    ^bb0(%v0: f32):
      %q_ = math.exp %v0 : f32
      %one_ = arith.constant 1.0 : f32
      %r_ = arith.cmpf ogt, %q_, %one_ : f32
      stax.yield %r_ : i1
    }
    %s_k = stax.reduce #stax.add dims [1] ins(%e_k, %x_in : tensor<5x300xi1>, tensor<5x300xf32>) -> tensor<5xf32> {
    ^bb0(%v0: i1, %v1: f32):
      %zero_ = arith.constant 0.0 : f32
      %r_ = arith.select %v0, %v1, %zero_ : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%e_k, %s_k[(i, j) -> (i)], %x_in : tensor<5x300xi1>, tensor<5xf32>, tensor<5x300xf32>) -> tensor<5x300xf32> {
    ^bb0(%v0: i1, %v1: f32, %v2: f32):
      %r_ = arith.select %v0, %v1, %v2 : f32
      stax.yield %r_ : f32
    }
    stax.yield %y_k : tensor<5x300xf32>
  } -> tensor<5x300xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<5x300xf32>, tensor<5x300xf32>) -> ()
  return %fused : tensor<5x300xf32>
}

// Everything at a single point.
func.func @scalar() -> (tensor<f32>) {
  %x = call @row() : () -> tensor<300xf32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<300xf32>) -> tensor<f32>
  %r0 = stax.pointwise ins(%s : tensor<f32>) -> tensor<f32> {
  ^bb0(%v0: f32):
    %r_ = arith.mulf %v0, %v0 : f32
    stax.yield %r_ : f32
  }
  %r1 = stax.pointwise ins(%r0, %s : tensor<f32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.addf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<f32>
  %fused = stax.kernel space(par: [], seq: [300]) ins(%x : tensor<300xf32>)
      outs(%init0 : tensor<f32>) {
  ^bb0(%x_in: tensor<300xf32>):
    %s_k = stax.reduce #stax.add dims [0] ins(%x_in : tensor<300xf32>) -> tensor<f32>
    %r0_k = stax.pointwise ins(%s_k : tensor<f32>) attributes {stax.node_map = affine_map<(d0) -> ()>} -> tensor<f32> {
    ^bb0(%v0: f32):
      %r_ = arith.mulf %v0, %v0 : f32
      stax.yield %r_ : f32
    }
    %r1_k = stax.pointwise ins(%r0_k, %s_k : tensor<f32>, tensor<f32>) attributes {stax.node_map = affine_map<(d0) -> ()>} -> tensor<f32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.addf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %r1_k : tensor<f32>
  } -> tensor<f32>
  "check.expect"(%fused, %r1) {kind = "expect_eq"} : (tensor<f32>, tensor<f32>) -> ()
  return %fused : tensor<f32>
}

func.func private @nothing() -> tensor<3x0xf32> {
  %0 = stax.pointwise -> tensor<3x0xf32> {
    %n0 = arith.constant 11 : index
    %i0 = stax.index 0
    %p0 = arith.constant 7919 : index
    %m0 = arith.muli %i0, %p0 : index
    %a0 = arith.addi %n0, %m0 : index
    %i1 = stax.index 1
    %p1 = arith.constant 104729 : index
    %m1 = arith.muli %i1, %p1 : index
    %a1 = arith.addi %a0, %m1 : index
    %k = arith.constant 1009 : index
    %r = arith.remui %a1, %k : index
    %i = arith.index_cast %r : index to i64
    %f = arith.sitofp %i : i64 to f32
    %scale = arith.constant 0.0078125 : f32
    %shift = arith.constant 3.9 : f32
    %v = arith.mulf %f, %scale : f32
    %w = arith.subf %v, %shift : f32
    stax.yield %w : f32
  }
  return %0 : tensor<3x0xf32>
}

// A loop without points: sums are complete, and are used.
func.func @empty_rows() -> (tensor<3xf32>, tensor<3x0xf32>) {
  %x = call @nothing() : () -> tensor<3x0xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<3x0xf32>) -> tensor<3xf32>
  %c = stax.pointwise ins(%s : tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%v0: f32):
    %one_ = arith.constant 1.0 : f32
    %r_ = arith.addf %v0, %one_ : f32
    stax.yield %r_ : f32
  }
  %y = stax.pointwise ins(%x, %c[(i, j) -> (i)] : tensor<3x0xf32>, tensor<3xf32>) -> tensor<3x0xf32> {
  ^bb0(%v0: f32, %v1: f32):
    %r_ = arith.mulf %v0, %v1 : f32
    stax.yield %r_ : f32
  }
  %init0 = tensor.empty() : tensor<3xf32>
  %init1 = tensor.empty() : tensor<3x0xf32>
  %fused:2 = stax.kernel space(par: [3], seq: [0]) ins(%x : tensor<3x0xf32>)
      outs(%init0, %init1 : tensor<3xf32>, tensor<3x0xf32>) {
  ^bb0(%x_in: tensor<3x0xf32>):
    %s_k = stax.reduce #stax.add dims [1] ins(%x_in : tensor<3x0xf32>) -> tensor<3xf32>
    %c_k = stax.pointwise ins(%s_k : tensor<3xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<3xf32> {
    ^bb0(%v0: f32):
      %one_ = arith.constant 1.0 : f32
      %r_ = arith.addf %v0, %one_ : f32
      stax.yield %r_ : f32
    }
    %y_k = stax.pointwise ins(%x_in, %c_k[(i, j) -> (i)] : tensor<3x0xf32>, tensor<3xf32>) -> tensor<3x0xf32> {
    ^bb0(%v0: f32, %v1: f32):
      %r_ = arith.mulf %v0, %v1 : f32
      stax.yield %r_ : f32
    }
    stax.yield %c_k, %y_k : tensor<3xf32>, tensor<3x0xf32>
  } -> (tensor<3xf32>, tensor<3x0xf32>)
  "check.expect"(%fused#0, %c) {kind = "expect_eq"} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect"(%fused#1, %y) {kind = "expect_eq"} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  return %fused#0, %fused#1 : tensor<3xf32>, tensor<3x0xf32>
}
