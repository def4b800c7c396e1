// One function for each case of known-faults.json, named like it, with its
// inputs as arguments and its outputs as results.

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// The producer makes the NaN.
func.func private @A01(%x: tensor<4xf32>) -> (tensor<i64>, tensor<f32>) {
  %t = math.log1p %x : tensor<4xf32>
  %m:2 = stax.reduce #stax.argmax dims [0] ins(%t : tensor<4xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %d = stax.index 0
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : f32, i64
  }
  %n = stax.reduce #stax.max dims [0] ins(%t : tensor<4xf32>) -> tensor<f32>
  return %m#1, %n : tensor<i64>, tensor<f32>
}

func.func private @A02(%x: tensor<8193xf32>) -> (tensor<f32>, tensor<f32>) {
  %m = stax.reduce #stax.max dims [0] ins(%x : tensor<8193xf32>) -> tensor<f32>
  %n = stax.reduce #stax.min dims [0] ins(%x : tensor<8193xf32>) -> tensor<f32>
  return %m, %n : tensor<f32>, tensor<f32>
}

// From linalg, whose inits are the monoids' identities.
func.func private @A03(%x: tensor<3xf64>) -> (tensor<f64>, tensor<f64>) {
  %least = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %greatest = arith.constant dense<0x7FF0000000000000> : tensor<f64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%least : tensor<f64>) dimensions = [0]
  %n = linalg.reduce { arith.minimumf } ins(%x : tensor<3xf64>) outs(%greatest : tensor<f64>) dimensions = [0]
  return %m, %n : tensor<f64>, tensor<f64>
}

func.func private @A04(%x: tensor<17xi8>) -> (tensor<i8>, tensor<i64>) {
  %m:2 = stax.reduce #stax.argmaxs dims [0] ins(%x : tensor<17xi8>) -> (tensor<i8>, tensor<i64>) {
  ^bb0(%a: i8):
    %d = stax.index 0
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : i8, i64
  }
  %n = stax.reduce #stax.maxs dims [0] ins(%x : tensor<17xi8>) -> tensor<i8>
  return %n, %m#1 : tensor<i8>, tensor<i64>
}

func.func private @A05(%x: tensor<4x3xi16>) -> (tensor<3xi64>, tensor<3xi64>) {
  %m:2 = stax.reduce #stax.argmaxs dims [0] ins(%x : tensor<4x3xi16>) -> (tensor<3xi16>, tensor<3xi64>) {
  ^bb0(%a: i16):
    %d = stax.index 0
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : i16, i64
  }
  %n:2 = stax.reduce #stax.argmins dims [0] ins(%x : tensor<4x3xi16>) -> (tensor<3xi16>, tensor<3xi64>) {
  ^bb0(%a: i16):
    %d = stax.index 0
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : i16, i64
  }
  return %m#1, %n#1 : tensor<3xi64>, tensor<3xi64>
}

func.func private @A06(%a0: tensor<3x3xf32>, %b: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %s = stax.pointwise ins(%a0[(d0, d1) -> (d1, d0)], %b : tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32> {
  ^bb0(%x: f32, %y: f32):
    %r = arith.addf %x, %y : f32
    stax.yield %r : f32
  }
  %m:2 = stax.reduce #stax.argmax dims [1] ins(%s : tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  ^bb0(%a: f32):
    %d = stax.index 1
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : f32, i64
  }
  return %m#0, %m#1 : tensor<3xf32>, tensor<3xi64>
}

