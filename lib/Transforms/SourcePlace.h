//===- SourcePlace.h - Where an operation is in a file ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_SOURCEPLACE_H
#define STAX_LIB_TRANSFORMS_SOURCEPLACE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <string>

namespace mlir::stax {

/// "file:line:column" of the first place that `loc` holds; empty if it has
/// none.
inline std::string spellPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_SOURCEPLACE_H
