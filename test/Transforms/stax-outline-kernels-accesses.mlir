// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s

// A load outside gives 0 and is an error.
// CHECK: module attributes {stax.checks = [#stax.check_info<4, "index of dimension 0 is out of bounds", {{.*}}>]}
// CHECK-LABEL: @load
// CHECK-SAME: (%[[M:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[STATUS:.*]]: memref<1xi64> {stax.status})
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : index
// CHECK: %[[V:.*]] = scf.if %[[OK]] -> (f32) {
// CHECK-NEXT: memref.load %[[M]][%[[I]]]
// CHECK: } else {
// CHECK-NEXT: stax.check %[[OK]], 0 in %[[STATUS]]
// CHECK: return %[[V]]
func.func private @load(%m: memref<8xf32>, %i: index) -> f32 {
  %v = memref.load %m[%i] : memref<8xf32>
  return %v : f32
}

// -----

// A store outside is left out.
// CHECK-LABEL: @store
// CHECK: %[[OK:.*]] = arith.andi
// CHECK: scf.if %[[OK]] {
// CHECK-NEXT: memref.store
// CHECK: } else {
// CHECK: stax.check %{{.*}}, 0
// CHECK: stax.check %{{.*}}, 1
func.func private @store(%m: memref<?x8xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i, %i] : memref<?x8xf32>
  return
}

// -----

// What is known to be inside is not checked: constants, and loops over extents.
// CHECK-NOT: stax.checks
// CHECK-LABEL: @should_not_check
// CHECK-NOT: scf.if
// CHECK-NOT: stax.check
// CHECK: return
func.func private @should_not_check(%m: memref<?xf32>, %n: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.dim %m, %c0 : memref<?xf32>
  %a = memref.alloc(%e) : memref<?xf32>
  scf.for %i = %c0 to %e step %c1 {
    %v = memref.load %m[%i] : memref<?xf32>
    memref.store %v, %a[%i] : memref<?xf32>
  }
  %v = memref.load %n[%c1] : memref<8xf32>
  %s = memref.subview %n[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.copy %m, %a : memref<?xf32> to memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// Kernels are checked elsewhere.
// CHECK-NOT: stax.checks
// CHECK-LABEL: @should_not_touch_launch
func.func private @should_not_touch_launch(%m: memref<8xf32>, %i: index, %v: f32) attributes {stax.launch_group} {
  memref.store %v, %m[%i] : memref<8xf32>
  return
}

// -----

// A slice that does not fit begins at 0.
// CHECK: #stax.check_info<4, "the slice of dimension 0 is out of bounds"
// CHECK-LABEL: @slice
// CHECK-SAME: %[[M:.*]]: memref<8x4xf32>, %[[I:.*]]: index, %[[N:.*]]: index
// CHECK: stax.check %[[OK:.*]], 0
// CHECK: %[[BEGIN:.*]] = arith.select %[[OK]], %[[I]], %{{.*}} : index
// CHECK: %[[SIZE:.*]] = arith.select %[[OK]], %[[N]], %{{.*}} : index
// CHECK: memref.subview %[[M]][%[[BEGIN]], 0] [%[[SIZE]], 4] [2, 1]
func.func private @slice(%m: memref<8x4xf32>, %i: index, %n: index) -> memref<?x4xf32, strided<[8, 1], offset: ?>> {
  %s = memref.subview %m[%i, 0] [%n, 4] [2, 1] : memref<8x4xf32> to memref<?x4xf32, strided<[8, 1], offset: ?>>
  return %s : memref<?x4xf32, strided<[8, 1], offset: ?>>
}

// -----

// A copy between shapes that differ is left out.
// CHECK: #stax.check_info<2, "the extents of dimension 0 do not agree"
// CHECK-LABEL: @copy
// CHECK: scf.if
// CHECK-NEXT: memref.copy
func.func private @copy(%m: memref<?xf32>, %n: memref<?xf32>) {
  memref.copy %m, %n : memref<?xf32> to memref<?xf32>
  return
}

// -----

// A negative extent is an error; the buffer is empty.
// CHECK: #stax.check_info<2, "an extent is negative"
// CHECK-LABEL: @alloc
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[OK:.*]] = arith.cmpi sge, %[[N]]
// CHECK: %[[SIZE:.*]] = arith.select %[[OK]], %[[N]]
// CHECK: memref.alloc(%[[SIZE]])
func.func private @alloc(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  return %m : memref<?xf32>
}