func.func private @A07(%x: tensor<3x2xf32>) -> tensor<3xf32> {
  %one = arith.constant 1.0 : f32
  %p:2 = stax.reduce #stax.logsumexp dims [1] ins(%x : tensor<3x2xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  %l = math.log %p#1 : tensor<3xf32>
  %y = arith.addf %p#0, %l : tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func private @A08(%x: tensor<3x2xf32>) -> tensor<3xf32> {
  %y = call @A07(%x) : (tensor<3x2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func private @A09(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

func.func private @A10(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %one = arith.constant 1.0 : f32
  %p:2 = stax.reduce #stax.logsumexp dims [1] ins(%x : tensor<2x6xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  %y = stax.pointwise ins(%x, %p#0[(i, j) -> (i)], %p#1[(i, j) -> (i)] : tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x6xf32> {
  ^bb0(%a: f32, %max: f32, %sum: f32):
    %log = math.log %sum : f32
    %d = arith.subf %a, %max : f32
    %r = arith.subf %d, %log : f32
    stax.yield %r : f32
  }
  return %y : tensor<2x6xf32>
}

func.func private @A12(%x: tensor<3x1xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<3x1xi64>) -> tensor<3xi64>
  %p = stax.reduce #stax.mul dims [1] ins(%x : tensor<3x1xi64>) -> tensor<3xi64>
  return %s, %p : tensor<3xi64>, tensor<3xi64>
}

func.func private @A13(%x: tensor<5x1xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %m = stax.reduce #stax.max dims [0] ins(%x : tensor<5x1xf32>) -> tensor<1xf32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<5x1xf32>) -> tensor<1xf32>
  return %m, %s : tensor<1xf32>, tensor<1xf32>
}

func.func private @A14(%x: tensor<4xf32>, %z: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %large = arith.constant 1.0e30 : f32
  %v:3 = stax.reduce #stax.welford dims [0] ins(%x : tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    stax.yield %a, %zero, %one : f32, f32, f32
  }
  %w:3 = stax.reduce #stax.welford dims [0] ins(%z : tensor<3xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32):
    %b = arith.mulf %a, %large : f32
    stax.yield %b, %zero, %one : f32, f32, f32
  }
  %var:2 = stax.pointwise ins(%v#1, %v#2, %w#1, %w#2 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  ^bb0(%m0: f32, %n0: f32, %m1: f32, %n1: f32):
    %less = arith.subf %n0, %one : f32
    %q0 = arith.divf %m0, %less : f32
    %q1 = arith.divf %m1, %n1 : f32
    stax.yield %q0, %q1 : f32, f32
  }
  return %var#0, %var#1 : tensor<f32>, tensor<f32>
}

// A guard pads what is reduced, and what is scanned.
#inside = affine_set<(d0) : (d0 - 2 >= 0, 4 - d0 >= 0)>
func.func private @A15(%x: tensor<3xi32>) -> (tensor<i32>, tensor<8xi32>) {
  %ten = arith.constant 10 : i32
  %s = stax.reduce #stax.add dims [0] domain [8] ins(%x[(i) -> (i - 2)] guard #inside else %ten : tensor<3xi32>) -> tensor<i32>
  %c = stax.scan #stax.add dim 0 domain [8] ins(%x[(i) -> (i - 2)] guard #inside else %ten : tensor<3xi32>) -> tensor<8xi32>
  return %s, %c : tensor<i32>, tensor<8xi32>
}

// An unsigned integer is its own absolute value.
func.func private @A16(%x: tensor<4xi32>) -> (tensor<i32>, tensor<i32>) {
  %m = stax.reduce #stax.maxu dims [0] ins(%x : tensor<4xi32>) -> tensor<i32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<4xi32>) -> tensor<i32>
  return %m, %s : tensor<i32>, tensor<i32>
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

func.func private @B10(%x: tensor<60xi16>) -> (tensor<f64>, tensor<i64>) {
  %count = arith.constant 60.0 : f64
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<60xi16>) -> tensor<i64> {
  ^bb0(%a: i16):
    %w = arith.extsi %a : i16 to i64
    stax.yield %w : i64
  }
  %m = stax.pointwise ins(%s : tensor<i64>) -> tensor<f64> {
  ^bb0(%a: i64):
    %f = arith.sitofp %a : i64 to f64
    %q = arith.divf %f, %count : f64
    stax.yield %q : f64
  }
  return %m, %s : tensor<f64>, tensor<i64>
}

func.func private @B13(%x: tensor<1x1x16x16xi1>, %y: tensor<2x2xi1>) -> (tensor<i1>, tensor<2xi1>) {
  %p = stax.reduce #stax.mul dims [0, 1, 2, 3] ins(%x : tensor<1x1x16x16xi1>) -> tensor<i1>
  %q = stax.reduce #stax.mul dims [1] ins(%y : tensor<2x2xi1>) -> tensor<2xi1>
  return %p, %q : tensor<i1>, tensor<2xi1>
}

