//===- MemoryReport.h - The memory section of reports -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_MEMORYREPORT_H
#define STAX_LIB_TRANSFORMS_MEMORYREPORT_H

#include "stax/Analysis/MemoryTimeline.h"
#include "llvm/Support/JSON.h"

namespace mlir::stax {

/// `text` with the characters replaced that mean something in HTML and SVG.
std::string escapeXml(StringRef text);

void writeMemoryText(raw_ostream &os, const MemoryTimeline &timeline);

/// function,buffer,name,begin,end,bytes,offset: a line for each buffer.
void writeMemoryCsv(raw_ostream &os, ArrayRef<MemoryTimeline> timelines);

/// Address over time, with the live bytes below.
void writeMemorySvg(raw_ostream &os, const MemoryTimeline &timeline);

void writeMemoryHtml(raw_ostream &os, const MemoryTimeline &timeline);

void writeMemoryJson(llvm::json::OStream &json, const MemoryTimeline &timeline);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_MEMORYREPORT_H
