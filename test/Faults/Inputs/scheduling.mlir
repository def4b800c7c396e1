// One function for each case of known-faults.json, as in programs.mlir, and
// others for some, whose names begin with the case's: programs in which it
// matters what is fused, where values lie, and what runs at the same time.

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

// A loop that overwrites what an earlier one reads at one fixed place.
func.func private @F01(%a: tensor<4xf64>, %c: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %m = memref.alloc() : memref<4xf64>
  bufferization.materialize_in_destination %a in writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<4xf64> to tensor<4xf64>
  %s = stax.pointwise ins(%c, %t[(i) -> (1)] : tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %y : f64
    stax.yield %p : f64
  }
  %tail = tensor.extract_slice %s[1] [3] [1] : tensor<4xf64> to tensor<3xf64>
  %end = memref.subview %m[1] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1], offset: 1>>
  bufferization.materialize_in_destination %tail in writable %end : (tensor<3xf64>, memref<3xf64, strided<[1], offset: 1>>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<4xf64> to tensor<4xf64>
  return %r, %s : tensor<4xf64>, tensor<4xf64>
}

// The same without memory.
func.func private @F01_values(%a: tensor<4xf64>, %c: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %s = stax.pointwise ins(%c, %a[(i) -> (1)] : tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %y: f64):
    %r = arith.mulf %x, %y : f64
    stax.yield %r : f64
  }
  %b = stax.pointwise ins(%a, %s : tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %y: f64):
    %i = stax.index 0
    %zero = arith.constant 0 : index
    %first = arith.cmpi eq, %i, %zero : index
    %r = arith.select %first, %x, %y : f64
    stax.yield %r : f64
  }
  return %b, %s : tensor<4xf64>, tensor<4xf64>
}

