// The layer norm of layernorm.mlir for any number of rows and columns, written
// in linalg, as other compilers produce it: two sums, and one pass over the
// elements.
//
//   stax-run examples/layernorm-dynamic.mlir --check
//   stax-run examples/layernorm-dynamic.mlir --input=random:3x1000xf32 --input=random:1000xf32 --input=random:1000xf32 --check
//
// stax.example says which extents to use where no --input is given.

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

func.func @layernorm(%x: tensor<?x?xf32> {stax.example = [64, 768]},
                     %gamma: tensor<?xf32> {stax.example = [768]},
                     %beta: tensor<?xf32> {stax.example = [768]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %i = arith.index_cast %n : index to i64
  %count = arith.sitofp %i : i64 to f32

  %empty = tensor.empty(%m) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) dimensions = [1]
  %squares = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%zeros : tensor<?xf32>) {
  ^bb0(%a: f32, %s: f32, %accumulator: f32):
    %mean = arith.divf %s, %count : f32
    %centered = arith.subf %a, %mean : f32
    %square = arith.mulf %centered, %centered : f32
    %r = arith.addf %accumulator, %square : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>

  %out = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #row, #column, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %squares, %gamma, %beta : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%out : tensor<?x?xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32, %g: f32, %b: f32, %unused: f32):
    %mean = arith.divf %s, %count : f32
    %variance = arith.divf %q, %count : f32
    %more = arith.addf %variance, %epsilon : f32
    %deviation = math.sqrt %more : f32
    %centered = arith.subf %a, %mean : f32
    %normal = arith.divf %centered, %deviation : f32
    %scaled = arith.mulf %normal, %g : f32
    %shifted = arith.addf %scaled, %b : f32
    linalg.yield %shifted : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
