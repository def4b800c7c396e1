// Scans agree with the interpreter bit for bit: every direction and bound, along
// each dimension, with and without carries. Sizes stand around the blocks and
// chunks of the trees: 16 and 4096 points along the last dimension, 256 along
// another.

// DEFINE: %{check} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{check}scans --input=random:3x15xf32 --input=random:3xf32 --input=random:15xf32 | %{exact}
// RUN: %{check}scans --input=random:3x16xf32 --input=random:3xf32 --input=random:16xf32 --threads=1 | %{exact}
// RUN: %{check}scans --input=random:2x17xf32 --input=random:2xf32 --input=random:17xf32 --threads=2 | %{exact}
// RUN: %{check}scans --input=random:2x4095xf32 --input=random:2xf32 --input=random:4095xf32 --threads=3 | %{exact}
// RUN: %{check}scans --input=random:2x4096xf32 --input=random:2xf32 --input=random:4096xf32 --threads=1 | %{exact}
// RUN: %{check}scans --input=random:1x4097xf32 --input=random:1xf32 --input=random:4097xf32 --threads=2 | %{exact}
// RUN: %{check}scans --input=random:1x10000xf32 --input=random:1xf32 --input=random:10000xf32 --threads=3 | %{exact}
// RUN: %{check}scans --input=random:255x3xf32 --input=random:255xf32 --input=random:3xf32 --threads=2 | %{exact}
// RUN: %{check}scans --input=random:256x3xf32 --input=random:256xf32 --input=random:3xf32 --threads=3 | %{exact}
// RUN: %{check}scans --input=random:1030x2xf32 --input=random:1030xf32 --input=random:2xf32 --options="parallel=off" | %{exact}
// RUN: %{check}scans --input=random:1x1xf32 --input=random:1xf32 --input=random:1xf32 | %{exact}
// RUN: %{check}scans --input=random:0x3xf32 --input=random:0xf32 --input=random:3xf32 | %{exact}
// RUN: %{check}scans --input=random:3x0xf32 --input=random:3xf32 --input=random:0xf32 | %{exact}

// RUN: %{check}fused --input=random:3x4097xf32 --threads=2 | %{exact}
// RUN: %{check}fused --input=random:3x0xf32 | %{exact}

// RUN: %{check}middle --threads=2 | %{exact}
// RUN: %{check}zeros | %{exact}

// RUN: %{check}types --input=random:4097xf16 --input=random:4097xbf16 --input=random:4097xf64 --threads=2 | %{exact}
// RUN: %{check}types --input=random:33xf16 --input=random:33xbf16 --input=random:33xf64 --threads=1 | %{exact}
// RUN: %{check}integers --input=random:3x4097xi32 --input=random:3x4097xi64 --threads=2 | %{exact}
// RUN: %{check}integers --input=random:300x3xi32 --input=random:300x3xi64 --threads=3 | %{exact}

// RUN: %{check}records --input=random:3x4097xf32 --threads=3 | %{exact}
// RUN: %{check}records --input=random:300x2xf32 --threads=1 | %{exact}
// RUN: %{check}moments --input=random:2x5000xf32 --threads=2 | %{exact}
// RUN: %{check}exponentials --input=random:2x300xf32:range=-90,90 --threads=2 | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: check: ok ({{.*}}, 0 undecided)

// RUN: %{check}totals --input=random:3x15xf32 | %{exact}
// RUN: %{check}totals --input=random:3x16xf32 | %{exact}
// RUN: %{check}totals --input=random:3x4096xf32 --threads=2 | %{exact}
// RUN: %{check}totals --input=random:2x4113xf32 --threads=3 | %{exact}
// RUN: %{check}totals --input=random:513x2xf32 --threads=2 | %{exact}
// RUN: %{check}totals --input=random:0x2xf32 | %{exact}

// The examples.
// RUN: stax-run %stax_source/examples/cumsum.mlir --check | %{exact}
// RUN: stax-run %stax_source/examples/running-maximum.mlir --check | %{exact}

// A carry that has another extent than the lines is an error.
// RUN: not stax-run %s --entry=scans --input=random:3x4xf32 --input=random:2xf32 --input=random:4xf32 2>&1 | FileCheck %s --check-prefix=CARRY
// CARRY: the extent of dimension 0 of the carry does not agree with the other shapes

