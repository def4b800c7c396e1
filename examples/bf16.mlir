// Short floats: every operation rounds to bf16 where its result can be seen,
// functions are computed in f32 and rounded once, and sums accumulate in f32.
//
//   stax-run examples/bf16.mlir --check
//
// So the sum of 4096 numbers near 1 is near 4096, although bf16 has only eight
// digits: 256 + 1 is 256 in it.

func.func @rms_norm(%x: tensor<32x4096xbf16>) -> tensor<32x4096xbf16> {
  %count = arith.constant 4096.0 : bf16
  %epsilon = arith.constant 1.0e-6 : bf16
  %squares = arith.mulf %x, %x : tensor<32x4096xbf16>
  %sum = stax.reduce #stax.add dims [1] ins(%squares : tensor<32x4096xbf16>) -> tensor<32xbf16>
  %y = stax.pointwise ins(%x, %sum[(d0, d1) -> (d0)] : tensor<32x4096xbf16>, tensor<32xbf16>)
      -> tensor<32x4096xbf16> {
  ^bb0(%a: bf16, %s: bf16):
    %mean = arith.divf %s, %count : bf16
    %more = arith.addf %mean, %epsilon : bf16
    %scale = math.rsqrt %more : bf16
    %r = arith.mulf %a, %scale : bf16
    stax.yield %r : bf16
  }
  return %y : tensor<32x4096xbf16>
}
