// Stores that pass by the caches: rows of whole lines, rows of which some begin in
// a line, on threads and without, with vectors of any width.

// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32
// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32 --threads=3
// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32 --threads=1
// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32 --options="isa=avx2"
// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32 --options="isa=none"
// RUN: stax-run %s --check --entry=lines --input=random:300x256xf32 --guard
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32 --threads=3
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32 --threads=1
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32 --options="isa=avx2"
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32 --options="isa=none"
// RUN: stax-run %s --check --entry=bytes --input=random:301x333xf32 --guard
// RUN: stax-compile %s --dump-after=loops -o %t.o 2>&1 | FileCheck %s

// The schedule arrives, and each thread fences what it stored.
// CHECK: omp.wsloop nowait {
// CHECK: nontemporal = true
// CHECK: }
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
// CHECK-NEXT: omp.terminator

func.func @lines(%x: tensor<300x256xf32>) -> tensor<300x256xf32> {
  %o = tensor.empty() : tensor<300x256xf32>
  %0 = stax.kernel space(par: [300], seq: [256]) ins(%x : tensor<300x256xf32>) outs(%o : tensor<300x256xf32>)
      schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4, nontemporal = true> {
  ^bb0(%a: tensor<300x256xf32>):
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<300x256xf32>) -> tensor<300xf32>
    %y = stax.pointwise ins(%a, %s[(i, j) -> (i)] : tensor<300x256xf32>, tensor<300xf32>) -> tensor<300x256xf32> {
    ^bb0(%v: f32, %t: f32):
      %q = arith.mulf %v, %t : f32
      stax.yield %q : f32
    }
    stax.yield %y : tensor<300x256xf32>
  } -> tensor<300x256xf32>
  return %0 : tensor<300x256xf32>
}

func.func @bytes(%x: tensor<301x333xf32>) -> tensor<301x333xf32> {
  %o = tensor.empty() : tensor<301x333xf32>
  %0 = stax.kernel space(par: [301], seq: [333]) ins(%x : tensor<301x333xf32>) outs(%o : tensor<301x333xf32>)
      schedule #stax.schedule<form = vector, vector_dim = 1, unroll = 4, nontemporal = true> {
  ^bb0(%a: tensor<301x333xf32>):
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<301x333xf32>) -> tensor<301xf32>
    %y = stax.pointwise ins(%a, %s[(i, j) -> (i)] : tensor<301x333xf32>, tensor<301xf32>) -> tensor<301x333xf32> {
    ^bb0(%v: f32, %t: f32):
      %q = arith.mulf %v, %t : f32
      stax.yield %q : f32
    }
    stax.yield %y : tensor<301x333xf32>
  } -> tensor<301x333xf32>
  return %0 : tensor<301x333xf32>
}
