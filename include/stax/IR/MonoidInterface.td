//===- MonoidInterface.td - Monoids of reductions and scans -*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_MONOIDINTERFACE_TD
#define STAX_IR_MONOIDINTERFACE_TD

include "mlir/IR/OpBase.td"

def Stax_MonoidInterface : AttrInterface<"MonoidAttrInterface"> {
  let cppNamespace = "::mlir::stax";
  let description = [{
    A monoid over tuples of scalars: an associative combination with an
    identity. A reduction combines one tuple for each point of its reduced
    dimensions, in their row-major order unless the monoid is commutative.
    The *value types* are the tuple's types at one point, the *accumulator
    types* those in which combining happens.
  }];
  let methods = [
    InterfaceMethod<"Number of scalars in the tuple, at least one.",
      "unsigned", "getArity">,
    InterfaceMethod<[{
      Checks that a tuple of `types` (as many as the arity, scalars) can be
      combined, reporting through `emitError` why not.
    }], "::llvm::LogicalResult", "verifyTypes",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::TypeRange":$types)>,
    InterfaceMethod<[{
      Types to accumulate values of `types` in; results are rounded once, at
      the end. By default `types` themselves.
    }], "::llvm::SmallVector<::mlir::Type>", "getAccumulatorTypes",
      (ins "::mlir::TypeRange":$types), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return llvm::to_vector(types); }]>,
    InterfaceMethod<[{
      The neutral element for accumulators of `types`: combining it on either
      side changes no bit of the other operand.
    }], "::llvm::SmallVector<::mlir::TypedAttr>", "getIdentity",
      (ins "::mlir::TypeRange":$types)>,
    InterfaceMethod<[{
      What a complete reduction combines last, and what it yields over no
      point at all. Differs from the identity for the float sum, where it is
      +0.0. By default the identity.
    }], "::llvm::SmallVector<::mlir::TypedAttr>", "getInit",
      (ins "::mlir::TypeRange":$types), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return $_attr.getIdentity(types); }]>,
    InterfaceMethod<[{
      Whether a reduction over no point is defined. Where it is not, a
      statically empty one does not verify and a dynamically empty one is a
      run-time error.
    }], "bool", "allowsEmpty", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return true; }]>,
    InterfaceMethod<"Whether the order of the operands is irrelevant.",
      "bool", "isCommutative", (ins)>,
    InterfaceMethod<[{
      Whether combining accumulators of `types` is associative bit for bit, so
      that the shape of the combining tree cannot be observed.
    }], "bool", "isExact", (ins "::mlir::TypeRange":$types)>,
    InterfaceMethod<[{
      Emits `lhs` combined with `rhs`, `lhs` being the earlier operand. Both
      are accumulator tuples, of scalars or of vectors of one shape. Returns
      the combined tuple.
    }], "::llvm::SmallVector<::mlir::Value>", "emitCombine",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$lhs, "::mlir::ValueRange":$rhs)>,
  ];
}

#endif // STAX_IR_MONOIDINTERFACE_TD
