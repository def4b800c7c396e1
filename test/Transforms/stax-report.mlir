// RUN: stax-opt %s -stax-plan-memory -stax-report=output=%t.html -o /dev/null
// RUN: FileCheck %s --check-prefix=HTML --input-file=%t.html
// RUN: stax-opt %s -stax-plan-memory -stax-report=output=%t.svg -o /dev/null
// RUN: FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: stax-opt %s -stax-plan-memory -stax-report=output=%t.csv -o /dev/null
// RUN: FileCheck %s --check-prefix=CSV --input-file=%t.csv
// RUN: stax-opt %s -stax-plan-memory -stax-report=output=%t.txt -o /dev/null
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.txt
// RUN: stax-opt %s -stax-plan-memory -stax-report=output=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: stax-opt %s -stax-plan-memory -stax-report='output= check-peak=192' -o /dev/null
// RUN: not stax-opt %s -stax-plan-memory -stax-report='output= check-peak=191' 2>&1 | FileCheck %s --check-prefix=PEAK
// RUN: not stax-opt %s -stax-report=output=%t.doc 2>&1 | FileCheck %s --check-prefix=ENDING
// RUN: not stax-opt %s -stax-report=output=%t.none/r.html 2>&1 | FileCheck %s --check-prefix=FILE

// The page needs no other file: the picture is in it.
// HTML: <h2>Memory</h2>
// HTML: Peak 192 bytes, arena 192 bytes
// HTML: <svg
// HTML: <title>linalg.fill at {{.*}}stax-report.mlir:{{[0-9]+}}:3: 128 bytes at 0, live in [
// HTML: </html>

// The picture has axes, a box for each buffer with its name where it fits, and
// marks the peak.
// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG-NEXT: >main: peak 192 B at step {{[0-9]+}}, arena 192 B</text>
// SVG: >64 B</text>
// SVG-COUNT-3: <rect
// SVG: >linalg.fill {{[0-9]+}}:3</text>
// SVG: <polyline
// SVG-COUNT-2: stroke-dasharray
// SVG: </svg>

// CSV: function,buffer,name,begin,end,bytes,offset
// CSV-NEXT: "main",0,"linalg.fill at {{.*}}",{{[0-9]+}},{{[0-9]+}},128,0
// CSV-NEXT: "main",1,"memref.copy at {{.*}}",{{[0-9]+}},{{[0-9]+}},64,128
// CSV-NEXT: "main",2,"linalg.fill at {{.*}}",{{[0-9]+}},{{[0-9]+}},64,0

// TEXT: memory of 'main': peak 192 bytes at time {{[0-9]+}}, arena 192 bytes
// TEXT: at the peak:
// TEXT-NEXT: 128 linalg.fill at
// TEXT-NEXT: 64 memref.copy at
// TEXT-NEXT: steps (bytes before, during and after):
// TEXT-NEXT: {{[0-9]+}} 0 128 128 linalg.fill at
// TEXT-NEXT: {{[0-9]+}} 128 192 64 memref.copy at

// JSON: "memory": [
// JSON: "function": "main"
// JSON-NEXT: "peak_bytes": 192

// PEAK: error: stax-report: 192 bytes are live at once, which is more than check-peak=191: linalg.fill at {{.*}} (128), memref.copy at {{.*}} (64)
// ENDING: error: stax-report: cannot write a report to '{{.*}}.doc', expected a name that ends in .html, .json, .csv, .svg or .txt
// FILE: error: stax-report: cannot open output file
func.func @main(%x: memref<16xf32>, %c: f32) {
  %a = memref.alloc() : memref<32xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<32xf32>)
  %b = memref.alloc() : memref<16xf32>
  %v = memref.subview %a[0] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1]>>
  memref.copy %v, %b : memref<16xf32, strided<[1]>> to memref<16xf32>
  memref.copy %b, %x : memref<16xf32> to memref<16xf32>
  %d = memref.alloc() : memref<16xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<16xf32>)
  return
}
