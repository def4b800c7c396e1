// What stax-fuse forms is legal; the rules are broken one by one in
// test/Unit/Transforms/VerifyFusionTest.cpp.
// RUN: stax-opt %S/stax-fuse-gain.mlir -split-input-file -stax-fuse -stax-verify-fusion | FileCheck %s --check-prefix=FORMED
// RUN: stax-opt %S/stax-fuse-gain.mlir -split-input-file -stax-fuse=algorithm=greedy-textbook -stax-verify-fusion | FileCheck %s --check-prefix=FORMED
// RUN: stax-opt %s -split-input-file -stax-verify-fusion -verify-diagnostics

// FORMED: stax.kernel

// A kernel runs in one place.
func.func @should_not_mix_streams(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{breaks the fusion rule 'place': a node has 'stax.stream' 1, the kernel 0}}
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    // expected-note @below {{node is here}}
    %y = stax.pointwise ins(%a : tensor<8xf32>) attributes {stax.stream = 1} -> tensor<8xf32>
    stax.yield %y : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}

// -----

func.func @should_not_read_overwritten_memory(%m: memref<8xf32>, %v: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %x = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  // expected-note @below {{memory is overwritten here}}
  bufferization.materialize_in_destination %v in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  // expected-error @below {{breaks the fusion rule 'weak': it reads memory that was overwritten before}}
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %y = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %y : tensor<8xf32>
  } -> tensor<8xf32>
  return %k : tensor<8xf32>
}
