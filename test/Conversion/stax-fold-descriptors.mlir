// RUN: stax-opt %s -stax-fold-descriptors | FileCheck %s

// The body of a parallel region uses the pointer, and nothing is left of what
// it was taken out of.
// CHECK-LABEL: llvm.func @field
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64) {
// CHECK-NEXT: omp.parallel {
// CHECK-NEXT: %[[V:.*]] = llvm.load %[[P]]
// CHECK-NEXT: llvm.store %[[V]], %[[P]]
// CHECK-NEXT: omp.terminator
llvm.func @field(%p: !llvm.ptr, %n: i64) {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i64, array<1 x i64>)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, i64, array<1 x i64>)>
  %2 = llvm.insertvalue %n, %1[1] : !llvm.struct<(ptr, i64, array<1 x i64>)>
  %3 = llvm.insertvalue %n, %2[2, 0] : !llvm.struct<(ptr, i64, array<1 x i64>)>
  omp.parallel {
    %4 = llvm.extractvalue %3[0] : !llvm.struct<(ptr, i64, array<1 x i64>)>
    %5 = llvm.load %4 : !llvm.ptr -> i64
    llvm.store %5, %4 : i64, !llvm.ptr
    omp.terminator
  }
  llvm.return
}

// What comes from elsewhere stays.
// CHECK-LABEL: llvm.func @field_of_argument
// CHECK: llvm.insertvalue
// CHECK: llvm.extractvalue
// CHECK: llvm.call
llvm.func @field_of_argument(%d: !llvm.struct<(ptr, i64)>, %n: i64) -> !llvm.ptr {
  %0 = llvm.insertvalue %n, %d[1] : !llvm.struct<(ptr, i64)>
  %1 = llvm.extractvalue %d[0] : !llvm.struct<(ptr, i64)>
  llvm.call @take(%0) : (!llvm.struct<(ptr, i64)>) -> ()
  llvm.return %1 : !llvm.ptr
}
llvm.func @take(!llvm.struct<(ptr, i64)>)
