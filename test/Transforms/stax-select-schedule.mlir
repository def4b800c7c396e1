// RUN: stax-opt %s -split-input-file -stax-select-schedule | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-select-schedule="vector-dim=-1 unroll=2 row-in-registers=off" | FileCheck %s --check-prefix=OPTIONS
// RUN: stax-opt %s -split-input-file -stax-select-schedule="row-in-registers=off prefetch=on nontemporal=on" | FileCheck %s --check-prefix=ON
// RUN: stax-opt %s -split-input-file -stax-select-schedule="prefetch=off nontemporal=off" | FileCheck %s --check-prefix=OFF

// Rows are read along the sequential dimension.
// CHECK-LABEL: @rows
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4, row_in_registers = true>
// Options replace what would be chosen.
// OPTIONS-LABEL: @rows
// OPTIONS: schedule #stax.schedule<unroll = 2>
// ON-LABEL: @rows
// ON: schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4, prefetch = true, nontemporal = true>
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

// -----

// Little arithmetic on 8 MiB, of a cache of 32.
// CHECK-LABEL: @streams
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4, nontemporal = true>
// OFF-LABEL: @streams
// OFF: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @streams(%x: tensor<1048576xf32>, %o: tensor<1048576xf32>) -> tensor<1048576xf32> {
    %0 = stax.kernel space(par: [1048576], seq: []) ins(%x : tensor<1048576xf32>) outs(%o : tensor<1048576xf32>) {
    ^bb0(%a: tensor<1048576xf32>):
      %y = stax.pointwise ins(%a : tensor<1048576xf32>) -> tensor<1048576xf32> {
      ^bb0(%v: f32):
        %w = arith.addf %v, %v : f32
        stax.yield %w : f32
      }
      stax.yield %y : tensor<1048576xf32>
    } -> tensor<1048576xf32>
    return %0 : tensor<1048576xf32>
  }
}

// -----

// One element less is in the cache.
// CHECK-LABEL: @should_not_stream_what_is_cached
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @should_not_stream_what_is_cached(%x: tensor<1048575xf32>, %o: tensor<1048575xf32>) -> tensor<1048575xf32> {
    %0 = stax.kernel space(par: [1048575], seq: []) ins(%x : tensor<1048575xf32>) outs(%o : tensor<1048575xf32>) {
    ^bb0(%a: tensor<1048575xf32>):
      %y = stax.pointwise ins(%a : tensor<1048575xf32>) -> tensor<1048575xf32> {
      ^bb0(%v: f32):
        %w = arith.addf %v, %v : f32
        stax.yield %w : f32
      }
      stax.yield %y : tensor<1048575xf32>
    } -> tensor<1048575xf32>
    return %0 : tensor<1048575xf32>
  }
}

// -----

// On Zen, arithmetic hides what stores cost.
// CHECK-LABEL: @should_not_stream_functions
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2, chip = "znver5">} {
  func.func @should_not_stream_functions(%x: tensor<1048576xf32>, %o: tensor<1048576xf32>) -> tensor<1048576xf32> {
    %0 = stax.kernel space(par: [1048576], seq: []) ins(%x : tensor<1048576xf32>) outs(%o : tensor<1048576xf32>) {
    ^bb0(%a: tensor<1048576xf32>):
      %y = stax.pointwise ins(%a : tensor<1048576xf32>) -> tensor<1048576xf32> {
      ^bb0(%v: f32):
        %w = math.exp %v : f32
        stax.yield %w : f32
      }
      stax.yield %y : tensor<1048576xf32>
    } -> tensor<1048576xf32>
    return %0 : tensor<1048576xf32>
  }
}

// -----

// On other processors it does not.
// CHECK-LABEL: @streams_functions
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 0, unroll = 4, nontemporal = true>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @streams_functions(%x: tensor<1048576xf32>, %o: tensor<1048576xf32>) -> tensor<1048576xf32> {
    %0 = stax.kernel space(par: [1048576], seq: []) ins(%x : tensor<1048576xf32>) outs(%o : tensor<1048576xf32>) {
    ^bb0(%a: tensor<1048576xf32>):
      %y = stax.pointwise ins(%a : tensor<1048576xf32>) -> tensor<1048576xf32> {
      ^bb0(%v: f32):
        %w = math.exp %v : f32
        stax.yield %w : f32
      }
      stax.yield %y : tensor<1048576xf32>
    } -> tensor<1048576xf32>
    return %0 : tensor<1048576xf32>
  }
}

// -----