func.func private @F02(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %m = memref.alloc() : memref<4x2xf32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<4x2xf32>, memref<4x2xf32>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<4x2xf32> to tensor<4x2xf32>
  %top = tensor.extract_slice %t[0, 0] [3, 2] [1, 1] : tensor<4x2xf32> to tensor<3x2xf32>
  %bottom = memref.subview %m[1, 0] [3, 2] [1, 1] : memref<4x2xf32> to memref<3x2xf32, strided<[2, 1], offset: 2>>
  bufferization.materialize_in_destination %top in writable %bottom : (tensor<3x2xf32>, memref<3x2xf32, strided<[2, 1], offset: 2>>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<4x2xf32> to tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// The same without memory.
func.func private @F02_values(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %top = tensor.extract_slice %x[0, 0] [3, 2] [1, 1] : tensor<4x2xf32> to tensor<3x2xf32>
  %r = tensor.insert_slice %top into %x[1, 0] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

func.func private @F03(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %one = arith.constant dense<1.0> : tensor<2x2xf32>
  %ten = arith.constant dense<10.0> : tensor<2x2xf32>
  %m = memref.alloc() : memref<2x2xf32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<2x2xf32>, memref<2x2xf32>) -> ()
  %src = bufferization.to_tensor %m restrict : memref<2x2xf32> to tensor<2x2xf32>
  %dst = stax.pointwise ins(%src : tensor<2x2xf32>) -> tensor<2x2xf32>
  %changed = arith.addf %src, %one : tensor<2x2xf32>
  bufferization.materialize_in_destination %changed in writable %m : (tensor<2x2xf32>, memref<2x2xf32>) -> ()
  %out = arith.mulf %dst, %ten : tensor<2x2xf32>
  %r = bufferization.to_tensor %m restrict : memref<2x2xf32> to tensor<2x2xf32>
  return %dst, %r, %out : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

func.func private @F04(%a: tensor<4xf64>) -> tensor<4xf64> {
  %m = stax.reduce #stax.max dims [0] ins(%a : tensor<4xf64>) -> tensor<f64>
  %y = stax.pointwise ins(%a, %m[(i) -> ()] : tensor<4xf64>, tensor<f64>) -> tensor<4xf64> {
  ^bb0(%x: f64, %z: f64):
    %r = arith.divf %x, %z : f64
    stax.yield %r : f64
  }
  return %y : tensor<4xf64>
}

func.func private @F05(%x: tensor<6xi64>) -> tensor<5xi64> {
  %square = arith.muli %x, %x : tensor<6xi64>
  %c = arith.muli %square, %x : tensor<6xi64>
  %right = tensor.extract_slice %c[1] [5] [1] : tensor<6xi64> to tensor<5xi64>
  %left = tensor.extract_slice %c[0] [5] [1] : tensor<6xi64> to tensor<5xi64>
  %d = arith.subi %right, %left : tensor<5xi64>
  return %d : tensor<5xi64>
}

func.func private @F06(%x: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<4x4xf32>
  %p = tensor.splat %zero : tensor<4x4xf32>
  %q = tensor.insert_slice %x into %p[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %y = arith.addf %q, %one : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// Zeros around the data: outside of it nothing of the producer is read.
#data = affine_set<(i, j) : (i - 1 >= 0, 2 - i >= 0, j - 1 >= 0, 2 - j >= 0)>
func.func private @F06_guard(%x: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<2x2xf32>
  %one = arith.constant dense<1.0> : tensor<4x4xf32>
  %h = arith.mulf %x, %half : tensor<2x2xf32>
  %u = arith.addf %h, %h : tensor<2x2xf32>
  %p = stax.pointwise domain [4, 4] ins(%u[(i, j) -> (i - 1, j - 1)] guard #data else %zero : tensor<2x2xf32>) -> tensor<4x4xf32>
  %y = arith.addf %p, %one : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

func.func private @F07(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %nine = arith.constant dense<9> : tensor<2xi32>
  %y = tensor.insert_slice %nine into %x[1] [2] [1] : tensor<2xi32> into tensor<4xi32>
  return %x, %y, %y : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

func.func private @F08(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %two = arith.constant dense<2.0> : tensor<3xf32>
  %y = arith.mulf %x, %two : tensor<3xf32>
  %s = stax.reduce #stax.add dims [0] ins(%y : tensor<3xf32>) -> tensor<f32>
  %z = stax.pointwise ins(%y, %s[(i) -> ()] : tensor<3xf32>, tensor<f32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }
  %w = arith.mulf %z, %y : tensor<3xf32>
  return %z, %w, %y : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

func.func private @F09(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %z = arith.constant dense<0.0> : tensor<6xf32>
  %low = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %high = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %a = tensor.insert_slice %low into %z[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %b = tensor.insert_slice %high into %z[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %c = arith.addf %a, %b : tensor<6xf32>
  return %a, %b, %c : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

func.func private @F10(%x: tensor<2x10xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<2x10xi32>) -> tensor<2xi32>
  %m = stax.reduce #stax.maxs dims [1] ins(%x : tensor<2x10xi32>) -> tensor<2xi32>
  return %s, %m : tensor<2xi32>, tensor<2xi32>
}

func.func private @F11() -> tensor<6xi32> {
  %five = arith.constant dense<5> : tensor<6xi32>
  %one = arith.constant dense<1> : tensor<5xi32>
  %zero = arith.constant dense<0> : tensor<5xi32>
  %m = memref.alloc() : memref<6xi32>
  bufferization.materialize_in_destination %five in writable %m : (tensor<6xi32>, memref<6xi32>) -> ()
  %right = memref.subview %m[1] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1], offset: 1>>
  bufferization.materialize_in_destination %one in writable %right : (tensor<5xi32>, memref<5xi32, strided<[1], offset: 1>>) -> ()
  %left = memref.subview %m[0] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1]>>
  bufferization.materialize_in_destination %zero in writable %left : (tensor<5xi32>, memref<5xi32, strided<[1]>>) -> ()
  %y = bufferization.to_tensor %m restrict : memref<6xi32> to tensor<6xi32>
  return %y : tensor<6xi32>
}

// The view is read after its memory has changed.
func.func private @F12(%x: tensor<2x3xi32>) -> (tensor<6xi32>, tensor<2x3xi32>) {
  %two = arith.constant dense<2> : tensor<6xi32>
  %four = arith.constant dense<4> : tensor<6xi32>
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %m = memref.alloc() : memref<2x3xi32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<2x3xi32>, memref<2x3xi32>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<2x3xi32> to tensor<2x3xi32>
  %v = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %right = memref.subview %m[0, 1] [2, 2] [1, 1] : memref<2x3xi32> to memref<2x2xi32, strided<[3, 1], offset: 1>>
  bufferization.materialize_in_destination %zero in writable %right : (tensor<2x2xi32>, memref<2x2xi32, strided<[3, 1], offset: 1>>) -> ()
  %d = arith.muli %v, %two : tensor<6xi32>
  %y = arith.addi %d, %four : tensor<6xi32>
  %r = bufferization.to_tensor %m restrict : memref<2x3xi32> to tensor<2x3xi32>
  return %y, %r : tensor<6xi32>, tensor<2x3xi32>
}

func.func private @F13(%x: tensor<6xi64>) -> (tensor<6xi64>, tensor<6xi64>) {
  %two = arith.constant dense<2> : tensor<6xi64>
  %a = arith.muli %x, %two : tensor<6xi64>
  %b = stax.pointwise domain [6] ins(%a, %a[(i) -> (0)], %a[(i) -> (5)] : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%v: i64, %first: i64, %last: i64):
    %s = arith.addi %v, %first : i64
    %r = arith.subi %s, %last : i64
    stax.yield %r : i64
  }
  return %a, %b : tensor<6xi64>, tensor<6xi64>
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

func.func private @G01(%x: tensor<3xf32>) -> tensor<3x2xf32> {
  %half = arith.constant dense<0.5> : tensor<3xf32>
  %h = arith.mulf %x, %half : tensor<3xf32>
  %t = arith.addf %h, %h : tensor<3xf32>
  %a = tensor.expand_shape %t [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %b = tensor.expand_shape %t [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  %m = arith.mulf %a, %b : tensor<3x1xf32>
  %y = tensor.concat dim(1) %m, %b : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A small buffer outlives larger ones, and must not lie across them.
func.func private @G02(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %s = tensor.extract_slice %x[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %k = arith.mulf %s, %two : tensor<2xf32>
  %a = arith.addf %x, %one : tensor<8xf32>
  %b = arith.mulf %a, %a : tensor<8xf32>
  %sum = stax.reduce #stax.add dims [0] ins(%k : tensor<2xf32>) -> tensor<f32>
  %y = stax.pointwise ins(%b, %sum[(i) -> ()] : tensor<8xf32>, tensor<f32>) -> tensor<8xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    stax.yield %r : f32
  }
  %z = arith.addf %k, %half : tensor<2xf32>
  return %y, %z : tensor<8xf32>, tensor<2xf32>
}

// The exponentials of a softmax are needed once more after the quotient.
func.func private @G03(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<2x3xf64>) -> tensor<2xf64>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %d = arith.subf %a, %b : f64
    %r = math.exp %d : f64
    stax.yield %r : f64
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<2x3xf64>) -> tensor<2xf64>
  %p = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %r = arith.divf %a, %b : f64
    stax.yield %r : f64
  }
  %q = arith.addf %p, %e : tensor<2x3xf64>
  return %p, %q : tensor<2x3xf64>, tensor<2x3xf64>
}

func.func private @G04(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %two = arith.constant dense<2> : tensor<4xi32>
  %three = arith.constant dense<3> : tensor<4xi32>
  %t = arith.muli %x, %two : tensor<4xi32>
  %u = arith.addi %x, %three : tensor<4xi32>
  %v = arith.muli %u, %u : tensor<4xi32>
  %w = arith.addi %t, %v : tensor<4xi32>
  %z = arith.subi %t, %u : tensor<4xi32>
  return %w, %z : tensor<4xi32>, tensor<4xi32>
}

// Independent statements in another order.
func.func private @G04_reordered(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %two = arith.constant dense<2> : tensor<4xi32>
  %three = arith.constant dense<3> : tensor<4xi32>
  %u = arith.addi %x, %three : tensor<4xi32>
  %t = arith.muli %x, %two : tensor<4xi32>
  %z = arith.subi %t, %u : tensor<4xi32>
  %v = arith.muli %u, %u : tensor<4xi32>
  %w = arith.addi %t, %v : tensor<4xi32>
  return %w, %z : tensor<4xi32>, tensor<4xi32>
}

// Two large temporaries that are each reduced at once.
func.func private @G05(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<64xf32>) -> tensor<2xf32> {
  %p = stax.pointwise ins(%a[(i, j) -> (i)], %c[(i, j) -> (j)] : tensor<64xf32>, tensor<64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    %r = math.exp %m : f32
    stax.yield %r : f32
  }
  %q = stax.pointwise ins(%b[(i, j) -> (i)], %c[(i, j) -> (j)] : tensor<64xf32>, tensor<64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    %r = math.exp %m : f32
    stax.yield %r : f32
  }
  %sp = stax.reduce #stax.add dims [1] ins(%p : tensor<64x64xf32>) -> tensor<64xf32>
  %sq = stax.reduce #stax.add dims [1] ins(%q : tensor<64x64xf32>) -> tensor<64xf32>
  %s = arith.addf %sp, %sq : tensor<64xf32>
  %y = tensor.extract_slice %s[0] [2] [1] : tensor<64xf32> to tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func private @G06(%x: tensor<0xi32>, %y: tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>) {
  %three = arith.constant dense<3> : tensor<0xi32>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<0xi32>) -> tensor<i32>
  %t = arith.muli %x, %three : tensor<0xi32>
  %v = stax.pointwise ins(%y, %s[(i) -> ()] : tensor<2xi32>, tensor<i32>) -> tensor<2xi32> {
  ^bb0(%p: i32, %q: i32):
    %r = arith.addi %p, %q : i32
    stax.yield %r : i32
  }
  %z = tensor.concat dim(0) %t, %v : (tensor<0xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %s, %z : tensor<i32>, tensor<2xi32>
}

func.func private @G07(%a: tensor<3xi64>, %b: tensor<3xi64>) -> tensor<3xi64> {
  %two = arith.constant dense<2> : tensor<3xi64>
  %m = memref.alloc() : memref<3xi64>
  bufferization.materialize_in_destination %a in writable %m : (tensor<3xi64>, memref<3xi64>) -> ()
  %old = bufferization.to_tensor %m restrict : memref<3xi64> to tensor<3xi64>
  %t = arith.muli %b, %two : tensor<3xi64>
  %new = arith.addi %old, %t : tensor<3xi64>
  bufferization.materialize_in_destination %new in writable %m : (tensor<3xi64>, memref<3xi64>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<3xi64> to tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func private @G08(%x: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %m = memref.alloc() : memref<3x3xi32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<3x3xi32>, memref<3x3xi32>) -> ()
  %t = bufferization.to_tensor %m restrict : memref<3x3xi32> to tensor<3x3xi32>
  %y = stax.pointwise ins(%t, %t[(i, j) -> (j, i)] : tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32
    stax.yield %r : i32
  }
  bufferization.materialize_in_destination %y in writable %m : (tensor<3x3xi32>, memref<3x3xi32>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<3x3xi32> to tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}

// A temporary that dies where it and its transpose are read.
func.func private @G08_values(%x: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %zero = arith.constant dense<0> : tensor<3x3xi32>
  %t = arith.addi %x, %zero : tensor<3x3xi32>
  %y = stax.pointwise ins(%t, %t[(i, j) -> (j, i)] : tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32> {
  ^bb0(%a: i32, %b: i32):
    %r = arith.addi %a, %b : i32
    stax.yield %r : i32
  }
  return %y : tensor<3x3xi32>
}

func.func private @G09(%x: tensor<11xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %one = arith.constant dense<1.0> : tensor<11xf32>
  %t = arith.addf %x, %one : tensor<11xf32>
  %u = tensor.extract_slice %t[3] [8] [1] : tensor<11xf32> to tensor<8xf32>
  %y = arith.mulf %u, %u : tensor<8xf32>
  %v = tensor.extract_slice %u[1] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %z = stax.reduce #stax.add dims [0] ins(%v : tensor<7xf32>) -> tensor<f32>
  return %y, %z : tensor<8xf32>, tensor<f32>
}

// A view at an offset of 12 bytes, as memory.
func.func private @G09_view(%x: tensor<11xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %one = arith.constant dense<1.0> : tensor<11xf32>
  %t = arith.addf %x, %one : tensor<11xf32>
  %m = memref.alloc() : memref<11xf32>
  bufferization.materialize_in_destination %t in writable %m : (tensor<11xf32>, memref<11xf32>) -> ()
  %end = memref.subview %m[3] [8] [1] : memref<11xf32> to memref<8xf32, strided<[1], offset: 3>>
  %u = bufferization.to_tensor %end : memref<8xf32, strided<[1], offset: 3>> to tensor<8xf32>
  %y = arith.mulf %u, %u : tensor<8xf32>
  %v = tensor.extract_slice %u[1] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %z = stax.reduce #stax.add dims [0] ins(%v : tensor<7xf32>) -> tensor<f32>
  return %y, %z : tensor<8xf32>, tensor<f32>
}

func.func private @G10(%x: tensor<3xf32>) -> (tensor<5xi64>, tensor<5xf32>) {
  %two = arith.constant dense<2.0> : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %five = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %a = arith.mulf %x, %two : tensor<3xf32>
  %b = arith.addf %a, %one : tensor<3xf32>
  %sb = stax.reduce #stax.add dims [0] ins(%b : tensor<3xf32>) -> tensor<f32>
  %s = arith.fptosi %sb : tensor<f32> to tensor<i64>
  %k = stax.pointwise ins(%five, %s[(i) -> ()] : tensor<5xi64>, tensor<i64>) -> tensor<5xi64> {
  ^bb0(%p: i64, %q: i64):
    %r = arith.muli %p, %q : i64
    stax.yield %r : i64
  }
  %h = arith.trunci %k : tensor<5xi64> to tensor<5xi16>
  %f = arith.sitofp %h : tensor<5xi16> to tensor<5xf32>
  %sx = stax.reduce #stax.add dims [0] ins(%x : tensor<3xf32>) -> tensor<f32>
  %y = stax.pointwise ins(%f, %sx[(i) -> ()] : tensor<5xf32>, tensor<f32>) -> tensor<5xf32> {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    stax.yield %r : f32
  }
  return %k, %y : tensor<5xi64>, tensor<5xf32>
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

func.func private @V01(%x: tensor<2x5xi64>, %n: tensor<5xi64>) -> (tensor<2x5xi64>, tensor<2x5xi64>) {
  %r:2 = stax.pointwise ins(%x, %n[(i, j) -> (j)] : tensor<2x5xi64>, tensor<5xi64>) -> (tensor<2x5xi64>, tensor<2x5xi64>) {
  ^bb0(%a: i64, %b: i64):
    %q = arith.floordivsi %a, %b : i64
    %p = arith.muli %q, %b : i64
    %m = arith.subi %a, %p : i64
    stax.yield %m, %q : i64, i64
  }
  return %r#0, %r#1 : tensor<2x5xi64>, tensor<2x5xi64>
}

func.func private @V02(%x: tensor<11xi32>) -> tensor<11xi32> {
  %two = arith.constant dense<2> : tensor<9xi32>
  %m = memref.alloc() : memref<11xi32>
  bufferization.materialize_in_destination %x in writable %m : (tensor<11xi32>, memref<11xi32>) -> ()
  %front = memref.subview %m[0] [9] [1] : memref<11xi32> to memref<9xi32, strided<[1]>>
  %t = bufferization.to_tensor %front : memref<9xi32, strided<[1]>> to tensor<9xi32>
  %d = arith.muli %t, %two : tensor<9xi32>
  bufferization.materialize_in_destination %d in writable %front : (tensor<9xi32>, memref<9xi32, strided<[1]>>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<11xi32> to tensor<11xi32>
  return %r : tensor<11xi32>
}

func.func private @V04(%x: tensor<6xf32>, %k: tensor<5xi64>) -> tensor<5xf32> {
  %two = arith.constant dense<2.0> : tensor<6xf32>
  %f = arith.mulf %x, %two : tensor<6xf32>
  %left = tensor.extract_slice %f[0] [5] [1] : tensor<6xf32> to tensor<5xf32>
  %right = tensor.extract_slice %f[1] [5] [1] : tensor<6xf32> to tensor<5xf32>
  %s = arith.addf %left, %right : tensor<5xf32>
  %four = arith.constant dense<4> : tensor<5xi64>
  %zero = arith.constant dense<0.0> : tensor<5xf32>
  %c = arith.cmpi slt, %k, %four : tensor<5xi64>
  %y = arith.select %c, %zero, %s : tensor<5xi1>, tensor<5xf32>
  return %y : tensor<5xf32>
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

func.func private @P01(%x: tensor<5x2xi64>) -> tensor<2xi64> {
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<5x2xi64>) -> tensor<2xi64>
  return %s : tensor<2xi64>
}

func.func private @P02(%x: tensor<10xi64>) -> (tensor<1xi64>, tensor<10xi64>) {
  %zero = arith.constant 0 : i64
  %a = tensor.splat %zero : tensor<1xi64>
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<10xi64>) -> tensor<i64>
  %b = stax.pointwise ins(%a, %s[(i) -> ()] : tensor<1xi64>, tensor<i64>) -> tensor<1xi64> {
  ^bb0(%p: i64, %q: i64):
    %r = arith.addi %p, %q : i64
    stax.yield %r : i64
  }
  %c = stax.pointwise ins(%x, %b[(i) -> (0)] : tensor<10xi64>, tensor<1xi64>) -> tensor<10xi64> {
  ^bb0(%p: i64, %q: i64):
    %r = arith.addi %p, %q : i64
    stax.yield %r : i64
  }
  return %b, %c : tensor<1xi64>, tensor<10xi64>
}

func.func private @P03(%x: tensor<7x3xf32>) -> (tensor<7xf32>, tensor<7x3xf32>) {
  %two = arith.constant dense<2.0> : tensor<7x3xf32>
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<7x3xf32>) -> tensor<7xf32>
  %y = arith.mulf %x, %two : tensor<7x3xf32>
  return %s, %y : tensor<7xf32>, tensor<7x3xf32>
}

// An update in place shows it if a point runs twice.
func.func private @P04(%x: tensor<5xi64>, %y: tensor<5xi64>) -> tensor<5xi64> {
  %m = memref.alloc() : memref<5xi64>
  bufferization.materialize_in_destination %y in writable %m : (tensor<5xi64>, memref<5xi64>) -> ()
  %y0 = bufferization.to_tensor %m restrict : memref<5xi64> to tensor<5xi64>
  %y1 = arith.addi %y0, %x : tensor<5xi64>
  bufferization.materialize_in_destination %y1 in writable %m : (tensor<5xi64>, memref<5xi64>) -> ()
  %y2 = bufferization.to_tensor %m restrict : memref<5xi64> to tensor<5xi64>
  %y3 = arith.addi %y2, %x : tensor<5xi64>
  bufferization.materialize_in_destination %y3 in writable %m : (tensor<5xi64>, memref<5xi64>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<5xi64> to tensor<5xi64>
  return %r : tensor<5xi64>
}

func.func private @P06(%x: tensor<8xf32>) -> tensor<f32> {
  %s = stax.reduce #stax.add dims [0] ins(%x : tensor<8xf32>) -> tensor<f32>
  return %s : tensor<f32>
}
