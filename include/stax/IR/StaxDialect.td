//===- StaxDialect.td - The Stax dialect -------------------*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXDIALECT_TD
#define STAX_IR_STAXDIALECT_TD

include "mlir/IR/DialectBase.td"

def Stax_Dialect : Dialect {
  let name = "stax";
  let cppNamespace = "::mlir::stax";
  let summary = "tensor computations as domains, access maps and monoids";
  let description = [{
    A Stax program is a graph of operations on tensors. Each operation has an
    iteration *domain*, reads its operands through affine *access maps*, and
    computes scalars in a region of `arith` and `math` operations; reductions
    combine them by a *monoid*. Nothing here says where a value lives or how a
    loop runs: later stages add that as kernels, schedules, orders and buffers.

    Discardable attributes of the dialect, all verified:

    | attribute | on | meaning |
    | --- | --- | --- |
    | `stax.device`, `stax.stream` | graph operations | integers; operations with different ones never share a kernel |
    | `stax.node_map` | operations in a `stax.kernel` | affine map from the kernel's dimensions to the operation's own |
    | `stax.target` | modules | `#stax.target`: the machine that code is made for |
    | `stax.checks` | modules | `#stax.check_info` of each ordinal that a `stax.check` records |
    | `stax.launch_group` | functions | unit: an outlined function of kernels |
    | `stax.status` | arguments | unit: the status word that checks write |
    | `stax.example` | arguments | extents to use where a tool needs an example for dynamic ones |
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // STAX_IR_STAXDIALECT_TD