// Three loops over rows of 4 KiB, 4 MiB of them, with second caches of 2.
// CHECK-LABEL: @prefetches
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1{{(, unroll = [0-9]+)?}}, prefetch = true>
// OFF-LABEL: @prefetches
// OFF-NOT: prefetch
// OFF: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 268435456, cores = 2>} {
  func.func @prefetches(%x: tensor<1024x1024xf32>, %o: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = stax.kernel space(par: [1024], seq: [1024]) ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024x1024xf32>) {
    ^bb0(%a: tensor<1024x1024xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<1024x1024xf32>) -> tensor<1024xf32>
      %t = stax.reduce #stax.add dims [1] ins(%a, %s[(i, j) -> (i)] : tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024xf32> {
      ^bb0(%v: f32, %w: f32):
        %d = arith.subf %v, %w : f32
        stax.yield %d : f32
      }
      %y = stax.pointwise ins(%a, %t[(i, j) -> (i)] : tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32> {
      ^bb0(%v: f32, %w: f32):
        %e = math.exp %v : f32
        %q = arith.mulf %e, %w : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<1024x1024xf32>
    } -> tensor<1024x1024xf32>
    return %0 : tensor<1024x1024xf32>
  }
}

// -----

// Two loops leave no time for it.
// CHECK-LABEL: @should_not_prefetch_in_two_loops
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1{{(, unroll = [0-9]+)?}}>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 268435456, cores = 2>} {
  func.func @should_not_prefetch_in_two_loops(%x: tensor<1024x1024xf32>, %o: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = stax.kernel space(par: [1024], seq: [1024]) ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024x1024xf32>) {
    ^bb0(%a: tensor<1024x1024xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<1024x1024xf32>) -> tensor<1024xf32>
      %y = stax.pointwise ins(%a, %s[(i, j) -> (i)] : tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32> {
      ^bb0(%v: f32, %w: f32):
        %q = arith.mulf %v, %w : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<1024x1024xf32>
    } -> tensor<1024x1024xf32>
    return %0 : tensor<1024x1024xf32>
  }
}

// -----

// Two loops that compute much leave time for it.
// CHECK-LABEL: @prefetches_in_two_loops
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1{{(, unroll = [0-9]+)?}}, prefetch = true>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 268435456, cores = 2>} {
  func.func @prefetches_in_two_loops(%x: tensor<1024x1024xf32>, %o: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = stax.kernel space(par: [1024], seq: [1024]) ins(%x : tensor<1024x1024xf32>) outs(%o : tensor<1024x1024xf32>) {
    ^bb0(%a: tensor<1024x1024xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<1024x1024xf32>) -> tensor<1024xf32>
      %y = stax.pointwise ins(%a, %s[(i, j) -> (i)] : tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32> {
      ^bb0(%v: f32, %w: f32):
        %e = math.exp %v : f32
        %q = arith.mulf %e, %w : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<1024x1024xf32>
    } -> tensor<1024x1024xf32>
    return %0 : tensor<1024x1024xf32>
  }
}

// -----

// The processor itself finds short rows.
// CHECK-LABEL: @should_not_prefetch_short_rows
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1{{(, unroll = [0-9]+)?}}>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 268435456, cores = 2>} {
  func.func @should_not_prefetch_short_rows(%x: tensor<2048x512xf32>, %o: tensor<2048x512xf32>) -> tensor<2048x512xf32> {
    %0 = stax.kernel space(par: [2048], seq: [512]) ins(%x : tensor<2048x512xf32>) outs(%o : tensor<2048x512xf32>) {
    ^bb0(%a: tensor<2048x512xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<2048x512xf32>) -> tensor<2048xf32>
      %t = stax.reduce #stax.add dims [1] ins(%a, %s[(i, j) -> (i)] : tensor<2048x512xf32>, tensor<2048xf32>) -> tensor<2048xf32> {
      ^bb0(%v: f32, %w: f32):
        %d = arith.subf %v, %w : f32
        stax.yield %d : f32
      }
      %y = stax.pointwise ins(%a, %t[(i, j) -> (i)] : tensor<2048x512xf32>, tensor<2048xf32>) -> tensor<2048x512xf32> {
      ^bb0(%v: f32, %w: f32):
        %e = math.exp %v : f32
        %q = arith.mulf %e, %w : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<2048x512xf32>
    } -> tensor<2048x512xf32>
    return %0 : tensor<2048x512xf32>
  }
}

// -----

// All rows are in the second caches.
// CHECK-LABEL: @should_not_prefetch_what_is_cached
// CHECK: schedule #stax.schedule<form = vector, vector_dim = 1{{(, unroll = [0-9]+)?}}>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 268435456, cores = 2>} {
  func.func @should_not_prefetch_what_is_cached(%x: tensor<512x1024xf32>, %o: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
    %0 = stax.kernel space(par: [512], seq: [1024]) ins(%x : tensor<512x1024xf32>) outs(%o : tensor<512x1024xf32>) {
    ^bb0(%a: tensor<512x1024xf32>):
      %s = stax.reduce #stax.add dims [1] ins(%a : tensor<512x1024xf32>) -> tensor<512xf32>
      %t = stax.reduce #stax.add dims [1] ins(%a, %s[(i, j) -> (i)] : tensor<512x1024xf32>, tensor<512xf32>) -> tensor<512xf32> {
      ^bb0(%v: f32, %w: f32):
        %d = arith.subf %v, %w : f32
        stax.yield %d : f32
      }
      %y = stax.pointwise ins(%a, %t[(i, j) -> (i)] : tensor<512x1024xf32>, tensor<512xf32>) -> tensor<512x1024xf32> {
      ^bb0(%v: f32, %w: f32):
        %e = math.exp %v : f32
        %q = arith.mulf %e, %w : f32
        stax.yield %q : f32
      }
      stax.yield %y : tensor<512x1024xf32>
    } -> tensor<512x1024xf32>
    return %0 : tensor<512x1024xf32>
  }
}

