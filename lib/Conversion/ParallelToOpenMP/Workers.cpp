//===- Workers.cpp - Numbers of threads ----------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

using namespace mlir;
using namespace mlir::stax;

/// How many threads the next region has unless it asks for fewer.
static constexpr StringLiteral kMaxThreadsFunction = "omp_get_max_threads";

SmallVector<WorkerOp> stax::getWorkers(Operation *root) {
  SmallVector<WorkerOp> workers;
  root->walk([&](WorkerOp worker) { workers.push_back(worker); });
  return workers;
}

Value stax::emitThreadLimit(func::FuncOp function, ArrayRef<WorkerOp> workers) {
  auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  int64_t limit = std::numeric_limits<int32_t>::max();
  for (WorkerOp worker : workers)
    limit = std::min<int64_t>(limit, WorkerOp(worker).getLimit());
  Value threads = func::CallOp::create(builder, loc, kMaxThreadsFunction,
                                       builder.getI32Type())
                      .getResult(0);
  return arith::MinSIOp::create(
      builder, loc, threads,
      arith::ConstantIntOp::create(builder, loc, limit, /*width=*/32));
}

void stax::numberWorkers(RewriterBase &rewriter, ArrayRef<WorkerOp> workers) {
  Location loc = workers.front()->getLoc();
  Value thread = func::CallOp::create(rewriter, loc, kThreadNumberFunction,
                                      rewriter.getI32Type())
                     .getResult(0);
  Value number = arith::IndexCastOp::create(rewriter, loc,
                                            rewriter.getIndexType(), thread);
  for (WorkerOp worker : workers)
    rewriter.replaceOp(worker, number);
}

LogicalResult stax::declareThreadFunctions(ModuleOp module) {
  auto type = FunctionType::get(module.getContext(), {},
                                IntegerType::get(module.getContext(), 32));
  for (StringRef name : {kMaxThreadsFunction, kThreadNumberFunction}) {
    if (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
      auto function = dyn_cast<func::FuncOp>(known);
      if (function && function.isDeclaration() &&
          function.getFunctionType() == type)
        continue;
      return known->emitError("'")
             << name << "' is a function of OpenMP; rename this one";
    }
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    func::FuncOp::create(builder, module.getLoc(), name, type).setPrivate();
  }
  return success();
}

LogicalResult stax::numberSerialWorkers(RewriterBase &rewriter,
                                        ModuleOp module) {
  for (WorkerOp worker : getWorkers(module)) {
    if (worker->getParentOfType<omp::ParallelOp>())
      return worker.emitOpError("is in a parallel region whose number of "
                                "threads is not limited; put it into an "
                                "scf.parallel");
    rewriter.setInsertionPoint(worker);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(worker, 0);
  }
  return success();
}
