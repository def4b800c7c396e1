// RUN: stax-opt %s -split-input-file -verify-diagnostics

func.func @worker_c1() -> index {
  // expected-error @below {{'stax.worker' op expected a positive limit, but got 0}}
  %w = stax.worker 0
  return %w : index
}
