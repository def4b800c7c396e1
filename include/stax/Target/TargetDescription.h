//===- TargetDescription.h - What a machine is like, in IR ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_TARGETDESCRIPTION_H
#define STAX_TARGET_TARGETDESCRIPTION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::stax {

/// Describes `machine` in the `stax.target` of `module`. `isa` is the widest
/// instruction set that code may use: none, avx2, avx512, or empty for what the
/// machine has; one that it does not have is an error. Caches and cores are
/// those of this machine if it is `machine`, else unknown.
llvm::Error describeTarget(ModuleOp module, const llvm::TargetMachine &machine,
                           llvm::StringRef isa);

/// What to add to the features of a target machine so that code for `module`
/// keeps to the instruction set of its `stax.target`; may be empty.
llvm::StringRef getFeatureLimit(ModuleOp module);

} // namespace mlir::stax

#endif // STAX_TARGET_TARGETDESCRIPTION_H
