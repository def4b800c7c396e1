// RUN: stax-opt %s -split-input-file -verify-diagnostics

// Extents are not negative.
func.func @kernel_c1_negative() {
  // expected-error @below {{expected extents not to be negative, but got -8}}
  stax.kernel space(par: [-8], seq: []) {}
  return
}

// -----

// Each dynamic extent has a value.
func.func @kernel_c1_missing_value() {
  // expected-error @below {{expected 1 values for dynamic extents, but got 0}}
  "stax.kernel"() <{par = array<i64: -9223372036854775808>, seq = array<i64>}> ({
    stax.yield
  }) : () -> ()
  return
}

// -----

// The region has an argument for each input.
func.func @kernel_c2_count(%x: tensor<8xf32>) {
  // expected-error @below {{expected the region to have 1 arguments, one for each dynamic extent and input, but got 0}}
  stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) {}
  return
}

// -----

// Of its type, memrefs as tensors.
func.func @kernel_c2_type(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{expected argument #0 of the region to be 'tensor<8xf32>', but got 'memref<8xf32>'}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: memref<8xf32>):
  }
  return
}

// -----

// A kernel in a kernel is not fusable.
func.func @kernel_c3_kernel(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected operations that can be fused}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{'stax.kernel' cannot}}
    stax.kernel space(par: [], seq: []) {}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// Neither is an operation of another dialect that makes a tensor.
func.func @kernel_c3_tensor(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected operations that can be fused}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{'tensor.empty' cannot}}
    %e = tensor.empty() : tensor<8xf32>
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A single element is no scalar that is known before the kernel runs.
func.func @kernel_c3_extract(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected operations that can be fused}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %c = arith.constant 0 : index
    // expected-note @below {{'tensor.extract' cannot}}
    %e = tensor.extract %a[%c] : tensor<8xf32>
    %1 = stax.pointwise -> tensor<8xf32> {
      stax.yield %e : f32
    }
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A node map has the dimensions of the space.
func.func @kernel_c4_dimensions(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to have the 1 dimensions of the space and no symbols, but got 2 and 0}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// It has no symbols.
func.func @kernel_c4_symbols(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to have the 1 dimensions of the space and no symbols, but got 1 and 1}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0)[s0] -> (d0 + s0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// The identity fits nodes of the space's rank only.
func.func @kernel_c4_results(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to have 1 results, one for each dimension of its domain, but got 2}}
  %0 = stax.kernel space(par: [8, 4], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A space that is too small.
func.func @kernel_c4_small(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [7], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A shift leaves the domain.
func.func @kernel_c4_shift(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 + 1)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A constant stays at one point.
func.func @kernel_c4_constant(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A quotient that is not exact.
func.func @kernel_c4_quotient(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [25], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 3)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// Quotients are rounded down.
func.func @kernel_c4_ceildiv(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [16], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 ceildiv 2)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// There is no quotient by zero.
func.func @kernel_c4_division(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A collapse with gaps.
func.func @kernel_c4_gaps(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [4, 2], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 4 + d1)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A collapse of a dimension with itself.
func.func @kernel_c4_collapsed_twice(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [4], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> ((d0 floordiv 2) * 2 + d0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A flip is for access maps.
func.func @kernel_c4_flip(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (-d0 + 7)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A diagonal.
func.func @kernel_c4_diagonal(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected the map of a node to cover its domain exactly, but its results 0 and 1 depend on each other}}
  %0 = stax.kernel space(par: [8, 8], seq: []) ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8x8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0, d0)>} -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// Parts of an expanded dimension that overlap.
func.func @kernel_c4_overlap(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-error @below {{expected the map of a node to cover its domain exactly, but its results 0 and 1 depend on each other}}
  %0 = stax.kernel space(par: [16], seq: []) ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<4x8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 4, d0 mod 8)>} -> tensor<4x8xf32>
    stax.yield %1 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return
}

// -----

// Different collapses of common dimensions.
func.func @kernel_c4_common(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) {
  // expected-error @below {{expected the map of a node to cover its domain exactly, but its results 0 and 1 depend on each other}}
  %0 = stax.kernel space(par: [2, 4], seq: []) ins(%x : tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%a: tensor<8x4xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise ins(%a : tensor<8x4xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 4 + d1, d1)>} -> tensor<8x4xf32>
    stax.yield %1 : tensor<8x4xf32>
  } -> tensor<8x4xf32>
  return
}

// -----

// Dynamic extents agree where they are the same value.
func.func @kernel_c4_dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>, %m: index, %n: index) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [%m], seq: []) ins(%x, %n : tensor<?xf32>, index) outs(%y : tensor<?xf32>) {
  ^bb0(%i: index, %a: tensor<?xf32>, %j: index):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise domain [%j] ins(%a : tensor<?xf32>) -> tensor<?xf32>
    stax.yield %1 : tensor<?xf32>
  } -> tensor<?xf32>
  return
}

