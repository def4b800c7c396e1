// A tensor taken from memory is what memory held then. The three programs are
// miscompiled where readers of a snapshot run after a write.

// DEFINE: %{compose} = none
// DEFINE: %{show} = stax-run %s --options="compose=%{compose}" --entry=
// DEFINE: %{check} = stax-run %s --check --verify-each-stage --options="compose=%{compose}" --entry=

// RUN: %{show}shifted_sum --input=iota:5xi32 | FileCheck %s --check-prefix=SHIFT
// RUN: %{check}shifted_sum --input=iota:5xi32 | FileCheck %s --check-prefix=OK
// RUN: %{show}swap --input=iota:3xf32 --input=zeros:3xf32 | FileCheck %s --check-prefix=SWAP
// RUN: %{check}swap --input=iota:3xf32 --input=zeros:3xf32 | FileCheck %s --check-prefix=OK
// RUN: %{show}old_value --input=iota:4xi32 | FileCheck %s --check-prefix=OLD
// RUN: %{check}old_value --input=iota:4xi32 | FileCheck %s --check-prefix=OK
// RUN: %{show}loop --input=iota:4xi64 | FileCheck %s --check-prefix=LOOP
// RUN: %{check}loop --input=iota:4xi64 | FileCheck %s --check-prefix=OK
// RUN: %{check}branch --input=iota:3xi64 --input=random:i1 | FileCheck %s --check-prefix=OK
// RUN: %{check}dynamic_swap --input=random:7x3xf32 --input=random:7x3xf32:seed=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{compose} = cost
// RUN: %{show}shifted_sum --input=iota:5xi32 | FileCheck %s --check-prefix=SHIFT
// RUN: %{check}shifted_sum --input=iota:5xi32 | FileCheck %s --check-prefix=OK
// RUN: %{show}swap --input=iota:3xf32 --input=zeros:3xf32 | FileCheck %s --check-prefix=SWAP
// RUN: %{check}swap --input=iota:3xf32 --input=zeros:3xf32 | FileCheck %s --check-prefix=OK
// RUN: %{show}old_value --input=iota:4xi32 | FileCheck %s --check-prefix=OLD
// RUN: %{check}old_value --input=iota:4xi32 | FileCheck %s --check-prefix=OK
// RUN: %{show}loop --input=iota:4xi64 | FileCheck %s --check-prefix=LOOP
// RUN: %{check}loop --input=iota:4xi64 | FileCheck %s --check-prefix=OK
// RUN: %{check}branch --input=iota:3xi64 --input=random:i1 | FileCheck %s --check-prefix=OK
// RUN: %{check}dynamic_swap --input=random:7x3xf32 --input=random:7x3xf32:seed=1 | FileCheck %s --check-prefix=OK
// OK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// m[1:5] = m[0:4] + m[1:5]
// SHIFT: [0 1 3 5 7]
func.func @shifted_sum(%m: memref<5xi32>) {
  %low = memref.subview %m[0] [4] [1] : memref<5xi32> to memref<4xi32, strided<[1]>>
  %high = memref.subview %m[1] [4] [1] : memref<5xi32> to memref<4xi32, strided<[1], offset: 1>>
  %a = bufferization.to_tensor %low : memref<4xi32, strided<[1]>> to tensor<4xi32>
  %b = bufferization.to_tensor %high : memref<4xi32, strided<[1], offset: 1>> to tensor<4xi32>
  %s = arith.addi %a, %b : tensor<4xi32>
  bufferization.materialize_in_destination %s in restrict writable %high
      : (tensor<4xi32>, memref<4xi32, strided<[1], offset: 1>>) -> ()
  return
}

// SWAP: [0. 0. 0.]
// SWAP: [0. 1. 2.]
func.func @swap(%m: memref<3xf32>, %n: memref<3xf32>) {
  %a = bufferization.to_tensor %m : memref<3xf32> to tensor<3xf32>
  %b = bufferization.to_tensor %n : memref<3xf32> to tensor<3xf32>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<3xf32>, memref<3xf32>) -> ()
  bufferization.materialize_in_destination %a in restrict writable %n : (tensor<3xf32>, memref<3xf32>) -> ()
  return
}

// The sum is that of the elements before they were doubled.
// OLD: 6
// OLD: [0 2 4 6]
func.func @old_value(%m: memref<4xi32>) -> tensor<i32> {
  %a = bufferization.to_tensor %m : memref<4xi32> to tensor<4xi32>
  %d = arith.addi %a, %a : tensor<4xi32>
  bufferization.materialize_in_destination %d in restrict writable %m : (tensor<4xi32>, memref<4xi32>) -> ()
  %s = stax.reduce #stax.add dims [0] ins(%a : tensor<4xi32>) -> tensor<i32>
  return %s : tensor<i32>
}

// The loop doubles, three times; what was before is returned.
// LOOP: [0 1 2 3]
// LOOP: [ 0  8 16 24]
func.func @loop(%m: memref<4xi64>) -> tensor<4xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %before = bufferization.to_tensor %m : memref<4xi64> to tensor<4xi64>
  scf.for %i = %c0 to %c3 step %c1 {
    %a = bufferization.to_tensor %m : memref<4xi64> to tensor<4xi64>
    %d = arith.addi %a, %a : tensor<4xi64>
    bufferization.materialize_in_destination %d in restrict writable %m : (tensor<4xi64>, memref<4xi64>) -> ()
  }
  return %before : tensor<4xi64>
}

func.func @branch(%m: memref<3xi64>, %p: i1) -> tensor<3xi64> {
  %before = bufferization.to_tensor %m : memref<3xi64> to tensor<3xi64>
  %d = arith.addi %before, %before : tensor<3xi64>
  scf.if %p {
    bufferization.materialize_in_destination %d in restrict writable %m : (tensor<3xi64>, memref<3xi64>) -> ()
  }
  %q = arith.muli %before, %d : tensor<3xi64>
  return %q : tensor<3xi64>
}

func.func @dynamic_swap(%m: memref<?x?xf32>, %n: memref<?x?xf32>) {
  %a = bufferization.to_tensor %m : memref<?x?xf32> to tensor<?x?xf32>
  %b = bufferization.to_tensor %n : memref<?x?xf32> to tensor<?x?xf32>
  %e = math.absf %a : tensor<?x?xf32>
  bufferization.materialize_in_destination %b in restrict writable %m : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  bufferization.materialize_in_destination %e in restrict writable %n : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
