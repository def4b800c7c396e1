// RUN: stax-opt %s -convert-stax-to-affine -split-input-file | FileCheck %s
// RUN: stax-opt %s -convert-stax-to-affine -stax-vectorize -lower-affine -split-input-file | FileCheck %s --check-prefix=LOWER

// Points that may meet run in order, in one loop; what is outside is skipped.
// CHECK-LABEL: @serial
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[I:.*]]: memref<8xindex>, %[[D:.*]]: memref<16xf32>)
// CHECK: %[[SIZE:.*]] = arith.constant 16 : index
// CHECK-NOT: affine.parallel
// CHECK: affine.for %[[K:.*]] = 0 to 8 {
// CHECK: %[[V:.*]] = affine.load %[[X]][%[[K]]]
// CHECK: %[[AT:.*]] = affine.load %[[I]][%[[K]]]
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[AT]], %[[SIZE]]
// CHECK: scf.if %[[OK]] {
// CHECK: %[[OLD:.*]] = memref.load %[[D]][%[[AT]]]
// CHECK: %[[NEW:.*]] = stax.combine #stax.add (%[[OLD]]) (%[[V]]) : f32
// CHECK: memref.store %[[NEW]], %[[D]][%[[AT]]]
// LOWER-LABEL: @serial
// LOWER-NOT: stax.combine
func.func private @serial(%x: memref<8xf32>, %i: memref<8xindex>, %d: memref<16xf32>) attributes {stax.launch_group} {
  stax.scatter #stax.add ins(%x, %i : memref<8xf32>, memref<8xindex>) outs(%d : memref<16xf32>)
  return
}

// -----

// A window is parallel, in blocks; the block is innermost, the order inside.
// CHECK-DAG: #[[BEGIN:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0] -> (d0 + 64, s0)>
// CHECK-LABEL: @window
// CHECK: affine.parallel (%[[B:.*]]) = (0) to (symbol(%{{.*}})) step (64) {
// CHECK: affine.for %[[R:.*]] = 0 to 8 {
// CHECK: affine.for %[[C:.*]] = #[[BEGIN]](%[[B]]) to min #[[END]](%[[B]])[%{{.*}}] {
// CHECK: affine.load %{{.*}}[%[[R]], %[[C]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %[[C]]]
// LOWER-LABEL: @window
func.func private @window(%n: index, %x: memref<8x?xf32>, %i: memref<8xindex>, %d: memref<16x?xf32>) attributes {stax.launch_group} {
  stax.scatter set domain [8, %n] ins(%x, %i[(d0, d1) -> (d0)] : memref<8x?xf32>, memref<8xindex>) outs(%d : memref<16x?xf32>) {
  ^bb0(%v: f32, %k: index):
    %c = stax.index 1
    stax.yield %v, %k, %c : f32, index, index
  }
  return
}

// -----

// Bits of checks are carried through the loops and recorded once. Values
// accumulate in the monoid's type.
// CHECK-LABEL: @checks
// CHECK: %[[FAILED:.*]] = affine.for %{{.*}} = 0 to 8 iter_args(%[[BITS:.*]] = %{{.*}}) -> (i64) {
// CHECK: arith.select
// CHECK: %[[NEXT:.*]] = arith.ori %[[BITS]], %{{.*}} : i64
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: stax.combine #stax.add (%{{.*}}) (%{{.*}}) : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: affine.yield %[[NEXT]]
// CHECK: arith.cmpi ne, %[[FAILED]]
// CHECK: memref.atomic_rmw ori %[[FAILED]]
// LOWER-LABEL: @checks
func.func private @checks(%x: memref<8xf16>, %i: memref<8xindex>, %d: memref<16xf16>, %status: memref<1xi64> {stax.status}) attributes {stax.launch_group} {
  stax.scatter #stax.add ins(%x, %i : memref<8xf16>, memref<8xindex>) outs(%d : memref<16xf16>) {
  ^bb0(%v: f16, %k: index):
    %c16 = arith.constant 16 : index
    %ok = arith.cmpi ult, %k, %c16 : index
    stax.check %ok, 0
    stax.yield %v, %k : f16, index
  }
  return
}
