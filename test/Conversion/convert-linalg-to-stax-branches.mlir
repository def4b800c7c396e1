// RUN: stax-opt %s -convert-linalg-to-stax -split-input-file | FileCheck %s
// Branches whose arms may fail are in convert-linalg-to-stax-remarks.mlir.

// Arms that may run always become selections, inner ones first.
// CHECK-LABEL: @nested
// CHECK: stax.pointwise
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[C:.*]]: i1):
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[NEG:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[INNER:.*]] = arith.select %[[C]], %[[NEG]], %[[A]]
// CHECK-NEXT: %[[FIRST:.*]] = arith.select %[[C]], %[[EXP]], %[[INNER]]
// CHECK-NEXT: %[[SECOND:.*]] = arith.select %[[C]], %[[A]], %[[A]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[FIRST]], %[[SECOND]]
// CHECK-NEXT: stax.yield %[[SUM]]
func.func @nested(%x: tensor<4xf32>, %b: tensor<4xi1>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %b : tensor<4xf32>, tensor<4xi1>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %c: i1, %out: f32):
    %r:2 = scf.if %c -> (f32, f32) {
      %exp = math.exp %a : f32
      scf.yield %exp, %a : f32, f32
    } else {
      %i = scf.if %c -> f32 {
        %n = arith.negf %a : f32
        scf.yield %n : f32
      } else {
        scf.yield %a : f32
      }
      scf.yield %i, %a : f32, f32
    }
    %s = arith.addf %r#0, %r#1 : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A read outside of a tensor is an error only where it happens.
// CHECK-LABEL: @should_not_flatten_reads
// CHECK: linalg.generic
// CHECK: scf.if
// CHECK: tensor.extract
func.func @should_not_flatten_reads(%x: tensor<4xindex>, %n: index) -> tensor<4xindex> {
  %e = tensor.empty() : tensor<4xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xindex>) outs(%e : tensor<4xindex>) {
  ^bb0(%i: index, %out: index):
    %c = arith.cmpi ult, %i, %n : index
    %r = scf.if %c -> index {
      %v = tensor.extract %x[%i] : tensor<4xindex>
      scf.yield %v : index
    } else {
      scf.yield %i : index
    }
    linalg.yield %r : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

// CHECK-LABEL: @generate
// CHECK-NOT: scf.if
// CHECK: return
func.func @generate(%m: index) -> tensor<4xindex> {
  %e = tensor.empty() : tensor<4xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %c = arith.cmpi ult, %i, %m : index
    %r = scf.if %c -> index {
      scf.yield %i : index
    } else {
      scf.yield %m : index
    }
    linalg.yield %r : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}
