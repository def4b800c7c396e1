// Operations that copy or compute tensors: the values are right, and compiled
// code agrees with the interpreter, which runs what import leaves.

// DEFINE: %{check} = stax-run %s --check --verify-each-stage --entry=
// DEFINE: %{exact} = FileCheck %s

// RUN: %{check}slices | %{exact}
// RUN: %{check}slices --threads=3 | %{exact}
// RUN: %{check}dynamic_slice --input=random:7x30xf32 --input=iota:i64 | %{exact}
// RUN: %{check}pads | %{exact}
// RUN: %{check}dynamic_pad --input=random:5x7xf32 | %{exact}
// RUN: %{check}dynamic_pad --input=zeros:0x7xf32 | %{exact}
// RUN: %{check}dynamic_pad --input=random:5x0xf32 --options="parallel=off" | %{exact}
// RUN: %{check}concats --input=random:3x4xbf16 --input=random:3x2xbf16 --input=random:3x7xbf16 | %{exact}
// RUN: %{check}concats --input=random:3x0xbf16 --input=random:3x2xbf16 --input=zeros:3x0xbf16 | %{exact}
// RUN: %{check}concats --input=zeros:0x4xbf16 --input=zeros:0x2xbf16 --input=zeros:0x7xbf16 | %{exact}
// RUN: %{check}made | %{exact}
// RUN: %{check}views | %{exact}
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// A slice that leaves its source, and pieces of different sizes, are errors.
// RUN: not stax-run %s --entry=dynamic_slice --input=random:6x30xf32 --input=iota:i64 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: an index of dimension 0 of input #0 is out of bounds
// RUN: not stax-run %s --entry=concats --input=random:3x4xbf16 --input=random:2x2xbf16 --input=random:3x7xbf16 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: the extent of dimension 0 of input #1 does not agree with the other shapes

// RUN: stax-run %s --entry=main --check | FileCheck %s --check-prefix=MAIN

func.func private @printMemrefI32(tensor<*xi32>)

func.func @slices(%x: tensor<8x16xf32>) -> (tensor<4x3xf32>, tensor<3x16xf32>, tensor<16xf32>, tensor<8xf32>, tensor<f32>, tensor<0x2xf32>) {
  %strided = tensor.extract_slice %x[2, 1] [4, 3] [1, 5] : tensor<8x16xf32> to tensor<4x3xf32>
  %prefix = tensor.extract_slice %x[0, 0] [3, 16] [1, 1] : tensor<8x16xf32> to tensor<3x16xf32>
  %row = tensor.extract_slice %x[7, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
  %column = tensor.extract_slice %x[0, 15] [8, 1] [1, 1] : tensor<8x16xf32> to tensor<8xf32>
  %element = tensor.extract_slice %x[3, 4] [1, 1] [1, 1] : tensor<8x16xf32> to tensor<f32>
  %nothing = tensor.extract_slice %x[5, 4] [0, 2] [1, 1] : tensor<8x16xf32> to tensor<0x2xf32>
  return %strided, %prefix, %row, %column, %element, %nothing : tensor<4x3xf32>, tensor<3x16xf32>, tensor<16xf32>, tensor<8xf32>, tensor<f32>, tensor<0x2xf32>
}

func.func @dynamic_slice(%x: tensor<?x?xf32>, %zero: i64) -> (tensor<?x?xf32>, tensor<4x5xf32>) {
  %none = arith.index_cast %zero : i64 to index
  %c1 = arith.constant 1 : index
  %one = arith.addi %none, %c1 : index
  %two = arith.addi %one, %one : index
  %three = arith.addi %one, %two : index
  %0 = tensor.extract_slice %x[%three, %none] [%two, %three] [%three, %two] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %x[0, %three] [4, 5] [1, 1] : tensor<?x?xf32> to tensor<4x5xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<4x5xf32>
}

func.func @pads(%x: tensor<4x5xi16>, %y: tensor<3xi1>, %v: i16) -> (tensor<7x6xi16>, tensor<2x5xi16>, tensor<5xi1>) {
  %0 = tensor.pad %x low[1, 0] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : i16
  } : tensor<4x5xi16> to tensor<7x6xi16>
  %1 = tensor.pad %x low[-1, 0] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : i16
  } : tensor<4x5xi16> to tensor<2x5xi16>
  %true = arith.constant true
  %2 = tensor.pad %y low[0] high[2] {
  ^bb0(%i: index):
    tensor.yield %true : i1
  } : tensor<3xi1> to tensor<5xi1>
  return %0, %1, %2 : tensor<7x6xi16>, tensor<2x5xi16>, tensor<5xi1>
}

