//===- CodeCache.cpp - Compiled code on disk ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file holds a digest of what follows it: the key, the number of objects, the
// size of each, and their bytes.
//
//===----------------------------------------------------------------------===//

#include "CodeCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::stax;

static std::array<uint8_t, 32> computeDigest(StringRef text) {
  return llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
}

std::string CodeCache::computeKey(const llvm::Module &module,
                                  const llvm::TargetMachine &machine) {
  SmallVector<char, 0> content;
  llvm::raw_svector_ostream os(content);
  os << LLVM_VERSION_STRING << '\0' << machine.getTargetTriple().str() << '\0'
     << machine.getTargetCPU() << '\0' << machine.getTargetFeatureString()
     << '\0';
  llvm::WriteBitcodeToFile(module, os);
  return llvm::toHex(computeDigest({content.data(), content.size()}),
                     /*LowerCase=*/true);
}

std::string CodeCache::getPath(StringRef key) const {
  SmallString<128> path(directory);
  llvm::sys::path::append(path, key + ".staxcode");
  return path.str().str();
}

namespace {
/// Takes pieces off the front of a text.
class PieceReader {
public:
  explicit PieceReader(StringRef text) : text(text) {}

  std::optional<StringRef> take(uint64_t size) {
    if (size > text.size())
      return std::nullopt;
    StringRef piece = text.take_front(size);
    text = text.drop_front(size);
    return piece;
  }
  std::optional<uint64_t> takeNumber() {
    std::optional<StringRef> bytes = take(sizeof(uint64_t));
    if (!bytes)
      return std::nullopt;
    return llvm::support::endian::read64le(bytes->data());
  }
  StringRef getRest() const { return text; }

private:
  StringRef text;
};
} // namespace

std::optional<ObjectFiles> CodeCache::load(StringRef key) const {
  auto file = llvm::MemoryBuffer::getFile(getPath(key));
  if (!file)
    return std::nullopt;
  PieceReader reader((*file)->getBuffer());
  std::optional<StringRef> digest = reader.take(32);
  if (!digest ||
      llvm::arrayRefFromStringRef(*digest) !=
          ArrayRef<uint8_t>(computeDigest(reader.getRest())) ||
      reader.take(key.size()) != key)
    return std::nullopt;
  std::optional<uint64_t> count = reader.takeNumber();
  if (!count || *count > reader.getRest().size())
    return std::nullopt;
  ObjectFiles objects(*count);
  for (SmallVector<char, 0> &object : objects) {
    std::optional<uint64_t> size = reader.takeNumber();
    std::optional<StringRef> bytes = size ? reader.take(*size) : std::nullopt;
    if (!bytes)
      return std::nullopt;
    object.assign(bytes->begin(), bytes->end());
  }
  return objects;
}

void CodeCache::store(StringRef key, const ObjectFiles &objects) const {
  std::string content;
  llvm::raw_string_ostream os(content);
  llvm::support::endian::Writer writer(os, llvm::endianness::little);
  os << key;
  writer.write<uint64_t>(objects.size());
  for (const SmallVector<char, 0> &object : objects) {
    writer.write<uint64_t>(object.size());
    os << StringRef(object.data(), object.size());
  }
  if (llvm::sys::fs::create_directories(directory))
    return;
  // Written aside and renamed. Compiling again costs time and nothing else, so
  // that a failure is not one of the program.
  llvm::consumeError(
      llvm::writeToOutput(getPath(key), [&](llvm::raw_ostream &file) {
        file << llvm::toStringRef(computeDigest(content)) << content;
        return llvm::Error::success();
      }));
}
