// RUN: stax-opt %s -split-input-file -stax-vectorize | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-vectorize=width=1 | FileCheck %s

// A float sum has 64 lanes that take points in turn and combine by halving.
// CHECK-LABEL: @row
// CHECK: %[[LANES:.*]] = memref.alloca() : memref<64xf32>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[LANES]]
// CHECK: affine.for %[[K:.*]] = 0 to 128 {
// CHECK: %[[V:.*]] = affine.load
// CHECK: %[[L:.*]] = arith.remui %[[K]], %{{.*}} : index
// CHECK: %[[OLD:.*]] = memref.load %[[LANES]][%[[L]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[V]] : f32
// CHECK: memref.store %[[NEW]], %[[LANES]][%[[L]]]
// CHECK: }
// CHECK-COUNT-6: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @row(%x: memref<128xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// f64 has 32 lanes.
// CHECK-LABEL: @row_f64
// CHECK: memref.alloca() : memref<32xf64>
// CHECK: affine.for
// CHECK-COUNT-5: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @row_f64(%x: memref<128xf64>) -> f64 {
  %zero = arith.constant -0.0 : f64
  %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f64) {
    %v = affine.load %x[%k] : memref<128xf64>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f64
    affine.yield %n : f64
  }
  return %s : f64
}

// -----

// More points than a chunk: full chunks are pushed to pending ones, the rest
// after the loop.
// CHECK-LABEL: @row_of_chunks
// CHECK-DAG: memref.alloca() : memref<64xf32>
// CHECK-DAG: %[[PENDING:.*]] = memref.alloca() : memref<52xf32>
// CHECK: affine.for
// CHECK: scf.if
// CHECK: scf.while
// CHECK: memref.store %{{.*}}, %[[PENDING]]
// CHECK: arith.divui
// CHECK: scf.if
// CHECK: scf.while
// CHECK: memref.store %{{.*}}, %[[PENDING]]
// CHECK: scf.while
// CHECK: memref.load %[[PENDING]]
// CHECK: return
func.func @row_of_chunks(%x: memref<5000xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 5000 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<5000xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// A column has chunks of 256 points in order.
// CHECK-LABEL: @column
// CHECK: affine.parallel
// CHECK-NEXT: %[[PENDING:.*]] = memref.alloca() : memref<56xf32>
// CHECK: affine.for %[[B:.*]] = 0 to 300 step 256 {
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}}(%[[B]]) to min #{{.*}}(%[[B]]) iter_args
// CHECK: arith.addf
// CHECK: scf.while
// CHECK: memref.store %{{.*}}, %[[PENDING]]
// CHECK: scf.while
// CHECK: affine.store
func.func @column(%x: memref<300x4xf32>, %y: memref<4xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %zero = arith.constant -0.0 : f32
    %s = affine.for %k = 0 to 300 iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %x[%k, %i] : memref<300x4xf32>
      %n = stax.combine #stax.add tree(column) (%acc) (%v) : f32
      affine.yield %n : f32
    }
    affine.store %s, %y[%i] : memref<4xf32>
  }
  return
}

// -----