func.func private @B16(%t: tensor<20xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
  %r:2 = stax.pointwise -> (tensor<16xi32>, tensor<16xi32>) {
    %d = stax.index 0
    %i = arith.index_cast %d : index to i32
    %c150 = arith.constant 150 : i32
    %c20 = arith.constant 20 : i32
    %s = arith.addi %i, %c150 : i32
    %m = arith.remsi %s, %c20 : i32
    %at = arith.index_cast %m : i32 to index
    %v = tensor.extract %t[%at] : tensor<20xi32>
    stax.yield %m, %v : i32, i32
  }
  return %r#0, %r#1 : tensor<16xi32>, tensor<16xi32>
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

func.func private @C01(%x: tensor<7xf64>, %y: tensor<3xf64>) -> (tensor<7xf64>, tensor<3xf64>) {
  %a = stax.scan #stax.add dim 0 ins(%x : tensor<7xf64>) -> tensor<7xf64>
  %b = stax.scan #stax.add dim 0 ins(%y : tensor<3xf64>) -> tensor<3xf64>
  return %a, %b : tensor<7xf64>, tensor<3xf64>
}

func.func private @C02(%x: tensor<2x7xf32>) -> tensor<2x7xf32> {
  %y = stax.scan #stax.add dim 1 reverse ins(%x : tensor<2x7xf32>) -> tensor<2x7xf32>
  return %y : tensor<2x7xf32>
}

func.func private @C03(%x: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %a = stax.scan #stax.add dim 1 exclusive reverse ins(%x : tensor<3x1xf32>) -> tensor<3x1xf32>
  %b = stax.scan #stax.add dim 0 exclusive reverse ins(%x : tensor<3x1xf32>) -> tensor<3x1xf32>
  return %a, %b : tensor<3x1xf32>, tensor<3x1xf32>
}

func.func private @C05(%x: tensor<4xi1>) -> tensor<4xi64> {
  %y = stax.scan #stax.add dim 0 ins(%x : tensor<4xi1>) -> tensor<4xi64> {
  ^bb0(%a: i1):
    %i = arith.extui %a : i1 to i64
    stax.yield %i : i64
  }
  return %y : tensor<4xi64>
}

func.func private @C06(%x: tensor<1x129x2xf32>, %b: tensor<2xf32>) -> tensor<3x2xf32> {
  %y = stax.scan #stax.add dim 1 ins(%x, %b[(i, j, k) -> (k)] : tensor<1x129x2xf32>, tensor<2xf32>) -> tensor<1x129x2xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    stax.yield %s : f32
  }
  %e = tensor.extract_slice %y[0, 126, 0] [1, 3, 2] [1, 1, 1] : tensor<1x129x2xf32> to tensor<3x2xf32>
  return %e : tensor<3x2xf32>
}

func.func private @C07(%x: tensor<4097xi32>) -> tensor<3xi32> {
  %y = stax.scan #stax.add dim 0 ins(%x : tensor<4097xi32>) -> tensor<4097xi32>
  %e = tensor.extract_slice %y[4094] [3] [1] : tensor<4097xi32> to tensor<3xi32>
  return %e : tensor<3xi32>
}

func.func private @C08(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %one = arith.constant 1.0 : f32
  %p:2 = stax.scan #stax.logsumexp dim 1 ins(%x : tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>) {
  ^bb0(%a: f32):
    stax.yield %a, %one : f32, f32
  }
  %l = math.log %p#1 : tensor<2x5xf32>
  %y = arith.addf %p#0, %l : tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

func.func private @C09(%x: tensor<2x3x2xi32>) -> (tensor<2x3x2xi32>, tensor<2x3x2xi32>) {
  %y = stax.scan #stax.add dim 1 reverse ins(%x : tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  %z = stax.scan #stax.mul dim 1 ins(%x : tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  return %y, %z : tensor<2x3x2xi32>, tensor<2x3x2xi32>
}

