// y = tanh-free epilogue of a scaled vector, computed by another library.
func.func @scaled(%x: tensor<?xf32>, %factor: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = stax.extern @test_scale reference @scale ins(%x, %factor : tensor<?xf32>, f32) outs(%e : tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%v: f32):
    %r = arith.addf %v, %factor : f32
    stax.yield %r : f32
  }
  return %0 : tensor<?xf32>
}

func.func private @scale(%x: tensor<?xf32>, %factor: f32, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %f = tensor.splat %factor[%n] : tensor<?xf32>
  %0 = arith.mulf %x, %f : tensor<?xf32>
  return %0 : tensor<?xf32>
}
