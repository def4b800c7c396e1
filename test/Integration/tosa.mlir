// Programs in tosa run, with the values that its specification gives.

// RUN: stax-run %s --entry=main --check | FileCheck %s
// RUN: stax-run %s --entry=rms_norm --check --threads=2 | FileCheck %s --check-prefix=NORM
// NORM: check: ok

func.func private @printMemrefI32(tensor<*xi32>)
func.func private @printMemrefF32(tensor<*xf32>)

func.func private @print(%x: tensor<?xi32>) {
  %unranked = tensor.cast %x : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%unranked) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %x = arith.constant dense<[5, 8, -1, 7]> : tensor<4xi32>
  %y = arith.constant dense<[0, 1, 3, 1]> : tensor<4xi32>

  // Rounds half up.
  // CHECK: sizes = [4]
  // CHECK-NEXT: [5, 4, 0, 4]
  %rounded = tosa.arithmetic_right_shift %x, %y {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %0 = tensor.cast %rounded : tensor<4xi32> to tensor<?xi32>
  call @print(%0) : (tensor<?xi32>) -> ()

  // CHECK: sizes = [4]
  // CHECK-NEXT: [29, 28, 0, 29]
  %zeros = tosa.clz %x : (tensor<4xi32>) -> tensor<4xi32>
  %1 = tensor.cast %zeros : tensor<4xi32> to tensor<?xi32>
  call @print(%1) : (tensor<?xi32>) -> ()

  // Products are shifted right, half up, from 64 bits.
  // CHECK: sizes = [4]
  // CHECK-NEXT: [0, 4, -1, 4]
  %one = "tosa.const"() {values = dense<1> : tensor<1xi8>} : () -> tensor<1xi8>
  %product = tosa.mul %x, %y, %one : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  %2 = tensor.cast %product : tensor<4xi32> to tensor<?xi32>
  call @print(%2) : (tensor<?xi32>) -> ()

  // CHECK: sizes = [6]
  // CHECK-NEXT: [9, 9, 5, 8, -1, 7]
  %amounts = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %nine = "tosa.const"() {values = dense<9> : tensor<1xi32>} : () -> tensor<1xi32>
  %padded = tosa.pad %x, %amounts, %nine : (tensor<4xi32>, !tosa.shape<2>, tensor<1xi32>) -> tensor<6xi32>
  %3 = tensor.cast %padded : tensor<6xi32> to tensor<?xi32>
  call @print(%3) : (tensor<?xi32>) -> ()

  // CHECK: sizes = [4]
  // CHECK-NEXT: [8, -1, 5, 8]
  %start = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %slice = tosa.slice %x, %start, %size : (tensor<4xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi32>
  %prefix_start = tosa.const_shape {values = dense<[0]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %prefix = tosa.slice %x, %prefix_start, %size : (tensor<4xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi32>
  %concat = tosa.concat %slice, %prefix {axis = 0 : i32} : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  %4 = tensor.cast %concat : tensor<4xi32> to tensor<?xi32>
  call @print(%4) : (tensor<?xi32>) -> ()

  // CHECK: sizes = [6]
  // CHECK-NEXT: [0, 3, 1, 4, 2, 5]
  %matrix = arith.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %transposed = tosa.transpose %matrix {perms = array<i32: 1, 0>} : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %six = tosa.const_shape {values = dense<[6]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %flat = tosa.reshape %transposed, %six : (tensor<3x2xi32>, !tosa.shape<1>) -> tensor<6xi32>
  %5 = tensor.cast %flat : tensor<6xi32> to tensor<?xi32>
  call @print(%5) : (tensor<?xi32>) -> ()
  return
}
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// x * w / sqrt(mean(x * x) + epsilon), over rows.
func.func @rms_norm(%x: tensor<4x96xf32>, %w: tensor<96xf32>) -> tensor<4x96xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %count = "tosa.const"() {values = dense<96.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %epsilon = "tosa.const"() {values = dense<1.0e-6> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %squares = tosa.mul %x, %x, %shift : (tensor<4x96xf32>, tensor<4x96xf32>, tensor<1xi8>) -> tensor<4x96xf32>
  %sum = tosa.reduce_sum %squares {axis = 1 : i32} : (tensor<4x96xf32>) -> tensor<4x1xf32>
  %part = tosa.reciprocal %count : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %mean = tosa.mul %sum, %part, %shift : (tensor<4x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<4x1xf32>
  %more = tosa.add %mean, %epsilon : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %scale = tosa.rsqrt %more : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %scaled = tosa.mul %x, %scale, %shift : (tensor<4x96xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x96xf32>
  %shape = tosa.const_shape {values = dense<[1, 96]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %row = tosa.reshape %w, %shape : (tensor<96xf32>, !tosa.shape<2>) -> tensor<1x96xf32>
  %result = tosa.mul %scaled, %row, %shift : (tensor<4x96xf32>, tensor<1x96xf32>, tensor<1xi8>) -> tensor<4x96xf32>
  return %result : tensor<4x96xf32>
}
