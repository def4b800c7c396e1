//===- UpdateOpSupport.h - What scatters and calls outside share -*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library. Both update destinations at elements that nothing
// is known about, on tensors and on buffers.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_UPDATEOPSUPPORT_H
#define STAX_LIB_IR_UPDATEOPSUPPORT_H

#include "DomainOpSupport.h"

namespace mlir::stax {

using MemoryEffectList =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// The operands of an operation with destinations.
struct UpdateView {
  DestinationStyleOpInterface op;
  MutableOperandRange inputs, outs;
};

/// Whether a destination or a result is a tensor.
bool hasTensorSemantics(const UpdateView &view);

/// Checks that there are destinations, that operands are all tensors, with a
/// result for each destination, or all memrefs, and that no buffer is a
/// destination and anything else.
LogicalResult verifyUpdate(const UpdateView &view);

/// On buffers: inputs are read, destinations read and written.
void getUpdateEffects(const UpdateView &view, MemoryEffectList &effects);

/// Adds that any element of the destinations is read, and written.
void addUpdates(const UpdateView &view, AccessList &accesses);

/// Results have the shapes of their destinations.
void reifyDestinations(OpBuilder &builder, const UpdateView &view,
                       ReifiedRankedShapedTypeDims &shapes);

} // namespace mlir::stax

#endif // STAX_LIB_IR_UPDATEOPSUPPORT_H
