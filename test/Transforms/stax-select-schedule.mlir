// RUN: stax-opt %s -split-input-file -stax-select-schedule | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-select-schedule="vector-dim=-1 unroll=2" | FileCheck %s --check-prefix=OPTIONS

// Rows are read along the sequential dimension.
// CHECK-LABEL: @rows
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4>
// Options replace what would be chosen.
// OPTIONS-LABEL: @rows
// OPTIONS: schedule #stax.schedule<unroll = 2>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @rows(%x: tensor<64x128xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%o : tensor<64xf32>) {
    ^bb0(%a: tensor<64x128xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
      stax.yield %s : tensor<64xf32>
    } -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}

// -----

// Columns are read along the parallel dimension, in strips of eight vectors.
// CHECK-LABEL: @columns
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 8>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @columns(%x: tensor<64x128xf32>, %o: tensor<128xf32>) -> tensor<128xf32> {
    %0 = stax.kernel space(par: [128], seq: [64]) ins(%x : tensor<64x128xf32>) outs(%o : tensor<128xf32>) {
    ^bb0(%a: tensor<64x128xf32>):
      %s = stax.reduce #stax.add dims [0] ins(%a : tensor<64x128xf32>)
          attributes {stax.node_map = affine_map<(d0, d1) -> (d1, d0)>} -> tensor<128xf32>
      stax.yield %s : tensor<128xf32>
    } -> tensor<128xf32>
    return %0 : tensor<128xf32>
  }
}

// -----

// Operations that wait for one another leave room for those of more vectors.
// CHECK-LABEL: @chain
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 8>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @chain(%x: tensor<1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
    %0 = stax.kernel space(par: [1024], seq: []) ins(%x : tensor<1024xf32>) outs(%o : tensor<1024xf32>) {
    ^bb0(%a: tensor<1024xf32>):
      %y = stax.pointwise ins(%a : tensor<1024xf32>) -> tensor<1024xf32> {
      ^bb0(%v: f32):
        %0 = math.fma %v, %v, %v : f32
        %1 = math.fma %0, %0, %v : f32
        %2 = math.fma %1, %1, %v : f32
        %3 = math.fma %2, %2, %v : f32
        %4 = math.fma %3, %3, %v : f32
        %5 = math.fma %4, %4, %v : f32
        %6 = math.fma %5, %5, %v : f32
        %7 = math.fma %6, %6, %v : f32
        stax.yield %7 : f32
      }
      stax.yield %y : tensor<1024xf32>
    } -> tensor<1024xf32>
    return %0 : tensor<1024xf32>
  }
}

// -----

// Independent operations fill the units by themselves.
// CHECK-LABEL: @wide
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @wide(%x: tensor<1024xf32>, %o: tensor<1024xf32>) -> tensor<1024xf32> {
    %0 = stax.kernel space(par: [1024], seq: []) ins(%x : tensor<1024xf32>) outs(%o : tensor<1024xf32>) {
    ^bb0(%a: tensor<1024xf32>):
      %y = stax.pointwise ins(%a : tensor<1024xf32>) -> tensor<1024xf32> {
      ^bb0(%v: f32):
        %e = math.exp %v : f32
        %l = math.log %v : f32
        %s = math.sin %v : f32
        %c = math.cos %v : f32
        %t = math.tanh %v : f32
        %m = arith.addf %e, %l : f32
        %n = arith.addf %s, %c : f32
        %p = arith.addf %m, %n : f32
        %q = arith.addf %p, %t : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<1024xf32>
    } -> tensor<1024xf32>
    return %0 : tensor<1024xf32>
  }
}

// -----

// Three elements are no vector.
// CHECK-LABEL: @should_stay_scalar
// CHECK: schedule #stax.schedule<unroll = 4>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @should_stay_scalar(%x: tensor<3xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stax.kernel space(par: [3], seq: []) ins(%x : tensor<3xf32>) outs(%o : tensor<3xf32>) {
    ^bb0(%a: tensor<3xf32>):
      %y = stax.pointwise ins(%a : tensor<3xf32>) -> tensor<3xf32> {
      ^bb0(%v: f32):
        stax.yield %v : f32
      }
      stax.yield %y : tensor<3xf32>
    } -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

// -----

// A dynamic dimension may be long.
// CHECK-LABEL: @dynamic
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4>
// A schedule that is there is kept.
// CHECK-LABEL: @kept
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 16>
// OPTIONS-LABEL: @kept
// OPTIONS: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 16>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, cores = 2>} {
  func.func @dynamic(%n: index, %x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stax.kernel space(par: [%n], seq: []) ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) {
    ^bb0(%m: index, %a: tensor<?xf32>):
      %y = stax.pointwise domain [%m] ins(%a : tensor<?xf32>) -> tensor<?xf32> {
      ^bb0(%v: f32):
        stax.yield %v : f32
      }
      stax.yield %y : tensor<?xf32>
    } -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @kept(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>)
        schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 16> {
    ^bb0(%a: tensor<64xf32>):
      %y = stax.pointwise ins(%a : tensor<64xf32>) -> tensor<64xf32> {
      ^bb0(%v: f32):
        stax.yield %v : f32
      }
      stax.yield %y : tensor<64xf32>
    } -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}

// -----

// Without a word on the machine nothing is chosen.
// CHECK-LABEL: @should_not_choose_without_target
// CHECK-NOT: schedule
// CHECK: return
func.func @should_not_choose_without_target(%x: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stax.kernel space(par: [64], seq: []) ins(%x : tensor<64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: tensor<64xf32>):
    %y = stax.pointwise ins(%a : tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      stax.yield %v : f32
    }
    stax.yield %y : tensor<64xf32>
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
