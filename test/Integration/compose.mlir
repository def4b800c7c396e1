// Values that are computed where they are read have the same bits and the same
// errors as values that are kept.

// DEFINE: %{rule} = none
// DEFINE: %{check} = stax-run %s --check --verify-each-stage --options="compose=%{rule}" --entry=
// DEFINE: %{exact} = FileCheck %s

// RUN: %{check}moves --input=random:7x9xf32 | %{exact}
// RUN: %{check}padded --input=random:6xf32 | %{exact}
// RUN: %{check}stencil --input=random:40xf32 --input=random:40xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=random:5x8xf32 --input=random:5x8xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=zeros:0x8xf32 --input=zeros:0x8xf32 | %{exact}
// RUN: %{check}coordinates | %{exact}
// RUN: %{check}halves --input=random:16x16xf16 | %{exact}
// REDEFINE: %{rule} = textbook
// RUN: %{check}moves --input=random:7x9xf32 | %{exact}
// RUN: %{check}padded --input=random:6xf32 | %{exact}
// RUN: %{check}stencil --input=random:40xf32 --input=random:40xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=random:5x8xf32 --input=random:5x8xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=zeros:0x8xf32 --input=zeros:0x8xf32 | %{exact}
// RUN: %{check}coordinates | %{exact}
// RUN: %{check}halves --input=random:16x16xf16 | %{exact}
// REDEFINE: %{rule} = cost
// RUN: %{check}moves --input=random:7x9xf32 | %{exact}
// RUN: %{check}padded --input=random:6xf32 | %{exact}
// RUN: %{check}stencil --input=random:40xf32 --input=random:40xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=random:5x8xf32 --input=random:5x8xf32:seed=1 | %{exact}
// RUN: %{check}dynamic --input=zeros:0x8xf32 --input=zeros:0x8xf32 | %{exact}
// RUN: %{check}coordinates | %{exact}
// RUN: %{check}halves --input=random:16x16xf16 | %{exact}
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

#inside = affine_set<(d0) : (d0 - 2 >= 0, -d0 + 7 >= 0)>
#left = affine_set<(d0) : (d0 - 1 >= 0)>
#right = affine_set<(d0) : (-d0 + 38 >= 0)>

func.func @moves(%x: tensor<7x9xf32>) -> (tensor<3xf32>, tensor<9xf32>) {
  %t = stax.pointwise ins(%x[(d0, d1) -> (d1, d0)] : tensor<7x9xf32>) -> tensor<9x7xf32>
  %f = stax.pointwise ins(%t[(d0, d1) -> (-d0 + 8, d1)] : tensor<9x7xf32>) -> tensor<9x7xf32>
  %e = stax.pointwise ins(%f : tensor<9x7xf32>) -> tensor<9x7xf32> {
  ^bb0(%a: f32):
    %r = arith.mulf %a, %a : f32
    stax.yield %r : f32
  }
  %s = stax.pointwise ins(%e[(d0) -> (d0 * 2 + 1, 4)] : tensor<9x7xf32>) -> tensor<3xf32>
  %m = stax.reduce #stax.add dims [1] ins(%e : tensor<9x7xf32>) -> tensor<9xf32>
  return %s, %m : tensor<3xf32>, tensor<9xf32>
}

func.func @padded(%x: tensor<6xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %z = arith.constant -3.0 : f32
  %e = stax.pointwise ins(%x : tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    %one = arith.constant 1.0 : f32
    %r = arith.divf %one, %a : f32
    stax.yield %r : f32
  }
  %p = stax.pointwise ins(%e[(d0) -> (d0 - 2)] guard #inside else %z : tensor<6xf32>) -> tensor<10xf32>
  %q = stax.pointwise ins(%x[(d0) -> (-d0 + 7)] guard #inside else %z : tensor<6xf32>) -> tensor<10xf32> {
  ^bb0(%a: f32):
    %r = arith.negf %a : f32
    stax.yield %r : f32
  }
  %s = stax.pointwise ins(%p, %q : tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  return %s, %q : tensor<10xf32>, tensor<10xf32>
}

func.func @stencil(%x: tensor<40xf32>, %y: tensor<40xf32>) -> tensor<40xf32> {
  %z = arith.constant 0.0 : f32
  %p = stax.pointwise ins(%x, %y : tensor<40xf32>, tensor<40xf32>) -> tensor<40xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.mulf %a, %b : f32
    stax.yield %r : f32
  }
  %s = stax.pointwise ins(%p[(d0) -> (d0 - 1)] guard #left else %z, %p, %p[(d0) -> (d0 + 1)] guard #right else %z
      : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) -> tensor<40xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.addf %a, %b : f32
    %t = arith.addf %r, %c : f32
    stax.yield %t : f32
  }
  return %s : tensor<40xf32>
}

