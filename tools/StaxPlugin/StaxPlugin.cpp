//===- StaxPlugin.cpp - Stax for another mlir-opt -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and all passes as a library that a tool of MLIR loads with
// --load-dialect-plugin and --load-pass-plugin.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "stax/InitAll.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Stax", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::stax::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Stax", LLVM_VERSION_STRING,
          [] { mlir::stax::registerAllPasses(); }};
}
