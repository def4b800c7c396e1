// RUN: stax-opt %s -split-input-file -stax-emit-entry-points | FileCheck %s

// A public function gets an entry that checks, calls and delivers.
// CHECK-DAG: llvm.mlir.global internal constant @[[ARG_SHAPE:softmax_arguments_0_shape]](dense<[-1, 128]> : tensor<2xi64>)
// CHECK-DAG: llvm.mlir.global external constant @softmax_signature()
// CHECK-LABEL: llvm.func @softmax(
// CHECK-SAME: %[[ARGS:[^:]*]]: !llvm.ptr, %[[RESULTS:[^:]*]]: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %[[ERROR:[^:]*]]: !llvm.ptr) -> i32
// CHECK: %[[SIG:.*]] = llvm.mlir.addressof @softmax_signature
// CHECK: %[[CODE:.*]] = llvm.call @stax_check_arguments(%[[SIG]], %[[ARGS]], %[[RESULTS]], %[[ERROR]])
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]], ^[[FAIL:.*]](%[[CODE]] : i32)
// CHECK: ^[[BODY]]:
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?x128xf32>
// CHECK: %[[R:.*]] = func.call @softmax_host(%[[X]]) : (memref<?x128xf32>) -> memref<?x128xf32>
// CHECK: llvm.call @stax_deliver_result(%[[SIG]], %{{.*}}, %{{.*}}, %{{.*}}, %[[RESULTS]], %[[ERROR]])
// CHECK: ^[[FAIL]](%[[F:.*]]: i32):
// CHECK-NEXT: llvm.return %[[F]]
// CHECK: llvm.func weak @stax_signature() -> !llvm.ptr
// CHECK: func.func private @softmax_host(
// CHECK-DAG: llvm.func @softmax_arena_size(
// CHECK-DAG: llvm.func weak @stax_arena_size(
func.func @softmax(%x: memref<?x128xf32>) -> memref<?x128xf32> {
  return %x : memref<?x128xf32>
}

// -----