func.func @dynamic_pad(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<4x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %v = arith.constant 0.5 : f32
  %0 = tensor.pad %x low[%n, 0] high[1, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %row = tensor.extract_slice %0[0, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
  %1 = tensor.pad %row low[2, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<1x?xf32> to tensor<4x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<4x?xf32>
}

func.func @concats(%x: tensor<?x?xbf16>, %y: tensor<?x?xbf16>, %z: tensor<?x?xbf16>) -> (tensor<?x?xbf16>, tensor<?x?xbf16>) {
  %0 = tensor.concat dim(1) %x, %y, %z : (tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %1 = tensor.concat dim(0) %y, %y : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0, %1 : tensor<?x?xbf16>, tensor<?x?xbf16>
}

func.func @made(%v: f64, %k: index) -> (tensor<3x2xf64>, tensor<f64>, tensor<3x4xindex>, tensor<3x0xf64>) {
  %0 = tensor.splat %v : tensor<3x2xf64>
  %1 = tensor.from_elements %v : tensor<f64>
  %2 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %ik = arith.muli %i, %k : index
    %r = arith.addi %ik, %j : index
    tensor.yield %r : index
  } : tensor<3x4xindex>
  %3 = tensor.splat %v : tensor<3x0xf64>
  return %0, %1, %2, %3 : tensor<3x2xf64>, tensor<f64>, tensor<3x4xindex>, tensor<3x0xf64>
}

// Operations that stay, between those that do not.
func.func @views(%x: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<?x4xf32>) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  %twice = arith.addf %flat, %flat : tensor<32xf32>
  %wide = tensor.expand_shape %twice [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %part = tensor.extract_slice %wide[1, 2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %inserted = tensor.insert_slice %part into %x[3, 0] [2, 4] [2, 1] : tensor<2x4xf32> into tensor<8x4xf32>
  %cast = tensor.cast %inserted : tensor<8x4xf32> to tensor<?x4xf32>
  %negated = arith.negf %cast : tensor<?x4xf32>
  return %wide, %negated : tensor<4x8xf32>, tensor<?x4xf32>
}

func.func private @print(%x: tensor<?x?xi32>) {
  %unranked = tensor.cast %x : tensor<?x?xi32> to tensor<*xi32>
  call @printMemrefI32(%unranked) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %x = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %n = arith.constant 2 : index

  // MAIN: sizes = [2, 2]
  // MAIN-NEXT{LITERAL}: [[5,   7],
  // MAIN-NEXT{LITERAL}:  [9,   11]]
  %slice = tensor.extract_slice %x[1, 1] [%n, 2] [1, 2] : tensor<3x4xi32> to tensor<?x2xi32>
  %slice_cast = tensor.cast %slice : tensor<?x2xi32> to tensor<?x?xi32>
  call @print(%slice_cast) : (tensor<?x?xi32>) -> ()

  // MAIN: sizes = [4, 4]
  // MAIN-NEXT{LITERAL}: [[-1,   -1,   -1,   -1],
  // MAIN-NEXT{LITERAL}:  [-1,   5,   7,   -1],
  // MAIN-NEXT{LITERAL}:  [-1,   9,   11,   -1],
  // MAIN-NEXT{LITERAL}:  [-1,   -1,   -1,   -1]]
  %minus = arith.constant -1 : i32
  %pad = tensor.pad %slice low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %minus : i32
  } : tensor<?x2xi32> to tensor<?x4xi32>
  %pad_cast = tensor.cast %pad : tensor<?x4xi32> to tensor<?x?xi32>
  call @print(%pad_cast) : (tensor<?x?xi32>) -> ()

  // MAIN: sizes = [5, 2]
  // MAIN-NEXT{LITERAL}: [[5,   7],
  // MAIN-NEXT{LITERAL}:  [9,   11],
  // MAIN-NEXT{LITERAL}:  [2,   3],
  // MAIN-NEXT{LITERAL}:  [6,   7],
  // MAIN-NEXT{LITERAL}:  [10,   11]]
  %right = tensor.extract_slice %x[0, 2] [3, 2] [1, 1] : tensor<3x4xi32> to tensor<3x2xi32>
  %concat = tensor.concat dim(0) %slice, %right : (tensor<?x2xi32>, tensor<3x2xi32>) -> tensor<5x2xi32>
  %concat_cast = tensor.cast %concat : tensor<5x2xi32> to tensor<?x?xi32>
  call @print(%concat_cast) : (tensor<?x?xi32>) -> ()

  // MAIN: sizes = [2, 3]
  // MAIN-NEXT{LITERAL}: [[0,   1,   2],
  // MAIN-NEXT{LITERAL}:  [10,   11,   12]]
  %ten = arith.constant 10 : index
  %generated = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %ten : index
    %at = arith.addi %row, %j : index
    %r = arith.index_cast %at : index to i32
    tensor.yield %r : i32
  } : tensor<?x3xi32>
  %generated_cast = tensor.cast %generated : tensor<?x3xi32> to tensor<?x?xi32>
  call @print(%generated_cast) : (tensor<?x?xi32>) -> ()
  return
}
