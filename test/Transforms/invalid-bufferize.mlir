// RUN: stax-opt %s -split-input-file -stax-bufferize -verify-diagnostics

// 2^64 elements would wrap around to none.
func.func @too_many_bytes(%x: tensor<f32>) -> tensor<4294967296x4294967296xf32> {
  %e = tensor.empty() : tensor<4294967296x4294967296xf32>
  // expected-error @below {{a buffer of type 'memref<4294967296x4294967296xf32>' has more bytes than 64 bits can count}}
  return %e : tensor<4294967296x4294967296xf32>
}

// -----

// Static extents alone may be too many.
func.func @too_many_bytes_in_a_row(%n: index) -> tensor<?x4611686018427387904xf32> {
  %e = tensor.empty(%n) : tensor<?x4611686018427387904xf32>
  // expected-error @below {{a buffer of type 'memref<?x4611686018427387904xf32>' has more bytes than 64 bits can count}}
  return %e : tensor<?x4611686018427387904xf32>
}

// -----

// What computes tensors must be in a kernel.
func.func @not_fused(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'stax.pointwise' op is not in a kernel; run stax-fuse before stax-bufferize}}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