// -----

// So do both results that vary with it.
func.func @kernel_c4_dynamic_diagonal(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index) {
  // expected-error @below {{expected the map of a node to cover its domain exactly, but its results 0 and 1 depend on each other}}
  %0 = stax.kernel space(par: [%n], seq: []) ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%i: index, %a: tensor<?x?xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.pointwise domain [%i, %i] ins(%a : tensor<?x?xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0, d0)>} -> tensor<?x?xf32>
    stax.yield %1 : tensor<?x?xf32>
  } -> tensor<?x?xf32>
  return
}

// -----

// The size of a collapse that overflows is not the domain's.
func.func @kernel_c4_overflow(%y: tensor<4611686018427387904xf32>) {
  // expected-error @below {{expected the map of a node to cover dimension 0 of its domain exactly}}
  %0 = stax.kernel space(par: [4611686018427387905, 4611686018427387904], seq: []) outs(%y : tensor<4611686018427387904xf32>) {
    %c = arith.constant 0.0 : f32
    // expected-note @below {{node is here}}
    %1 = stax.pointwise attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 4611686018427387904 + d1)>} -> tensor<4611686018427387904xf32> {
      stax.yield %c : f32
    }
    stax.yield %1 : tensor<4611686018427387904xf32>
  } -> tensor<4611686018427387904xf32>
  return
}

// -----

// A parallel dimension of the space is reduced.
func.func @kernel_c5(%x: tensor<64x128xf32>, %y: tensor<64xf32>) {
  // expected-error @below {{expected the map of a node to keep dimension 1, which is not parallel, off the parallel dimension 1 of the space}}
  %0 = stax.kernel space(par: [64, 128], seq: []) ins(%x : tensor<64x128xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    stax.yield %1 : tensor<64xf32>
  } -> tensor<64xf32>
  return
}

// -----

// A part of it is.
func.func @kernel_c5_part(%x: tensor<128xf32>, %y: tensor<f32>) {
  // expected-error @below {{expected the map of a node to keep dimension 0, which is not parallel, off the parallel dimension 0 of the space}}
  %0 = stax.kernel space(par: [8], seq: [16]) ins(%x : tensor<128xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: tensor<128xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [0] ins(%a : tensor<128xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 16 + d1)>} -> tensor<f32>
    stax.yield %1 : tensor<f32>
  } -> tensor<f32>
  return
}

// -----

// Nor is a dimension that is scanned.
func.func @kernel_c5_scan(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) {
  // expected-error @below {{expected the map of a node to keep dimension 0, which is not parallel, off the parallel dimension 0 of the space}}
  %0 = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>) outs(%y : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.scan #stax.add dim 0 ins(%a : tensor<64x128xf32>) -> tensor<64x128xf32>
    stax.yield %1 : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return
}

// -----

// Nothing is yielded for the destination.
func.func @kernel_c6_count(%y: tensor<8xf32>) {
  // expected-error @below {{expected to yield 1 values, one for each destination, but got 0}}
  %0 = stax.kernel space(par: [8], seq: []) outs(%y : tensor<8xf32>) {
    stax.yield
  } -> tensor<8xf32>
  return
}

