//===- KernelValues.h - Where the values of a kernel are --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the StaxToAffine library. While loops are emitted, knows the
// coordinates of the current point and where each value of the kernel is found
// there: in a buffer, or in a register of a loop body around the point.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELVALUES_H
#define STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELVALUES_H

#include "stax/Analysis/KernelStructure.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

class KernelValues {
public:
  KernelValues(RewriterBase &rewriter, const KernelStructure &structure)
      : rewriter(rewriter), structure(structure), kernel(structure.getKernel()),
        inductionVars(kernel.getRank()) {}

  /// Makes the kernel's inputs and extents available at the insertion point.
  void mapArguments();
  /// Makes values of the kernel's region that no node defines available.
  void map(ValueRange inner, ValueRange outer);
  /// Finds the rows of scratch of the thread that runs the insertion point.
  void openScratch();
  /// Drops what only the lowering needed.
  void finish();

  /// Sets the coordinate of a dimension of the space.
  void setInductionVar(unsigned dim, Value value) {
    inductionVars[dim] = value;
  }

  /// Enters and leaves a loop body. Leaving stores the values that became
  /// available in it and have a place.
  void enterBody() { bodies.emplace_back(); }
  void leaveBody();
  /// Makes `results` of the node of `instance` available in the current body.
  void define(const NodeInstance &instance, ValueRange results);

  /// The elements that `node` reads at the current point.
  SmallVector<Value> emitReads(const KernelNode &node);
  /// What the scan `node`, which accumulates in `types`, starts from where its
  /// loops begin.
  SmallVector<Value> emitStart(const KernelNode &node, TypeRange types);
  /// The current coordinates in the node's domain.
  SmallVector<Value> emitIndices(const KernelNode &node);
  /// What stands for captured values in the region of a node: buffers as
  /// tensors, to be lowered with the region.
  IRMapping &getCaptures() { return captures; }

private:
  struct Body {
    llvm::DenseMap<Value, Value> registers;
    SmallVector<NodeValue> stored;
  };

  /// Dimensions of the space that some expressions use, renumbered, and their
  /// coordinates.
  struct BoundDims {
    SmallVector<AffineExpr> replacements; ///< for each dimension of the space
    SmallVector<Value> operands;
  };

  BoundDims bind(ArrayRef<AffineExpr> exprs);
  Value findRegister(Value value) const;
  Value emitRead(const KernelNode &node, OperandAccess access);
  Value emitGuarded(const KernelNode &node, OperandAccess &access,
                    ValueRange symbols, function_ref<Value()> emitElement);
  Value emitLoad(Location loc, Value buffer, AffineMap map, ValueRange symbols);
  void emitStore(Location loc, Value element, Value buffer, AffineMap map);
  AffineMap getPlace(NodeValue value) const;
  Value emitReadBack(const KernelNode &node, OperandAccess &access,
                     ValueRange symbols);

  RewriterBase &rewriter;
  const KernelStructure &structure;
  KernelOp kernel;
  IRMapping mapping; ///< values of the kernel's region out here
  IRMapping captures;
  SmallVector<bufferization::ToTensorOp> views;
  SmallVector<Value> inductionVars;
  SmallVector<Value> rows;  ///< of the scratch operands
  SmallVector<Body> bodies; ///< outermost first
};

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELVALUES_H
