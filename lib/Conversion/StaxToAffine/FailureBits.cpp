//===- FailureBits.cpp - Bits of checks that failed -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureBits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::stax;

Value stax::emitFailureBits(OpBuilder &builder, CheckOp check) {
  Location loc = check.getLoc();
  uint64_t bit = uint64_t(1) << std::min<int64_t>(check.getOrdinal(), 63);
  Value failed = arith::ConstantIntOp::create(builder, loc, int64_t(bit), 64);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
  return arith::SelectOp::create(builder, loc, check.getCondition(), none,
                                 failed);
}

void stax::emitStatusUpdate(OpBuilder &builder, Location loc, Value bits,
                            Value status) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::ori, bits,
                              status, zero);
}

void stax::emitStatusUpdateIfSet(OpBuilder &builder, Location loc, Value bits,
                                 Value status) {
  Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value hasFailed =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bits, none);
  auto ifOp = scf::IfOp::create(builder, loc, hasFailed,
                                /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  emitStatusUpdate(builder, loc, bits, status);
}
