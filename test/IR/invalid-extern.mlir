// RUN: stax-opt %s -split-input-file -verify-diagnostics

// What the module has is called as it is.
// expected-note @below {{symbol is here}}
func.func private @f(%x: tensor<8xf32>, %d: tensor<8xf32>) -> tensor<8xf32>
func.func @extern_c1(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{calls @f, which is in the module; call it by 'func.call'}}
  %0 = stax.extern @f ins(%x : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A reference is a function.
func.func @extern_c2_missing(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected the reference @g to be a function with a body}}
  %0 = stax.extern @f reference @g ins(%x : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A reference has the types of the call.
// expected-note @below {{function is here}}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func @extern_c2_type(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected the reference @g to have the operation's type ('tensor<8xf32>', 'tensor<8xf32>') -> ('tensor<8xf32>'), but got ('tensor<8xf32>') -> ('tensor<8xf32>')}}
  %0 = stax.extern @f reference @g ins(%x : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// A reference is on tensors.
func.func @extern_c2_buffers(%d: memref<8xf32>) {
  // expected-error @below {{expected a reference on tensors only}}
  stax.extern @f reference @g outs(%d : memref<8xf32>)
  return
}

// -----

// A call has a destination.
func.func @extern_c3_none(%x: tensor<8xf32>) {
  // expected-error @below {{expected at least one destination}}
  stax.extern @f ins(%x : tensor<8xf32>)
  return
}

// -----

// Tensors and buffers do not mix.
func.func @extern_c3_mixed(%x: memref<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected operands to be all tensors or all memrefs, but got 'tensor<8xf32>' and 'memref<8xf32>'}}
  %0 = stax.extern @f ins(%x : memref<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Other inputs are scalars.
func.func @extern_c3_input(%x: vector<4xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected inputs to be ranked tensors or memrefs, or scalars, but got 'vector<4xf32>'}}
  %0 = stax.extern @f ins(%x : vector<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// The region gets elements of the destinations.
func.func @extern_c4_arguments(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected the region's arguments to be elements of the destinations: 'f32', but got 'f64'}}
  %0 = stax.extern @f ins(%x : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f64):
    %b = arith.truncf %a : f64 to f32
    stax.yield %b : f32
  }
  return
}

// -----

// It yields such elements.
func.func @extern_c4_yield(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @below {{expected the region to yield elements of the destinations: 'f32', but got 'f64'}}
  %0 = stax.extern @f ins(%x : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    stax.yield %b : f64
  }
  return
}

// -----

// Elements of different shapes do not meet.
func.func @extern_c4_shapes(%d: tensor<8xf32>, %e: tensor<4xf32>) {
  // expected-error @below {{expected destinations of one shape for an epilogue, but got 'tensor<8xf32>' and 'tensor<4xf32>'}}
  %0:2 = stax.extern @f outs(%d, %e : tensor<8xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    stax.yield %b, %a : f32, f32
  }
  return
}

// -----

// The region reads no tensors.
func.func @extern_c5(%x: tensor<8xf32>, %d: tensor<8xf32>, %i: index) {
  // expected-error @below {{expected the region to compute on scalars, and to read no tensors but its inputs}}
  %0 = stax.extern @f outs(%d : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    // expected-note @below {{this one is 'tensor.extract'}}
    %k = tensor.extract %x[%i] : tensor<8xf32>
    stax.yield %k : f32
  }
  return
}

// -----

// A destination is no input.
func.func @extern_c6(%x: memref<8xf32>) {
  // expected-error @below {{expected destination #0 to be a buffer that is no other operand}}
  stax.extern @f ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
