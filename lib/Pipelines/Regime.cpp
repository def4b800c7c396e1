//===- Regime.cpp - How a program is compiled, as text --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table says which keys of --options there are and what each accepts.
//
//===----------------------------------------------------------------------===//

#include "stax/Pipelines/Regime.h"
#include "stax/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::stax;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// A key of --options. `apply` sets the regime to an accepted value; none for
/// a key with one value.
struct RegimeKey {
  StringRef name;
  llvm::SmallVector<StringRef, 4> values;
  void (*apply)(Regime &regime, StringRef value);
};
} // namespace

static void applyFuse(Regime &regime, StringRef value) {
  regime.fuse = llvm::StringSwitch<FuseAlgorithm>(value)
                    .Case("greedy-textbook", FuseAlgorithm::GreedyTextbook)
                    .Case("gain", FuseAlgorithm::Gain)
                    .Case("exact", FuseAlgorithm::Exact)
                    .Default(FuseAlgorithm::None);
}

static void applyParallel(Regime &regime, StringRef value) {
  regime.parallel = value == "on";
}

static void applyMemory(Regime &regime, StringRef value) {
  regime.memory = llvm::StringSwitch<PlanMode>(value)
                      .Case("reuse", PlanMode::Reuse)
                      .Case("pool-tree", PlanMode::PoolTree)
                      .Case("arena", PlanMode::Arena)
                      .Default(PlanMode::None);
}

static void applyCompose(Regime &regime, StringRef value) {
  regime.compose = llvm::StringSwitch<ComposeRule>(value)
                       .Case("textbook", ComposeRule::Textbook)
                       .Case("cost", ComposeRule::Cost)
                       .Default(ComposeRule::None);
}

static void applyOrder(Regime &regime, StringRef value) {
  regime.order = llvm::StringSwitch<OrderStrategyKind>(value)
                     .Case("textbook", OrderStrategyKind::Textbook)
                     .Case("exact", OrderStrategyKind::Exact)
                     .Default(OrderStrategyKind::Original);
}

static void applyInPlace(Regime &regime, StringRef value) {
  regime.inPlace = value == "on";
}

static void applyVectorize(Regime &regime, StringRef value) {
  regime.vectorize = value == "on";
}

static void applyWidth(Regime &regime, StringRef value) {
  regime.width = std::stoll(value.str());
}

static void applyIsa(Regime &regime, StringRef value) {
  regime.isa = value.str();
}

static void applyCache(Regime &regime, StringRef value) {
  regime.cache = value == "on";
}

static ArrayRef<RegimeKey> getRegimeKeys() {
  static const RegimeKey keys[] = {
      {"compose", {"none", "textbook", "cost"}, applyCompose},
      {"fuse", {"none", "greedy-textbook", "gain", "exact"}, applyFuse},
      {"order", {"original", "textbook", "exact"}, applyOrder},
      {"memory", {"none", "reuse", "pool-tree", "arena"}, applyMemory},
      {"in-place", {"on", "off"}, applyInPlace},
      {"vectorize", {"on", "off"}, applyVectorize},
      {"width", {"1", "4", "8", "16"}, applyWidth},
      {"isa", {"none", "avx2", "avx512"}, applyIsa},
      {"parallel", {"on", "off"}, applyParallel},
      {"cache", {"on", "off"}, applyCache},
  };
  return keys;
}

static llvm::Error applySetting(StringRef setting, Regime &regime) {
  auto [name, value] = setting.split('=');
  ArrayRef<RegimeKey> keys = getRegimeKeys();
  const auto *key = llvm::find_if(
      keys, [name = name](const RegimeKey &key) { return key.name == name; });
  if (key == keys.end())
    return makeError("--options: unknown key '{0}', expected one of: {1}", name,
                     llvm::join(llvm::map_range(keys,
                                                [](const RegimeKey &key) {
                                                  return key.name.str();
                                                }),
                                ", "));
  if (!llvm::is_contained(key->values, value))
    return makeError("--options: {0} does not accept '{1}', expected one of: "
                     "{2}",
                     name, value, llvm::join(key->values, ", "));
  if (key->apply)
    key->apply(regime, value);
  return llvm::Error::success();
}

llvm::Expected<Regime> mlir::stax::parseRegime(StringRef text) {
  Regime regime;
  for (StringRef setting : llvm::split(text, ' '))
    if (!setting.empty())
      if (llvm::Error error = applySetting(setting, regime))
        return error;
  return regime;
}
