//===- StaxAllAttributes.td - All attributes of the dialect *- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one parser and printer know.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXALLATTRIBUTES_TD
#define STAX_IR_STAXALLATTRIBUTES_TD

include "stax/IR/StaxAttributes.td"
include "stax/IR/UserMonoid.td"

#endif // STAX_IR_STAXALLATTRIBUTES_TD