func.func @scans(%x: tensor<?x?xf32>, %rows: tensor<?xf32>, %columns: tensor<?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %half = arith.constant 0.5 : f32
  %row = stax.scan #stax.add dim 1 domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %row_e = stax.scan #stax.add dim 1 exclusive domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %row_r = stax.scan #stax.add dim 1 reverse carry(%half : f32) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %row_er = stax.scan #stax.add dim 1 exclusive reverse carry(%rows : tensor<?xf32>) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %column = stax.scan #stax.add dim 0 domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %column_e = stax.scan #stax.add dim 0 exclusive domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %column_r = stax.scan #stax.add dim 0 reverse carry(%half : f32) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %column_er = stax.scan #stax.add dim 0 exclusive reverse carry(%columns : tensor<?xf32>) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %serial = stax.scan #stax.add dim 1 tree(serial) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %serial_e = stax.scan #stax.add dim 0 exclusive tree(serial) carry(%half : f32) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %other = stax.scan #stax.mul dim 1 tree(scan_column) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32):
    %b = arith.addf %a, %half : f32
    stax.yield %b : f32
  }
  %transposed = stax.scan #stax.add dim 0 tree(scan_row) domain [%m, %n] ins(%x[(d0, d1) -> (d1, d0)] : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %row, %row_e, %row_r, %row_er, %column, %column_e, %column_r, %column_er, %serial, %serial_e, %other, %transposed
      : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// A dimension between others, of static extents.
func.func @middle(%x: tensor<3x300x5xf32>, %c: tensor<3x5xf32>) -> (tensor<3x300x5xf32>, tensor<3x300x5xf32>) {
  %0 = stax.scan #stax.add dim 1 carry(%c : tensor<3x5xf32>) ins(%x : tensor<3x300x5xf32>) -> tensor<3x300x5xf32>
  %1 = stax.scan #stax.add dim 1 reverse ins(%x : tensor<3x300x5xf32>) -> tensor<3x300x5xf32>
  return %0, %1 : tensor<3x300x5xf32>, tensor<3x300x5xf32>
}

// Sums start from +0.0, or from a carry of -0.0.
func.func @zeros() -> (tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) {
  %x = arith.constant dense<-0.0> : tensor<20xf32>
  %c = arith.constant -0.0 : f32
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<20xf32>) -> tensor<20xf32>
  %1 = stax.scan #stax.add dim 0 carry(%c : f32) ins(%x : tensor<20xf32>) -> tensor<20xf32>
  %2 = stax.scan #stax.add dim 0 exclusive carry(%c : f32) ins(%x : tensor<20xf32>) -> tensor<20xf32>
  return %0, %1, %2 : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>
}

// Short floats accumulate in f32, and may be kept in it.
func.func @types(%h: tensor<?xf16>, %b: tensor<?xbf16>, %d: tensor<?xf64>)
    -> (tensor<?xf16>, tensor<?xf32>, tensor<?xf16>, tensor<?xbf16>, tensor<?xbf16>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?xf16>
  %one = arith.constant 1.0 : f16
  %0 = stax.scan #stax.add dim 0 domain [%n] ins(%h : tensor<?xf16>) -> tensor<?xf16>
  %1 = stax.scan #stax.add dim 0 exclusive reverse carry(%one : f16) domain [%n] ins(%h : tensor<?xf16>) -> tensor<?xf32>
  %2 = stax.scan #stax.max dim 0 exclusive carry(%one : f16) domain [%n] ins(%h : tensor<?xf16>) -> tensor<?xf16>
  %3 = stax.scan #stax.add dim 0 domain [%n] ins(%b : tensor<?xbf16>) -> tensor<?xbf16>
  %4 = stax.scan #stax.min dim 0 reverse domain [%n] ins(%b : tensor<?xbf16>) -> tensor<?xbf16>
  %5 = stax.scan #stax.add dim 0 domain [%n] ins(%d : tensor<?xf64>) -> tensor<?xf64>
  %6 = stax.scan #stax.add dim 0 exclusive reverse domain [%n] ins(%d : tensor<?xf64>) -> tensor<?xf64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?xf16>, tensor<?xf32>, tensor<?xf16>, tensor<?xbf16>, tensor<?xbf16>, tensor<?xf64>, tensor<?xf64>
}

