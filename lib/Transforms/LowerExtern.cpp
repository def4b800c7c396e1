//===- LowerExtern.cpp - Calls of functions of other libraries ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `stax.extern` on buffers becomes a call of a declared function with MLIR's
// C interface, whose result is checked, and a kernel for the epilogue. All
// buffers are passed with dynamic extents and strides, so that one declaration
// serves every shape.
//
//===----------------------------------------------------------------------===//

#include "LowerExtern.h"
#include "StatusWord.h"
#include "stax-c/Runtime.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// `type` with dynamic extents, strides and offset if it is a buffer.
static Type getPassedType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return type;
  SmallVector<int64_t> dynamic(memref.getRank(), ShapedType::kDynamic);
  auto layout =
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, dynamic);
  return MemRefType::get(dynamic, memref.getElementType(), layout,
                         memref.getMemorySpace());
}

/// A kernel that maps the destinations of `op` by its region, in place.
static void createEpilogue(OpBuilder &builder, ExternOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> ins(op.getOuts());
  SmallVector<Operation *> constants;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured) {
    if (matchPattern(value, m_Constant()))
      constants.push_back(value.getDefiningOp());
    else
      ins.push_back(value);
  }
  auto kernel = KernelOp::create(
      builder, loc, memref::getMixedSizes(builder, loc, op.getOuts().front()),
      /*seq=*/ArrayRef<OpFoldResult>(), ins, op.getOuts());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(kernel.getBodyBlock());
  IRMapping mapping;
  mapping.map(ins, kernel.getInArguments());
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  ValueRange inputs = kernel.getInArguments().take_front(op.getOuts().size());
  unsigned rank = kernel.getRank();
  SmallVector<AffineMap> maps(inputs.size(),
                              builder.getMultiDimIdentityMap(rank));
  auto node = PointwiseOp::create(
      builder, loc, inputs.getTypes(), inputs, maps, kernel.getBodyExtents(),
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        Block &body = *op.getBodyBlock();
        mapping.map(body.getArguments(), args);
        for (Operation &bodyOp : body)
          nested.clone(bodyOp, mapping);
      });
  YieldOp::create(builder, loc, node.getResults());
}

namespace {
class ExternLowering {
public:
  explicit ExternLowering(ModuleOp module)
      : builder(module.getContext()), symbols(module), statuses(module) {}

  LogicalResult lower(ExternOp op);
  LogicalResult finish() { return statuses.finish(); }

private:
  FailureOr<func::FuncOp> declare(ExternOp op);

  OpBuilder builder;
  SymbolTable symbols;
  StatusWords statuses;
};
} // namespace

/// The declaration of the callee.
FailureOr<func::FuncOp> ExternLowering::declare(ExternOp op) {
  auto type = builder.getFunctionType(
      llvm::map_to_vector(op->getOperandTypes(), getPassedType),
      builder.getI32Type());
  if (auto known = symbols.lookup<func::FuncOp>(op.getCallee())) {
    if (known.getFunctionType() == type)
      return known;
    InFlightDiagnostic diag = op.emitOpError("calls ")
                              << op.getCalleeAttr() << " as " << type
                              << ", but another call as "
                              << known.getFunctionType();
    diag.attachNote(known.getLoc()) << "the other call is here";
    return diag;
  }
  auto function = func::FuncOp::create(op.getLoc(), op.getCallee(), type);
  function.setPrivate();
  function->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  symbols.insert(function);
  return function;
}

LogicalResult ExternLowering::lower(ExternOp op) {
  if (op.hasTensorSemantics())
    return op.emitOpError("is on tensors; run stax-bufferize before "
                          "stax-outline-kernels");
  FailureOr<func::FuncOp> callee = declare(op);
  if (failed(callee))
    return failure();
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Type type = getPassedType(operand.getType());
    operands.push_back(
        type == operand.getType()
            ? operand
            : memref::CastOp::create(builder, loc, type, operand).getResult());
  }
  auto call = func::CallOp::create(builder, loc, *callee, operands);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/32);
  Value ok = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                   call.getResult(0), zero);
  CheckOp::create(builder, loc, ok,
                  statuses.addCheck(STAX_ASSERTION_FAILED,
                                    "'" + op.getCallee() + "' failed", loc),
                  statuses.get(op->getParentOfType<func::FuncOp>()));
  if (op.hasEpilogue())
    createEpilogue(builder, op);
  op.erase();
  return success();
}

LogicalResult stax::lowerExterns(ModuleOp module) {
  SmallVector<ExternOp> calls;
  module.walk([&](ExternOp op) { calls.push_back(op); });
  ExternLowering lowering(module);
  for (ExternOp call : calls)
    if (failed(lowering.lower(call)))
      return failure();
  return lowering.finish();
}
