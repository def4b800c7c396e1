//===- StaxOpBase.td - What all operations of Stax share ---*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXOPBASE_TD
#define STAX_IR_STAXOPBASE_TD

include "mlir/IR/OpBase.td"
include "stax/IR/StaxDialect.td"

// Elements that Stax computes with.
def Stax_Tensor : RankedTensorOf<[
  AnySignlessInteger, Index, AnyFloat, AnyComplex]>;

class Stax_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stax_Dialect, mnemonic, traits>;

#endif // STAX_IR_STAXOPBASE_TD