func.func private @C10(%x: tensor<0xf32>, %y: tensor<2x0xi64>) -> (tensor<0xf32>, tensor<2x0xi64>, tensor<0xf32>, tensor<2x0xi64>) {
  %a = stax.scan #stax.add dim 0 ins(%x : tensor<0xf32>) -> tensor<0xf32>
  %b = stax.scan #stax.add dim 1 reverse ins(%y : tensor<2x0xi64>) -> tensor<2x0xi64>
  %c = stax.scan #stax.max dim 0 ins(%x : tensor<0xf32>) -> tensor<0xf32>
  %d = stax.scan #stax.mul dim 0 ins(%y : tensor<2x0xi64>) -> tensor<2x0xi64>
  return %a, %b, %c, %d : tensor<0xf32>, tensor<2x0xi64>, tensor<0xf32>, tensor<2x0xi64>
}

//===----------------------------------------------------------------------===//
// Reduced precision
//===----------------------------------------------------------------------===//

func.func private @D01(%x: tensor<4096xf16>) -> (tensor<f16>, tensor<f16>) {
  %count = arith.constant 4096.0 : f16
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<4096xf16>) -> tensor<f16>
  %m = stax.pointwise ins(%s : tensor<f16>) -> tensor<f16> {
  ^bb0(%a: f16):
    %q = arith.divf %a, %count : f16
    stax.yield %q : f16
  }
  return %s, %m : tensor<f16>, tensor<f16>
}

func.func private @D05(%x: tensor<4xbf16>) -> (tensor<bf16>, tensor<i32>) {
  %c = arith.constant dense<2.828125> : tensor<4xbf16>
  %s = arith.divf %x, %c : tensor<4xbf16>
  %m = stax.reduce #stax.max dims [0] ins(%s : tensor<4xbf16>) -> tensor<bf16>
  %n = stax.reduce #stax.add dims [0] ins(%s, %m[(i) -> ()] : tensor<4xbf16>, tensor<bf16>) -> tensor<i32> {
  ^bb0(%a: bf16, %b: bf16):
    %e = arith.cmpf oeq, %a, %b : bf16
    %i = arith.extui %e : i1 to i32
    stax.yield %i : i32
  }
  return %m, %n : tensor<bf16>, tensor<i32>
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

func.func private @E01(%x: tensor<0x3xf32>) -> (tensor<0xi64>, tensor<0x3xi64>) {
  %m:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xi64>) {
  ^bb0(%a: f32):
    %d = stax.index 1
    %i = arith.index_cast %d : index to i64
    stax.yield %a, %i : f32, i64
  }
  %shape = arith.constant dense<[0, 3]> : tensor<2xindex>
  %y = tensor.reshape %m#1(%shape) : (tensor<0xi64>, tensor<2xindex>) -> tensor<0x3xi64>
  return %m#1, %y : tensor<0xi64>, tensor<0x3xi64>
}

func.func private @E02(%x: tensor<2x0x4xi32>) -> (tensor<2x1x4xi32>, tensor<2x1x4xi32>, tensor<2x4xi1>) {
  %zero = arith.constant 0 : i32
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<2x0x4xi32>) -> tensor<2x4xi32>
  %p = stax.reduce #stax.mul dims [1] ins(%x : tensor<2x0x4xi32>) -> tensor<2x4xi32>
  %q = stax.reduce #stax.and dims [1] ins(%x : tensor<2x0x4xi32>) -> tensor<2x4xi1> {
  ^bb0(%a: i32):
    %c = arith.cmpi ne, %a, %zero : i32
    stax.yield %c : i1
  }
  %s1 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 1, 4] : tensor<2x4xi32> into tensor<2x1x4xi32>
  %p1 = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 1, 4] : tensor<2x4xi32> into tensor<2x1x4xi32>
  return %s1, %p1, %q : tensor<2x1x4xi32>, tensor<2x1x4xi32>, tensor<2x4xi1>
}

