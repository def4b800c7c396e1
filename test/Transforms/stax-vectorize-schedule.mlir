// RUN: stax-opt %s -split-input-file -stax-vectorize | FileCheck %s

// The schedule says how many vectors are a step, and is gone.
// CHECK-LABEL: @unroll
// CHECK: affine.parallel (%{{.*}}) = (0) to (128) step (32) {
// CHECK-COUNT-2: affine.vector_load {{.*}} vector<16xf32>
// CHECK-NOT: affine.vector_load
// CHECK-NOT: stax.schedule
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @unroll(%x: memref<128xf32>) {
    affine.parallel (%i) = (0) to (128) {
      %v = affine.load %x[%i] : memref<128xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<128xf32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0, unroll = 2>}
    return
  }
}

// -----

// CHECK-LABEL: @scalar
// CHECK-NOT: vector
// CHECK: affine.parallel (%{{.*}}) = (0) to (128) {
// CHECK-NOT: stax.schedule
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @scalar(%x: memref<128xf32>) {
    affine.parallel (%i) = (0) to (128) {
      %v = affine.load %x[%i] : memref<128xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<128xf32>
    } {stax.schedule = #stax.schedule}
    return
  }
}

// -----

// The parallel dimension, though the loop inside could run in vectors.
// CHECK-LABEL: @outer
// CHECK: affine.parallel (%{{.*}}) = (0) to (64) step (16) {
// CHECK: affine.for %{{.*}} = 0 to 64 iter_args(%{{.*}}) -> (vector<16xi32>) {
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @outer(%x: memref<64x64xi32>, %y: memref<64xi32>) {
    %zero = arith.constant 0 : i32
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 64 iter_args(%sum = %zero) -> i32 {
        %v = affine.load %x[%j, %i] : memref<64x64xi32>
        %w = affine.load %x[%i, %j] : memref<64x64xi32>
        %p = arith.muli %v, %w : i32
        %n = stax.combine #stax.add (%sum) (%p) : i32
        affine.yield %n : i32
      }
      affine.store %s, %y[%i] : memref<64xi32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0>}
    return
  }
}

// -----

// The second of three loops asks for the next row, of the last row for the row
// itself.
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: @prefetch
// CHECK-SAME: %[[X:[^:]*]]: memref<64x1024xf32>
// CHECK: affine.parallel (%[[ROW:.*]]) = (0) to (64) {
// CHECK: %[[ONE_ON:.*]] = affine.apply #[[NEXT]](%[[ROW]])
// CHECK: %[[ROW_ON:.*]] = arith.minsi %[[ONE_ON]], %{{.*}} : index
// CHECK-NOT: memref.prefetch
// CHECK: affine.for
// CHECK: affine.vector_load %[[X]][%[[ROW]],
// CHECK-NOT: memref.prefetch
// CHECK: affine.for %[[K:.*]] = 0 to 1024 step 64
// CHECK-COUNT-4: memref.prefetch %[[X]][%[[ROW_ON]], %{{.*}}], read, locality<3>, data
// CHECK: affine.for
// CHECK-NOT: memref.prefetch
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l2 = 65536, cores = 1>} {
  func.func @prefetch(%x: memref<64x1024xf32>, %y: memref<64x1024xf32>) {
    %zero = arith.constant -0.0 : f32
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 1024 iter_args(%sum = %zero) -> f32 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %n = stax.combine #stax.add tree(row) (%sum) (%v) : f32
        affine.yield %n : f32
      }
      %t = affine.for %j = 0 to 1024 iter_args(%sum = %zero) -> f32 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %d = arith.subf %v, %s : f32
        %n = stax.combine #stax.add tree(row) (%sum) (%d) : f32
        affine.yield %n : f32
      }
      affine.for %j = 0 to 1024 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %q = arith.mulf %v, %t : f32
        affine.store %q, %y[%i, %j] : memref<64x1024xf32>
      }
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 1, unroll = 4, prefetch = true>}
    return
  }
}

// -----

