// Monoids of several scalars agree with the interpreter around the lanes and
// chunks of the trees, for every number of threads.

// DEFINE: %{check} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s --check-prefix=EXACT
// EXACT: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{check}extremes --input=random:1xf32 --threads=1 | %{exact}
// RUN: %{check}extremes --input=random:63xf32 --threads=2 | %{exact}
// RUN: %{check}extremes --input=random:64xf32 --threads=3 | %{exact}
// RUN: %{check}extremes --input=random:65xf32 --threads=1 | %{exact}
// RUN: %{check}extremes --input=random:4096xf32 --threads=2 | %{exact}
// RUN: %{check}extremes --input=random:4097xf32 --threads=3 | %{exact}

// RUN: %{check}rows --input=random:3x5000xf32 --threads=1 | %{exact}
// RUN: %{check}rows --input=random:3x5000xf32 --threads=2 | %{exact}
// RUN: %{check}rows --input=random:5000x3xf32 --threads=3 | %{exact}

// RUN: %{check}integers --input=random:1xi8 --threads=1 | %{exact}
// RUN: %{check}integers --input=random:255xi8 --threads=2 | %{exact}
// RUN: %{check}integers --input=random:4097xi8 --threads=3 | %{exact}

// RUN: %{check}moments --input=random:0xf32 --threads=1 | %{exact}
// RUN: %{check}moments --input=random:1xf32 --threads=1 | %{exact}
// RUN: %{check}moments --input=random:63xf32 --threads=2 | %{exact}
// RUN: %{check}moments --input=random:64xf32 --threads=3 | %{exact}
// RUN: %{check}moments --input=random:65xf32 --threads=1 | %{exact}
// RUN: %{check}moments --input=random:4096xf32 --threads=2 | %{exact}
// RUN: %{check}moments --input=random:4097xf32 --threads=3 | %{exact}
// RUN: %{check}moments_of_rows --input=random:3x5000xf32 --threads=1 | %{exact}
// RUN: %{check}moments_of_rows --input=random:3x5000xf32 --threads=2 | %{exact}
// RUN: %{check}moments_of_rows --input=random:300x3xf32 --threads=3 | %{exact}

// The examples.
// RUN: stax-run %stax_source/examples/argmax.mlir --check | %{exact}
// RUN: stax-run %stax_source/examples/mean-variance.mlir --check | %{exact}

// Exponentials round, within the bound that the interpreter carries.
// RUN: %{check}exponentials --input=random:0xf32 --threads=1 | FileCheck %s
// RUN: %{check}exponentials --input=random:1xf32 --threads=1 | FileCheck %s
// RUN: %{check}exponentials --input=random:63xf32 --threads=2 | FileCheck %s
// RUN: %{check}exponentials --input=random:64xf32 --threads=3 | FileCheck %s
// RUN: %{check}exponentials --input=random:65xf32 --threads=1 | FileCheck %s
// RUN: %{check}exponentials --input=random:4096xf32:range=-90,90 --threads=2 | FileCheck %s
// RUN: %{check}exponentials --input=random:4097xf32:range=-90,90 --threads=3 | FileCheck %s
// CHECK: check: ok ({{.*}}, 0 undecided)

// There is no extreme of nothing.
// RUN: not stax-run %s --entry=extremes --input=random:0xf32 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: reduction by #stax.argmax over an empty dimension

