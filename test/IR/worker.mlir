// RUN: stax-opt %s -verify-roundtrip | FileCheck %s

// CHECK-LABEL: @worker
// CHECK: stax.worker 8
func.func @worker() -> index {
  %w = stax.worker 8
  return %w : index
}
