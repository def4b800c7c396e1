// RUN: stax-opt %s -stax-bufferize -split-input-file | FileCheck %s

// A destination of this function that nothing else uses is updated in place.
// CHECK-LABEL: @in_place
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[I:.*]]: memref<8xindex>)
// CHECK: %[[D:.*]] = memref.alloc()
// CHECK: stax.extern @init outs(%[[D]] : memref<16xf32>)
// CHECK-NOT: memref.copy
// CHECK: stax.scatter #stax.add ins(%[[X]], %[[I]] : memref<8xf32>, memref<8xindex>) outs(%[[D]] : memref<16xf32>)
// CHECK: return %[[D]]
func.func @in_place(%x: tensor<8xf32>, %i: tensor<8xindex>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %d = stax.extern @init outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %0 = stax.scatter #stax.add ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// One that is used later, or that the caller or a constant has, is copied.
// CHECK-LABEL: @should_not_update
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<16xf32>)
// CHECK: memref.copy %[[A]], %[[C:.*]] :
// CHECK: stax.scatter set ins({{.*}}) outs(%[[C]] : memref<16xf32>)
// CHECK: memref.copy %[[C]], %[[E:.*]] :
// CHECK: stax.scatter set ins({{.*}}) outs(%[[E]] : memref<16xf32>)
// CHECK: %[[G:.*]] = memref.get_global
// CHECK: memref.copy %[[G]], %[[F:.*]] :
// CHECK: stax.scatter set ins({{.*}}) outs(%[[F]] : memref<16xf32>)
// CHECK: return %[[C]], %[[E]], %[[F]]
func.func @should_not_update(%x: tensor<8xf32>, %i: tensor<8xindex>, %a: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %0 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  %1 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%0 : tensor<16xf32>) -> tensor<16xf32>
  %c = arith.constant dense<1.0> : tensor<16xf32>
  %2 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  return %0, %1, %2 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}

// -----

// A source that is also the destination is read as it was.
// CHECK-LABEL: @source_and_destination
// CHECK: %[[D:.*]] = memref.alloc()
// CHECK: stax.extern @init outs(%[[D]] : memref<8xf32>)
// CHECK: memref.copy %[[D]], %[[C:.*]] :
// CHECK: stax.scatter set ins(%[[D]], %{{.*}} : memref<8xf32>, memref<8xindex>) outs(%[[C]] : memref<8xf32>)
func.func @source_and_destination(%i: tensor<8xindex>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %d = stax.extern @init outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = stax.scatter set ins(%d, %i : tensor<8xf32>, tensor<8xindex>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Upstream's analysis decides in the same way where there is control flow.
// CHECK-LABEL: @in_a_loop
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (memref<16xf32>) {
// CHECK-NOT: memref.copy
// CHECK: stax.scatter set ins({{.*}}) outs(%[[ACC]] : memref<16xf32>)
// CHECK: scf.yield %[[ACC]]
func.func @in_a_loop(%x: tensor<8xf32>, %i: tensor<8xindex>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<16xf32>
  %d = stax.extern @init outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %d) -> tensor<16xf32> {
    %1 = stax.scatter set ins(%x, %i : tensor<8xf32>, tensor<8xindex>) outs(%acc : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}

// -----

// The reference stays with the tensors.
// CHECK-LABEL: @reference
// CHECK: stax.extern @f ins(%{{.*}} : memref<8xf32>) outs(%{{.*}} : memref<8xf32>){{$}}
func.func @reference(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = stax.extern @f reference @meaning ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @meaning(%x: tensor<8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
