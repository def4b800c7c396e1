// RUN: stax-opt %s -split-input-file -stax-merge-parallel-regions | FileCheck %s

// The second loop reads what the first one writes: threads wait in between.
// CHECK-LABEL: @dependent_loops
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
// CHECK: memref.store %{{.*}}, %[[Y:.*]][
// CHECK: omp.wsloop nowait {
// CHECK: memref.load %[[Y]][
// CHECK: omp.terminator
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @dependent_loops(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %y[%i] : memref<?xf32>
        memref.store %v, %z[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Loops that share inputs only need not wait, and stack arrays stay in front.
// CHECK-LABEL: @independent_loops
// CHECK: omp.parallel {
// CHECK-NEXT: memref.alloca
// CHECK-NEXT: omp.wsloop nowait {
// CHECK: omp.wsloop nowait {
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @independent_loops(%x: memref<?xf32>, %y: memref<?xf32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    %a = memref.alloca() : memref<1xf32>
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %a[%c0] : memref<1xf32>
        %w = memref.load %a[%c0] : memref<1xf32>
        memref.store %w, %z[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// A loop may depend on one before the last: no thread waited since.
// CHECK-LABEL: @dependence_over_a_loop
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
// CHECK: omp.wsloop {
// CHECK: omp.wsloop nowait {
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @dependence_over_a_loop(%x: memref<?xf32>, %y: memref<?xf32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf32>
        memref.store %v, %z[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %y[%i] : memref<?xf32>
        memref.store %v, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Arguments may be parts of one arena that are in use one after the other.
// CHECK-LABEL: @arguments_may_overlap
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
// CHECK: omp.wsloop nowait {
// CHECK: return
func.func @arguments_may_overlap(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// What is between two regions and has effects keeps them apart.
// CHECK-LABEL: @should_not_merge
// CHECK: omp.parallel
// CHECK: memref.store
// CHECK: memref.store
// CHECK: omp.parallel
// CHECK: return
func.func @should_not_merge(%x: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  memref.store %f, %x[%c0] : memref<?xf32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Threads run a region that is worth it for any of its loops.
// CHECK-LABEL: @conditions
// CHECK-SAME: %[[A:[^:]*]]: i1, %[[B:[^:]*]]: i1
// CHECK: %[[C:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: omp.parallel if(%[[C]]) {
// CHECK-NOT: omp.parallel
// CHECK: return
func.func @conditions(%a: i1, %b: i1, %x: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel if(%a) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel if(%b) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Loops whose threads have numbers share a region if the number of threads is
// one value; a loop without a limit runs on those threads, too.
// CHECK-LABEL: @numbered_threads
// CHECK-SAME: %[[LIMIT:[^:]*]]: i32
// CHECK: omp.parallel num_threads(%[[LIMIT]] : i32) {
// CHECK-COUNT-3: omp.wsloop
// CHECK-NOT: omp.parallel
// CHECK: return
func.func private @omp_get_thread_num() -> i32
func.func @numbered_threads(%limit: i32, %x: memref<?xi32>, %n: index, %f: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xi32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel num_threads(%limit : i32) {
    %t = func.call @omp_get_thread_num() : () -> i32
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %t, %x[%i] : memref<?xi32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel num_threads(%limit : i32) {
    %t = func.call @omp_get_thread_num() : () -> i32
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %t, %x[%i] : memref<?xi32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Rows of scratch are enough for the threads of one loop, maybe not for those of
// the other.
// CHECK-LABEL: @should_not_merge_other_limits
// CHECK: omp.parallel num_threads
// CHECK: omp.parallel num_threads
// CHECK: return
func.func @should_not_merge_other_limits(%a: i32, %b: i32, %x: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel num_threads(%a : i32) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel num_threads(%b : i32) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.store %f, %x[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
