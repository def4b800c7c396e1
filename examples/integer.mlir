// Integers wrap around, conversions from floats saturate, and divisions say how
// they round.
//
//   stax-run examples/integer.mlir --check
//
// Quantises a matrix to 8 bits and sums up its rows, in 32 bits and, around the
// clock, in 8.

func.func @quantize(%x: tensor<32x100xf32>) -> (tensor<32x100xi8>, tensor<32xi32>, tensor<32xi8>) {
  %scale = arith.constant dense<200.0> : tensor<32x100xf32>
  %columns = arith.constant dense<100> : tensor<32xi32>
  %wide = arith.mulf %x, %scale : tensor<32x100xf32>
  // What is beyond -128 and 127 becomes the nearer of them.
  %q = arith.fptosi %wide : tensor<32x100xf32> to tensor<32x100xi8>
  %sum = stax.reduce #stax.add dims [1] ins(%q : tensor<32x100xi8>) -> tensor<32xi32> {
  ^bb0(%a: i8):
    %r = arith.extsi %a : i8 to i32
    stax.yield %r : i32
  }
  %clock = stax.reduce #stax.add dims [1] ins(%q : tensor<32x100xi8>) -> tensor<32xi8>
  // Down, below zero too.
  %mean = arith.floordivsi %sum, %columns : tensor<32xi32>
  return %q, %mean, %clock : tensor<32x100xi8>, tensor<32xi32>, tensor<32xi8>
}
