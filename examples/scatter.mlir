// Rows are added up by their key, in the order of the rows: the result is the
// same bits for every number of threads. The counts are integers.
//
//   stax-run examples/scatter.mlir --check

func.func @sum_by_key(%x: tensor<256x64xf32>, %number: tensor<256xi32>) -> (tensor<16x64xf32>, tensor<16xi64>) {
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %none = arith.constant dense<0> : tensor<16xi64>
  // Keys are 0 to 15.
  %key = stax.pointwise ins(%number : tensor<256xi32>) -> tensor<256xindex> {
  ^bb0(%n: i32):
    %mask = arith.constant 15 : i32
    %k = arith.andi %n, %mask : i32
    %i = arith.index_cast %k : i32 to index
    stax.yield %i : index
  }
  %sums = stax.scatter #stax.add ins(%x, %key[(d0, d1) -> (d0)] : tensor<256x64xf32>, tensor<256xindex>)
      outs(%zero : tensor<16x64xf32>) -> tensor<16x64xf32> {
  ^bb0(%v: f32, %k: index):
    %column = stax.index 1
    stax.yield %v, %k, %column : f32, index, index
  }
  %counts = stax.scatter #stax.add ins(%key : tensor<256xindex>) outs(%none : tensor<16xi64>) -> tensor<16xi64> {
  ^bb0(%k: index):
    %one = arith.constant 1 : i64
    stax.yield %one, %k : i64, index
  }
  return %sums, %counts : tensor<16x64xf32>, tensor<16xi64>
}
