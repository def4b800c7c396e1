// RUN: stax-opt %s -split-input-file -stax-expand-math -canonicalize | FileCheck %s

// AVX-512 multiplies by powers of two in one instruction.
// CHECK-LABEL: @vectors
// CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i16
// CHECK-DAG: %[[ROUNDING:.*]] = arith.constant 4 : i32
// CHECK-NOT: arith.shrsi
// CHECK: %[[N:.*]] = arith.sitofp %{{.*}} : vector<16xi32> to vector<16xf32>
// CHECK-NEXT: %[[Y:.*]] = x86vector.avx512.mask.scalef %[[P:.*]], %[[N]], %[[P]], %[[ALL]], %[[ROUNDING]] : vector<16xf32>
// CHECK: return %[[Y]]
// Shorter vectors have no such instruction.
// CHECK-LABEL: @should_not_change_short_vectors
// CHECK-NOT: x86vector
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @vectors(%x: vector<16xf32>) -> vector<16xf32> {
    %y = math.exp %x : vector<16xf32>
    return %y : vector<16xf32>
  }
  func.func @should_not_change_short_vectors(%x: vector<8xf32>) -> vector<8xf32> {
    %y = math.exp %x : vector<8xf32>
    return %y : vector<8xf32>
  }
}

// -----

// CHECK-LABEL: @should_not_change_other_targets
// CHECK-NOT: x86vector
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx2", vector_bits = 256>} {
  func.func @should_not_change_other_targets(%x: vector<16xf32>) -> vector<16xf32> {
    %y = math.exp %x : vector<16xf32>
    return %y : vector<16xf32>
  }
}
