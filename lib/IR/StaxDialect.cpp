//===- StaxDialect.cpp - The Stax dialect ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxDialect.h"
#include "MonoidSupport.h"
#include "stax/IR/LoopSchedule.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/OrderAttributes.h"
#include "stax/IR/Scratch.h"
#include "stax/IR/StaxOps.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::stax;

#include "stax/IR/StaxDialect.cpp.inc"

/// The types of a tuple, written once for accumulators, values and results.
static ParseResult parseTupleTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &accumulators,
                                   SmallVectorImpl<Type> &values,
                                   SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(accumulators))
    return failure();
  values.assign(accumulators.begin(), accumulators.end());
  results.assign(accumulators.begin(), accumulators.end());
  return success();
}

static void printTupleTypes(OpAsmPrinter &printer, Operation *,
                            TypeRange accumulators, TypeRange, TypeRange) {
  llvm::interleaveComma(accumulators, printer);
}

#define GET_OP_CLASSES
#include "stax/IR/StaxOps.cpp.inc"
#define GET_OP_CLASSES
#include "stax/IR/UpdateOps.cpp.inc"

#define GET_OP_CLASSES
#include "stax/IR/ScratchOps.cpp.inc"

namespace {
/// Everything in the dialect may be inlined: it has no control flow.
struct StaxInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void StaxDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "stax/IR/StaxOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "stax/IR/ScratchOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "stax/IR/UpdateOps.cpp.inc"
      >();
  addInterfaces<StaxInlinerInterface>();
  attachMonoidVerifiers(getContext());
}

Operation *StaxDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult StaxDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto expect = [&](bool isValid, StringRef what) -> LogicalResult {
    if (isValid)
      return success();
    return op->emitOpError("expected '")
           << name << "' to be " << what << ", but got " << value;
  };
  if (name == kDeviceAttr || name == kStreamAttr) {
    auto integer = dyn_cast<IntegerAttr>(value);
    return expect(integer && integer.getType().isSignlessInteger(64) &&
                      integer.getInt() >= 0,
                  "an i64 that is not negative");
  }
  if (name == kNodeMapAttr)
    return expect(isa<AffineMapAttr>(value) &&
                      isa_and_present<KernelOp>(op->getParentOp()),
                  "an affine map on an operation in a kernel");
  if (name == kScratchAttr) {
    auto positions = dyn_cast<DenseI64ArrayAttr>(value);
    return expect(positions && isa_and_present<KernelOp>(op->getParentOp()) &&
                      positions.size() == op->getNumResults(),
                  "an i64 for each result of an operation in a kernel");
  }
  if (name == kScheduleAttr)
    return expect(isa<ScheduleAttr>(value) && isa<LoopLikeOpInterface>(op),
                  "#stax.schedule on a loop");
  if (name == kTargetAttr)
    return expect(isa<TargetAttr>(value) && isa<ModuleOp>(op),
                  "#stax.target on a module");
  if (name == kChecksAttr) {
    auto checks = dyn_cast<ArrayAttr>(value);
    return expect(checks && isa<ModuleOp>(op) &&
                      llvm::all_of(checks, llvm::IsaPred<CheckInfoAttr>),
                  "an array of #stax.check_info on a module");
  }
  if (name == kLaunchGroupAttr)
    return expect(isa<UnitAttr>(value) && isa<FunctionOpInterface>(op),
                  "a unit attribute on a function");
  if (name == kArenaBytesAttr || name == kPeakBytesAttr || name == kPeakAttr ||
      name == kPeakLowerBoundAttr) {
    auto integer = dyn_cast<IntegerAttr>(value);
    return expect(integer && integer.getType().isSignlessInteger(64) &&
                      integer.getInt() >= 0 && isa<FunctionOpInterface>(op),
                  "an i64 that is not negative on a function");
  }
  if (name == kBufferAttr) {
    auto integer = dyn_cast<IntegerAttr>(value);
    return expect(integer && integer.getType().isSignlessInteger(64) &&
                      op->getNumResults() == 1,
                  "an i64 on an operation with one result");
  }
  if (name == kDisjointAttr) {
    auto pairs = dyn_cast<DenseI64ArrayAttr>(value);
    return expect(pairs && isa<FunctionOpInterface>(op) &&
                      pairs.size() % 2 == 0,
                  "pairs of argument numbers on a function");
  }
  if (name == kArenaSizeAttr)
    return expect(isa<FlatSymbolRefAttr>(value) && isa<FunctionOpInterface>(op),
                  "the name of a function on a function");
  if (name == kArenaAttr)
    return expect(isa<UnitAttr>(value) && op->getNumResults() == 1,
                  "a unit attribute on an allocation");
  return op->emitOpError("has the unknown attribute '") << name << "'";
}

LogicalResult StaxDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argument,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kStatusAttr || attribute.getName() == kArenaAttr ||
      attribute.getName() == kDonateAttr) {
    if (isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitOpError("expected '")
           << attribute.getName().getValue() << "' on argument #" << argument
           << " to be a unit attribute, but got " << attribute.getValue();
  }
  if (attribute.getName() != kExampleAttr)
    return op->emitOpError("has the unknown attribute '")
           << attribute.getName().getValue() << "' on argument #" << argument;
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto type = function
                  ? dyn_cast<ShapedType>(function.getArgumentTypes()[argument])
                  : ShapedType();
  auto extents = dyn_cast<ArrayAttr>(attribute.getValue());
  bool isValid = extents && type && type.hasRank() &&
                 int64_t(extents.size()) == type.getRank();
  for (unsigned dim = 0; isValid && dim < extents.size(); ++dim) {
    auto extent = dyn_cast<IntegerAttr>(extents[dim]);
    isValid =
        extent && extent.getType().isSignlessInteger(64) &&
        extent.getInt() >= 0 &&
        (type.isDynamicDim(dim) || extent.getInt() == type.getDimSize(dim));
  }
  if (isValid)
    return success();
  return op->emitOpError("expected '")
         << kExampleAttr << "' on argument #" << argument
         << " to be an array of extents that fits its shape, such as "
            "[64, 128], but got "
         << attribute.getValue();
}

LogicalResult StaxDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned result, NamedAttribute attribute) {
  return op->emitOpError("has the unknown attribute '")
         << attribute.getName().getValue() << "' on result #" << result;
}
