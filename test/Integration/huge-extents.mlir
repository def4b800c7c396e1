// Extents whose product has more bytes than an address has bits, or that are
// negative, are an error, wherever buffers lie.

// DEFINE: %{entry} = wraps
// DEFINE: %{memory} = arena
// DEFINE: %{run} = not stax-run %s --entry=%{entry} --options="compose=none fuse=none memory=%{memory}" 2>&1 | FileCheck %s
// RUN: %{run}
// REDEFINE: %{entry} = negative
// RUN: %{run}
// REDEFINE: %{memory} = pool-tree
// RUN: %{run}
// REDEFINE: %{entry} = wraps
// RUN: %{run}
// REDEFINE: %{memory} = reuse
// RUN: %{run}
// REDEFINE: %{memory} = none
// RUN: %{run}
// REDEFINE: %{entry} = negative
// RUN: %{run}
// CHECK: error: {{out of memory allocating [0-9]+ bytes|a buffer has more bytes than any memory|an extent is negative}}

func.func private @sum_of_ones(%n: index, %m: index) -> tensor<f32> {
  %c = arith.constant 1.0 : f32
  %s = tensor.splat %c[%n, %m] : tensor<?x?xf32>
  %r = stax.reduce #stax.add dims [1] domain [%n, %m] ins(%s : tensor<?x?xf32>) -> tensor<?xf32>
  %t = stax.reduce #stax.add dims [0] domain [%n] ins(%r : tensor<?xf32>) -> tensor<f32>
  return %t : tensor<f32>
}

func.func @wraps() -> tensor<f32> {
  %n = arith.constant 4294967296 : index
  %0 = call @sum_of_ones(%n, %n) : (index, index) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @negative() -> tensor<f32> {
  %n = arith.constant -4 : index
  %0 = call @sum_of_ones(%n, %n) : (index, index) -> tensor<f32>
  return %0 : tensor<f32>
}
