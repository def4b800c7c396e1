// A transpose is an access map, not a copy: the sum of a matrix and its
// transpose reads one tensor twice and writes one.
//
//   stax-run examples/transpose.mlir --check
//
// From linalg it takes the same form: linalg.transpose becomes an operation
// that only reads through a map, which whatever uses it can read through, too.

func.func @symmetric(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %half = arith.constant 0.5 : f32
  %y = stax.pointwise ins(%x, %x[(d0, d1) -> (d1, d0)] : tensor<256x256xf32>, tensor<256x256xf32>)
      -> tensor<256x256xf32> {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    %mean = arith.mulf %sum, %half : f32
    stax.yield %mean : f32
  }
  return %y : tensor<256x256xf32>
}
