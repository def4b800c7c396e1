// RUN: stax-opt %s -split-input-file -stax-parallelize -verify-diagnostics

// Combining steps are arithmetic by now.
func.func @combine_left(%a: f32, %b: f32) -> f32 {
  // expected-error @below {{'stax.combine' op is not lowered; run stax-vectorize before lower-affine}}
  %c = stax.combine #stax.add tree(row) (%a) (%b) : f32
  return %c : f32
}

// -----

func.func @worker_of_another_region(%x: memref<4xf32>, %c: f32) {
  omp.parallel {
    // expected-error @below {{'stax.worker' op is in a parallel region whose number of threads is not limited; put it into an scf.parallel}}
    %w = stax.worker 4
    memref.store %c, %x[%w] : memref<4xf32>
    omp.terminator
  }
  return
}

// -----

// expected-error @below {{'omp_get_thread_num' is a function of OpenMP; rename this one}}
func.func @omp_get_thread_num() -> i64 {
  %c = arith.constant 0 : i64
  return %c : i64
}

func.func @takes_the_name(%x: memref<4xf32>, %m: index, %c: f32) {
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c1) to (%m) step (%c1) {
    %w = stax.worker 4
    memref.store %c, %x[%w] : memref<4xf32>
  }
  return
}
