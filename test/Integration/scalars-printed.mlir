// Printed scalars and vectors: the same text from compiled code and from the
// interpreter, compared as numbers. Times differ between runs and are not.

// RUN: stax-run %s | FileCheck %s
// RUN: stax-run %s --target=reference | FileCheck %s
// RUN: stax-run %s --check | FileCheck %s --check-prefixes=CHECK,OK

func.func private @rtclock() -> f64

func.func @main() {
  %start = func.call @rtclock() : () -> f64
  %a = arith.constant -3 : i8
  %b = arith.constant true
  %c = arith.constant 7 : index
  %d = arith.constant 1.5 : f16
  %e = arith.constant 2.5 : bf16
  %f = arith.constant dense<[[1.0, 2.0], [3.0, 4.5]]> : vector<2x2xf32>
  vector.print %a : i8
  vector.print %b : i1 punctuation <comma>
  vector.print %c : index
  vector.print str "half: "
  vector.print %d : f16
  vector.print %e : bf16
  vector.print %f : vector<2x2xf32>
  %end = func.call @rtclock() : () -> f64
  %time = arith.subf %end, %start : f64
  vector.print %time : f64
  return
}
// CHECK: {{^}}-3{{$}}
// CHECK-NEXT: {{^}}1, 7{{$}}
// CHECK-NEXT: {{^}}half: 1.5{{$}}
// CHECK-NEXT: {{^}}2.5{{$}}
// CHECK-NEXT: {{^}}( ( 1, 2 ), ( 3, 4.5 ) ){{$}}
// CHECK-NEXT: {{^[0-9.e+-]+$}}
// OK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)
