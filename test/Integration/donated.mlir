// An argument that its caller gives away is written over, and the results are
// those of the interpreter; another program's arguments are never changed,
// which stax-run checks.
// RUN: stax-run %s --check --verify-each-stage --entry=chain --input=random:64x128xf32 | FileCheck %s
// RUN: stax-run %s --check --verify-each-stage --entry=update --input=random:16xf32 --input=random:4xf32 | FileCheck %s
// RUN: stax-run %s --check --guard --entry=chain --input=random:64x128xf32 | FileCheck %s
// RUN: stax-run %s --check --options="order=original" --entry=chain --input=random:64x128xf32 | FileCheck %s
// RUN: stax-run %s --check --options="in-place=off" --entry=chain --input=random:64x128xf32 | FileCheck %s
// RUN: stax-run %s --check --verify-each-stage --entry=passed_on --input=random:16xf32 --input=random:4xf32 | FileCheck %s
// CHECK: check: ok (max 0 ulp

// No memory but the argument's and the results'.
// RUN: stax-run %s --entry=chain --json --input=random:64x128xf32 | FileCheck %s --check-prefix=BYTES
// BYTES: "peak_bytes": 0,
// BYTES-NEXT: "arena_bytes": 0,
func.func @chain(%x: tensor<64x128xf32> {stax.donate}) -> (tensor<64xf32>, tensor<128xf32>) {
  %0 = stax.pointwise ins(%x, %x : tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %1 = stax.reduce #stax.add dims [1] ins(%0 : tensor<64x128xf32>) -> tensor<64xf32>
  %2 = stax.reduce #stax.max dims [0] ins(%0 : tensor<64x128xf32>) -> tensor<128xf32>
  return %1, %2 : tensor<64xf32>, tensor<128xf32>
}

func.func @update(%x: tensor<16xf32> {stax.donate}, %y: tensor<4xf32>) -> tensor<16xf32> {
  %0 = tensor.insert_slice %y into %x[8] [4] [1] : tensor<4xf32> into tensor<16xf32>
  %1 = stax.pointwise ins(%0 : tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %r = arith.addf %a, %a : f32
    stax.yield %r : f32
  }
  return %1 : tensor<16xf32>
}

// The caller still needs what it gives away: it gives away a copy.
func.func private @double(%x: tensor<16xf32> {stax.donate}, %y: tensor<4xf32>) -> tensor<16xf32> {
  %0 = tensor.insert_slice %y into %x[8] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @passed_on(%x: tensor<16xf32>, %y: tensor<4xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = call @double(%x, %y) : (tensor<16xf32>, tensor<4xf32>) -> tensor<16xf32>
  %1 = call @double(%0, %y) : (tensor<16xf32>, tensor<4xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}
