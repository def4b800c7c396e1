//===- KernelReport.h - The kernels section of reports ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operations depend on which, which share a kernel, what that saves, and
// why others do not. Everything is found again from kernels on tensors, however
// they were made. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_KERNELREPORT_H
#define STAX_LIB_TRANSFORMS_KERNELREPORT_H

#include "stax/Analysis/DependenceGraph.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace mlir::stax {

/// One block of operations. Nodes and buffers are those of its DependenceGraph
/// with all kernels taken apart; "op3" is node 3, in the order in which they
/// run.
struct KernelReport {
  struct Node {
    std::string op;       ///< "reduce"
    std::string detail;   ///< what it computes: "add", "subf exp"
    std::string grouping; ///< "((64), (128))", empty of a whole
    std::string place;    ///< in the source; empty if not known
    unsigned kernel;
    std::vector<std::string> accesses; ///< "reads buf0[c0], {c0: 8192}"
  };
  struct Buffer {
    std::string type;
    int64_t bytes;
    std::optional<unsigned> producer; ///< a node; an input has none
    bool isOutput;
    bool isMemory;
  };
  struct Kernel {
    std::vector<unsigned> nodes;
    bool isKernel = false;        ///< or else a single node in none
    std::vector<unsigned> reads;  ///< buffers from memory,
    std::vector<unsigned> writes; ///< and to memory
    int64_t bytesRead = 0, bytesWritten = 0;
  };
  /// Two kernels that share a buffer and were not fused.
  struct Rejection {
    unsigned first, second;
    std::string code, reason;
    int64_t gain; ///< bytes that fusing them would save
  };

  std::string function;
  std::vector<Node> nodes;
  std::vector<Buffer> buffers;
  std::vector<Dependence> dependences;
  std::vector<Kernel> kernels; ///< in the order in which they run
  std::vector<Rejection> rejections;
  int64_t bytesApart = 0; ///< moved if each node were a kernel
  int64_t bytes = 0;      ///< moved by these kernels

  unsigned countKernels() const;
};

/// Reports on all blocks of `module` with nodes on tensors, or with kernels.
std::vector<KernelReport> getKernelReports(ModuleOp module);

/// "32 KiB", "256 B".
std::string spellBytes(int64_t bytes);

void writeKernelText(raw_ostream &os, const KernelReport &report);
void writeKernelHtml(raw_ostream &os, const KernelReport &report);
void writeKernelJson(llvm::json::OStream &json, const KernelReport &report);

/// Kernels as boxes around their operations, arrows for what flows. Above some
/// hundred operations only kernels are drawn, and above as many kernels nothing
/// but a sentence that says so.
void writeKernelSvg(raw_ostream &os, const KernelReport &report);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_KERNELREPORT_H