func.func private @E05(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<4xf32>) {
  %e = stax.pointwise ins(%x[(i, j) -> (j)] : tensor<3xf32>) -> tensor<4x3xf32>
  %flat = tensor.collapse_shape %e [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %column = tensor.expand_shape %flat [[0, 1]] output_shape [12, 1] : tensor<12xf32> into tensor<12x1xf32>
  %again = tensor.collapse_shape %column [[0, 1]] : tensor<12x1xf32> into tensor<12xf32>
  %f = tensor.expand_shape %again [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  %a = stax.reduce #stax.add dims [0] ins(%f : tensor<4x3xf32>) -> tensor<3xf32>
  %b = stax.reduce #stax.add dims [1] ins(%f : tensor<4x3xf32>) -> tensor<4xf32>
  return %a, %b : tensor<3xf32>, tensor<4xf32>
}

func.func private @E06(%base: tensor<3x2xf32>, %bias: tensor<3xf32>) -> tensor<4x3xf32> {
  %e = stax.pointwise ins(%base[(i, j, k) -> (k, i)] : tensor<3x2xf32>) -> tensor<2x2x3xf32>
  %f = tensor.collapse_shape %e [[0, 1], [2]] : tensor<2x2x3xf32> into tensor<4x3xf32>
  %y = stax.pointwise ins(%f, %bias[(i, j) -> (j)] : tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<4x3xf32>
}

func.func private @E07(%x: tensor<1x2x1x2x1x2x1x2x1x2x1x2xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<2x1x2x1x2x1x2x1x2x1x2x1xi32>
  %t = linalg.transpose ins(%x : tensor<1x2x1x2x1x2x1x2x1x2x1x2xi32>) outs(%e : tensor<2x1x2x1x2x1x2x1x2x1x2x1xi32>) permutation = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
  %s = arith.addi %t, %t : tensor<2x1x2x1x2x1x2x1x2x1x2x1xi32>
  %f = tensor.collapse_shape %s [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]] : tensor<2x1x2x1x2x1x2x1x2x1x2x1xi32> into tensor<64xi32>
  %y = tensor.extract_slice %f[0] [8] [1] : tensor<64xi32> to tensor<8xi32>
  return %y : tensor<8xi32>
}

func.func private @E08(%x: tensor<2x3x2xf32>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<1x1x1xf32>) {
  %a = stax.reduce #stax.mul dims [0, 2] ins(%x : tensor<2x3x2xf32>) -> tensor<3xf32>
  %b = stax.reduce #stax.mul dims [1] ins(%x : tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %all = stax.reduce #stax.mul dims [0, 1, 2] ins(%x : tensor<2x3x2xf32>) -> tensor<f32>
  %c = tensor.expand_shape %all [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  return %a, %b, %c : tensor<3xf32>, tensor<2x2xf32>, tensor<1x1x1xf32>
}

func.func private @E09(%x: tensor<6xi32>) -> (tensor<24xi32>, tensor<4xi32>) {
  %zeros = arith.constant dense<0> : tensor<24xi32>
  %y = tensor.insert_slice %x into %zeros[4] [6] [3] : tensor<6xi32> into tensor<24xi32>
  %z = stax.pointwise ins(%y[(i) -> (-5 * i + 19)] : tensor<24xi32>) -> tensor<4xi32>
  return %y, %z : tensor<24xi32>, tensor<4xi32>
}

func.func private @E10(%s: tensor<f32>, %c: tensor<3x1xf32>, %r: tensor<1x5xf32>) -> tensor<3x5xf32> {
  %y = stax.pointwise ins(%s[(i, j) -> ()], %c[(i, j) -> (i, 0)], %r[(i, j) -> (0, j)] : tensor<f32>, tensor<3x1xf32>, tensor<1x5xf32>) -> tensor<3x5xf32> {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %p = arith.mulf %b, %d : f32
    %q = arith.addf %p, %a : f32
    stax.yield %q : f32
  }
  return %y : tensor<3x5xf32>
}

//===----------------------------------------------------------------------===//
// Robustness
//===----------------------------------------------------------------------===//

func.func private @R04() -> (tensor<i64>, tensor<2xi32>) {
  %inf = arith.constant dense<0x7F800000> : tensor<3xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<2xf32>
  %i = arith.fptosi %inf : tensor<3xf32> to tensor<3xi64>
  %y = stax.reduce #stax.add dims [0] ins(%i : tensor<3xi64>) -> tensor<i64>
  %z = arith.fptosi %nan : tensor<2xf32> to tensor<2xi32>
  return %y, %z : tensor<i64>, tensor<2xi32>
}
