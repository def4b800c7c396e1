//===- ComposeRule.h - Which values stax-compose composes -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_COMPOSERULE_H
#define STAX_TRANSFORMS_COMPOSERULE_H

namespace mlir::stax {

/// By which rule `stax-compose` computes values where they are read.
enum class ComposeRule {
  None,     ///< never
  Textbook, ///< unless they are expensive and shared, or large
  Cost      ///< where computing them costs less than keeping them
};

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_COMPOSERULE_H
