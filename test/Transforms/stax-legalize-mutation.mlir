// RUN: stax-opt %s -split-input-file -stax-legalize-mutation | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-legalize-mutation -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A reader of the old value moves in front of the write, with what it needs.
// CHECK-LABEL: @reader_moves
// REMARK: [Passed] ReadersMoved | Category:stax | readers=1
func.func @reader_moves(%m: memref<8xf32>, %k: f32) -> tensor<f32> {
  // CHECK: %[[T:.*]] = bufferization.to_tensor %{{.*}} restrict :
  // CHECK-NEXT: %[[F:.*]] = stax.pointwise -> tensor<8xf32>
  // CHECK: %[[S:.*]] = stax.reduce #stax.add dims [0] ins(%[[T]], %[[F]]
  // CHECK: memref.store
  // CHECK-NEXT: return %[[S]]
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  memref.store %k, %m[%c0] : memref<8xf32>
  %f = stax.pointwise -> tensor<8xf32> {
    stax.yield %k : f32
  }
  %s = stax.reduce #stax.add dims [0] ins(%t, %f : tensor<8xf32>, tensor<8xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  return %s : tensor<f32>
}

// -----

// In a swap the second write reads what the first one overwrites.
// CHECK-LABEL: @swap
// CHECK-SAME: (%[[M:.*]]: memref<8xf32>, %[[N:.*]]: memref<8xf32>)
// REMARK: [Missed] SnapshotCopied | Category:stax | code=FixedReader
func.func @swap(%m: memref<8xf32>, %n: memref<8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = bufferization.to_tensor %[[M]] restrict :
  // CHECK-NEXT: %[[C:.*]] = stax.pointwise ins(%[[A]] : tensor<8xf32>)
  // CHECK-NEXT: %[[B:.*]] = bufferization.to_tensor %[[N]] restrict :
  // CHECK-NEXT: bufferization.materialize_in_destination %[[B]] in restrict writable %[[M]]
  // CHECK-NEXT: bufferization.materialize_in_destination %[[C]] in restrict writable %[[N]]
  %a = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  %b = bufferization.to_tensor %n : memref<8xf32> to tensor<8xf32>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  bufferization.materialize_in_destination %a in restrict writable %n : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// A write that reads a view of the same memory.
// CHECK-LABEL: @overlap
// REMARK: [Missed] SnapshotCopied | Category:stax | code=ReadByWriter
func.func @overlap(%m: memref<8xf32>) {
  // CHECK: %[[C:.*]] = stax.pointwise
  // CHECK: %[[S:.*]] = tensor.extract_slice %[[C]]
  // CHECK: bufferization.materialize_in_destination %[[S]]
  %v = memref.subview %m[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
  %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  %s = tensor.extract_slice %t[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  bufferization.materialize_in_destination %s in restrict writable %v : (tensor<7xf32>, memref<7xf32, strided<[1], offset: 1>>) -> ()
  return
}

// -----

// What is returned is read after everything.
// CHECK-LABEL: @returned
// CHECK-SAME: (%[[M:.*]]: memref<?xf32>
// REMARK: [Missed] SnapshotCopied | Category:stax | code=Escapes
func.func @returned(%m: memref<?xf32>, %k: f32) -> tensor<?xf32> {
  // CHECK: %[[T:.*]] = bufferization.to_tensor %[[M]] restrict :
  // CHECK: %[[D:.*]] = tensor.dim %[[T]]
  // CHECK: %[[C:.*]] = stax.pointwise domain [%[[D]]] ins(%[[T]] : tensor<?xf32>)
  // CHECK: memref.store
  // CHECK: return %[[C]]
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  memref.store %k, %m[%c0] : memref<?xf32>
  return %t : tensor<?xf32>
}

// -----

// A loop that reads the old value and writes cannot be split.
// CHECK-LABEL: @loop
// REMARK: [Missed] SnapshotCopied | Category:stax | code=ReadByWriter
func.func @loop(%m: memref<8xf32>, %n: index) {
  // CHECK: %[[T:.*]] = bufferization.to_tensor
  // CHECK: %[[C:.*]] = stax.pointwise ins(%[[T]] : tensor<8xf32>)
  // CHECK: scf.for
  // CHECK: tensor.extract %[[C]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = tensor.extract %t[%i] : tensor<8xf32>
    memref.store %a, %m[%c0] : memref<8xf32>
  }
  return
}

// -----

// A loop that hands the snapshot of one round to the next one.
// CHECK-LABEL: @rounds
// REMARK: [Missed] SnapshotCopied | Category:stax | code=Escapes
func.func @rounds(%m: memref<8xf32>, %x: tensor<8xf32>, %n: index, %k: f32) -> tensor<8xf32> {
  // CHECK: scf.for
  // CHECK: memref.store
  // CHECK: %[[T:.*]] = bufferization.to_tensor
  // CHECK: %[[C:.*]] = stax.pointwise ins(%[[T]] : tensor<8xf32>)
  // CHECK: scf.yield %[[C]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<8xf32> {
    memref.store %k, %m[%i] : memref<8xf32>
    %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// An update in place needs nothing: the value is read before it is written, and
// other memory may be written at any time.
// CHECK-LABEL: @update
// REMARK-NOT: SnapshotCopied
func.func @update(%m: memref<8xf32>, %n: memref<8xf32>, %k: f32) {
  // CHECK: %[[T:.*]] = bufferization.to_tensor %{{.*}} restrict :
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: %[[E:.*]] = stax.pointwise ins(%[[T]] : tensor<8xf32>)
  // CHECK: bufferization.materialize_in_destination %[[E]]
  // CHECK-NOT: stax.pointwise
  // CHECK: return
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  memref.store %k, %n[%c0] : memref<8xf32>
  %e = stax.pointwise ins(%t : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    stax.yield %r : f32
  }
  bufferization.materialize_in_destination %e in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// A function that gets the memory may write to it.
// CHECK-LABEL: @call
// REMARK: [Passed] ReadersMoved | Category:stax | readers=1
func.func private @change(memref<8xf32>)
func.func @call(%m: memref<8xf32>) -> tensor<f32> {
  // CHECK: bufferization.to_tensor
  // CHECK-NEXT: stax.reduce
  // CHECK-NEXT: call @change
  %t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  call @change(%m) : (memref<8xf32>) -> ()
  %s = stax.reduce #stax.add dims [0] ins(%t : tensor<8xf32>) -> tensor<f32>
  return %s : tensor<f32>
}
