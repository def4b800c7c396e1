//===- UpdateOpSupport.cpp - What scatters and calls outside share --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateOpSupport.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::stax;

static OperandRange getValues(MutableOperandRange operands) {
  return OperandRange(operands);
}

bool stax::hasTensorSemantics(const UpdateView &view) {
  return view.op->getNumResults() != 0 ||
         llvm::any_of(getValues(view.outs).getTypes(),
                      llvm::IsaPred<RankedTensorType>);
}

LogicalResult stax::verifyUpdate(const UpdateView &view) {
  // scatter_c4, extern_c3
  if (view.outs.empty())
    return view.op->emitOpError("expected at least one destination");
  // scatter_c10, extern_c3
  bool onTensors = hasTensorSemantics(view);
  for (Type type : view.op->getOperandTypes())
    if (onTensors ? isa<BaseMemRefType>(type) : isa<TensorType>(type))
      return view.op->emitOpError("expected operands to be all tensors or all "
                                  "memrefs, but got ")
             << getValues(view.outs).getTypes().front() << " and " << type;
  if (onTensors)
    return success();
  // scatter_c11, extern_c6
  llvm::SmallPtrSet<Value, 8> others;
  others.insert_range(getValues(view.inputs));
  for (auto [number, out] : llvm::enumerate(getValues(view.outs)))
    if (!others.insert(out).second)
      return view.op->emitOpError("expected destination #")
             << number << " to be a buffer that is no other operand";
  return success();
}

void stax::getUpdateEffects(const UpdateView &view, MemoryEffectList &effects) {
  for (OpOperand &input : MutableOperandRange(view.inputs))
    if (isa<BaseMemRefType>(input.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &input);
  for (OpOperand &out : MutableOperandRange(view.outs))
    if (isa<BaseMemRefType>(out.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &out);
      effects.emplace_back(MemoryEffects::Write::get(), &out);
    }
}

void stax::addUpdates(const UpdateView &view, AccessList &accesses) {
  bool onTensors = hasTensorSemantics(view);
  for (Value out : getValues(view.outs))
    accesses.add({{out}, onTensors ? AccessMode::Read : AccessMode::Update});
  for (Value result : view.op->getResults()) {
    Access write{{result}, AccessMode::Write};
    write.covers = true;
    accesses.add(std::move(write));
  }
}

void stax::reifyDestinations(OpBuilder &builder, const UpdateView &view,
                             ReifiedRankedShapedTypeDims &shapes) {
  for (Value out : getValues(view.outs))
    if (isa<RankedTensorType>(out.getType()))
      shapes.push_back(tensor::getMixedSizes(builder, view.op->getLoc(), out));
}
