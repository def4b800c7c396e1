// RUN: stax-opt %s -stax-outline-kernels -split-input-file | FileCheck %s

// A view that does not have the extents of its type abandons the call.
// CHECK: #stax.check_info<2, "the elements do not have the extents of the result", {{.*}}>
// CHECK-LABEL: func.func @cast
// CHECK: %[[N:.*]] = memref.dim %[[X:.*]], %{{.*}} : memref<?x?xf32>
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[N]], %c4
// CHECK-NEXT: scf.if %[[FITS]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: stax.check %[[FITS]], 0 in %{{.*}}
// CHECK-NEXT: func.call @stax_abandon()
// CHECK-NEXT: }
// CHECK-NEXT: memref.cast %[[X]] : memref<?x?xf32> to memref<?x4xf32>
// CHECK: func.func private @stax_abandon()
func.func @cast(%x: memref<?x?xf32>) -> memref<?x4xf32> {
  %0 = memref.cast %x : memref<?x?xf32> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}

// -----

// The sizes of a group have the product of the source's extent, do not wrap, and
// are not negative. The view is made of them, several of which may be dynamic.
// CHECK-LABEL: func.func @expand
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK: arith.mului_extended %{{.*}}, %[[N]]
// CHECK: arith.cmpi sge, %[[N]]
// CHECK: %[[PRODUCT:.*]], %{{.*}} = arith.mului_extended %{{.*}}, %[[M]]
// CHECK: arith.cmpi sge, %[[M]]
// CHECK: arith.cmpi eq, %[[PRODUCT]], %{{.*}}
// CHECK: func.call @stax_abandon()
// CHECK-NOT: memref.expand_shape
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[N]], %[[M]]], strides: [%{{.*}}, 1] : memref<?xf32> to memref<?x?xf32>
func.func @expand(%x: memref<?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %x [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape
// CHECK-COUNT-2: memref.load
// CHECK: func.call @stax_abandon()
// CHECK: memref.reshape
func.func @reshape(%x: memref<?xf32>, %s: memref<2xindex>) -> memref<?x8xf32> {
  %0 = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x8xf32>
  return %0 : memref<?x8xf32>
}

// -----

// What is known to fit is not checked.
// CHECK-LABEL: func.func @should_not_check
// CHECK-NOT: stax.check
// CHECK-NOT: stax_abandon
// CHECK: return
func.func @should_not_check(%x: memref<?xf32>, %y: memref<8xf32>) -> (memref<?x1xf32>, memref<?xf32>, memref<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.expand_shape %x [[0, 1]] output_shape [%n, 1] : memref<?xf32> into memref<?x1xf32>
  %1 = memref.cast %y : memref<8xf32> to memref<?xf32>
  %2 = memref.expand_shape %y [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %0, %1, %2 : memref<?x1xf32>, memref<?xf32>, memref<2x4xf32>
}

// -----

// The bytes of a buffer do not wrap.
// CHECK: #stax.check_info<6, "a buffer has more bytes than any memory", {{.*}}>
// CHECK-LABEL: func.func @alloc
// CHECK: %[[BYTES:.*]] = arith.mulf
// CHECK: %[[FITS:.*]] = arith.cmpf ole, %[[BYTES]], %{{.*}} : f64
// CHECK: func.call @stax_abandon()
// CHECK: memref.alloc
func.func @alloc(%n: index) -> memref<?x4xf32> {
  %0 = memref.alloc(%n) : memref<?x4xf32>
  return %0 : memref<?x4xf32>
}