// Random numbers, few different ones, a NaN in each of three places and in two
// at once, zeros of both signs, and nothing but the identity's value.
func.func @extremes(%x: tensor<?xf32>)
    -> (tensor<f32>, tensor<i64>, tensor<f32>, tensor<index>, tensor<f32>, tensor<i32>,
        tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>,
        tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %middle = arith.divui %n, %c2 : index
  %last = arith.subi %n, %c1 : index
  %nan = arith.constant 0x7FC00000 : f32
  %three = arith.constant 3.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %random:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : f32, i64
  }
  %least:2 = stax.reduce #stax.argmin dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<index>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    stax.yield %a, %i : f32, index
  }
  %ties:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i32
    %b = arith.mulf %a, %three : f32
    %c = math.floor %b : f32
    stax.yield %c, %j : f32, i32
  }
  %nan_first:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %is = arith.cmpi eq, %i, %c0 : index
    %b = arith.select %is, %nan, %a : f32
    stax.yield %b, %j : f32, i64
  }
  %nan_middle:2 = stax.reduce #stax.argmin dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %is = arith.cmpi eq, %i, %middle : index
    %b = arith.select %is, %nan, %a : f32
    stax.yield %b, %j : f32, i64
  }
  %nan_last:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %is = arith.cmpi eq, %i, %last : index
    %b = arith.select %is, %nan, %a : f32
    stax.yield %b, %j : f32, i64
  }
  %two_nans:2 = stax.reduce #stax.argmin dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %is = arith.cmpi uge, %i, %middle : index
    %b = arith.select %is, %nan, %a : f32
    stax.yield %b, %j : f32, i64
  }
  %zeros:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %b = math.copysign %zero, %a : f32
    stax.yield %b, %j : f32, i64
  }
  %infinities:2 = stax.reduce #stax.argmax dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %lowest, %j : f32, i64
  }
  return %random#0, %random#1, %least#0, %least#1, %ties#0, %ties#1,
      %nan_first#0, %nan_first#1, %nan_middle#0, %nan_middle#1, %nan_last#0, %nan_last#1,
      %two_nans#0, %two_nans#1, %zeros#0, %zeros#1, %infinities#0, %infinities#1
      : tensor<f32>, tensor<i64>, tensor<f32>, tensor<index>, tensor<f32>, tensor<i32>,
        tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>,
        tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<i64>
}

// Along either dimension, with NaN in half of the points; a column's indices
// are those of rows. Short floats are compared as they are.
func.func @rows(%x: tensor<?x?xf32>)
    -> (tensor<?xf32>, tensor<?xi64>, tensor<?xbf16>, tensor<?xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %row:2 = stax.reduce #stax.argmax dims [1] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32):
    %i = stax.index 1
    %j = arith.index_cast %i : index to i64
    %b = math.sqrt %a : f32
    stax.yield %b, %j : f32, i64
  }
  %column:2 = stax.reduce #stax.argmin dims [0] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> (tensor<?xbf16>, tensor<?xi16>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i16
    %b = arith.truncf %a : f32 to bf16
    stax.yield %b, %j : bf16, i16
  }
  return %row#0, %row#1, %column#0, %column#1
      : tensor<?xf32>, tensor<?xi64>, tensor<?xbf16>, tensor<?xi16>
}

// Signs decide; indices above 127 are not negative.
func.func @integers(%x: tensor<?xi8>)
    -> (tensor<i8>, tensor<i64>, tensor<i8>, tensor<index>,
        tensor<i8>, tensor<i16>, tensor<i8>, tensor<i32>, tensor<i8>, tensor<i8>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi8>
  %c255 = arith.constant 255 : i64
  %seven = arith.constant 7 : i8
  %maxs:2 = stax.reduce #stax.argmaxs dims [0] domain [%n] ins(%x : tensor<?xi8>) -> (tensor<i8>, tensor<i64>) {
  ^bb0(%a: i8):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : i8, i64
  }
  %maxu:2 = stax.reduce #stax.argmaxu dims [0] domain [%n] ins(%x : tensor<?xi8>) -> (tensor<i8>, tensor<index>) {
  ^bb0(%a: i8):
    %i = stax.index 0
    stax.yield %a, %i : i8, index
  }
  %mins:2 = stax.reduce #stax.argmins dims [0] domain [%n] ins(%x : tensor<?xi8>) -> (tensor<i8>, tensor<i16>) {
  ^bb0(%a: i8):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i16
    stax.yield %a, %j : i8, i16
  }
  %minu:2 = stax.reduce #stax.argminu dims [0] domain [%n] ins(%x : tensor<?xi8>) -> (tensor<i8>, tensor<i32>) {
  ^bb0(%a: i8):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i32
    stax.yield %a, %j : i8, i32
  }
  %ties:2 = stax.reduce #stax.argmins dims [0] domain [%n] ins(%x : tensor<?xi8>) -> (tensor<i8>, tensor<i8>) {
  ^bb0(%a: i8):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    %k = arith.minui %j, %c255 : i64
    %l = arith.trunci %k : i64 to i8
    stax.yield %seven, %l : i8, i8
  }
  return %maxs#0, %maxs#1, %maxu#0, %maxu#1, %mins#0, %mins#1, %minu#0, %minu#1, %ties#0, %ties#1
      : tensor<i8>, tensor<i64>, tensor<i8>, tensor<index>,
        tensor<i8>, tensor<i16>, tensor<i8>, tensor<i32>, tensor<i8>, tensor<i8>
}

