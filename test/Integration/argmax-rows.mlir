// Extremes whose index is the iteration: the first of equal ones, of NaN, and of
// infinities only, for rows that fill their steps and rows that do not.

// RUN: stax-run %s --entry=all --check --guard
// RUN: stax-run %s --entry=all --check --threads=3 --options="isa=avx2"
// RUN: stax-run %s --entry=all --check --options="isa=none"

func.func @extremes4() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x4xf32>
  %x = stax.pointwise ins(%shape : tensor<6x4xf32>) -> tensor<6x4xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 3 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x4xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x4xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes15() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x15xf32>
  %x = stax.pointwise ins(%shape : tensor<6x15xf32>) -> tensor<6x15xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 14 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x15xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x15xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes16() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x16xf32>
  %x = stax.pointwise ins(%shape : tensor<6x16xf32>) -> tensor<6x16xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 15 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x16xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x16xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes17() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x17xf32>
  %x = stax.pointwise ins(%shape : tensor<6x17xf32>) -> tensor<6x17xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 16 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x17xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x17xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes31() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x31xf32>
  %x = stax.pointwise ins(%shape : tensor<6x31xf32>) -> tensor<6x31xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 30 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x31xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x31xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes33() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x33xf32>
  %x = stax.pointwise ins(%shape : tensor<6x33xf32>) -> tensor<6x33xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 32 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x33xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x33xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes63() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x63xf32>
  %x = stax.pointwise ins(%shape : tensor<6x63xf32>) -> tensor<6x63xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 62 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x63xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x63xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes64() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x64xf32>
  %x = stax.pointwise ins(%shape : tensor<6x64xf32>) -> tensor<6x64xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 63 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x64xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x64xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes65() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x65xf32>
  %x = stax.pointwise ins(%shape : tensor<6x65xf32>) -> tensor<6x65xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 64 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x65xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x65xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes100() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x100xf32>
  %x = stax.pointwise ins(%shape : tensor<6x100xf32>) -> tensor<6x100xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 99 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x100xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x100xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes129() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x129xf32>
  %x = stax.pointwise ins(%shape : tensor<6x129xf32>) -> tensor<6x129xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 128 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x129xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x129xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}

func.func @extremes1000() -> (tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>) {
  %shape = arith.constant dense<0.0> : tensor<6x1000xf32>
  %x = stax.pointwise ins(%shape : tensor<6x1000xf32>) -> tensor<6x1000xf32> {
  ^bb0(%zero: f32):
    %row = stax.index 0
    %column = stax.index 1
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %last = arith.constant 999 : index
    %low = arith.constant 0xFF800000 : f32
    %high = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    // Row 0 repeats, 1 has a NaN at the end, 2 is -inf but for the end, 3 -inf,
    // 4 inf, 5 NaN.
    %m = arith.remui %column, %c7 : index
    %i = arith.index_cast %m : index to i32
    %f = arith.sitofp %i : i32 to f32
    %isLast = arith.cmpi eq, %column, %last : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %is2 = arith.cmpi eq, %row, %c2 : index
    %is3 = arith.cmpi eq, %row, %c3 : index
    %is4 = arith.cmpi eq, %row, %c4 : index
    %is5 = arith.cmpi eq, %row, %c5 : index
    %nanHere = arith.andi %is1, %isLast : i1
    %r1 = arith.select %nanHere, %nan, %f : f32
    %end = arith.select %isLast, %f, %low : f32
    %r2 = arith.select %is2, %end, %r1 : f32
    %r3 = arith.select %is3, %low, %r2 : f32
    %r4 = arith.select %is4, %high, %r3 : f32
    %r5 = arith.select %is5, %nan, %r4 : f32
    stax.yield %r5 : f32
  }
  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : tensor<6x1000xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }
  %min:2 = stax.reduce #stax.argmin dims [1] ins(%x : tensor<6x1000xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i32
    stax.yield %a, %index : f32, i32
  }
  return %max#0, %max#1, %min#0, %min#1 : tensor<6xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6xi32>
}
