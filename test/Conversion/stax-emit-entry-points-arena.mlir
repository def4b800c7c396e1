// Entries hand the arena of their caller on, or make one where it is null.
// RUN: stax-opt %s -stax-emit-entry-points | FileCheck %s

// CHECK-LABEL: llvm.func @constant(
// CHECK-SAME: %[[ARGS:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK: %[[NEW:.*]] = llvm.icmp "eq" %[[ARENA]], %{{.*}} : !llvm.ptr
// CHECK: scf.if %[[NEW]] -> (memref<?xi8>)
// CHECK: memref.alloc
// CHECK: } else {
// CHECK: builtin.unrealized_conversion_cast
// CHECK: call @constant_host
// CHECK: scf.if %[[NEW]]
// CHECK-NEXT: memref.dealloc
func.func @constant(%x: memref<8xf32>, %arena: memref<64xi8> {stax.arena}) {
  return
}

func.func @dynamic(%x: memref<?xf32>, %arena: memref<?xi8> {stax.arena}) attributes {stax.arena_size = @size} {
  return
}

func.func private @size(%x: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  return %n : index
}

// CHECK-LABEL: llvm.func @constant_arena_size(
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(64 : i64)
// CHECK-NEXT: llvm.return %[[BYTES]]
// CHECK-LABEL: llvm.func @dynamic_arena_size(
// CHECK: call @size(