func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = arith.subf %x, %y : tensor<?x?xf32>
  %q = arith.mulf %p, %p : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%q : tensor<?x?xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
  %w = tensor.pad %p low[1, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %s, %w : tensor<?xf32>, tensor<?x?xf32>
}

func.func @coordinates() -> (tensor<4x6xi64>, tensor<4xi64>) {
  %k = stax.pointwise -> tensor<9x13xi64> {
    %i = stax.index 0
    %j = stax.index 1
    %c = arith.constant 100 : index
    %p = arith.muli %i, %c : index
    %q = arith.addi %p, %j : index
    %r = arith.index_cast %q : index to i64
    stax.yield %r : i64
  }
  %s = stax.pointwise ins(%k[(d0, d1) -> ((d0 * 5 + d1) floordiv 3, (d0 + d1 * 3) mod 13)] : tensor<9x13xi64>) -> tensor<4x6xi64>
  %t = stax.reduce #stax.add dims [1] domain [4, 9] ins(%k[(d0, d1) -> (d1, -d0 + 12)] : tensor<9x13xi64>) -> tensor<4xi64>
  return %s, %t : tensor<4x6xi64>, tensor<4xi64>
}

// Each operation rounds to f16, composed or not.
func.func @halves(%x: tensor<16x16xf16>) -> tensor<16xf16> {
  %p = arith.mulf %x, %x : tensor<16x16xf16>
  %q = arith.addf %p, %x : tensor<16x16xf16>
  %s = stax.reduce #stax.add dims [1] ins(%q : tensor<16x16xf16>) -> tensor<16xf16>
  return %s : tensor<16xf16>
}

// A division that is read is an error; the first three quotients are not read.
// DEFINE: %{divide} = stax-run %s --entry=divide --check --options="compose=cost" --input=
// RUN: %{divide}zeros:f32 | FileCheck %s --check-prefix=FINE
// FINE: check: ok
func.func @divide(%unused: tensor<f32>) -> tensor<5xi32> {
  %x = arith.constant dense<[0, 0, 0, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %y = arith.constant dense<9> : tensor<8xi32>
  %q = stax.pointwise ins(%y, %x : tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.divsi %a, %b : i32
    stax.yield %r : i32
  }
  %s = stax.pointwise ins(%q[(d0) -> (d0 + 3)] : tensor<8xi32>) -> tensor<5xi32>
  return %s : tensor<5xi32>
}

// RUN: not stax-run %s --entry=divide_and_read --options="compose=cost" 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not stax-run %s --entry=divide_and_read --options="compose=none" 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: compose.mlir:[[# @LINE + 6]]:10: error: integer division by zero
func.func @divide_and_read() -> tensor<i32> {
  %x = arith.constant dense<[0, 3]> : tensor<2xi32>
  %y = arith.constant dense<9> : tensor<2xi32>
  %q = stax.pointwise ins(%y, %x : tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.divsi %a, %b : i32
    stax.yield %r : i32
  }
  %s = stax.reduce #stax.add dims [0] ins(%q : tensor<2xi32>) -> tensor<i32>
  return %s : tensor<i32>
}

// A mismatch of extents is an error even where the part that is read exists.
// RUN: not stax-run %s --entry=sum_and_slice --options="compose=cost" --input=iota:8xf32 --input=iota:7xf32 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not stax-run %s --entry=sum_and_slice --options="compose=textbook" --input=iota:8xf32 --input=iota:7xf32 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: stax-run %s --entry=sum_and_slice --options="compose=cost" --check --input=iota:8xf32 --input=iota:8xf32 | FileCheck %s --check-prefix=FINE
// EXTENT: the extent of dimension 0 of input #1 does not agree with the other shapes
func.func @sum_and_slice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<4xf32> {
  %p = arith.addf %x, %y : tensor<?xf32>
  %s = tensor.extract_slice %p[2] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}