// Moments of f32, of a large mean in f64, and of f16, which accumulates in f32;
// a complete one keeps the type of its values, a partial one may widen it.
func.func @moments(%x: tensor<?xf32>)
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<f64>,
        tensor<f16>, tensor<f16>, tensor<f16>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %one64 = arith.constant 1.0 : f64
  %million = arith.constant 1.0e6 : f64
  %zero16 = arith.constant 0.0 : f16
  %one16 = arith.constant 1.0 : f16
  %single:3 = stax.reduce #stax.welford dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  %double:3 = stax.reduce #stax.welford dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    %c = arith.addf %b, %million : f64
    stax.yield %c, %zero64, %one64 : f64, f64, f64
  }
  %half:3 = stax.reduce #stax.welford dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f16>, tensor<f16>, tensor<f16>) {
  ^bb0(%a: f32):
    %b = arith.truncf %a : f32 to f16
    stax.yield %b, %zero16, %one16 : f16, f16, f16
  }
  %partial:3 = stax.reduce #stax.welford dims [0] partial domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    %b = arith.truncf %a : f32 to f16
    stax.yield %b, %zero16, %one16 : f16, f16, f16
  }
  return %single#0, %single#1, %single#2, %double#0, %double#1, %double#2,
      %half#0, %half#1, %half#2, %partial#0, %partial#1, %partial#2
      : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<f64>,
        tensor<f16>, tensor<f16>, tensor<f16>, tensor<f32>, tensor<f32>, tensor<f32>
}

// Along either dimension, and one in which half of the points count for nothing.
func.func @moments_of_rows(%x: tensor<?x?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %row:3 = stax.reduce #stax.welford dims [1] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%a: f32):
    %is = arith.cmpf ogt, %a, %zero : f32
    %count = arith.select %is, %one, %zero : f32
    stax.yield %a, %zero, %count : f32, f32, f32
  }
  %column:3 = stax.reduce #stax.welford dims [0] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  return %row#0, %row#1, %row#2, %column#0, %column#1, %column#2
      : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Random numbers in three types, nothing but -inf, some of it, +inf and NaN.
func.func @exponentials(%x: tensor<?xf32>)
    -> (tensor<f32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<bf16>, tensor<bf16>,
        tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %one64 = arith.constant 1.0 : f64
  %one16 = arith.constant 1.0 : bf16
  %lowest = arith.constant 0xFF800000 : f32
  %highest = arith.constant 0x7F800000 : f32
  %single:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  %double:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f64>, tensor<f64>) {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    stax.yield %b, %one64 : f64, f64
  }
  %short:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<bf16>, tensor<bf16>) {
  ^bb0(%a: f32):
    %b = arith.truncf %a : f32 to bf16
    stax.yield %b, %one16 : bf16, bf16
  }
  %nothing:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    stax.yield %lowest, %one : f32, f32
  }
  %some:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    %is = arith.cmpf ogt, %a, %zero : f32
    %b = arith.select %is, %a, %lowest : f32
    stax.yield %b, %one : f32, f32
  }
  %infinite:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    %is = arith.cmpf ogt, %a, %zero : f32
    %b = arith.select %is, %a, %highest : f32
    stax.yield %b, %one : f32, f32
  }
  %nan:2 = stax.reduce #stax.logsumexp dims [0] domain [%n] ins(%x : tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    %b = math.sqrt %a : f32
    stax.yield %b, %one : f32, f32
  }
  return %single#0, %single#1, %double#0, %double#1, %short#0, %short#1, %nothing#0, %nothing#1,
      %some#0, %some#1, %infinite#0, %infinite#1, %nan#0, %nan#1
      : tensor<f32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<bf16>, tensor<bf16>, tensor<f32>, tensor<f32>,
        tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
