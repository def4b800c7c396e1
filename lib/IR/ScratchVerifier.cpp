//===- ScratchVerifier.cpp - Rules of the scratch of a kernel -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scratch operand has one row for each worker. In it are the elements that a
// value has at one point of the parallel dimensions.
//
//===----------------------------------------------------------------------===//

#include "KernelOpSupport.h"
#include "stax/IR/KernelMaps.h"
#include "stax/IR/Scratch.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// Elements of result `number` of `node` at one point of the parallel
/// dimensions; nothing if dynamic.
static std::optional<int64_t>
getRowElements(KernelOp kernel, FusableOpInterface node, unsigned number) {
  AffineMap written = getMapFromSpace(kernel, node, node.getResultMap(number));
  int64_t elements = 1;
  for (auto [position, extent] : llvm::enumerate(kernel.getSeq())) {
    if (!written.isFunctionOfDim(kernel.getPar().size() + position))
      continue;
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(elements, extent, elements))
      return std::nullopt;
  }
  return elements;
}

/// Checks that `type` has rows for result `number` of `node`.
static LogicalResult verifyRows(KernelOp kernel, FusableOpInterface node,
                                unsigned number, MemRefType type) {
  auto value = cast<RankedTensorType>(node->getResult(number).getType());
  std::optional<int64_t> elements = getRowElements(kernel, node, number);
  if (!elements) {
    InFlightDiagnostic diag = kernel.emitOpError(
        "expected a value in scratch to have a static number of elements at a "
        "point of the parallel dimensions");
    diag.attachNote(node.getLoc()) << "value is computed here";
    return diag;
  }
  bool fits = type.getRank() == 2 && type.hasStaticShape() &&
              type.getElementType() == value.getElementType() &&
              type.getDimSize(0) > 0 && type.getDimSize(1) >= *elements;
  if (fits)
    return success();
  InFlightDiagnostic diag =
      kernel.emitOpError("expected scratch to have rows of at least ");
  diag << *elements << " elements of type " << value.getElementType()
       << ", one row for each worker, but got " << type;
  diag.attachNote(node.getLoc()) << "value is computed here";
  return diag;
}

LogicalResult stax::verifyScratch(KernelOp kernel, FusableOpInterface node,
                                  MutableArrayRef<Operation *> keepers) {
  // kernel_c11
  auto positions = node->getAttrOfType<DenseI64ArrayAttr>(kScratchAttr);
  if (!positions)
    return success();
  for (auto [number, position] : llvm::enumerate(positions.asArrayRef())) {
    if (position == -1)
      continue;
    if (position < 0 || position >= int64_t(keepers.size())) {
      InFlightDiagnostic diag = kernel.emitOpError("expected one of ");
      diag << keepers.size() << " scratch operands to keep a value, but got #"
           << position;
      diag.attachNote(node.getLoc()) << "value is computed here";
      return diag;
    }
    if (Operation *other = keepers[position]) {
      InFlightDiagnostic diag =
          kernel.emitOpError("expected scratch operand #");
      diag << position << " to keep one value";
      diag.attachNote(node.getLoc()) << "it keeps a value of this node";
      diag.attachNote(other->getLoc()) << "and one of this node";
      return diag;
    }
    keepers[position] = node;
    auto type = cast<MemRefType>(kernel.getScratch()[position].getType());
    if (failed(verifyRows(kernel, node, number, type)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// WorkerOp
//===----------------------------------------------------------------------===//

LogicalResult WorkerOp::verify() {
  // worker_c1
  if (getLimit() <= 0)
    return emitOpError("expected a positive limit, but got ") << getLimit();
  return success();
}
