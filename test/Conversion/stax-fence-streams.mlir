// RUN: stax-opt %s -stax-fence-streams | FileCheck %s

// Each thread fences what it stored before it lets the others go on; a loop that
// nobody waits for has no barrier.
// CHECK-LABEL: @threads
// CHECK: omp.wsloop nowait {
// CHECK: vector.store
// CHECK-NEXT: omp.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
// CHECK-NEXT: omp.barrier
// CHECK-NEXT: omp.wsloop nowait {
// CHECK: vector.store
// CHECK-NEXT: omp.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
// CHECK-NEXT: omp.terminator
func.func @threads(%y: memref<64xf32>, %v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c64) step (%c16) {
        vector.store %v, %y[%i] {alignment = 64 : i64, nontemporal = true} : memref<64xf32>, vector<16xf32>
        omp.yield
      }
    }
    omp.wsloop nowait {
      omp.loop_nest (%i) : index = (%c0) to (%c64) step (%c16) {
        vector.store %v, %y[%i] {alignment = 64 : i64, nontemporal = true} : memref<64xf32>, vector<16xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// One fence behind the outermost loop, not in it.
// CHECK-LABEL: @serial
func.func @serial(%y: memref<64x64xf32>, %v: vector<16xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  // CHECK-COUNT-2: vector.store {{.*}} vector<16xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
  // CHECK-NEXT: return
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c16 {
      vector.store %v, %y[%i, %j] {alignment = 64 : i64, nontemporal = true} : memref<64x64xf32>, vector<16xf32>
      vector.store %v, %y[%i, %j] {alignment = 64 : i64, nontemporal = true} : memref<64x64xf32>, vector<16xf32>
    }
  }
  return %c1 : index
}

// CHECK-LABEL: @should_not_fence
// CHECK-NOT: sfence
// CHECK: return
func.func @should_not_fence(%y: memref<64xf32>, %v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  vector.store %v, %y[%c0] : memref<64xf32>, vector<16xf32>
  return
}
