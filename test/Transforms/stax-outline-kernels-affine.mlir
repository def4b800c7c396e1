// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s

// What the bounds of loops show to be inside stays as it is.
// CHECK-LABEL: func.func @should_not_check
// CHECK-NOT: stax.check
// CHECK: affine.load
// CHECK: affine.store
// CHECK: affine.load
// CHECK-NOT: stax.check
// CHECK: return
func.func @should_not_check(%x: memref<?xf32>, %y: memref<10x12xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 1 to %n {
    %v = affine.load %x[%i - 1] : memref<?xf32>
    affine.store %v, %x[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 6 {
      %v = affine.load %y[%i, %j * 2 + 1] : memref<10x12xf32>
      affine.store %v, %y[%i, %j] : memref<10x12xf32>
    }
  }
  return
}

// -----

// Anything else is an ordinary access, with its check.
// CHECK-LABEL: func.func @checked
// CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK: %[[PLACE:.*]] = arith.addi %[[I]]
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[PLACE]], %c10
// CHECK: scf.if %[[OK]] -> (f32) {
// CHECK: memref.load %{{.*}}[%[[PLACE]]]
// CHECK: stax.check %[[OK]]
func.func @checked(%x: memref<10xf32>, %y: memref<10xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i + 1] : memref<10xf32>
    affine.store %v, %y[0] : memref<10xf32>
  }
  return
}
