// Softmax over the rows of a matrix, in linalg: each row minus its maximum,
// exponentials, divided by their sum.
//
//   stax-run examples/softmax.mlir --check

func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<64xf32>
  %matrix = tensor.empty() : tensor<64x128xf32>

  %max_init = linalg.fill ins(%lowest : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %max = linalg.reduce { arith.maximumf }
      ins(%x : tensor<64x128xf32>) outs(%max_init : tensor<64xf32>) dimensions = [1]

  %exp = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<64x128xf32>, tensor<64xf32>)
      outs(%matrix : tensor<64x128xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %d = arith.subf %a, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  } -> tensor<64x128xf32>

  %sum_init = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce { arith.addf }
      ins(%exp : tensor<64x128xf32>) outs(%sum_init : tensor<64xf32>) dimensions = [1]

  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<64x128xf32>, tensor<64xf32>)
      outs(%matrix : tensor<64x128xf32>) {
  ^bb0(%e: f32, %s: f32, %out: f32):
    %q = arith.divf %e, %s : f32
    linalg.yield %q : f32
  } -> tensor<64x128xf32>
  return %y : tensor<64x128xf32>
}
