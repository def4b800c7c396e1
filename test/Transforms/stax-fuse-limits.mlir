// Limits and why they keep operations apart, as remarks.
// RUN: stax-opt %s -split-input-file -stax-fuse="exact-limit=0 cache-budget=256 threads=4 max-nodes=3" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-fuse="algorithm=greedy-textbook peak-guard=4" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=PEAK
// RUN: stax-opt %s -split-input-file -stax-fuse="peak-rise=-1" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=RISE
// RUN: stax-opt %s -split-input-file -stax-fuse="algorithm=exact exact-limit=3" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXACT

// Four nodes are more than three.
// CHECK: [Missed] NotFused | Category:stax | Reason="max-nodes: 4, limit 3", code=max-nodes
// CHECK: kernels=2
// Above the limit of the exact search there is still a good answer.
// EXACT: [Missed] NotExact | Category:stax | Reason="the exact solver takes at most 3 nodes, found 4; use another algorithm, or an exact-limit of up to 64"
// EXACT: kernels=1
func.func @max_nodes(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stax.pointwise ins(%x : tensor<64xf32>) -> tensor<64xf32>
  %1 = stax.pointwise ins(%0 : tensor<64xf32>) -> tensor<64xf32>
  %2 = stax.pointwise ins(%1 : tensor<64xf32>) -> tensor<64xf32>
  %3 = stax.pointwise ins(%2 : tensor<64xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// -----

// Rows of 512 bytes and a sum each do not fit 256.
// CHECK: Reason="op1 cannot be with op0: cache-budget: it reads rows of 516 bytes again, limit 256", code=forbidden
// CHECK: kernels=2
func.func @cache_budget(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}

// -----

// Two rows are fewer than four threads, and than sixteen points.
// CHECK: Reason="parallel points left: 2, needed 4", code=loses-parallelism
// CHECK: kernels=2
func.func @loses_parallelism(%x: tensor<2x8xf32>) -> tensor<2xf32> {
  %e = stax.pointwise ins(%x : tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<2x8xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// A neighbour and a fixed element are other points than the one that writes.
// CHECK: Reason="op1 cannot be with op0: it reads what the point at distance (1) writes", code=domains
// CHECK: Reason="op2 cannot be with op0: it reads the fixed index 0 along dimension 0", code=domains
func.func @distances(%x: tensor<9xf32>) -> (tensor<8xf32>, tensor<9xf32>) {
  %0 = stax.pointwise ins(%x : tensor<9xf32>) -> tensor<9xf32>
  %1 = stax.pointwise domain [8] ins(%0[(i) -> (i + 1)] : tensor<9xf32>) -> tensor<8xf32>
  %2 = stax.pointwise domain [9] ins(%0[(i) -> (0)] : tensor<9xf32>) -> tensor<9xf32>
  return %1, %2 : tensor<8xf32>, tensor<9xf32>
}

// -----

// Reading 128 bytes once instead of twice is not worth keeping 1024 alive.
// PEAK: Reason="peak-guard, bytes kept alive for longer: 1024, limit 512", code=peak-memory
func.func @peak_guard(%b: tensor<128xi8>, %x: tensor<128xf64>, %o: tensor<128xf64>) -> (tensor<128xf64>, tensor<128xf64>) {
  %m = linalg.exp ins(%x : tensor<128xf64>) outs(%o : tensor<128xf64>) -> tensor<128xf64>
  %0 = stax.pointwise ins(%b, %m : tensor<128xi8>, tensor<128xf64>) -> tensor<128xf64> {
  ^bb0(%v: i8, %w: f64):
    stax.yield %w : f64
  }
  %n = linalg.log ins(%x : tensor<128xf64>) outs(%o : tensor<128xf64>) -> tensor<128xf64>
  %1 = stax.pointwise ins(%b, %n : tensor<128xi8>, tensor<128xf64>) -> tensor<128xf64> {
  ^bb0(%v: i8, %w: f64):
    stax.yield %w : f64
  }
  return %0, %1 : tensor<128xf64>, tensor<128xf64>
}

// -----

// The rows are the same, but what runs along them is not.
// CHECK: Reason="their loops do not lie over each other", code=domains
func.func @other_loops(%b: tensor<8xf32>, %x: tensor<8x16xf32>, %y: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stax.pointwise ins(%b[(i, j) -> (i)], %x : tensor<8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> {
  ^bb0(%v: f32, %w: f32):
    stax.yield %w : f32
  }
  %1 = stax.pointwise ins(%b[(i, j) -> (i)], %y : tensor<8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32> {
  ^bb0(%v: f32, %w: f32):
    stax.yield %w : f32
  }
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// The pair that keeps two kernels apart is named, though it is not the first of
// either.
// CHECK: Reason="op2 cannot be with op1: it reads what the point at distance (1, 0) writes", code=domains, {{.*}}first="op0 (stax.reduce)", {{.*}}second="op2 (stax.pointwise)"
func.func @distance_between_kernels(%x: tensor<64x8xf32>) -> tensor<63x8xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x8xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x8xf32>, tensor<64xf32>) -> tensor<64x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  %z = stax.pointwise domain [63, 8] ins(%y[(i, j) -> (i + 1, j)] : tensor<64x8xf32>) -> tensor<63x8xf32>
  return %z : tensor<63x8xf32>
}

// -----

// Two results of one kernel are alive at once; alone the first one dies before
// the second one is made.
// CHECK: Reason="peak-rise, bytes alive at once: 2056, limit 1092", code=peak-rise, {{.*}}first="op0 (stax.pointwise)", gain=1024, {{.*}}second="op2 (stax.pointwise)"
// CHECK: kernels=4
// RISE: {{.*}}limits.mlir:[[#@LINE+2]]:8: remark: [Analysis] Fusion {{.*}}kernels=3
func.func @peak_rise(%x: tensor<128xf64>) -> (tensor<1xf64>, tensor<1xf64>) {
  %0 = stax.pointwise ins(%x : tensor<128xf64>) -> tensor<128xf64>
  %1 = stax.pointwise domain [1] ins(%0[(i) -> (i + 1)] : tensor<128xf64>) -> tensor<1xf64>
  %2 = stax.pointwise ins(%x : tensor<128xf64>) -> tensor<128xf64>
  %3 = stax.pointwise domain [1] ins(%2[(i) -> (i + 1)] : tensor<128xf64>) -> tensor<1xf64>
  return %1, %3 : tensor<1xf64>, tensor<1xf64>
}
