//===- StaxInterfaces.td - Interfaces of graph operations --*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXINTERFACES_TD
#define STAX_IR_STAXINTERFACES_TD

include "mlir/IR/OpBase.td"

def Stax_ScheduleNodeOpInterface : OpInterface<"ScheduleNodeOpInterface"> {
  let cppNamespace = "::mlir::stax";
  let description = [{
    A node of the dependence graph: an operation that runs over an iteration
    domain and accesses states. Dependence analysis, ordering and memory
    planning know operations through this interface only.
  }];
  let methods = [
    InterfaceMethod<[{
      Extents of the iteration domain, outermost first: index attributes where
      static, index values where dynamic. Empty for a single point.
    }], "::llvm::SmallVector<::mlir::OpFoldResult>", "getIterationExtents">,
    InterfaceMethod<"How each dimension of the domain runs.",
      "::llvm::SmallVector<::mlir::stax::IteratorKind>", "getIteratorKinds">,
    InterfaceMethod<[{
      Everything the node reads and writes, operands in order first, then
      captured values, then results. One entry for each distinct access.
    }], "::llvm::SmallVector<::mlir::stax::Access>", "getAccesses">,
    InterfaceMethod<"Device that the node is placed on, 0 by default.",
      "int64_t", "getDevice", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::stax::getPlacement($_op, "stax.device");
      }]>,
    InterfaceMethod<"Stream that the node is placed on, 0 by default.",
      "int64_t", "getStream", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::stax::getPlacement($_op, "stax.stream");
      }]>,
    InterfaceMethod<[{
      Bytes of the values that the node defines; nothing if dynamic.
    }], "::std::optional<int64_t>", "getResultBytes", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::stax::getStaticBytes($_op->getResultTypes());
      }]>,
    InterfaceMethod<"Scalar operations at one point of the domain.",
      "int64_t", "getOpsPerPoint", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return 0; }]>,
  ];
}

def Stax_FusableOpInterface : OpInterface<"FusableOpInterface", [
    Stax_ScheduleNodeOpInterface]> {
  let cppNamespace = "::mlir::stax";
  let description = [{
    A node that can be part of a `stax.kernel`: its accesses are affine, and a
    scalar body computes each point. Kernels accept only these, and lowerings
    use nothing else, so that operations of other dialects can take part.
  }];
  let methods = [
    InterfaceMethod<"The accesses that feed the body's arguments, in order.",
      "::llvm::SmallVector<::mlir::stax::OperandAccess>", "getOperandAccesses">,
    InterfaceMethod<[{
      Where result `index` is written: a map without symbols from the domain,
      a permutation of its dimensions that are not reduced.
    }], "::mlir::AffineMap", "getResultMap", (ins "unsigned":$index)>,
    InterfaceMethod<[{
      The monoid that combines body results; null where each point stores its
      own. Combining runs over the domain's reduction or scan dimensions.
    }], "::mlir::stax::MonoidAttrInterface", "getCombiner", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/[{ return {}; }]>,
    InterfaceMethod<"How combined points associate.",
      "::mlir::stax::Tree", "getCombiningTree", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return ::mlir::stax::Tree::Serial; }]>,
    InterfaceMethod<[{
      How the scanned dimension is scanned; nothing where none is.
    }], "::std::optional<::mlir::stax::ScanInfo>", "getScanInfo", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/[{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
      Whether the monoid's init is left out, because another node combines the
      results of this one further.
    }], "bool", "isPartial", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
      Emits the computation of one point: `indices` are the point's
      coordinates, `args` the elements read through the accesses. Returns the
      body's values, one a result (or a member of the monoid's tuple). Where
      the node is isolated in a kernel, `mapping` holds the values of captures.
    }], "::llvm::SmallVector<::mlir::Value>", "emitBody",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$indices, "::mlir::ValueRange":$args,
           "::mlir::IRMapping &":$mapping)>,
  ];
  let verify = [{
    return ::mlir::stax::detail::verifyFusableOp($_op);
  }];
  let verifyWithRegions = 1;
}

#endif // STAX_IR_STAXINTERFACES_TD
