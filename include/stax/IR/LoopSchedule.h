//===- LoopSchedule.h - How loops of kernels run ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_LOOPSCHEDULE_H
#define STAX_IR_LOOPSCHEDULE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

/// The `#stax.schedule` of the kernel that an outermost affine loop was lowered
/// from. Its dimensions are those of an `affine.parallel`, then the sequential
/// ones inside. The next pass, `stax-vectorize`, takes it away.
inline constexpr llvm::StringLiteral kScheduleAttr = "stax.schedule";

} // namespace mlir::stax

#endif // STAX_IR_LOOPSCHEDULE_H