// -----

// What is yielded has the destination's type.
func.func @kernel_c6_type(%x: memref<8xf32>, %y: memref<9xf32>) {
  // expected-error @below {{expected to yield 'tensor<9xf32>' for destination #0, but got 'tensor<8xf32>'}}
  stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : memref<9xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  }
  return
}

// -----

// An input is not written.
func.func @kernel_c6_argument(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected to yield the result of a node for destination #0}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // An argument stands for what is outside.
    stax.yield %a : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// Neither is a constant.
func.func @kernel_c6_constant(%y: tensor<8xf32>) {
  // expected-error @below {{expected to yield the result of a node for destination #0}}
  %0 = stax.kernel space(par: [8], seq: []) outs(%y : tensor<8xf32>) {
    %c = arith.constant dense<0.0> : tensor<8xf32>
    stax.yield %c : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// Another terminator hands nothing over.
func.func @kernel_c6_terminator() {
  // expected-error @below {{expects regions to end with 'stax.yield', found 'llvm.unreachable'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'stax.yield'}}
  stax.kernel space(par: [], seq: []) {
    llvm.unreachable
  }
  return
}

// -----

// A value is read where it has not been written yet.
func.func @kernel_c7_point(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8, 8], seq: []) ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-note @below {{value is written at affine_map<(d0, d1) -> (d0, d1)>}}
    %2 = stax.pointwise ins(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{node reads affine_map<(d0, d1) -> (d1, d0)>}}
    %1 = stax.pointwise ins(%2[(d0, d1) -> (d1, d0)] : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// A node map moves the read as an access map does.
func.func @kernel_c7_node_map(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8, 8], seq: []) ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-note @below {{value is written at affine_map<(d0, d1) -> (d0, d1)>}}
    %2 = stax.pointwise ins(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{node reads affine_map<(d0, d1) -> (d1, d0)>}}
    %1 = stax.pointwise ins(%2 : tensor<8x8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d1, d0)>} -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// A reduction's value is complete in its own row only.
func.func @kernel_c7_row(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8], seq: [8]) ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-note @below {{value is written at affine_map<(d0, d1) -> (d0)>}}
    %2 = stax.reduce #stax.add dims [1] ins(%a : tensor<8x8xf32>) -> tensor<8xf32>
    // expected-note @below {{node reads affine_map<(d0, d1) -> (d1)>}}
    %1 = stax.pointwise ins(%2[(d0, d1) -> (d1)] : tensor<8xf32>) -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// What is scanned is not there before or after its point.
func.func @kernel_c7_scan(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8], seq: [8]) ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-note @below {{value is written at affine_map<(d0, d1) -> (d0, d1)>}}
    %2 = stax.scan #stax.add dim 1 ins(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{node reads affine_map<(d0, d1) -> (d0, -d1 + 7)>}}
    %1 = stax.pointwise ins(%2[(d0, d1) -> (d0, -d1 + 7)] : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// A carry is that of the line.
func.func @kernel_c7_carry(%x: tensor<8x8xf32>, %c: tensor<8xf32>, %y: tensor<8x8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8], seq: [8]) ins(%x, %c : tensor<8x8xf32>, tensor<8xf32>) outs(%y : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>, %b: tensor<8xf32>):
    // expected-note @below {{value is written at affine_map<(d0, d1) -> (d1)>}}
    %2 = stax.pointwise ins(%b : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d1)>} -> tensor<8xf32>
    // expected-note @below {{node reads affine_map<(d0, d1) -> (d0)>}}
    %1 = stax.scan #stax.add dim 1 carry(%2 : tensor<8xf32>) ins(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    stax.yield %1 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return
}

// -----

