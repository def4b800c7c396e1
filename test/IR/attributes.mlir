// RUN: stax-opt %s -split-input-file -verify-roundtrip | FileCheck %s

// Monoids of floats and of integers.
// CHECK-LABEL: @monoids
func.func @monoids(%f: f32, %i: i32) {
  // CHECK-NEXT: #stax.add
  %0 = stax.combine #stax.add (%f) (%f) : f32
  // CHECK-NEXT: #stax.mul
  %1 = stax.combine #stax.mul (%f) (%f) : f32
  // CHECK-NEXT: #stax.max (
  %2 = stax.combine #stax.max (%f) (%f) : f32
  // CHECK-NEXT: #stax.min (
  %3 = stax.combine #stax.min (%f) (%f) : f32
  // CHECK-NEXT: #stax.maxnum
  %4 = stax.combine #stax.maxnum (%f) (%f) : f32
  // CHECK-NEXT: #stax.minnum
  %5 = stax.combine #stax.minnum (%f) (%f) : f32
  // CHECK-NEXT: #stax.add
  %6 = stax.combine #stax.add (%i) (%i) : i32
  // CHECK-NEXT: #stax.mul
  %7 = stax.combine #stax.mul (%i) (%i) : i32
  // CHECK-NEXT: #stax.and
  %8 = stax.combine #stax.and (%i) (%i) : i32
  // CHECK-NEXT: #stax.or
  %9 = stax.combine #stax.or (%i) (%i) : i32
  // CHECK-NEXT: #stax.xor
  %10 = stax.combine #stax.xor (%i) (%i) : i32
  // CHECK-NEXT: #stax.maxs
  %11 = stax.combine #stax.maxs (%i) (%i) : i32
  // CHECK-NEXT: #stax.maxu
  %12 = stax.combine #stax.maxu (%i) (%i) : i32
  // CHECK-NEXT: #stax.mins
  %13 = stax.combine #stax.mins (%i) (%i) : i32
  // CHECK-NEXT: #stax.minu
  %14 = stax.combine #stax.minu (%i) (%i) : i32
  return
}

// -----

// Monoids of several scalars; an index has any integer type.
// CHECK-LABEL: @tuple_monoids
func.func @tuple_monoids(%f: f32, %h: f16, %i: i8, %j: i64, %k: index) {
  // CHECK-NEXT: #stax.argmax (%{{.*}}, %{{.*}}) (%{{.*}}, %{{.*}}) : f32, i64
  %0:2 = stax.combine #stax.argmax (%f, %j) (%f, %j) : f32, i64
  // CHECK-NEXT: #stax.argmin ({{.*}}) : f16, index
  %1:2 = stax.combine #stax.argmin (%h, %k) (%h, %k) : f16, index
  // CHECK-NEXT: #stax.argmaxs ({{.*}}) : i8, i64
  %2:2 = stax.combine #stax.argmaxs (%i, %j) (%i, %j) : i8, i64
  // CHECK-NEXT: #stax.argmaxu ({{.*}}) : i64, i8
  %3:2 = stax.combine #stax.argmaxu (%j, %i) (%j, %i) : i64, i8
  // CHECK-NEXT: #stax.argmins ({{.*}}) : index, index
  %4:2 = stax.combine #stax.argmins (%k, %k) (%k, %k) : index, index
  // CHECK-NEXT: #stax.argminu ({{.*}}) : i8, index
  %5:2 = stax.combine #stax.argminu (%i, %k) (%i, %k) : i8, index
  // CHECK-NEXT: #stax.welford ({{.*}}) : f32, f32, f32
  %6:3 = stax.combine #stax.welford (%f, %f, %f) (%f, %f, %f) : f32, f32, f32
  // CHECK-NEXT: #stax.logsumexp ({{.*}}) : f16, f16
  %7:2 = stax.combine #stax.logsumexp (%h, %h) (%h, %h) : f16, f16
  return
}

// -----

// Parameters of a schedule that have their default value are left out.
// CHECK-LABEL: @schedules
// CHECK-SAME: a = #stax.schedule,
// CHECK-SAME: b = #stax.schedule<unroll = 4>,
// CHECK-SAME: c = #stax.schedule<form = vector, vector_dim = 1, unroll = 2>,
// CHECK-SAME: d = #stax.schedule<form = tile, vector_dim = 0, tile = [8, 0, 16], row_in_registers = true, prefetch = true, nontemporal = true>
func.func private @schedules() attributes {
  a = #stax.schedule<form = scalar>,
  b = #stax.schedule<unroll = 4>,
  c = #stax.schedule<vector_dim = 1, unroll = 2, form = vector>,
  d = #stax.schedule<form = tile, vector_dim = 0, nontemporal = true, prefetch = true, row_in_registers = true, tile = [8, 0, 16]>
}

// -----

// A target names what is known about the machine.
// CHECK: module attributes {stax.target = #stax.target<isa = "avx2", vector_bits = 256, l1 = 32768, l2 = 1048576, l3 = 33554432, cores = 8, chip = "znver4">}
module attributes {stax.target = #stax.target<isa = "avx2", vector_bits = 256, l1 = 32768, l2 = 1048576, l3 = 33554432, cores = 8, chip = "znver4">} {}

// -----

// Nothing but the instruction set need be known.
// CHECK: module attributes {stax.target = #stax.target<isa = "none">}
module attributes {stax.target = #stax.target<isa = "none">} {}

// -----

// One entry for each ordinal.
// CHECK: module attributes {stax.checks = [#stax.check_info<3, "division by zero", "f.mlir:1:2">, #stax.check_info<4, "", "">]}
module attributes {stax.checks = [#stax.check_info<3, "division by zero", "f.mlir:1:2">, #stax.check_info<4, "", "">]} {}

// -----

// Where an operation runs.
// CHECK-LABEL: @placement
func.func @placement(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: attributes {stax.device = 1 : i64, stax.stream = 2 : i64}
  %0 = stax.pointwise ins(%x : tensor<8xf32>) attributes {stax.device = 1, stax.stream = 2} -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// An outlined function, and an example of its arguments' extents.
// CHECK: func.func private @launch_group(tensor<?x128xf32> {stax.example = [64, 128]})
// CHECK-SAME: attributes {stax.launch_group}
func.func private @launch_group(tensor<?x128xf32> {stax.example = [64, 128]}) attributes {stax.launch_group}