func.func @integers(%x: tensor<?x?xi32>, %y: tensor<?x?xi64>)
    -> (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xi32>
  %m = tensor.dim %x, %c1 : tensor<?x?xi32>
  %least = arith.constant -1000 : i64
  %0 = stax.scan #stax.add dim 0 domain [%n, %m] ins(%x : tensor<?x?xi32>) -> tensor<?x?xi32>
  %1 = stax.scan #stax.xor dim 1 exclusive reverse domain [%n, %m] ins(%x : tensor<?x?xi32>) -> tensor<?x?xi32>
  %2 = stax.scan #stax.mul dim 1 domain [%n, %m] ins(%y : tensor<?x?xi64>) -> tensor<?x?xi64>
  %3 = stax.scan #stax.maxs dim 0 exclusive carry(%least : i64) domain [%n, %m] ins(%y : tensor<?x?xi64>) -> tensor<?x?xi64>
  %4 = stax.scan #stax.add dim 1 exclusive domain [%n, %m] ins(%y : tensor<?x?xi64>) -> tensor<?x?xi64>
  return %0, %1, %2, %3, %4 : tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi64>, tensor<?x?xi64>, tensor<?x?xi64>
}

// The largest value so far and where it is, in both directions.
func.func @records(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, tensor<?x?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %nothing = arith.constant 0xFF800000 : f32
  %0:2 = stax.scan #stax.argmax dim 1 domain [%n, %m] ins(%x : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>) {
  ^bb0(%a: f32):
    %j = stax.index 1
    %i = arith.index_cast %j : index to i64
    stax.yield %a, %i : f32, i64
  }
  %1:2 = stax.scan #stax.argmin dim 0 exclusive reverse carry(%nothing, %n : f32, index) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xindex>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    stax.yield %a, %i : f32, index
  }
  return %0#0, %0#1, %1#0, %1#1 : tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, tensor<?x?xindex>
}

// Mean, squared deviations and count of all values so far.
func.func @moments(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0:3 = stax.scan #stax.welford dim 1 domain [%n, %m] ins(%x : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  %1:3 = stax.scan #stax.welford dim 0 exclusive domain [%n, %m] ins(%x : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @exponentials(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %one = arith.constant 1.0 : f32
  %0:2 = stax.scan #stax.logsumexp dim 1 domain [%n, %m] ins(%x : tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Reductions by the trees of scans.
func.func @totals(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = stax.reduce #stax.add dims [1] tree(scan_row) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %1 = stax.reduce #stax.add dims [0] tree(scan_column) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %2 = stax.reduce #stax.add dims [0, 1] tree(scan_row) domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<f32>
}

// In a kernel with other nodes: what is scanned is computed at each point and
// used at it, in both directions, and a carry is a sum of the line.
func.func @fused(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0:2 = stax.kernel space(par: [%n], seq: [%m]) ins(%x : tensor<?x?xf32>) outs(%e, %e : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%i: index, %j: index, %a: tensor<?x?xf32>):
    %squares = stax.pointwise domain [%i, %j] ins(%a : tensor<?x?xf32>) -> tensor<?x?xf32> {
    ^bb0(%v: f32):
      %s = arith.mulf %v, %v : f32
      stax.yield %s : f32
    }
    %sum = stax.reduce #stax.add dims [1] domain [%i, %j] ins(%squares : tensor<?x?xf32>) -> tensor<?xf32>
    %scan = stax.scan #stax.add dim 1 carry(%sum : tensor<?xf32>) domain [%i, %j] ins(%squares : tensor<?x?xf32>) -> tensor<?x?xf32>
    %back = stax.scan #stax.add dim 1 exclusive reverse domain [%i, %j] ins(%scan : tensor<?x?xf32>) -> tensor<?x?xf32>
    %both = stax.pointwise domain [%i, %j] ins(%back, %scan, %a : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> {
    ^bb0(%u: f32, %v: f32, %w: f32):
      %d = arith.subf %u, %v : f32
      %p = arith.mulf %d, %w : f32
      stax.yield %p : f32
    }
    stax.yield %scan, %both : tensor<?x?xf32>, tensor<?x?xf32>
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