// A symbol may name any point.
func.func @kernel_c7_symbol(%x: tensor<8xf32>, %n: index, %y: tensor<8xf32>) {
  // expected-error @below {{expected a node to read a value of the kernel where it is written}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x, %n : tensor<8xf32>, index) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %s: index):
    // expected-note @below {{value is written at affine_map<(d0) -> (d0)>}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @below {{node reads affine_map<(d0)[s0] -> (d0 + s0)>}}
    %2 = stax.pointwise ins(%1[(d0)[s0] -> (d0 + s0)] : tensor<8xf32>) symbols(%s) -> tensor<8xf32>
    stax.yield %2 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// So may a computed index.
func.func @kernel_c7_capture(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected a node to read values of the kernel through access maps}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %c = arith.constant 0 : index
    // expected-note @below {{value is written here}}
    %2 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = stax.pointwise -> tensor<8xf32> {
      // expected-note @below {{value is read here}}
      %e = tensor.extract %2[%c] : tensor<8xf32>
      stax.yield %e : f32
    }
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A node that follows its reader, with a map that does not fit.
func.func @kernel_c7_forward_reference(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to have the 1 dimensions of the space and no symbols, but got 3 and 0}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%2 : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @below {{node is here}}
    %2 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d2)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// Vectors run along a dimension of the space.
func.func @kernel_c8_vector_dim() {
  // expected-error @below {{expected 'vector_dim' of the schedule to be a dimension of a space of rank 1, but got 1}}
  stax.kernel space(par: [8], seq: []) schedule #stax.schedule<form = vector, vector_dim = 1> {}
  return
}

// -----

// A tile has an extent for each dimension.
func.func @kernel_c8_tile() {
  // expected-error @below {{expected 'tile' of the schedule to have 1 extents, but got 2}}
  stax.kernel space(par: [8], seq: []) schedule #stax.schedule<form = tile, vector_dim = 0, tile = [4, 4]> {}
  return
}

// -----

// A vector is neither a buffer nor a scalar.
func.func @kernel_c9_kind(%v: vector<4xf32>) {
  // expected-error @below {{expected inputs to be ranked tensors, memrefs or scalars, but got 'vector<4xf32>'}}
  stax.kernel space(par: [], seq: []) ins(%v : vector<4xf32>) {
  ^bb0(%a: vector<4xf32>):
  }
  return
}

// -----

// Elements that no tensor has.
func.func @kernel_c9_element(%x: memref<4xmemref<2xf32>>) {
  // expected-error @below {{expected memrefs of elements that tensors can have, but got 'memref<4xmemref<2xf32>>'}}
  stax.kernel space(par: [], seq: []) ins(%x : memref<4xmemref<2xf32>>) {
  ^bb0(%a: f32):
  }
  return
}

// -----

// A buffer as input of a tensor.
func.func @kernel_c9_memref_in(%x: memref<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected inputs and destinations to be all tensors or all memrefs, but got 'memref<8xf32>'}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : memref<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// A tensor as input of a buffer.
func.func @kernel_c9_memref_out(%x: tensor<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{expected inputs and destinations to be all tensors or all memrefs, but got 'memref<8xf32>'}}
  stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  }
  return
}

// -----

// A destination on tensors has a result.
func.func @kernel_c9_results(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %1 = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  }
  return
}

// -----

// Scratch is a buffer, which tensors do not have.
func.func @kernel_c9_scratch(%x: tensor<8xf32>, %s: memref<8xf32>) {
  // expected-error @below {{expected no scratch before buffers are chosen}}
  stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) scratch(%s : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
  }
  return
}

// -----

// Two reduced dimensions change places.
func.func @kernel_c10(%x: tensor<8x4xf32>, %y: tensor<f32>) {
  // expected-error @below {{expected the map of a node to keep the order of its reduced dimensions}}
  %0 = stax.kernel space(par: [], seq: [4, 8]) ins(%x : tensor<8x4xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: tensor<8x4xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [0, 1] ins(%a : tensor<8x4xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d1, d0)>} -> tensor<f32>
    stax.yield %1 : tensor<f32>
  } -> tensor<f32>
  return
}

// -----

