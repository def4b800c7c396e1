// What a report says about kernels: found again from the kernels alone.
// RUN: stax-opt %s -stax-fuse="threads=4" -stax-report=output=%t.html -o /dev/null
// RUN: FileCheck %s --check-prefix=HTML --input-file=%t.html
// RUN: stax-opt %s -stax-fuse="threads=4" -stax-report=output=%t.txt -o /dev/null
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.txt
// RUN: stax-opt %s -stax-fuse="threads=4" -stax-report=output=%t.svg -o /dev/null
// RUN: FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: stax-opt %s -stax-fuse="threads=4" -stax-report=output=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// Operations that are in no kernel yet stand for themselves.
// RUN: stax-opt %s -stax-report=output=%t.before.txt -o /dev/null
// RUN: FileCheck %s --check-prefix=BEFORE --input-file=%t.before.txt

// HTML: <h2>Kernels</h2>
// HTML: <h3>rows_and_neighbours</h3>
// HTML: <p>operations: 3, kernels: 2; they move 130560 bytes, a kernel for each operation 163840: saved 20 %.</p>
// HTML: <svg
// HTML-SAME: class="kernels"
// HTML: <title>input</title>
// HTML-NEXT: >buf0  tensor&lt;64x128xf32&gt;  32 KiB</text>
// HTML: class="kernel"/>
// HTML: >kernel 0: reads 32 KiB, writes 32 KiB</text>
// HTML: class="op"><title>{{.*}}stax-report-kernels.mlir:{{[0-9]+}}:8
// HTML-NEXT: reads buf0[c0], {c0: 8192}: memory, met
// HTML: >op0 reduce</text>
// HTML: >add</text>
// HTML: >((64), (128))</text>
// HTML: >op1 pointwise</text>
// HTML: >divf</text>
// HTML: <title>output</title>
// HTML: class="flow"><title>buf2
// HTML: </svg>
// HTML: <td>kernel 0</td><td>op0 reduce (add), op1 pointwise (divf)</td><td>32 KiB</td><td>32 KiB</td>
// HTML: <h4>Not fused</h4>
// HTML: <td>kernel 0</td><td>kernel 1</td><td>64 KiB</td><td>domains</td><td>op2 cannot be with op1: it reads what the point at distance (1, 0) writes</td>
// Nothing is fetched: the only address is the name of the format.
// HTML-NOT: {{src=|href=|<script|<link|@import}}
// HTML: </html>

// TEXT: kernels of 'rows_and_neighbours': operations: 3, kernels: 2; they move 130560 bytes, a kernel for each operation 163840
// TEXT-NEXT: kernel 0: op0 reduce (add), op1 pointwise (divf); reads 32768 bytes, writes 32768
// TEXT-NEXT: kernel 1: op2 pointwise (negf); reads 32768 bytes, writes 32256
// TEXT-NEXT: not fused: kernel 0 and kernel 1: op2 cannot be with op1: it reads what the point at distance (1, 0) writes (domains, would save 65536 bytes)

// SVG: <svg xmlns="http://www.w3.org/2000/svg" class="kernels"
// SVG: </svg>

// JSON: "function": "rows_and_neighbours"
// JSON-NEXT: "bytes_apart": 163840,
// JSON-NEXT: "bytes": 130560
// JSON: "op": "reduce"
// JSON-NEXT: "detail": "add"
// JSON-NEXT: "loops": "((64), (128))"
// JSON-NEXT: "kernel": 0
// JSON: "dependences": [
// JSON-NEXT: {
// JSON-NEXT: "from": 0
// JSON-NEXT: "to": 1
// JSON-NEXT: "kind": "memory"
// JSON: "not_fused": [
// JSON: "code": "domains"

// BEFORE: kernels of 'rows_and_neighbours': operations: 3, kernels: 0; they move [[BYTES:[0-9]+]] bytes, a kernel for each operation [[BYTES]]
// BEFORE-NEXT: reduce: op0 reduce (add)
// BEFORE-NEXT: pointwise: op1 pointwise (divf)
func.func @rows_and_neighbours(%x: tensor<64x128xf32>) -> (tensor<63x128xf32>) {
  %s = stax.reduce #stax.add dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%x, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    stax.yield %q : f32
  }
  %z = stax.pointwise domain [63, 128] ins(%y[(i, j) -> (i + 1, j)] : tensor<64x128xf32>) -> tensor<63x128xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    stax.yield %n : f32
  }
  return %z : tensor<63x128xf32>
}
