// Long reductions and scans that are cut agree bit for bit with the interpreter,
// which runs them whole: ranges of unknown length are cut at the chunks of 4096
// points along rows, 256 along columns, with a short chunk at the end and
// without one.

// RUN: stax-opt %s -stax-split-reductions -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefix=CUT
// CUT-COUNT-20: [Passed] Split
// CUT-NOT: NotSplit

// DEFINE: %{check} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{check}rows --input=random:3x40037xf32 --threads=1 | %{exact}
// RUN: %{check}rows --input=random:3x40037xf32 --threads=3 | %{exact}
// RUN: %{check}rows --input=random:3x8192xf32 --threads=2 | %{exact}
// RUN: %{check}rows --input=random:3x4095xf32 | %{exact}
// RUN: %{check}rows --input=random:3x1xf32 | %{exact}
// RUN: %{check}columns --input=random:2203x37xf32 --threads=2 | %{exact}
// RUN: %{check}columns --input=random:512x37xf32 --threads=3 | %{exact}
// RUN: %{check}columns --input=random:255x37xf32 | %{exact}
// RUN: %{check}whole --input=random:101x1003xf32 --input=random:20003xf16 --threads=2 | %{exact}
// RUN: %{check}whole --input=random:64x128xf32 --input=random:8192xf16 --threads=3 | %{exact}
// RUN: %{check}whole --input=random:3x5xf32 --input=random:1xf16 | %{exact}
// RUN: %{check}sums --input=random:0xf32 | %{exact}
// RUN: %{check}scans --input=random:20003xf32 --input=random:1xf32 --threads=2 | %{exact}
// RUN: %{check}scans --input=random:8192xf32 --input=random:1xf32 --threads=3 | %{exact}
// RUN: %{check}scans --input=random:4097xf32 --input=random:1xf32 | %{exact}
// RUN: %{check}scans --input=random:17xf32 --input=random:1xf32 | %{exact}
// RUN: %{check}scans --input=random:0xf32 --input=random:1xf32 | %{exact}
// RUN: %{check}scans_of_lines --input=random:3x9001xf32 --input=random:700x5xf32 --input=random:5xf16 --threads=2 | %{exact}
// RUN: %{check}scans_of_lines --input=random:3x8192xf32 --input=random:512x5xf32 --input=random:5xf16 | %{exact}
// RUN: %{check}aligned --threads=2 | %{exact}

// A range that turns out to be empty is an error where it was one.
// RUN: not stax-run %s --entry=whole --input=random:0x3xf32 --input=random:1xf16 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: reduction by #stax.argmax over an empty dimension

func.func @rows(%x: tensor<3x?xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c1 : tensor<3x?xf32>
  %0 = stax.reduce #stax.add dims [1] domain [3, %n] ins(%x : tensor<3x?xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %1 = stax.reduce #stax.max dims [1] domain [3, %n] ins(%x : tensor<3x?xf32>) -> tensor<3xf32>
  %2:3 = stax.reduce #stax.welford dims [1] domain [3, %n] ins(%x : tensor<3x?xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  return %0, %1, %2#0, %2#1, %2#2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

func.func @columns(%x: tensor<?x37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x37xf32>
  %0 = stax.reduce #stax.add dims [0] domain [%n, 37] ins(%x : tensor<?x37xf32>) -> tensor<37xf32>
  %1 = stax.reduce #stax.add dims [0] tree(pairs) domain [%n, 37] ins(%x : tensor<?x37xf32>) -> tensor<37xf32>
  %2 = stax.reduce #stax.add dims [0] tree(scan_column) domain [%n, 37] ins(%x : tensor<?x37xf32>) -> tensor<37xf32>
  return %0, %1, %2 : tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
}

func.func @whole(%x: tensor<?x?xf32>, %h: tensor<?xf16>) -> (tensor<f32>, tensor<f32>, tensor<i64>, tensor<f16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %k = tensor.dim %h, %c0 : tensor<?xf16>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %nm = tensor.dim %flat, %c0 : tensor<?xf32>
  %0 = stax.reduce #stax.add dims [0, 1] domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<f32>
  %1:2 = stax.reduce #stax.argmax dims [0] domain [%nm] ins(%flat : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : f32, i64
  }
  %2 = stax.reduce #stax.add dims [0] domain [%k] ins(%h : tensor<?xf16>) -> tensor<f16>
  return %0, %1#0, %1#1, %2 : tensor<f32>, tensor<f32>, tensor<i64>, tensor<f16>
}

// Nothing sums up to +0.0, counted or not.
func.func @sums(%x: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stax.reduce #stax.add dims [0] domain [%n] ins(%x : tensor<?xf32>) -> tensor<f32>
  %1 = stax.reduce #stax.add dims [0] tree(scan_row) domain [%n] ins(%x : tensor<?xf32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

func.func @scans(%x: tensor<?xf32>, %c: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %start = tensor.extract %c[%c0] : tensor<1xf32>
  %0 = stax.scan #stax.add dim 0 domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %1 = stax.scan #stax.add dim 0 exclusive carry(%start : f32) domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %2 = stax.scan #stax.add dim 0 reverse domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %3:2 = stax.scan #stax.argmin dim 0 reverse domain [%n] ins(%x : tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : f32, i64
  }
  return %0, %1, %2, %3#0, %3#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi64>
}

func.func @scans_of_lines(%x: tensor<3x?xf32>, %y: tensor<?x5xf32>, %c: tensor<5xf16>)
    -> (tensor<3x?xf32>, tensor<?x5xf32>, tensor<?x5xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?xf32>
  %m = tensor.dim %y, %c0 : tensor<?x5xf32>
  %0 = stax.scan #stax.add dim 1 exclusive reverse domain [3, %n] ins(%x : tensor<3x?xf32>) -> tensor<3x?xf32>
  %1 = stax.scan #stax.add dim 0 domain [%m, 5] ins(%y : tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = stax.scan #stax.add dim 0 exclusive reverse carry(%c : tensor<5xf16>) domain [%m, 5] ins(%y : tensor<?x5xf32>) -> tensor<?x5xf16> {
  ^bb0(%a: f32):
    %h = arith.truncf %a : f32 to f16
    stax.yield %h : f16
  }
  return %0, %1, %2 : tensor<3x?xf32>, tensor<?x5xf32>, tensor<?x5xf16>
}

// Extents that are known need neither a short chunk nor a copy.
func.func @aligned() -> (tensor<f32>, tensor<65536xi32>) {
  %x = arith.constant dense<0.1> : tensor<65536xf32>
  %y = arith.constant dense<3> : tensor<65536xi32>
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<65536xf32>) -> tensor<f32>
  %1 = stax.scan #stax.add dim 0 ins(%y : tensor<65536xi32>) -> tensor<65536xi32>
  return %0, %1 : tensor<f32>, tensor<65536xi32>
}