// Points of a nest are numbered in row-major order; dynamic extents too.
// CHECK-LABEL: @nest
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: affine.for %[[J:.*]] = 0 to %[[N]] {
// CHECK: %[[E:.*]] = affine.apply {{.*}}[%[[N]]]
// CHECK: %[[P:.*]] = arith.muli %[[I]], %[[E]] : index
// CHECK: arith.addi %[[P]], %[[J]] : index
func.func @nest(%x: memref<3x?xf32>, %n: index) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %i = 0 to 3 iter_args(%outer = %zero) -> (f32) {
    %t = affine.for %j = 0 to %n iter_args(%inner = %outer) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<3x?xf32>
      %c = stax.combine #stax.add tree(row) (%inner) (%v) : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// -----

// Stack arrays are allocated once for each thread: in the outermost parallel
// loop, and not in serial loops inside it.
// CHECK-LABEL: @stack_arrays
// CHECK: affine.parallel
// CHECK-NEXT: memref.alloca
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @stack_arrays(%x: memref<4x8x128xf32>, %y: memref<4x8xf32>) {
  affine.parallel (%i) = (0) to (4) {
    affine.for %j = 0 to 8 {
      %zero = arith.constant -0.0 : f32
      %s = affine.for %k = 0 to 128 iter_args(%acc = %zero) -> (f32) {
        %v = affine.load %x[%i, %j, %k] : memref<4x8x128xf32>
        %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
        affine.yield %n : f32
      }
      affine.store %s, %y[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// -----

// Where the monoid is exact the tree cannot be observed, and the loop stays.
// CHECK-LABEL: @should_not_split_exact_monoids
// CHECK-NOT: memref.alloca
// CHECK: affine.for %{{.*}} = 0 to 128 iter_args(%[[M:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}) -> (f32, i32) {
// CHECK: arith.maximumf %[[M]]
// CHECK: arith.addi %[[I]]
func.func @should_not_split_exact_monoids(%x: memref<128xf32>, %y: memref<128xi32>) -> (f32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %s:2 = affine.for %k = 0 to 128 iter_args(%m = %low, %i = %zero) -> (f32, i32) {
    %v = affine.load %x[%k] : memref<128xf32>
    %w = affine.load %y[%k] : memref<128xi32>
    %n = stax.combine #stax.max tree(row) (%m) (%v) : f32
    %o = stax.combine #stax.add tree(row) (%i) (%w) : i32
    affine.yield %n, %o : f32, i32
  }
  return %s#0, %s#1 : f32, i32
}

// -----

// A loop that carries more than the sum keeps the rest.
// CHECK-LABEL: @other_carried_values
// CHECK: %[[R:.*]] = affine.for %{{.*}} = 0 to 128 iter_args(%[[LAST:.*]] = %{{.*}}) -> (f32) {
// CHECK: affine.yield
// CHECK: return %{{.*}}, %[[R]]
func.func @other_carried_values(%x: memref<128xf32>) -> (f32, f32) {
  %zero = arith.constant -0.0 : f32
  %s:2 = affine.for %k = 0 to 128 iter_args(%acc = %zero, %last = %zero) -> (f32, f32) {
    %v = affine.load %x[%k] : memref<128xf32>
    %n = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    %m = arith.maximumf %last, %v : f32
    affine.yield %n, %m : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

// -----

// A step without a tree becomes arithmetic where it is.
// CHECK-LABEL: @serial_step
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: return
func.func @serial_step(%a: f32, %b: f32) -> f32 {
  %c = stax.combine #stax.mul (%a) (%b) : f32
  return %c : f32
}

// -----

// A loop to a negative bound has no points, so no chunk either.
// CHECK-LABEL: @dynamic_bound_may_be_negative
// CHECK-SAME: %{{.*}}: memref<?xf32>, %[[N:.*]]: index
// CHECK: affine.for
// CHECK: %[[BOUND:.*]] = affine.apply #{{.*}}()[%[[N]]]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[COUNT:.*]] = arith.maxsi %[[BOUND]], %[[ZERO]] : index
// CHECK-NEXT: arith.muli %{{.*}}, %[[COUNT]] : index
func.func @dynamic_bound_may_be_negative(%x: memref<?xf32>, %n: index) -> f32 {
  %identity = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to %n iter_args(%acc = %identity) -> (f32) {
    %v = affine.load %x[%k] : memref<?xf32>
    %c = stax.combine #stax.add tree(row) (%acc) (%v) : f32
    affine.yield %c : f32
  }
  return %s : f32
}

// -----

// Prefixes in a block of 16 by four log steps; carries of block and chunk.
// CHECK-LABEL: @scan_row
// CHECK-DAG: %[[STEPS:.*]] = memref.alloca() : memref<64xf32>
// CHECK: affine.for %[[K:.*]] = 0 to 10000 {
// CHECK: %[[V:.*]] = affine.load
// CHECK: %[[J:.*]] = arith.remui %[[K]], %{{.*}} : index
// CHECK: memref.store %[[V]], %[[STEPS]]
// CHECK-COUNT-4: arith.cmpi uge, %[[J]]
// CHECK: %[[CARRY:.*]] = memref.load %{{.*}} : memref<1xf32>
// CHECK-NEXT: %[[STATE:.*]] = arith.addf %[[CARRY]]
// CHECK: scf.if
// CHECK: affine.store %[[STATE]]
// CHECK-NOT: stax.combine
// CHECK: return
func.func @scan_row(%x: memref<10000xf32>, %y: memref<10000xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %k = 0 to 10000 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<10000xf32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f32
    affine.store %n, %y[%k] : memref<10000xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// In a column prefixes are in order: chunks are loops that carry them, and what
// an exclusive scan has at the first point of a chunk is what came before.
// CHECK-LABEL: @exclusive_scan_column
// CHECK-NOT: memref.alloca
// CHECK: affine.for %[[B:.*]] = 0 to 10000 step 256 iter_args(%[[CHUNK:.*]] = %arg2) -> (f32) {
// CHECK: affine.for %[[K:.*]] = {{.*}}(%[[B]]) to min {{.*}}(%[[B]]) iter_args(%[[PREFIX:.*]] = {{.*}}) -> (f32) {
// CHECK: %[[BEFORE:.*]] = arith.addf %[[CHUNK]], %[[PREFIX]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[PREFIX]], %{{.*}}
// CHECK: affine.store %[[BEFORE]]
// CHECK: affine.yield %[[NEXT]]
func.func @exclusive_scan_column(%x: memref<10000xf32>, %y: memref<10000xf32>, %start: f32) {
  affine.for %k = 0 to 10000 iter_args(%acc = %start) -> (f32) {
    %v = affine.load %x[%k] : memref<10000xf32>
    %n = stax.combine #stax.add tree(scan_column) (%acc) (%v) : f32
    affine.store %acc, %y[%k] : memref<10000xf32>
    affine.yield %n : f32
  }
  return
}

// -----

// A reduction by the tree of a scan has the carries in the end.
// CHECK-LABEL: @scan_total
// CHECK: affine.for %{{.*}} = 0 to 10000 {
// CHECK: arith.constant 10000 : index
// CHECK: %[[TOTAL:.*]] = scf.if
// CHECK: return %[[TOTAL]]
func.func @scan_total(%x: memref<10000xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 10000 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<10000xf32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

// A scan by an exact monoid stays as it is.
// CHECK-LABEL: @exact_scan
// CHECK: affine.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (i32) {
// CHECK: %[[N:.*]] = arith.addi %[[ACC]]
// CHECK: affine.store %[[N]]
// CHECK: affine.yield %[[N]]
func.func @exact_scan(%x: memref<10000xi32>, %y: memref<10000xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 0 to 10000 iter_args(%acc = %zero) -> (i32) {
    %v = affine.load %x[%k] : memref<10000xi32>
    %n = stax.combine #stax.add tree(scan_row) (%acc) (%v) : i32
    affine.store %n, %y[%k] : memref<10000xi32>
    affine.yield %n : i32
  }
  return
}

// -----

// A column that is no longer than a chunk is summed in order.
// CHECK-LABEL: @short_column
// CHECK: affine.for %{{.*}} = 0 to 256 iter_args(%[[S:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT: %[[V:.*]] = affine.load
// CHECK-NEXT: arith.addf %[[S]], %[[V]]
// CHECK-NOT: scf.while
// CHECK: return
func.func @short_column(%x: memref<256xf32>) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = affine.for %k = 0 to 256 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%k] : memref<256xf32>
    %n = stax.combine #stax.add tree(column) (%acc) (%v) : f32
    affine.yield %n : f32
  }
  return %s : f32
}
