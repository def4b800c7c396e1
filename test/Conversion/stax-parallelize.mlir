// RUN: stax-opt %s -split-input-file -stax-parallelize | FileCheck %s
// RUN: stax-opt %s -split-input-file -stax-parallelize=parallel=false | FileCheck %s --check-prefix=SERIAL

// The last of several dimensions is a serial loop in a workshared one.
// CHECK-LABEL: @two_dimensions
// CHECK: %[[WORTH:.*]] = arith.cmpf oge, %{{.*}}, %{{.*}} : f64
// CHECK: omp.parallel if(%[[WORTH]]) {
// CHECK-NEXT: omp.wsloop {
// CHECK-NEXT: omp.loop_nest (%[[I:.*]]) : index = (%{{.*}}) to (%[[M:.*]]) step (%{{.*}}) {
// CHECK-NEXT: scf.for %[[J:.*]] = %{{.*}} to %[[N:.*]] step
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// SERIAL-LABEL: @two_dimensions
// SERIAL-NOT: omp.
// SERIAL: scf.for
// SERIAL-NEXT: scf.for
// SERIAL-NEXT: memref.store
// SERIAL-NOT: omp.
// SERIAL: return
func.func @two_dimensions(%x: memref<?x?xf32>, %m: index, %n: index, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    memref.store %c, %x[%i, %j] : memref<?x?xf32>
  }
  return
}

// -----

// A single dimension is shared.
// CHECK-LABEL: @one_dimension
// CHECK: omp.loop_nest (%[[I:.*]]) : index
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @one_dimension(%x: memref<?xf32>, %m: index, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    memref.store %c, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// Stack arrays of the body exist once for each thread.
// CHECK-LABEL: @stack_array
// CHECK: omp.parallel if(%{{.*}}) {
// CHECK-NEXT: memref.alloca() : memref<64xf32>
// CHECK-NEXT: omp.wsloop {
// CHECK-NOT: memref.alloca
// SERIAL-LABEL: @stack_array
// SERIAL-NEXT: memref.alloca() : memref<64xf32>
// SERIAL: scf.for
// SERIAL-NOT: memref.alloca
// SERIAL: return
func.func @stack_array(%x: memref<?xf32>, %m: index, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    %a = memref.alloca() : memref<64xf32>
    memref.store %c, %a[%c0] : memref<64xf32>
    %v = memref.load %a[%c0] : memref<64xf32>
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// A parallel loop inside one is serial, and its stack array stays in the
// thread.
// CHECK-LABEL: @should_not_nest
// CHECK: omp.parallel if(%{{.*}}) {
// CHECK-NEXT: memref.alloca() : memref<64xf32>
// CHECK-NEXT: omp.wsloop {
// CHECK: scf.for
// CHECK-NOT: omp.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @should_not_nest(%x: memref<?x?xf32>, %m: index, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    scf.parallel (%j) = (%c0) to (%m) step (%c1) {
      %a = memref.alloca() : memref<64xf32>
      memref.store %c, %a[%c0] : memref<64xf32>
      %v = memref.load %a[%c0] : memref<64xf32>
      memref.store %v, %x[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// Loops with reductions are left to others.
// CHECK-LABEL: @should_not_touch_reductions
// CHECK: scf.parallel
// CHECK-NOT: omp.
// CHECK: return
func.func @should_not_touch_reductions(%m: index, %c: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%m) step (%c1) init (%c) -> f32 {
    scf.reduce(%c : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// Workers have the numbers of threads, of which there are no more than the
// smallest limit.
// CHECK-DAG: func.func private @omp_get_max_threads() -> i32
// CHECK-DAG: func.func private @omp_get_thread_num() -> i32
// CHECK-LABEL: @workers
// CHECK: %[[MAX:.*]] = call @omp_get_max_threads() : () -> i32
// CHECK: %[[LIMIT:.*]] = arith.constant 4 : i32
// CHECK: %[[COUNT:.*]] = arith.minsi %[[MAX]], %[[LIMIT]] : i32
// CHECK: omp.parallel if(%{{.*}}) num_threads(%[[COUNT]] : i32) {
// CHECK-NEXT: %[[THREAD:.*]] = func.call @omp_get_thread_num() : () -> i32
// CHECK-NEXT: %[[WORKER:.*]] = arith.index_cast %[[THREAD]] : i32 to index
// CHECK-NEXT: omp.wsloop
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[WORKER]], %[[WORKER]]]
// SERIAL-LABEL: @workers
// SERIAL-NOT: omp_get
// SERIAL-COUNT-2: arith.constant 0 : index
func.func @workers(%x: memref<4x8xf32>, %m: index, %c: f32) {
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c1) to (%m) step (%c1) {
    %v = stax.worker 4
    %w = stax.worker 8
    memref.store %c, %x[%v, %w] : memref<4x8xf32>
  }
  return
}

// -----

// Outside of parallel loops there is one worker.
// CHECK-LABEL: @serial_worker
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: return %[[ZERO]]
func.func @serial_worker() -> index {
  %w = stax.worker 4
  return %w : index
}

// -----

// As few loops as keep threads busy: 5 would leave 11 of 16 idle.
// CHECK-LABEL: @few_outer_iterations
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
// CHECK-NEXT: omp.loop_nest (%{{.*}}, %{{.*}}, %{{.*}}) : index = {{.*}} collapse(3) {
func.func @few_outer_iterations(%x: memref<5x5x2xf32>, %n: index, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c4000 = arith.constant 4000 : index
  scf.parallel (%i, %j, %k) = (%c0, %c0, %c0) to (%c5, %c5, %c2) step (%c1, %c1, %c1) {
    %s = scf.for %l = %c0 to %c4000 step %c1 iter_args(%a = %c) -> f32 {
      %b = arith.addf %a, %a : f32
      scf.yield %b : f32
    }
    memref.store %s, %x[%i, %j, %k] : memref<5x5x2xf32>
  }
  return
}

// -----

// Enough rows: columns stay in the thread.
// CHECK-LABEL: @many_outer_iterations
// CHECK: omp.loop_nest (%{{.*}}) : index
// CHECK-NEXT: scf.for
func.func @many_outer_iterations(%x: memref<1000x1000xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1000, %c1000) step (%c1, %c1) {
    memref.store %c, %x[%i, %j] : memref<1000x1000xf32>
  }
  return
}

// -----

// Less work than starting threads is worth.
// CHECK-LABEL: @should_not_start_threads_for_little
// CHECK-NOT: omp.
// CHECK: return
func.func @should_not_start_threads_for_little(%x: memref<64x16xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c16) step (%c1, %c1) {
    memref.store %c, %x[%i, %j] : memref<64x16xf32>
  }
  return
}

// -----

// Work that is known only when the program runs includes that of inner loops.
// CHECK-LABEL: @inner_loop_counts
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK: arith.subi %[[N]]
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: arith.subi %[[M]]
// CHECK: arith.mulf
// CHECK: arith.cmpf oge
func.func @inner_loop_counts(%m: index, %n: index, %x: memref<?xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    %s = scf.for %l = %c0 to %n step %c1 iter_args(%a = %c) -> f32 {
      %b = arith.addf %a, %a : f32
      scf.yield %b : f32
    }
    memref.store %s, %x[%i] : memref<?xf32>
  }
  return
}
