// RUN: stax-opt %s -stax-eliminate-common-nodes | FileCheck %s

// Equal regions over equal operands; so are extents.
// CHECK-LABEL: @equal_nodes
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>)
func.func @equal_nodes(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[E:.*]] = stax.pointwise {{.*}}ins(%[[X]]
  // CHECK: math.exp
  // CHECK-NOT: tensor.dim
  // CHECK-NOT: stax.pointwise
  // CHECK: return %[[E]], %[[E]]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stax.pointwise domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    stax.yield %e : f32
  }
  %zero = arith.constant 0 : index
  %m = tensor.dim %x, %zero : tensor<?xf32>
  %1 = stax.pointwise domain [%m] ins(%x : tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    stax.yield %e : f32
  }
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Regions that differ in a constant, or in the order of operands.
// CHECK-LABEL: @should_not_merge_other_regions
func.func @should_not_merge_other_regions(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[A:.*]] = stax.pointwise
  // CHECK: %[[B:.*]] = stax.pointwise
  // CHECK: %[[C:.*]] = stax.pointwise
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %c = arith.constant 2.0 : f32
    %r = arith.subf %a, %c : f32
    stax.yield %r : f32
  }
  %1 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %c = arith.constant 3.0 : f32
    %r = arith.subf %a, %c : f32
    stax.yield %r : f32
  }
  %2 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %c = arith.constant 2.0 : f32
    %r = arith.subf %c, %a : f32
    stax.yield %r : f32
  }
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Scalars of a region are computed once in it.
// CHECK-LABEL: @scalars
func.func @scalars(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[E:.*]] = math.exp
  // CHECK-NEXT: arith.addf %[[E]], %[[E]]
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    %f = math.exp %a : f32
    %r = arith.addf %e, %f : f32
    stax.yield %r : f32
  }
  return %0 : tensor<8xf32>
}

// Neither branch runs before the other.
// CHECK-LABEL: @should_not_merge_branches
func.func @should_not_merge_branches(%c: i1, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-2: math.exp
  %r = scf.if %c -> tensor<8xf32> {
    %0 = math.exp %x : tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    %1 = math.exp %x : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// What comes before both serves both.
// CHECK-LABEL: @before_branches
func.func @before_branches(%c: i1, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[E:.*]] = math.exp
  // CHECK-NOT: math.exp
  // CHECK: scf.yield %[[E]]
  %e = math.exp %x : tensor<8xf32>
  %r = scf.if %c -> tensor<8xf32> {
    %0 = math.exp %x : tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  return %e, %r : tensor<8xf32>, tensor<8xf32>
}

// A kernel uses nothing from outside.
// CHECK-LABEL: @should_not_merge_into_kernels
func.func @should_not_merge_into_kernels(%x: tensor<8xf32>) -> (f32, tensor<8xf32>) {
  // CHECK: arith.constant 1.0
  // CHECK: stax.kernel
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: arith.addf %{{.*}}, %[[ONE]]
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%b: f32):
      %c = arith.constant 1.0 : f32
      %s = arith.addf %b, %c : f32
      stax.yield %s : f32
    }
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %one, %0 : f32, tensor<8xf32>
}

// What may change memory stays.
// CHECK-LABEL: @should_not_merge_effects
func.func @should_not_merge_effects() -> (memref<4xf32>, memref<4xf32>) {
  // CHECK-COUNT-2: memref.alloc
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  return %0, %1 : memref<4xf32>, memref<4xf32>
}
