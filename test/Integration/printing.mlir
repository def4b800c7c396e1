// A program that prints its result instead of returning it, as tests of other
// compilers do: the mean over one dimension, in a function of its own.

// RUN: stax-run %s | FileCheck %s
// RUN: stax-run %s --target=reference | FileCheck %s
// RUN: stax-run %s --check --threads=2 | FileCheck %s --check-prefixes=CHECK,OK
// RUN: stax-run %s --check --options="parallel=off" | FileCheck %s --check-prefixes=CHECK,OK

func.func private @printMemrefF64(tensor<*xf64>)

func.func private @mean(%x: tensor<40x16x3xf64>) -> tensor<40x3xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<40x3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<40x3xf64>) -> tensor<40x3xf64>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<40x16x3xf64>) outs(%init : tensor<40x3xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %s = arith.addf %a, %acc : f64
    linalg.yield %s : f64
  } -> tensor<40x3xf64>
  %count = arith.constant dense<16.0> : tensor<40x3xf64>
  %mean = arith.divf %sum, %count : tensor<40x3xf64>
  return %mean : tensor<40x3xf64>
}

func.func @main() {
  %x = arith.constant dense<1.75> : tensor<40x16x3xf64>
  %mean = func.call @mean(%x) : (tensor<40x16x3xf64>) -> tensor<40x3xf64>
  %unranked = tensor.cast %mean : tensor<40x3xf64> to tensor<*xf64>
  func.call @printMemrefF64(%unranked) : (tensor<*xf64>) -> ()
  return
}
// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [40, 3] strides = [3, 1] data =
// CHECK-COUNT-40: [1.75,   1.75,   1.75]
// OK: {{^}}check: ok (max 0 ulp, max 0 absolute, 0 undecided)
