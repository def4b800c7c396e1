//===- StaxAttributesBase.td - Bases of Stax attributes ----*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXATTRIBUTESBASE_TD
#define STAX_IR_STAXATTRIBUTESBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "stax/IR/MonoidInterface.td"
include "stax/IR/StaxDialect.td"

class Stax_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stax_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Stax_Monoid<string name, string attrMnemonic, list<string> overrides = []>
    : Stax_Attr<name, attrMnemonic, [
        DeclareAttrInterfaceMethods<Stax_MonoidInterface, overrides>]>;

#endif // STAX_IR_STAXATTRIBUTESBASE_TD
