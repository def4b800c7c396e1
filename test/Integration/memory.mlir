// The final state of a memref argument is an output: it is compared, and it
// follows the results in the files that --output names.

// RUN: stax-run %s --entry=increment --input=iota:5xi32 --output=%t.sum.npy --output=%t.state.npy --check | FileCheck %s
// RUN: stax-run %s --entry=show_i64 --input=%t.sum.npy | FileCheck %s --check-prefix=SUM
// RUN: stax-run %s --entry=show_i32 --input=%t.state.npy | FileCheck %s --check-prefix=STATE
// RUN: stax-run %s --entry=increment --input=iota:5xi32 --target=reference | FileCheck %s --check-prefix=BOTH
// CHECK: check: ok
// SUM: {{^}}10{{$}}
// STATE: {{^}}[1 2 3 4 5]{{$}}
// BOTH: {{^}}10{{$}}
// BOTH-NEXT: {{^}}[1 2 3 4 5]{{$}}

func.func @increment(%m: memref<5xi32>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %zero) -> i64 {
    %a = memref.load %m[%i] : memref<5xi32>
    %b = arith.addi %a, %one : i32
    memref.store %b, %m[%i] : memref<5xi32>
    %w = arith.extsi %a : i32 to i64
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  return %sum : i64
}

func.func @show_i64(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}

func.func @show_i32(%x: tensor<5xi32>) -> tensor<5xi32> {
  return %x : tensor<5xi32>
}
