//===- UserMonoid.td - Monoids of functions ----------------*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_USERMONOID_TD
#define STAX_IR_USERMONOID_TD

include "stax/IR/StaxAttributesBase.td"

def Stax_UserMonoidAttr
    : Stax_Monoid<"UserMonoid", "monoid", ["getAccumulatorTypes"]> {
  let summary = "a monoid that a function of the module combines by";
  let description = [{
    `function` takes two tuples, the earlier one first, and returns their
    combination. `initValues`, one for each member, are both the identity, which
    changes no bit of what it is combined with, and the init. That the function
    is associative but for rounding, and the identity neutral, is its author's
    promise.

    Points are combined in their order unless the monoid is `commutative`: then
    the tree of a reduction is not `row`, and `column` where none is given. If
    it is `exact`, associative bit for bit, the shape of the tree may be ignored.
    Short floats may be combined by a function of f32. Vectors are not combined.

    - (C1) there is an init, a float or an integer, for each member.
    - (C2) values combined have the types of the inits, or are short floats where
      the init is f32.
    - (C3) `function` is a function of the module that maps two tuples to one.
    - (C4) it has a body of one block, of operations that have no side effects
      and are defined for all values; so it calls nothing, nor itself.

    Operations that use the monoid check the last three.

    Example: `#stax.monoid<@gcd, 0 : i32, commutative, exact>`.
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$function,
    ArrayRefParameter<"::mlir::TypedAttr">:$initValues,
    "bool":$commutative,
    "bool":$exact
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // STAX_IR_USERMONOID_TD
