//===- ResultPlacement.cpp - Results where callers want them --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultPlacement.h"
#include "stax/IR/StaxInterfaces.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// The allocation that is result `number` of `host` and nothing else, or null.
static memref::AllocOp getAllocation(func::FuncOp host, unsigned number) {
  if (!llvm::hasSingleElement(host.getBody()))
    return nullptr;
  Operation *end = host.front().getTerminator();
  Value result = end->getOperand(number);
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != &host.front() ||
      llvm::count(end->getOperands(), result) != 1)
    return nullptr;
  return alloc;
}

namespace {
/// Replaces one allocation.
class Placement {
public:
  Placement(memref::AllocOp alloc, const AbiTypes &types)
      : alloc(alloc), types(types), converter(alloc.getContext()),
        builder(alloc), loc(alloc.getLoc()), sizes(alloc.getMixedSizes()) {}

  void run(LLVM::LLVMFuncOp place, LLVM::GlobalOp signature, int32_t number,
           ValueRange argsAndResults);

private:
  Value getSize(OpBuilder &b, unsigned dim);
  Value computeBytes();
  Value describe(OpBuilder &b, Value data);

  memref::AllocOp alloc;
  const AbiTypes &types;
  LLVMTypeConverter converter;
  OpBuilder builder;
  Location loc;
  SmallVector<OpFoldResult> sizes;
};
} // namespace

/// An extent as an i64.
Value Placement::getSize(OpBuilder &b, unsigned dim) {
  if (std::optional<int64_t> constant = getConstantIntValue(sizes[dim]))
    return LLVM::ConstantOp::create(b, loc, types.i64, *constant);
  return UnrealizedConversionCastOp::create(b, loc, types.i64,
                                            cast<Value>(sizes[dim]))
      .getResult(0);
}

Value Placement::computeBytes() {
  Value bytes = LLVM::ConstantOp::create(
      builder, loc, types.i64,
      getElementBytes(alloc.getType().getElementType()));
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    bytes = LLVM::MulOp::create(builder, loc, bytes, getSize(builder, dim));
  return bytes;
}

/// `data` as the row-major memref that is allocated otherwise.
Value Placement::describe(OpBuilder &b, Value data) {
  auto descriptor =
      MemRefDescriptor::poison(b, loc, converter.convertType(alloc.getType()));
  descriptor.setAllocatedPtr(b, loc, data);
  descriptor.setAlignedPtr(b, loc, data);
  descriptor.setConstantOffset(b, loc, 0);
  Value stride = LLVM::ConstantOp::create(b, loc, types.i64, 1);
  for (int64_t dim = sizes.size() - 1; dim >= 0; --dim) {
    Value size = getSize(b, dim);
    descriptor.setSize(b, loc, dim, size);
    descriptor.setStride(b, loc, dim, stride);
    stride = LLVM::MulOp::create(b, loc, stride, size);
  }
  return UnrealizedConversionCastOp::create(b, loc, alloc.getType(),
                                            Value(descriptor))
      .getResult(0);
}

void Placement::run(LLVM::LLVMFuncOp place, LLVM::GlobalOp signature,
                    int32_t number, ValueRange argsAndResults) {
  Value data =
      LLVM::CallOp::create(
          builder, loc, place,
          ValueRange{LLVM::AddressOfOp::create(builder, loc, signature),
                     LLVM::ConstantOp::create(builder, loc, types.i32, number),
                     computeBytes(), argsAndResults[0], argsAndResults[1]})
          .getResult();
  Value null = LLVM::ZeroOp::create(builder, loc, types.pointer);
  Value isAbsent =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, data, null);
  auto buffer = scf::IfOp::create(
      builder, loc, isAbsent,
      [&](OpBuilder &b, Location) {
        scf::YieldOp::create(b, loc, b.clone(*alloc)->getResults());
      },
      [&](OpBuilder &b, Location) {
        scf::YieldOp::create(b, loc, describe(b, data));
      });
  alloc.replaceAllUsesWith(buffer.getResult(0));
  alloc.erase();
}

bool stax::placeResults(func::FuncOp host,
                        function_ref<LLVM::LLVMFuncOp()> declarePlace,
                        LLVM::GlobalOp signature, const AbiTypes &types) {
  SmallVector<std::pair<int32_t, memref::AllocOp>> allocations;
  for (unsigned number = 0; number < host.getNumResults(); ++number)
    if (memref::AllocOp alloc = getAllocation(host, number))
      allocations.emplace_back(number, alloc);
  if (allocations.empty())
    return false;
  for (int i = 0; i < 2; ++i)
    if (failed(host.insertArgument(host.getNumArguments(), types.pointer, {},
                                   host.getLoc())))
      llvm_unreachable("a function of blocks takes arguments");
  ValueRange argsAndResults = host.getArguments().take_back(2);
  for (auto [number, alloc] : allocations)
    Placement(alloc, types)
        .run(declarePlace(), signature, number, argsAndResults);
  return true;
}
