// The minimal cut of a graph into parts with one terminal each, as fusion: the
// search for the optimum finds it, and rounds by the textbook are not below.
// RUN: stax-opt %s -stax-fuse=algorithm=exact -stax-verify-fusion -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: stax-opt %s -stax-fuse -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: stax-opt %s -stax-fuse=algorithm=greedy-textbook -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,ROUNDS
// RUN: stax-opt %s -stax-fuse="algorithm=greedy-textbook target=gpu" -remarks-filter=stax -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,ROUNDS

// An edge is a node that writes as many bytes as it weighs and that both ends
// read: it costs nothing between nodes of one kernel, and twice its weight else.
// Terminals are ordered reductions, no two of which share a kernel. Edges are
// c-s1 of 3, c-s2 and c-s3 of 2, and s1-s2 of 1; the minimal cut of 5 keeps c-s1.
// CHECK: Reason="both are ordered", code=ordered
// EXACT-DAG: Kernel | Category:stax | nodes="op0 op4 op7"
// EXACT-DAG: Kernel | Category:stax | nodes="op2 op6"
// EXACT: bytes=10, bytes-unfused=24, kernels=3
// ROUNDS: bytes={{[1-9][0-9]}}, bytes-unfused=24
func.func @multiway_cut() {
  %i8 = arith.constant 0 : i8
  %i16 = arith.constant 0 : i16
  %i24 = arith.constant 0 : i24
  %c_s1 = stax.pointwise -> tensor<1x1xi24> {
    stax.yield %i24 : i24
  }
  %c_s2 = stax.pointwise -> tensor<1x1xi16> {
    stax.yield %i16 : i16
  }
  %c_s3 = stax.pointwise -> tensor<1x1xi16> {
    stax.yield %i16 : i16
  }
  %s1_s2 = stax.pointwise -> tensor<1x1xi8> {
    stax.yield %i8 : i8
  }
  %s1 = stax.reduce #stax.add dims [1] ordered ins(%c_s1, %s1_s2 : tensor<1x1xi24>, tensor<1x1xi8>) -> tensor<1xi24> {
  ^bb0(%a: i24, %b: i8):
    stax.yield %a : i24
  }
  %s2 = stax.reduce #stax.add dims [1] ordered ins(%c_s2, %s1_s2 : tensor<1x1xi16>, tensor<1x1xi8>) -> tensor<1xi16> {
  ^bb0(%a: i16, %b: i8):
    stax.yield %a : i16
  }
  %s3 = stax.reduce #stax.add dims [1] ordered ins(%c_s3 : tensor<1x1xi16>) -> tensor<1xi16>
  %c = stax.pointwise ins(%c_s1, %c_s2, %c_s3 : tensor<1x1xi24>, tensor<1x1xi16>, tensor<1x1xi16>) -> tensor<1x1xi24> {
  ^bb0(%a: i24, %b: i16, %d: i16):
    stax.yield %a : i24
  }
  return
}
