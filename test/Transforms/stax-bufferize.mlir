// RUN: stax-opt %s -split-input-file -stax-bufferize | FileCheck %s

// A kernel writes to buffers and keeps its region on tensors.
// CHECK-LABEL: func @kernel(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>) -> memref<8xf32>
func.func @kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[B:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  // CHECK: stax.kernel space(par: [8], seq: []) ins(%[[X]] : memref<8xf32>) outs(%[[B]] : memref<8xf32>) {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>):
  // CHECK: return %[[B]]
  %e = tensor.empty() : tensor<8xf32>
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}

// -----

// An empty tensor that is the destination of two kernels becomes two buffers.
// CHECK-LABEL: func @shared_destination
func.func @shared_destination(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[B0:.*]] = memref.alloc()
  // CHECK: stax.kernel {{.*}} outs(%[[B0]]
  // CHECK: %[[B1:.*]] = memref.alloc()
  // CHECK: stax.kernel {{.*}} outs(%[[B1]]
  // CHECK: return %[[B0]], %[[B1]]
  %e = tensor.empty() : tensor<8xf32>
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  %1 = stax.kernel space(par: [8], seq: []) ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A kernel does not write over an argument that is its destination: the
// function does not say that it may.
// CHECK-LABEL: func @should_not_write_arguments(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>)
func.func @should_not_write_arguments(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[B:.*]] = memref.alloc()
  // CHECK: stax.kernel {{.*}} ins(%[[X]] : memref<8xf32>) outs(%[[B]] : memref<8xf32>)
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}

// -----

// Extents of tensors become those of buffers, and sizes of allocations.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>) -> memref<?xf32>
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  // CHECK: %[[N:.*]] = memref.dim %[[X]]
  // CHECK: memref.alloc(%[[N]])
  // CHECK: stax.kernel space(par: [%[[N]]], seq: [])
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %k = stax.kernel space(par: [%n], seq: []) ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%m: index, %a: tensor<?xf32>):
    %r = stax.pointwise domain [%m] ins(%a : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %r : tensor<?xf32>
  } -> tensor<?xf32>
  return %k : tensor<?xf32>
}

// -----

// A dense constant is a global; equal ones are one.
// CHECK: memref.global "private" constant @[[G:.*]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NOT: memref.global
// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: memref.get_global @[[G]]
  // CHECK: memref.get_global @[[G]]
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Functions that call are bufferized together, kernels in them the same way.
// CHECK-LABEL: func private @callee(
// CHECK-SAME: memref<8xf32>) -> memref<8xf32>
func.func private @callee(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[B:.*]] = memref.alloc()
  // CHECK: stax.kernel {{.*}} outs(%[[B]] : memref<8xf32>) {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>):
  // CHECK-NEXT: stax.pointwise ins(%{{.*}} : tensor<8xf32>) -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}
// CHECK-LABEL: func @caller(
// CHECK: call @callee(%{{.*}}) : (memref<8xf32>) -> memref<8xf32>
func.func @caller(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = call @callee(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// A kernel on buffers stays as it is.
// CHECK-LABEL: func @on_buffers(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>)
func.func @on_buffers(%x: memref<8xf32>, %y: memref<8xf32>) {
  // CHECK-NEXT: stax.kernel space(par: [8], seq: []) ins(%[[X]] : memref<8xf32>) outs(%[[Y]] : memref<8xf32>)
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %r = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %r : tensor<8xf32>
  }
  return
}

// -----

// An argument is its caller's: what updates one gets a copy.
// CHECK-LABEL: func @argument_is_not_written(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<4xf32>)
func.func @argument_is_not_written(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<8xf32>
  // CHECK: memref.copy %[[X]], %[[COPY]]
  // CHECK: %[[PART:.*]] = memref.subview %[[COPY]][2] [4] [1]
  // CHECK: memref.copy %[[Y]], %[[PART]]
  // CHECK: return %[[COPY]]
  %0 = tensor.insert_slice %y into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// An unranked tensor is upstream's, even if nothing uses it.
// CHECK-LABEL: func @unused_unranked_argument(
// CHECK-SAME: memref<*xf32>) -> memref<8xf32>
func.func @unused_unranked_argument(%x: tensor<*xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  return %e : tensor<8xf32>
}

// -----

// A function from outside only reads its tensors, so what it prints is not
// copied for a later use.
func.func private @printMemrefF32(tensor<*xf32>)
// CHECK-LABEL: func @print_and_return(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>) -> memref<8xf32>
func.func @print_and_return(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: memref.copy
  // CHECK: call @printMemrefF32(
  // CHECK: return %[[X]]
  %0 = tensor.cast %x : tensor<8xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return %x : tensor<8xf32>
}
