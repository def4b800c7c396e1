// Sums and scans that are long enough to be cut, of what is computed on the way,
// and what needs them.

func.func @long_rows(%x: tensor<3x4000037xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<3x4000037xf32>) {
  %total = stax.reduce #stax.add dims [0, 1] ins(%x : tensor<3x4000037xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %s = arith.mulf %a, %a : f32
    stax.yield %s : f32
  }
  %sums = stax.reduce #stax.add dims [1] ins(%x : tensor<3x4000037xf32>) -> tensor<3xf32>
  %y = stax.pointwise ins(%x, %sums[(i, j) -> (i)] : tensor<3x4000037xf32>, tensor<3xf32>) -> tensor<3x4000037xf32> {
  ^bb0(%a: f32, %s: f32):
    %q = arith.divf %a, %s : f32
    stax.yield %q : f32
  }
  return %total, %sums, %y : tensor<f32>, tensor<3xf32>, tensor<3x4000037xf32>
}

func.func @long_columns(%x: tensor<200003x37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<200003x37xf32>) {
  %sums = stax.reduce #stax.add dims [0] ins(%x : tensor<200003x37xf32>) -> tensor<37xf32>
  %squares = stax.reduce #stax.add dims [0] ins(%x, %sums[(i, j) -> (j)] : tensor<200003x37xf32>, tensor<37xf32>) -> tensor<37xf32> {
  ^bb0(%a: f32, %s: f32):
    %d = arith.subf %a, %s : f32
    %q = arith.mulf %d, %d : f32
    stax.yield %q : f32
  }
  %prefixes = stax.scan #stax.add dim 0 reverse ins(%x : tensor<200003x37xf32>) -> tensor<200003x37xf32>
  return %sums, %squares, %prefixes : tensor<37xf32>, tensor<37xf32>, tensor<200003x37xf32>
}

func.func @square(%x: tensor<1001x1003xf32>) -> (tensor<f32>, tensor<1003xf32>, tensor<1001x1003xf32>) {
  %rows = stax.reduce #stax.add dims [1] ins(%x : tensor<1001x1003xf32>) -> tensor<1001xf32>
  %y = stax.pointwise ins(%x, %rows[(i, j) -> (i)] : tensor<1001x1003xf32>, tensor<1001xf32>) -> tensor<1001x1003xf32> {
  ^bb0(%a: f32, %s: f32):
    %e = math.exp %a : f32
    %q = arith.divf %e, %s : f32
    stax.yield %q : f32
  }
  %columns = stax.reduce #stax.add dims [0] ins(%y : tensor<1001x1003xf32>) -> tensor<1003xf32>
  %total = stax.reduce #stax.add dims [0] ins(%columns : tensor<1003xf32>) -> tensor<f32>
  return %total, %columns, %y : tensor<f32>, tensor<1003xf32>, tensor<1001x1003xf32>
}
