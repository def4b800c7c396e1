// RUN: stax-opt %s -convert-linalg-to-stax -remarks-filter=stax -split-input-file -verify-diagnostics | FileCheck %s

// Memory is not a value.
// CHECK-LABEL: @should_not_convert_buffers
func.func @should_not_convert_buffers(%x: memref<4xf32>) {
  // CHECK: linalg.exp
  // expected-remark @below {{[Missed] NotConverted | Category:stax | Reason="it works on buffers", op=linalg.exp}}
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// CHECK-LABEL: @should_not_convert_softmax_of_buffers
func.func @should_not_convert_softmax_of_buffers(%x: memref<4xf32>) {
  // CHECK: linalg.softmax
  // expected-remark @below {{Reason="it works on buffers", op=linalg.softmax}}
  linalg.softmax dimension(0) ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// CHECK-LABEL: @should_not_convert_complex
func.func @should_not_convert_complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="element type complex<f32> is not supported", op=linalg.generic}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%x : tensor<4xcomplex<f32>>) {
  ^bb0(%a: complex<f32>):
    linalg.yield %a : complex<f32>
  } -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// Softmax divides, so it is one of floats.
// CHECK-LABEL: @should_not_convert_softmax_of_integers
func.func @should_not_convert_softmax_of_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: linalg.softmax
  // expected-remark @below {{Reason="elements are not floats", op=linalg.softmax}}
  %0 = linalg.softmax dimension(0) ins(%x : tensor<4xi32>) outs(%x : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Both arms of a select are evaluated, those of a branch are not.
// CHECK-LABEL: @should_not_convert_control_flow
func.func @should_not_convert_control_flow(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="its body holds 'scf.if', which has a region or effects", op=linalg.generic}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%x : tensor<4xi32>) {
  ^bb0(%a: i32):
    %zero = arith.constant 0 : i32
    %c = arith.cmpi ne, %a, %zero : i32
    %s = scf.if %c -> i32 {
      %q = arith.divsi %a, %a : i32
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: @should_not_convert_vectors_in_body
func.func @should_not_convert_vectors_in_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="its body holds 'vector.broadcast', which is not on scalars", op=linalg.generic}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32):
    %v = vector.broadcast %a : f32 to vector<2xf32>
    %s = vector.reduction <add>, %v : vector<2xf32> into f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Two points write one element.
// CHECK-LABEL: @should_not_convert_colliding_writes
func.func @should_not_convert_colliding_writes(%x: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic
  // expected-remark @below {{Reason="the map of output #0 does not write every element once over the parallel dimensions", op=linalg.generic}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Most of the result is not written.
// CHECK-LABEL: @should_not_convert_diagonal
func.func @should_not_convert_diagonal(%x: tensor<4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: linalg.generic
  // expected-remark @below {{does not write every element once}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// A float comparison drops NaN and cannot tell zeros apart: no maximum does.
// CHECK-LABEL: @should_not_convert_selected_floats
func.func @should_not_convert_selected_floats(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.reduce
  // expected-remark @below {{Reason="output #0 is not combined by a known monoid with a value that depends on no accumulator", op=linalg.reduce}}
  %0 = linalg.reduce ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0] (%a: f32, %acc: f32) {
    %p = arith.cmpf ogt, %a, %acc : f32
    %s = arith.select %p, %a, %acc : f32
    linalg.yield %s : f32
  }
  return %0 : tensor<f32>
}

// -----

// A select of other values than those compared is no extreme.
// CHECK-LABEL: @should_not_convert_unrelated_select
func.func @should_not_convert_unrelated_select(%x: tensor<8xi32>, %y: tensor<8xi32>, %c: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.generic
  // expected-remark @below {{output #0 is not combined}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x, %y : tensor<8xi32>, tensor<8xi32>) outs(%c : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %p = arith.cmpi sgt, %a, %b : i32
    %s = arith.select %p, %a, %acc : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The last point wins: there is no combination.
// CHECK-LABEL: @should_not_convert_overwriting
func.func @should_not_convert_overwriting(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.generic
  // expected-remark @below {{output #0 is not combined}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    linalg.yield %a : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Subtraction is no monoid.
// CHECK-LABEL: @should_not_convert_other_combiner
func.func @should_not_convert_other_combiner(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.reduce
  // expected-remark @below {{output #0 is not combined}}
  %0 = linalg.reduce { arith.subf } ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// The second result depends on the first one's accumulator.
// CHECK-LABEL: @should_not_convert_dependent_reductions
func.func @should_not_convert_dependent_reductions(%x: tensor<8xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: linalg.reduce
  // expected-remark @below {{output #1 is not combined}}
  %0:2 = linalg.reduce ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%c, %c : tensor<f32>, tensor<f32>) dimensions = [0]
      (%a: f32, %b: f32, %s: f32, %t: f32) {
    %p = arith.addf %s, %a : f32
    %q = arith.mulf %b, %s : f32
    %r = arith.addf %t, %q : f32
    linalg.yield %p, %r : f32, f32
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: @should_not_convert_accumulator_with_itself
func.func @should_not_convert_accumulator_with_itself(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.reduce
  // expected-remark @below {{output #0 is not combined}}
  %0 = linalg.reduce ins(%x : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0] (%a: f32, %acc: f32) {
    %s = arith.addf %acc, %acc : f32
    linalg.yield %s : f32
  }
  return %0 : tensor<f32>
}

// -----

// Layout operations have no counterpart.
// CHECK-LABEL: @should_not_convert_pack
func.func @should_not_convert_pack(%x: tensor<8x8xf32>, %e: tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32> {
  // CHECK: linalg.pack
  // expected-remark @below {{Reason="there is no such operation in Stax", op=linalg.pack}}
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<8x8xf32> -> tensor<4x4x2x2xf32>
  return %0 : tensor<4x4x2x2xf32>
}