// One point is combined, but by no loop.
func.func @kernel_c10_constant(%x: tensor<8x1xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{expected the map of a node to have a dimension of the space for dimension 1, which is not parallel}}
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8x1xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8x1xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [1] ins(%a : tensor<8x1xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0, 0)>} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// So they do in a collapse.
func.func @kernel_c10_collapse(%x: tensor<32xf32>, %y: tensor<f32>) {
  // expected-error @below {{expected the map of a node to keep the order of its reduced dimensions}}
  %0 = stax.kernel space(par: [], seq: [4, 8]) ins(%x : tensor<32xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: tensor<32xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [0] ins(%a : tensor<32xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d1 * 4 + d0)>} -> tensor<f32>
    stax.yield %1 : tensor<f32>
  } -> tensor<f32>
  return
}

// -----

// And the parts of one do in an expansion.
func.func @kernel_c10_expansion(%x: tensor<8x4xf32>, %y: tensor<f32>) {
  // expected-error @below {{expected the map of a node to keep the order of its reduced dimensions}}
  %0 = stax.kernel space(par: [], seq: [32]) ins(%x : tensor<8x4xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: tensor<8x4xf32>):
    // expected-note @below {{node is here}}
    %1 = stax.reduce #stax.add dims [0, 1] ins(%a : tensor<8x4xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 mod 8, d0 floordiv 8)>} -> tensor<f32>
    stax.yield %1 : tensor<f32>
  } -> tensor<f32>
  return
}

// -----

// The kernel uses nothing from above but its operands.
func.func @kernel_isolated(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-note @below {{required by region isolation constraints}}
  %0 = stax.kernel space(par: [8], seq: []) outs(%y : tensor<8xf32>) {
    // expected-error @below {{using value defined outside the region}}
    %1 = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// What has a syntax of its own would be overridden.
func.func @kernel_parse_inherent() {
  // expected-error @below {{expected 'par' in the operation's own syntax, not in its attributes}}
  stax.kernel space(par: [], seq: []) attributes {par = array<i64: 8>} {}
  return
}

// -----

// A schedule is a schedule.
func.func @kernel_parse_schedule() {
  // expected-error @below {{invalid kind of attribute specified}}
  stax.kernel space(par: [], seq: []) schedule #stax.add {}
  return
}

// -----

// A kernel has a space.
func.func @kernel_generic_space() {
  // expected-error @below {{requires attribute 'par'}}
  "stax.kernel"() ({
    stax.yield
  }) : () -> ()
  return
}

// -----

// A region without blocks.
func.func @kernel_generic_no_block() {
  // expected-error @below {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "stax.kernel"() <{par = array<i64>, seq = array<i64>}> ({}) : () -> ()
  return
}

// -----

// Segments are sizes.
func.func @kernel_generic_segments(%x: tensor<8xf32>) {
  // expected-error @below {{'operandSegmentSizes' attribute cannot have negative elements}}
  "stax.kernel"(%x) <{par = array<i64>, seq = array<i64>, operandSegmentSizes = array<i32: 0, 5, -4, 0>}> ({
    stax.yield
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @kernel_c6_shared(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'stax.kernel' op expected each point of the parallel dimensions to write elements of its own to destination #0}}
  %0 = stax.kernel space(par: [8, 4], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node runs at affine_map<(d0, d1) -> (d0)>}}
    %n = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0)>} -> tensor<8xf32>
    stax.yield %n : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

func.func @kernel_c6_repeated(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'stax.kernel' op expected each point of the parallel dimensions to write elements of its own to destination #0}}
  %0 = stax.kernel space(par: [32], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node runs at affine_map<(d0) -> (d0 mod 8)>}}
    %n = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 mod 8)>} -> tensor<8xf32>
    stax.yield %n : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

func.func @kernel_c10_repeated(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'stax.kernel' op expected the map of a node to meet each point that it combines once}}
  %0 = stax.kernel space(par: [4], seq: [32]) ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{node is here}}
    %n = stax.reduce #stax.add dims [1] ins(%a : tensor<4x8xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0, d1 mod 8)>} -> tensor<4xf32>
    stax.yield %n : tensor<4xf32>
  } -> tensor<4xf32>
  return
}

// -----

