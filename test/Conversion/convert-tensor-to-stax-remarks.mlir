// RUN: stax-opt %s -convert-tensor-to-stax -remarks-filter=stax -split-input-file -verify-diagnostics | FileCheck %s

// Elements without a storage format.
// CHECK-LABEL: @should_not_convert_complex
func.func @should_not_convert_complex(%x: tensor<8xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: tensor.extract_slice
  // expected-remark @below {{[Missed] NotConverted | Category:stax | Reason="element type complex<f32> is not supported", op=tensor.extract_slice}}
  %0 = tensor.extract_slice %x[1] [4] [1] : tensor<8xcomplex<f32>> to tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// What is written to a slice must reach the tensor that it is a slice of.
// CHECK-LABEL: @should_not_convert_destination
func.func @should_not_convert_destination(%x: tensor<8x8xf32>, %a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[D:.*]] = tensor.extract_slice
  // CHECK: linalg.matmul {{.*}} outs(%[[D]]
  // expected-remark @below {{Reason="it is a destination", op=tensor.extract_slice}}
  %0 = tensor.extract_slice %x[1, 1] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %1 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A guard has one value elsewhere.
// CHECK-LABEL: @should_not_convert_computed_padding
func.func @should_not_convert_computed_padding(%x: tensor<4xindex>) -> tensor<6xindex> {
  // CHECK: tensor.pad
  // expected-remark @below {{Reason="its padding is not one value", op=tensor.pad}}
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %0 : tensor<6xindex>
}

// -----

// An arm that is not taken must not be evaluated.
// CHECK-LABEL: @should_not_convert_control_flow
func.func @should_not_convert_control_flow(%c: i1, %n: index) -> tensor<4xindex> {
  // CHECK: tensor.generate
  // expected-remark @below {{Reason="its body holds 'scf.if', which has a region or effects", op=tensor.generate}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %r = scf.if %c -> index {
      %q = arith.divsi %i, %n : index
      scf.yield %q : index
    } else {
      scf.yield %i : index
    }
    tensor.yield %r : index
  } : tensor<4xindex>
  return %0 : tensor<4xindex>
}

// -----

// A choice among many scalars at every point would not be linear.
// CHECK-LABEL: @should_not_convert_different_elements
func.func @should_not_convert_different_elements(%a: f32, %b: f32) -> tensor<2xf32> {
  // CHECK: tensor.from_elements
  // expected-remark @below {{Reason="its elements are not one value", op=tensor.from_elements}}
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
