// RUN: stax-opt %s -stax-convert-bf16-to-i16 -split-input-file | FileCheck %s

// Values, block arguments and constants are bits.
// CHECK-LABEL: llvm.func @moves
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[C:.*]]: i1, %[[X:.*]]: i16) -> i16 {
// CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr %[[P]][1] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK-NEXT: %[[V:.*]] = llvm.load %[[ADDRESS]] : !llvm.ptr -> i16
// CHECK-NEXT: %[[S:.*]] = llvm.select %[[C]], %[[V]], %[[ONE]] : i1, i16
// CHECK-NEXT: llvm.br ^[[NEXT:.*]](%[[S]] : i16)
// CHECK-NEXT: ^[[NEXT]](%[[B:.*]]: i16):
// CHECK-NEXT: llvm.store %[[B]], %[[P]] : i16, !llvm.ptr
// CHECK-NEXT: llvm.return %[[X]] : i16
llvm.func @moves(%p: !llvm.ptr, %c: i1, %x: bf16) -> bf16 {
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  %address = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  %v = llvm.load %address : !llvm.ptr -> bf16
  %s = llvm.select %c, %v, %one : i1, bf16
  llvm.br ^next(%s : bf16)
^next(%b: bf16):
  llvm.store %b, %p : bf16, !llvm.ptr
  llvm.return %x : bf16
}

// -----

// Vectors and their constants, splats or not.
// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.mlir.constant(dense<16256> : vector<4xi16>) : vector<4xi16>
// CHECK: llvm.mlir.constant(dense<[16256, 16384]> : vector<2xi16>) : vector<2xi16>
// CHECK: llvm.intr.masked.load %{{.*}} -> vector<4xi16>
// CHECK: llvm.select %{{.*}} : vector<4xi1>, vector<4xi16>
// CHECK-NOT: bf16
llvm.func @vectors(%p: !llvm.ptr, %m: vector<4xi1>) -> vector<4xbf16> {
  %0 = llvm.mlir.constant(dense<1.0> : vector<4xbf16>) : vector<4xbf16>
  %1 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xbf16>) : vector<2xbf16>
  %2 = llvm.intr.masked.load %p, %m, %0 {alignment = 2 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xbf16>) -> vector<4xbf16>
  %3 = llvm.select %m, %2, %0 : vector<4xi1>, vector<4xbf16>
  llvm.store %1, %p : vector<2xbf16>, !llvm.ptr
  llvm.return %3 : vector<4xbf16>
}

// -----

// Functions of other libraries keep their conventions, those of the module
// take bits.
// CHECK-LABEL: llvm.func @other(bf16) -> bf16
llvm.func @other(bf16) -> bf16
// CHECK-LABEL: llvm.func @same(
// CHECK-SAME: i16) -> i16
llvm.func @same(%x: bf16) -> bf16 {
  llvm.return %x : bf16
}
// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: %[[X:.*]]: i16) -> i16
// CHECK-NEXT: %[[PASSED:.*]] = llvm.bitcast %[[X]] : i16 to bf16
// CHECK-NEXT: %[[GOT:.*]] = llvm.call @other(%[[PASSED]]) : (bf16) -> bf16
// CHECK-NEXT: %[[BITS:.*]] = llvm.bitcast %[[GOT]] : bf16 to i16
// CHECK-NEXT: %[[R:.*]] = llvm.call @same(%[[BITS]]) : (i16) -> i16
// CHECK-NEXT: llvm.return %[[R]] : i16
llvm.func @calls(%x: bf16) -> bf16 {
  %0 = llvm.call @other(%x) : (bf16) -> bf16
  %1 = llvm.call @same(%0) : (bf16) -> bf16
  llvm.return %1 : bf16
}

// -----

// Should not change other floats.
// CHECK-LABEL: llvm.func @others
// CHECK-NEXT: llvm.mlir.constant(1.000000e+00 : f16) : f16
// CHECK-NEXT: llvm.load %{{.*}} : !llvm.ptr -> f32
llvm.func @others(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant(1.0 : f16) : f16
  %1 = llvm.load %p : !llvm.ptr -> f32
  llvm.return
}
