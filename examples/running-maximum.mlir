// Records: the highest number so far in each column, the row that set it, and
// whether a row sets one. A scan of pairs has a result for each member.
//
//   stax-run examples/running-maximum.mlir --check

func.func @records(%x: tensor<365x24xf32>)
    -> (tensor<365x24xf32>, tensor<365x24xi64>, tensor<365x24xi1>) {
  %best:2 = stax.scan #stax.argmax dim 0 ins(%x : tensor<365x24xf32>)
      -> (tensor<365x24xf32>, tensor<365x24xi64>) {
  ^bb0(%a: f32):
    %row = stax.index 0
    %index = arith.index_cast %row : index to i64
    stax.yield %a, %index : f32, i64
  }
  %is_record = stax.pointwise ins(%best#1 : tensor<365x24xi64>) -> tensor<365x24xi1> {
  ^bb0(%set_by: i64):
    %row = stax.index 0
    %index = arith.index_cast %row : index to i64
    %is = arith.cmpi eq, %set_by, %index : i64
    stax.yield %is : i1
  }
  return %best#0, %best#1, %is_record
      : tensor<365x24xf32>, tensor<365x24xi64>, tensor<365x24xi1>
}
