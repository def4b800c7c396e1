//===- MiniMallocCsv.h - Memory plans as CSV --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of MiniMalloc (github.com/google/minimalloc): a header with the
// columns id, lower, upper and size, in any order, then a buffer a line, live
// in [lower, upper). The optional column 'offset' fixes a buffer where it is
// not empty, and so the output of a plan is a problem whose only solution is
// that plan; 'alignment' is 1 where empty. Other columns are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_MEMORYPLAN_MINIMALLOCCSV_H
#define STAX_MEMORYPLAN_MINIMALLOCCSV_H

#include "stax/MemoryPlan/MemoryPlanProblem.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::stax {

/// Parses a problem and checks it. Errors give file, line and column, what was
/// expected and what was found; those that concern all buffers only the file.
llvm::Expected<MemoryPlanProblem> readMiniMallocCsv(llvm::StringRef text,
                                                    llvm::StringRef fileName);

/// Writes id,lower,upper,size[,offset]. `offsets` is empty, for a problem, or
/// holds one for each buffer. If a buffer has an alignment above 1, the column
/// 'alignment' comes before 'offset'.
void writeMiniMallocCsv(const MemoryPlanProblem &problem,
                        llvm::ArrayRef<Offset> offsets, llvm::raw_ostream &os);

} // namespace mlir::stax

#endif // STAX_MEMORYPLAN_MINIMALLOCCSV_H
