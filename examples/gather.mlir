// Rows of a table at computed indices, as in an embedding. An index outside the
// table would be reported with its place; here all are inside.
//
//   stax-run examples/gather.mlir --check

func.func @embedding(%table: tensor<1000x64xf32>, %token: tensor<128xi32>) -> tensor<128x64xf32> {
  %row = stax.pointwise ins(%token : tensor<128xi32>) -> tensor<128xi32> {
  ^bb0(%t: i32):
    %rows = arith.constant 1000 : i32
    %r = arith.remui %t, %rows : i32
    stax.yield %r : i32
  }
  %y = stax.pointwise ins(%row[(d0, d1) -> (d0)] : tensor<128xi32>) -> tensor<128x64xf32> {
  ^bb0(%r: i32):
    %i = arith.index_cast %r : i32 to index
    %column = stax.index 1
    %v = tensor.extract %table[%i, %column] : tensor<1000x64xf32>
    stax.yield %v : f32
  }
  return %y : tensor<128x64xf32>
}
