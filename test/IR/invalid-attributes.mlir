// RUN: stax-opt %s -split-input-file -verify-diagnostics

// -1 is the only way to say none.
// expected-error @below {{expected 'vector_dim' to be a dimension, or -1 for none, but got -2}}
func.func private @schedule_vector_dim() attributes {a = #stax.schedule<form = vector, vector_dim = -2>}

// -----

// Vectors run along a dimension.
// expected-error @below {{expected 'vector_dim' exactly where 'form' is not scalar, but got -1 with vector}}
func.func private @schedule_vector_without_dim() attributes {a = #stax.schedule<form = vector>}

// -----

// Scalar loops have none.
// expected-error @below {{expected 'vector_dim' exactly where 'form' is not scalar, but got 0 with scalar}}
func.func private @schedule_scalar_with_dim() attributes {a = #stax.schedule<vector_dim = 0>}

// -----

// A step does something.
// expected-error @below {{expected 'unroll' to be positive, but got 0}}
func.func private @schedule_unroll() attributes {a = #stax.schedule<unroll = 0>}

// -----

// A tile has an extent.
// expected-error @below {{expected extents of 'tile' not to be negative, but got -8}}
func.func private @schedule_tile() attributes {a = #stax.schedule<form = tile, vector_dim = 0, tile = [4, -8]>}

// -----

// expected-error @below {{expected 'row_in_registers' to be false where 'form' is scalar}}
func.func private @schedule_scalar_rows() attributes {a = #stax.schedule<row_in_registers = true>}

// -----

// expected-error @below {{expected 'prefetch' to be false where 'form' is scalar}}
func.func private @schedule_scalar_prefetch() attributes {a = #stax.schedule<prefetch = true>}

// -----

// expected-error @below {{expected 'nontemporal' to be false where 'form' is scalar}}
func.func private @schedule_scalar_streams() attributes {a = #stax.schedule<nontemporal = true>}

// -----

// An unknown instruction set.
// expected-error @below {{expected 'isa' to be none, avx2 or avx512, but got 'sse'}}
module attributes {stax.target = #stax.target<isa = "sse", vector_bits = 128>} {}

// -----

// Vectors without a width.
// expected-error @below {{expected 'vector_bits' to be positive exactly where 'isa' is not none, but got 0 with 'avx2'}}
module attributes {stax.target = #stax.target<isa = "avx2">} {}

// -----

// A width without vectors.
// expected-error @below {{expected 'vector_bits' to be positive exactly where 'isa' is not none, but got 256 with 'none'}}
module attributes {stax.target = #stax.target<isa = "none", vector_bits = 256>} {}

// -----

// A cache of negative size.
// expected-error @below {{expected cache sizes not to be negative, but got -1}}
module attributes {stax.target = #stax.target<isa = "none", l2 = -1>} {}

// -----

// A machine without cores.
// expected-error @below {{expected 'cores' to be positive, but got 0}}
module attributes {stax.target = #stax.target<isa = "none", cores = 0>} {}

// -----

// A device is a number.
// expected-error @below {{expected 'stax.device' to be an i64 that is not negative, but got "gpu"}}
func.func private @device_kind() attributes {stax.device = "gpu"}

// -----

// Streams count from 0.
// expected-error @below {{expected 'stax.stream' to be an i64 that is not negative, but got -1 : i64}}
func.func private @stream_negative() attributes {stax.stream = -1}

// -----

// A node is in a kernel.
// expected-error @below {{expected 'stax.node_map' to be an affine map on an operation in a kernel, but got affine_map<(d0) -> (d0)>}}
func.func private @node_map_place() attributes {stax.node_map = affine_map<(d0) -> (d0)>}

// -----

// A node's map is a map.
func.func @node_map_kind(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-error @below {{expected 'stax.node_map' to be an affine map on an operation in a kernel, but got 1 : i64}}
    %1 = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.node_map = 1} -> tensor<8xf32>
    stax.yield %1 : tensor<8xf32>
  } -> tensor<8xf32>
  return
}

// -----

// The target is that of a module.
// expected-error @below {{expected 'stax.target' to be #stax.target on a module, but got #stax.target<isa = "none">}}
func.func private @target_place() attributes {stax.target = #stax.target<isa = "none">}

// -----

// A target of another kind.
// expected-error @below {{expected 'stax.target' to be #stax.target on a module, but got "avx2"}}
module attributes {stax.target = "avx2"} {}

// -----

// Checks are an array.
// expected-error @below {{expected 'stax.checks' to be an array of #stax.check_info on a module, but got #stax.check_info<1, "", "">}}
module attributes {stax.checks = #stax.check_info<1, "", "">} {}

// -----

// Of nothing but checks.
// expected-error @below {{expected 'stax.checks' to be an array of #stax.check_info on a module, but got [1]}}
module attributes {stax.checks = [1]} {}

// -----

// A launch group is a function.
// expected-error @below {{expected 'stax.launch_group' to be a unit attribute on a function, but got unit}}
module attributes {stax.launch_group} {}

// -----

// An attribute that nothing reads is a mistake.
// expected-error @below {{has the unknown attribute 'stax.devise'}}
func.func private @unknown() attributes {stax.devise = 1}

// -----

// The same on an argument.
// expected-error @below {{has the unknown attribute 'stax.exemple' on argument #0}}
func.func private @unknown_on_argument(tensor<?xf32> {stax.exemple = [8]})

// -----

// The same on a result.
// expected-error @below {{has the unknown attribute 'stax.example' on result #0}}
func.func private @unknown_on_result() -> (tensor<?xf32> {stax.example = [8]})

// -----

// An example has extents.
// expected-error @below {{expected 'stax.example' on argument #0 to be an array of extents that fits its shape, such as [64, 128], but got 8 : i64}}
func.func private @example_kind(tensor<?xf32> {stax.example = 8})

// -----

// Which are not negative.
// expected-error @below {{expected 'stax.example' on argument #0 to be an array of extents that fits its shape, such as [64, 128], but got [-8]}}
func.func private @example_negative(tensor<?xf32> {stax.example = [-8]})

// -----

// expected-error @below {{expected 'stax.example' on argument #0 to be an array of extents that fits its shape, such as [64, 128], but got [8]}}
func.func @example_rank(%x: tensor<?x?xf32> {stax.example = [8]}) {
  return
}

// -----

// expected-error @below {{expected 'stax.example' on argument #0 to be an array of extents that fits its shape, such as [64, 128], but got [8, 9]}}
func.func @example_static_extent(%x: tensor<?x8xf32> {stax.example = [8, 9]}) {
  return
}

// -----

// A schedule says how loops run.
// expected-error @below {{expected 'stax.schedule' to be #stax.schedule on a loop, but got #stax.schedule}}
func.func private @schedule_of_function() attributes {stax.schedule = #stax.schedule}
