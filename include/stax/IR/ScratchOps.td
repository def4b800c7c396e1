//===- ScratchOps.td - Operations on scratch of threads ----*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_SCRATCHOPS_TD
#define STAX_IR_SCRATCHOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "stax/IR/StaxDialect.td"

def Stax_WorkerOp : Op<Stax_Dialect, "worker", [MemoryEffects<[MemRead]>]> {
  let summary = "number of the thread that runs an iteration";
  let description = [{
    A number from 0 to `limit` - 1 that is different for any two iterations of
    the outermost parallel loop around it that run at the same time, and 0
    outside of parallel loops. That loop runs on at most `limit` threads. It is
    where a kernel's thread finds its row of scratch.

    It is not free of effects: an iteration may not use another one's number.

    - (C1) the limit is positive.

    Example: `%w = stax.worker 8`.
  }];
  let arguments = (ins I64Prop:$limit);
  let results = (outs Index:$result);
  let assemblyFormat = "$limit attr-dict";
  let hasVerifier = 1;
}

#endif // STAX_IR_SCRATCHOPS_TD
