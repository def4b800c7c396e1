//===- Passes.h - Passes on graphs, kernels and loops -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_PASSES_H
#define STAX_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "stax/Transforms/ComposeRule.h"
#include "stax/Transforms/PlanMode.h"

namespace mlir::stax {

/// The machine that `stax-compose` decides for.
enum class ComposeTarget { Cpu, Gpu };

/// What `stax-fuse` optimises with.
enum class FuseAlgorithm {
  None,           ///< a kernel for each node
  GreedyTextbook, ///< rounds of pairs by score
  Gain,           ///< the greatest saving first, then refinement
  Exact           ///< the least traffic, for few nodes
};

/// What `stax-fuse` fuses for.
enum class FuseTarget { Cpu, Gpu };

/// How the nodes of a kernel must fit each other.
enum class FuseSpace {
  Default,  ///< pairwise for greedy-textbook, else block
  Pairwise, ///< every two domains are compatible
  Block     ///< one iteration space holds all
};

/// Which kernels `stax-outline-kernels` puts into one function.
enum class OutlineGroup { Launch, Kernel };

/// What `stax-vectorize` may use of a processor.
enum class InstructionSet {
  FromTarget, ///< what the module's `stax.target` says, else None
  None,       ///< nothing but what every processor has
  AVX2,
  AVX512
};

/// A decision of a schedule that may be left to `stax-select-schedule`.
enum class ScheduleChoice { Auto, On, Off };

/// How `stax-order` finds an order.
enum class OrderStrategyKind { Original, Textbook, Exact };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "stax/Transforms/Passes.h.inc"

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_PASSES_H
