// One page of everything that is known about a run: kernels, memory, and what
// the passes decided.
// RUN: stax-run %s --report=%t.html > /dev/null
// RUN: FileCheck %s --input-file=%t.html
// RUN: stax-run %s --report=%t.json > /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: not stax-run %s --report=%t.doc 2>&1 | FileCheck %s --check-prefix=ENDING

// CHECK: <h2>Kernels</h2>
// CHECK: class="kernels"
// CHECK: >kernel 0: reads 32 KiB, writes 32 KiB</text>
// CHECK: <h2>Memory</h2>
// CHECK: <h2>Remarks</h2>
// CHECK: <td>Passed</td><td>Kernel</td><td>{{.*}}stax-run-report.mlir:{{[0-9]+}}:{{[0-9]+}}</td><td>nodes=op0 op1</td>
// CHECK: <td>Fusion</td>{{.*}}bytes-unfused=98816

// JSON: "kernels": [
// JSON: "bytes": 65536
// JSON: "memory": [
// JSON: "remarks": [
// JSON: "name": "Fusion"
// JSON: "text": "kernels=1, bytes-unfused=98816, bytes=65536"

// ENDING: stax-run: error: cannot write a report to '{{.*}}.doc', expected a name that ends in .html, .json, .csv, .svg or .txt
func.func @divide_by_sum(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  return %y : tensor<64x128xf32>
}
