// RUN: stax-opt %s -split-input-file -stax-legalize-arith -verify-diagnostics

// The failure of a division by zero could not be reported.
func.func @division(%x: i32, %y: i32) -> i32 {
  // expected-error @below {{'arith.divsi' op may divide by zero, which could not be reported; expected a constant divisor other than 0 and -1}}
  %r = arith.divsi %x, %y : i32
  return %r : i32
}

// -----

func.func @remainder_by_zero(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  // expected-error @below {{'arith.remui' op may divide by zero}}
  %r = arith.remui %x, %c : i32
  return %r : i32
}
