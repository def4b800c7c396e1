// RUN: stax-opt %s -split-input-file -stax-compose -remarks-filter=stax -verify-diagnostics=only-expected -o /dev/null
// RUN: stax-opt %s -split-input-file -stax-compose="copy-budget=1 max-ops=1" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMITS
// RUN: stax-opt %s -split-input-file -stax-compose="target=gpu" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: stax-opt %s -split-input-file -stax-compose="rule=textbook" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOOK
// RUN: stax-opt %s -split-input-file -stax-compose="max-reads=0" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=READS

// LIMITS: code=CopyBudget, evaluated=16384, ops=1
// LIMITS: code=BodyLimit, evaluated=8192, ops=2
// GPU: Composed | {{.*}}code=CheapRecompute
// BOOK: Kept | {{.*}}code=ExpensiveShared
// BOOK: Composed | {{.*}}code=Inlined
// READS: code=ReadLimit

// A function that two reductions need: 8,192 points would be computed twice.
func.func @exp_twice(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=ExpensiveRepeated, evaluated=16384, ops=1, points=8192, reads=1, saved-bytes=65536, users=2}}
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

func.func @once(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  // expected-remark @below {{[Passed] Composed | Category:stax | code=SingleUse, evaluated=8192, ops=2, points=8192, reads=1, saved-bytes=65536, users=1}}
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    %t = arith.mulf %r, %a : f32
    stax.yield %t : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}

// -----

func.func @twice(%x: tensor<64x128xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // expected-remark @below {{[Passed] Composed | Category:stax | code=CheapRecompute, evaluated=16384, ops=1, points=8192, reads=1, saved-bytes=65536, users=2}}
  %e = stax.pointwise ins(%x : tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %m = stax.reduce #stax.max dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  return %s, %m : tensor<64xf32>, tensor<64xf32>
}

// -----

// A product with each of 4,096 columns, for a vector of 4,096.
func.func @product(%x: tensor<4096xf32>, %y: tensor<4096x4096xf32>) -> tensor<4096xf32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=CostlyRecompute, evaluated=16777216, ops=1, points=4096, reads=1, saved-bytes=32768, users=1}}
  %e = stax.pointwise ins(%x : tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e[(d0, d1) -> (d1)], %y : tensor<4096xf32>, tensor<4096x4096xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    stax.yield %p : f32
  }
  return %s : tensor<4096xf32>
}

// -----

func.func @returned(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=Output}}
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%e : tensor<8xf32>) -> tensor<f32>
  return %e, %s : tensor<8xf32>, tensor<f32>
}

// -----

func.func @gathered(%x: tensor<8xf32>, %at: tensor<4xindex>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=OtherUse}}
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  // expected-remark @below {{code=Output}}
  %s = stax.pointwise ins(%at : tensor<4xindex>) -> tensor<4xf32> {
  ^bb0(%i: index):
    %r = tensor.extract %e[%i] : tensor<8xf32>
    stax.yield %r : f32
  }
  return %s : tensor<4xf32>
}

// -----

#inside = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 8 >= 0)>
func.func @guarded(%x: tensor<8xi32>, %z: i32) -> tensor<i32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=GuardedError}}
  %e = stax.pointwise ins(%x : tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32):
    %r = arith.divsi %z, %a : i32
    stax.yield %r : i32
  }
  %s = stax.reduce #stax.add dims [0] domain [10] ins(%e[(d0) -> (d0 - 1)] guard #inside else %z : tensor<8xi32>) -> tensor<i32>
  return %s : tensor<i32>
}

// -----

// The extents of the terms are compared by the sum alone.
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-remark @below {{[Missed] Kept | Category:stax | code=LostCheck}}
  %e = stax.pointwise domain [%n] ins(%x, %y : tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] domain [4] ins(%e[(d0)[s0] -> (d0 + s0)] : tensor<?xf32>) symbols(%i) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

// Offsets that cancel would say that the extents agree, which nobody said.
func.func @cancelled(%x: tensor<16xf32>, %i: index) -> tensor<f32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=LostCheck}}
  %e = stax.pointwise ins(%x[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%i) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] domain [4] ins(%e[(d0)[s0] -> (d0 - s0)] : tensor<8xf32>) symbols(%i) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

func.func @stream(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=OtherPlace}}
  %e = stax.pointwise ins(%x : tensor<8xf32>) attributes {stax.device = 1} -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%e : tensor<8xf32>) -> tensor<f32>
  return %s : tensor<f32>
}

// -----

func.func @loop(%x: tensor<8xf32>, %y: tensor<f32>, %n: index) -> tensor<f32> {
  // expected-remark @below {{[Missed] Kept | Category:stax | code=OtherBlock}}
  %e = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<f32> {
    %s = stax.reduce #stax.add dims [0] ins(%e : tensor<8xf32>) -> tensor<f32>
    scf.yield %s : tensor<f32>
  }
  return %0 : tensor<f32>
}