// Scalars travel as tensors of rank 0; a bool is a byte.
// CHECK-LABEL: llvm.func @scalars(
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: %[[BOOL:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[INDEX:.*]] = builtin.unrealized_conversion_cast %{{.*}} : i64 to index
// CHECK: %[[R:.*]] = func.call @scalars_host(%[[BOOL]], %[[INDEX]])
// CHECK: %[[DATA:.*]] = llvm.call @stax_alloc(
// CHECK: llvm.store %{{.*}}, %[[DATA]]
func.func @scalars(%b: i1, %i: index) -> f32 {
  %c = arith.constant 1.0 : f32
  return %c : f32
}

// -----

// Callers free every result, so one that is an earlier one's buffer is copied.
// CHECK-LABEL: llvm.func @twice(
// CHECK: %[[R:.*]]:2 = func.call @twice_host(
// CHECK: %[[SHARED:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : !llvm.ptr
// CHECK: scf.if %[[SHARED]] -> (memref<?xf32>) {
// CHECK:   %[[N:.*]] = memref.dim %[[R]]#1
// CHECK:   %[[COPY:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:   memref.copy %[[R]]#1, %[[COPY]]
// CHECK:   scf.yield %[[COPY]]
// CHECK: } else {
// CHECK:   scf.yield %[[R]]#1
// CHECK-COUNT-2: llvm.call @stax_deliver_result(
func.func @twice(%x: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  return %x, %x : memref<?xf32>, memref<?xf32>
}

// -----

// Failed checks are reported, and results given back.
// CHECK: module {
// CHECK-DAG: llvm.mlir.global internal constant @stax_check_0_message("shapes disagree\00")
// CHECK-DAG: llvm.mlir.global internal constant @stax_check_0_location("file:1:2\00")
// CHECK-LABEL: llvm.func @checked(
// CHECK: %[[S:.*]] = memref.alloca() : memref<1xi64>
// CHECK: memref.store %{{.*}}, %[[S]]
// CHECK: %[[R:.*]] = func.call @checked_host(%{{.*}}, %[[S]])
// CHECK: %[[BITS:.*]] = memref.load %[[S]]
// CHECK: %[[CODE:.*]] = llvm.call @stax_report_checks(%{{.*}}, %{{.*}}, %[[BITS]], %{{.*}})
// CHECK: llvm.cond_br %{{.*}}, ^[[DELIVER:.*]], ^[[DISCARD:[^ ]*]]
// CHECK: ^[[DISCARD]]:
// CHECK: llvm.call @stax_free(
// CHECK: llvm.br ^{{.*}}(%[[CODE]] : i32)
// CHECK: ^[[DELIVER]]:
// CHECK: llvm.call @stax_deliver_result(
module attributes {stax.checks = [#stax.check_info<2, "shapes disagree", "file:1:2">]} {
  func.func @checked(%x: memref<8xf32>, %s: memref<1xi64> {stax.status}) -> memref<8xf32> {
    return %x : memref<8xf32>
  }
}

// -----

// Private functions and declarations have no entry; a taken name is avoided.
// CHECK-NOT: llvm.func @callee
// CHECK: llvm.func @main(
// CHECK: func.call @main_host_(
// CHECK: func.func private @main_host_()
// CHECK: call @callee()
// CHECK-NOT: llvm.func @callee
func.func private @print(memref<*xf32>)
func.func private @main_host()
func.func private @callee() {
  return
}
func.func @main() {
  call @callee() : () -> ()
  return
}

// -----

// Several entries have a signature each, and the module none of one arena.
// CHECK-DAG: llvm.mlir.global external constant @a_signature
// CHECK-DAG: llvm.mlir.global external constant @b_signature
// CHECK-DAG: llvm.mlir.global internal constant @stax_module_functions() {{.*}} : !llvm.array<2 x
// CHECK-NOT: @stax_arena_size
func.func @a() {
  return
}
func.func @b() {
  return
}

// -----

// Private constants give way to functions of the same name, whatever the order.
// CHECK-DAG: llvm.func @g_name(
// CHECK-DAG: llvm.func @g(
// CHECK-DAG: llvm.mlir.global internal constant @g_name_0("g\00")
// CHECK-DAG: func.func private @g_arguments(
func.func @g_name(%x: memref<8xf32>) {
  return
}
func.func private @g_arguments(%x: memref<8xf32>) {
  return
}
func.func @g(%x: memref<8xf32>) {
  call @g_arguments(%x) : (memref<8xf32>) -> ()
  return
}

// -----

// A function of the runtime library may be declared and called.
// CHECK: func.func private @stax_set_num_threads(i32)
// CHECK: llvm.func @calls_runtime(
func.func private @stax_set_num_threads(i32)
func.func @calls_runtime(%n: i32) {
  call @stax_set_num_threads(%n) : (i32) -> ()
  return
}

// -----

// A result that the function allocates is built in the caller's buffer, if the
// runtime says that it fits; otherwise in one from the pool.
// CHECK-LABEL: llvm.func @placed(
// CHECK-SAME: %[[ARGS:[^:]*]]: !llvm.ptr, %[[RESULTS:[^:]*]]: !llvm.ptr,
// CHECK: func.call @placed_host(%{{.*}}, %[[ARGS]], %[[RESULTS]])
// CHECK-LABEL: func.func private @placed_host(
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32>, %[[A:.*]]: !llvm.ptr, %[[R:.*]]: !llvm.ptr)
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[ELEMENT:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: %[[ROWS:.*]] = builtin.unrealized_conversion_cast %[[N]] : index to i64
// CHECK: %[[COLUMN:.*]] = llvm.mul %[[ELEMENT]], %[[ROWS]]
// CHECK: %[[BYTES:.*]] = llvm.mul %[[COLUMN]], %{{.*}}
// CHECK: %[[DATA:.*]] = llvm.call @stax_place_result(%{{.*}}, %{{.*}}, %[[BYTES]], %[[A]], %[[R]])
// CHECK: %[[ABSENT:.*]] = llvm.icmp "eq" %[[DATA]], %{{.*}}
// CHECK: %[[Y:.*]] = scf.if %[[ABSENT]] -> (memref<?x4xf32>) {
// CHECK:   %[[OWN:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?x4xf32>
// CHECK:   scf.yield %[[OWN]]
// CHECK: } else {
// CHECK:   llvm.insertvalue %[[DATA]],
// CHECK: }
// CHECK: memref.copy %[[X]], %[[Y]]
// CHECK: return %[[Y]]
func.func @placed(%x: memref<?x4xf32>) -> memref<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %y = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  memref.copy %x, %y : memref<?x4xf32> to memref<?x4xf32>
  return %y : memref<?x4xf32>
}

// -----

// What is returned twice, or by a function that others of the module call, has
// a buffer of its own.
// CHECK-NOT: @stax_place_result
func.func @twice_allocated() -> (memref<4xf32>, memref<4xf32>) {
  %y = memref.alloc() : memref<4xf32>
  return %y, %y : memref<4xf32>, memref<4xf32>
}
func.func @called() -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  return %y : memref<4xf32>
}
func.func private @caller() {
  call @called() : () -> memref<4xf32>
  return
}

// -----

// Nothing makes a wrapper of the host for C: the entry is what C calls.
// CHECK-LABEL: func.func private @for_c_host
// CHECK-NOT: emit_c_interface
// CHECK: return
func.func @for_c(%x: memref<4xf32>) attributes {llvm.emit_c_interface} {
  return
}