// -----

// Two tiles take at most half of the first cache, 24 KiB, and a side a line.
// CHECK-LABEL: @tile_of_bytes
// CHECK: schedule #stax.schedule<form = tile, vector_dim = 1, unroll = 4, tile = [64, 64]>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @tile_of_bytes(%x: tensor<256x256xi8>, %o: tensor<256x256xi8>) -> tensor<256x256xi8> {
    %0 = stax.kernel space(par: [256, 256], seq: []) ins(%x : tensor<256x256xi8>) outs(%o : tensor<256x256xi8>) {
    ^bb0(%a: tensor<256x256xi8>):
      %y = stax.pointwise domain [256, 256] ins(%a[(i, j) -> (j, i)] : tensor<256x256xi8>) -> tensor<256x256xi8> {
      ^bb0(%v: i8):
        stax.yield %v : i8
      }
      stax.yield %y : tensor<256x256xi8>
    } -> tensor<256x256xi8>
    return %0 : tensor<256x256xi8>
  }
}

// -----

// The same of wider elements.
// CHECK-LABEL: @tile_of_halves
// CHECK: schedule #stax.schedule<form = tile, vector_dim = 1, unroll = 4, tile = [64, 64]>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @tile_of_halves(%x: tensor<256x256xf16>, %o: tensor<256x256xf16>) -> tensor<256x256xf16> {
    %0 = stax.kernel space(par: [256, 256], seq: []) ins(%x : tensor<256x256xf16>) outs(%o : tensor<256x256xf16>) {
    ^bb0(%a: tensor<256x256xf16>):
      %y = stax.pointwise domain [256, 256] ins(%a[(i, j) -> (j, i)] : tensor<256x256xf16>) -> tensor<256x256xf16> {
      ^bb0(%v: f16):
        stax.yield %v : f16
      }
      stax.yield %y : tensor<256x256xf16>
    } -> tensor<256x256xf16>
    return %0 : tensor<256x256xf16>
  }
}

// -----

// The same of wider elements.
// CHECK-LABEL: @tile_of_words
// CHECK: schedule #stax.schedule<form = tile, vector_dim = 1, unroll = 4, tile = [32, 32]>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @tile_of_words(%x: tensor<256x256xf32>, %o: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = stax.kernel space(par: [256, 256], seq: []) ins(%x : tensor<256x256xf32>) outs(%o : tensor<256x256xf32>) {
    ^bb0(%a: tensor<256x256xf32>):
      %y = stax.pointwise domain [256, 256] ins(%a[(i, j) -> (j, i)] : tensor<256x256xf32>) -> tensor<256x256xf32> {
      ^bb0(%v: f32):
        stax.yield %v : f32
      }
      stax.yield %y : tensor<256x256xf32>
    } -> tensor<256x256xf32>
    return %0 : tensor<256x256xf32>
  }
}

// -----

// The same of wider elements.
// CHECK-LABEL: @tile_of_doubles
// CHECK: schedule #stax.schedule<form = tile, vector_dim = 1, unroll = 4, tile = [32, 32]>
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l1 = 49152, l2 = 1048576, l3 = 33554432, cores = 2>} {
  func.func @tile_of_doubles(%x: tensor<256x256xf64>, %o: tensor<256x256xf64>) -> tensor<256x256xf64> {
    %0 = stax.kernel space(par: [256, 256], seq: []) ins(%x : tensor<256x256xf64>) outs(%o : tensor<256x256xf64>) {
    ^bb0(%a: tensor<256x256xf64>):
      %y = stax.pointwise domain [256, 256] ins(%a[(i, j) -> (j, i)] : tensor<256x256xf64>) -> tensor<256x256xf64> {
      ^bb0(%v: f64):
        stax.yield %v : f64
      }
      stax.yield %y : tensor<256x256xf64>
    } -> tensor<256x256xf64>
    return %0 : tensor<256x256xf64>
  }
}