// Without the word nothing is asked for.
// CHECK-LABEL: @should_not_prefetch_unless_asked
// CHECK-NOT: memref.prefetch
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512, l2 = 1048576, cores = 1>} {
  func.func @should_not_prefetch_unless_asked(%x: memref<64x1024xf32>, %y: memref<64x1024xf32>) {
    %zero = arith.constant -0.0 : f32
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 1024 iter_args(%sum = %zero) -> f32 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %n = stax.combine #stax.add tree(row) (%sum) (%v) : f32
        affine.yield %n : f32
      }
      %t = affine.for %j = 0 to 1024 iter_args(%sum = %zero) -> f32 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %d = arith.subf %v, %s : f32
        %n = stax.combine #stax.add tree(row) (%sum) (%d) : f32
        affine.yield %n : f32
      }
      affine.for %j = 0 to 1024 {
        %v = affine.load %x[%i, %j] : memref<64x1024xf32>
        %q = arith.mulf %v, %t : f32
        affine.store %q, %y[%i, %j] : memref<64x1024xf32>
      }
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 1, unroll = 4>}
    return
  }
}

// -----

// Rows of eight vectors are in registers: there are no loops over them.
// CHECK-LABEL: @short_rows
// CHECK: affine.parallel (%[[ROW:.*]]) = (0) to (64) {
// CHECK-NOT: affine.for
// CHECK-COUNT-8: arith.addf {{.*}} : vector<16xf32>
// CHECK-NOT: affine.for
// CHECK-COUNT-8: affine.vector_store
// CHECK-NOT: affine.for
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @short_rows(%x: memref<64x128xf32>) {
    %zero = arith.constant -0.0 : f32
    affine.parallel (%i) = (0) to (64) {
      %s = affine.for %j = 0 to 128 iter_args(%sum = %zero) -> f32 {
        %v = affine.load %x[%i, %j] : memref<64x128xf32>
        %n = stax.combine #stax.add tree(row) (%sum) (%v) : f32
        affine.yield %n : f32
      }
      affine.for %j = 0 to 128 {
        %v = affine.load %x[%i, %j] : memref<64x128xf32>
        %q = arith.mulf %v, %s : f32
        affine.store %q, %x[%i, %j] : memref<64x128xf32>
      }
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 1, unroll = 4, row_in_registers = true>}
    return
  }
}

// -----

// A step whose address is a multiple of a vector passes by the caches. The tail
// does not.
// CHECK-LABEL: @nontemporal
// CHECK-SAME: %{{.*}}: memref<100xf32>, %[[Y:.*]]: memref<100xf32>)
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[BASE]], %{{.*}} : index
// CHECK: %[[LOW:.*]] = arith.andi %[[ADDRESS]], %{{.*}} : index
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[LOW]]
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-COUNT-2: vector.store %{{.*}}, %[[Y]][%{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK: } else {
// CHECK-COUNT-2: affine.vector_store %{{.*}}, %[[Y]]
// CHECK-NOT: nontemporal
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @nontemporal(%x: memref<100xf32>, %y: memref<100xf32>) {
    affine.parallel (%i) = (0) to (100) {
      %v = affine.load %x[%i] : memref<100xf32>
      affine.store %v, %y[%i] : memref<100xf32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0, unroll = 2, nontemporal = true>}
    return
  }
}

// -----

// What is read is in the caches already.
// CHECK-LABEL: @should_not_stream_what_is_read
// CHECK-NOT: nontemporal
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @should_not_stream_what_is_read(%x: memref<128xf32>) {
    affine.parallel (%i) = (0) to (128) {
      %v = affine.load %x[%i] : memref<128xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<128xf32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 0, unroll = 2, nontemporal = true>}
    return
  }
}

// -----

// The schedule says whether there are tiles, and how long their sides are.
// CHECK-LABEL: @tiles
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (64, 64) step (16, 16)
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (64, 64) step (1, 16)
// CHECK: return
module attributes {stax.target = #stax.target<isa = "avx512", vector_bits = 512>} {
  func.func @tiles(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
    affine.parallel (%i, %j) = (0, 0) to (64, 64) {
      %v = affine.load %x[%j, %i] : memref<64x64xf32>
      affine.store %v, %y[%i, %j] : memref<64x64xf32>
    } {stax.schedule = #stax.schedule<form = tile, vector_dim = 1, tile = [16, 16]>}
    affine.parallel (%i, %j) = (0, 0) to (64, 64) {
      %v = affine.load %x[%i, %j] : memref<64x64xf32>
      %w = affine.load %x[%j, %i] : memref<64x64xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %y[%i, %j] : memref<64x64xf32>
    } {stax.schedule = #stax.schedule<form = vector, vector_dim = 1>}
    return
  }
}
