// The worked examples of greedy fusion, round by round.
// RUN: stax-opt %s -split-input-file -stax-fuse=algorithm=greedy-textbook -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: stax-opt %s -split-input-file -stax-fuse="algorithm=greedy-textbook target=gpu" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,GPU

// x over its row sums: one candidate, which shares x and the sums.
// CHECK: FusionRound | Category:stax | candidates=1, fused=1, round=1
// CHECK: FusionRound | Category:stax | candidates=0, fused=0, round=2
// CHECK: [Passed] Fused {{.*}}, distance=1, first="op0 (stax.reduce)", gain=33280, omega=2, round=1, second="op1 (stax.pointwise)", sigma=33024, tau=0
// CHECK: bytes=65536, bytes-unfused=98816, kernels=1
func.func @divide_by_sum(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}

// -----

// exp, its sum and maximum: the loops of a CPU have no outermost range in
// common, 8192 and 64; threads of a GPU split 8192 where they need to.
// CPU: FusionRound | Category:stax | candidates=1, fused=1, round=1
// CPU: FusionRound | Category:stax | candidates=0, fused=0, round=2
// CPU: [Missed] NotFused | Category:stax | Reason="no iteration space holds ((8192), ()) and ((64), (128))", code=domains, distance=1, first="op0 (stax.pointwise)", {{.*}}, round=1, second="op1 (stax.reduce)"
// CPU: [Missed] NotFused | Category:stax | Reason="no iteration space holds ((8192), ()) and ((64), (128))", code=domains, distance=2, first="op0 (stax.pointwise)", {{.*}}, round=1, second="op2 (stax.reduce)"
// CPU: [Passed] Fused {{.*}}, first="op1 (stax.reduce)", {{.*}}, round=1, second="op2 (stax.reduce)", sigma=32768, tau=1
// CPU: bytes=98816, bytes-unfused=131584, kernels=2
// GPU: bytes=33280, bytes-unfused=131584, kernels=1
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

// -----

// The same with exp inlined: two reductions over one input.
// CHECK: FusionRound | Category:stax | candidates=1, fused=1, round=1
// CHECK: [Passed] Fused {{.*}}, sigma=32768, tau=1
// CHECK: bytes=33280, bytes-unfused=66048, kernels=1
func.func @sum_and_max_of_exp(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}

// -----

// The first and the last node share an input, but a matrix product, which is in
// no kernel, lies between them.
// CHECK: [Missed] NotFused | Category:stax | Reason="a cycle through op1 (linalg.matmul)", code=cycle, {{.*}}first="op0 (stax.pointwise)", {{.*}}second="op2 (stax.pointwise)"
// CHECK: kernels=2
func.func @should_not_close_a_cycle(%x: tensor<16x16xf32>, %o: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = stax.pointwise ins(%x : tensor<16x16xf32>) -> tensor<16x16xf32> {
  ^bb0(%v: f32):
    %r = arith.negf %v : f32
    stax.yield %r : f32
  }
  %c = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%o : tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = stax.pointwise ins(%x, %c : tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> {
  ^bb0(%v: f32, %w: f32):
    %r = arith.addf %v, %w : f32
    stax.yield %r : f32
  }
  return %b : tensor<16x16xf32>
}

// -----

// A range that does not split where the reduction's does: rows of 64 in a
// transposed copy.
// CHECK: Reason="no iteration space holds ((64), (128)) and ((128, 64), ())", code=domains
// CHECK: kernels=2
func.func @should_not_split_within_a_range(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<128x64xf32>) {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %t = stax.pointwise ins(%x[(i, j) -> (j, i)] : tensor<64x128xf32>) -> tensor<128x64xf32>
  return %s, %t : tensor<64xf32>, tensor<128x64xf32>
}

// -----

// The product is inlined: one kernel with one output of 256 bytes.
// CHECK: bytes=65792, bytes-unfused=65792, kernels=1
func.func @dot_products(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x, %y : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    stax.yield %p : f32
  }
  return %s : tensor<64xf32>
}