func.func @kernel_c11_position(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %s: memref<2x16xf32>) {
  // expected-error @below {{'stax.kernel' op expected one of 1 scratch operands to keep a value, but got #1}}
  stax.kernel space(par: [4], seq: [8]) ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) scratch(%s : memref<2x16xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{value is computed here}}
    %n = stax.pointwise ins(%a : tensor<4x8xf32>) attributes {stax.scratch = array<i64: 1>} -> tensor<4x8xf32>
    %m = stax.pointwise ins(%n : tensor<4x8xf32>) -> tensor<4x8xf32>
    stax.yield %m : tensor<4x8xf32>
  }
  return
}

// -----

func.func @kernel_c11_two_values(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %s: memref<2x16xf32>) {
  // expected-error @below {{'stax.kernel' op expected scratch operand #0 to keep one value}}
  stax.kernel space(par: [4], seq: [8]) ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) scratch(%s : memref<2x16xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{and one of this node}}
    %n = stax.pointwise ins(%a : tensor<4x8xf32>) attributes {stax.scratch = array<i64: 0>} -> tensor<4x8xf32>
    // expected-note @below {{it keeps a value of this node}}
    %m = stax.pointwise ins(%n : tensor<4x8xf32>) attributes {stax.scratch = array<i64: 0>} -> tensor<4x8xf32>
    stax.yield %m : tensor<4x8xf32>
  }
  return
}

// -----

func.func @kernel_c11_row(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %s: memref<2x7xf32>) {
  // expected-error @below {{'stax.kernel' op expected scratch to have rows of at least 8 elements of type 'f32', one row for each worker, but got 'memref<2x7xf32>'}}
  stax.kernel space(par: [4], seq: [8]) ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) scratch(%s : memref<2x7xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{value is computed here}}
    %n = stax.pointwise ins(%a : tensor<4x8xf32>) attributes {stax.scratch = array<i64: 0>} -> tensor<4x8xf32>
    %m = stax.pointwise ins(%n : tensor<4x8xf32>) -> tensor<4x8xf32>
    stax.yield %m : tensor<4x8xf32>
  }
  return
}

// -----

func.func @kernel_c11_dynamic(%x: memref<4x?xf32>, %y: memref<4x?xf32>, %s: memref<2x16xf32>, %n: index) {
  // expected-error @below {{'stax.kernel' op expected a value in scratch to have a static number of elements at a point of the parallel dimensions}}
  stax.kernel space(par: [4], seq: [%n]) ins(%x : memref<4x?xf32>) outs(%y : memref<4x?xf32>) scratch(%s : memref<2x16xf32>) {
  ^bb0(%k: index, %a: tensor<4x?xf32>):
    // expected-note @below {{value is computed here}}
    %p = stax.pointwise domain [4, %k] ins(%a : tensor<4x?xf32>) attributes {stax.scratch = array<i64: 0>} -> tensor<4x?xf32>
    %m = stax.pointwise domain [4, %k] ins(%p : tensor<4x?xf32>) -> tensor<4x?xf32>
    stax.yield %m : tensor<4x?xf32>
  }
  return
}

// -----

func.func @scratch_attribute(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  stax.kernel space(par: [4], seq: [8]) ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-error @below {{'stax.pointwise' op expected 'stax.scratch' to be an i64 for each result of an operation in a kernel, but got array<i64: 0, 1>}}
    %n = stax.pointwise ins(%a : tensor<4x8xf32>) attributes {stax.scratch = array<i64: 0, 1>} -> tensor<4x8xf32>
    stax.yield %n : tensor<4x8xf32>
  }
  return
}

// -----

func.func @kernel_c10_shared(%x: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'stax.kernel' op expected the map of a node to keep dimension 1, which is not parallel, off the dimensions of the space that dimension 0, which is, uses}}
  %0 = stax.kernel space(par: [], seq: [32]) ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @below {{node is here}}
    %n = stax.reduce #stax.add dims [1] ins(%a : tensor<4x8xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>} -> tensor<4xf32>
    stax.yield %n : tensor<4xf32>
  } -> tensor<4xf32>
  return
}
