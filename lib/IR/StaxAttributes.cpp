//===- StaxAttributes.cpp - Attributes of the Stax dialect ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/IR/UserMonoid.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;

/// `[` integer, ... `]`
static ParseResult parseExtents(AsmParser &parser,
                                SmallVector<int64_t> &extents) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(extents.emplace_back());
  });
}

static void printExtents(AsmPrinter &printer, ArrayRef<int64_t> extents) {
  printer << "[";
  llvm::interleaveComma(extents, printer);
  printer << "]";
}

#include "stax/IR/MonoidInterface.cpp.inc"
#include "stax/IR/StaxEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "stax/IR/StaxAttributes.cpp.inc"

void StaxDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "stax/IR/StaxAttributes.cpp.inc"
      >();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   KernelForm form, int64_t vectorDim,
                                   int64_t unroll, ArrayRef<int64_t> tile,
                                   bool rowInRegisters, bool prefetch,
                                   bool nontemporal) {
  if (vectorDim < -1)
    return emitError() << "expected 'vector_dim' to be a dimension, or -1 for "
                          "none, but got "
                       << vectorDim;
  if ((form == KernelForm::Scalar) != (vectorDim == -1))
    return emitError() << "expected 'vector_dim' exactly where 'form' is not "
                          "scalar, but got "
                       << vectorDim << " with " << stringifyKernelForm(form);
  if (unroll < 1)
    return emitError() << "expected 'unroll' to be positive, but got "
                       << unroll;
  for (int64_t extent : tile)
    if (extent < 0)
      return emitError()
             << "expected extents of 'tile' not to be negative, but got "
             << extent;
  for (auto [name, isChosen] :
       {std::pair("row_in_registers", rowInRegisters),
        std::pair("prefetch", prefetch), std::pair("nontemporal", nontemporal)})
    if (isChosen && form == KernelForm::Scalar)
      return emitError() << "expected '" << name
                         << "' to be false where 'form' is scalar";
  return success();
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef isa, int64_t vectorBits, int64_t l1,
                                 int64_t l2, int64_t l3, int64_t cores,
                                 StringRef) {
  if (isa != "none" && isa != "avx2" && isa != "avx512")
    return emitError() << "expected 'isa' to be none, avx2 or avx512, but got '"
                       << isa << "'";
  if (vectorBits < 0 || (isa == "none") != (vectorBits == 0))
    return emitError() << "expected 'vector_bits' to be positive exactly where "
                          "'isa' is not none, but got "
                       << vectorBits << " with '" << isa << "'";
  for (int64_t bytes : {l1, l2, l3})
    if (bytes < 0)
      return emitError() << "expected cache sizes not to be negative, but got "
                         << bytes;
  if (cores < 1)
    return emitError() << "expected 'cores' to be positive, but got " << cores;
  return success();
}

TreeShape stax::getTreeShape(Tree tree, TypeRange accumulatorTypes) {
  switch (tree) {
  case Tree::Row:
    // Four registers of 512 bits, or eight of 256, hold the lanes.
    return {accumulatorTypes[0].isF64() ? 32 : 64, 4096};
  case Tree::Column:
    return {1, 256};
  case Tree::Pairs:
    return {1, 1};
  case Tree::ScanRow:
  case Tree::ScanColumn:
  case Tree::Serial:
    break;
  }
  llvm_unreachable("this tree has no lanes");
}

ScanShape stax::getScanShape(Tree tree) {
  assert(isScanTree(tree) && "expected the tree of a scan");
  return tree == Tree::ScanRow ? ScanShape{16, 4096} : ScanShape{1, 256};
}
