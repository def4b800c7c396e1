// Softmax over the rows of a matrix of any size. `stax.example` is the size that
// stax-run takes where no input is given.
//
//   stax-run examples/softmax-dynamic.mlir --check
//   stax-run examples/softmax-dynamic.mlir --input=random:5x1000xf32 --check

func.func @softmax(%x: tensor<?x?xf32> {stax.example = [64, 128]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty(%rows) : tensor<?xf32>
  %matrix = tensor.empty(%rows, %columns) : tensor<?x?xf32>

  %max_init = linalg.fill ins(%lowest : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf }
      ins(%x : tensor<?x?xf32>) outs(%max_init : tensor<?xf32>) dimensions = [1]

  %exp = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>)
      outs(%matrix : tensor<?x?xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %d = arith.subf %a, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  } -> tensor<?x?xf32>

  %sum_init = linalg.fill ins(%zero : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf }
      ins(%exp : tensor<?x?xf32>) outs(%sum_init : tensor<?xf32>) dimensions = [1]

  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x?xf32>, tensor<?xf32>)
      outs(%matrix : tensor<?x?xf32>) {
  ^bb0(%e: f32, %s: f32, %out: f32):
    %q = arith.divf %e, %s : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
