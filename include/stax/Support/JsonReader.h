//===- JsonReader.h - JSON with exact errors --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cursor over a parsed JSON text that remembers where it is. The first thing
// found wrong is kept with its path, as in
//
//   g.json: $.nodes[3].bytes: expected an integer of 0 to 9, found "x"
//
// and after it every read yields an empty value, so that readers need no error
// handling of their own; they ask `takeError` once, at the end.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_JSONREADER_H
#define STAX_SUPPORT_JSONREADER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace mlir::stax {

class JsonReader;

/// One value of a document together with its path. Cheap to copy; valid as long
/// as its reader.
class JsonPlace {
public:
  /// False for an absent optional member and after an error.
  explicit operator bool() const { return value; }

  /// The member `key` of an object; anything else is an error.
  JsonPlace member(llvm::StringRef key) const;

  /// As `member`, but a missing or null member gives an absent place.
  JsonPlace optionalMember(llvm::StringRef key) const;

  /// Calls `fn` for each element of an array; anything else is an error.
  void forEach(llvm::function_ref<void(JsonPlace)> fn) const;

  /// The number of elements of an array; anything else is an error.
  size_t size() const;

  /// Element `index` of an array; it is an error if there are fewer.
  JsonPlace element(size_t index) const;

  bool isArray() const;

  /// An integer in [min, max], or the error and `min`.
  int64_t integer(int64_t min, int64_t max = INT64_MAX) const;

  /// A truth value, or the error and false.
  bool boolean() const;

  /// A text, or the error and an empty one.
  llvm::StringRef string() const;

  /// Records "expected EXPECTED, found VALUE" for this place.
  void expected(const llvm::Twine &expected) const;

  /// Records "MESSAGE" for this place.
  void error(const llvm::Twine &message) const;

private:
  friend class JsonReader;

  /// How a place is reached from the one around it.
  struct Step {
    const Step *parent;
    llvm::StringRef key; ///< of a member; empty for an element
    size_t index;        ///< of an element
  };

  JsonPlace(JsonReader *reader, const llvm::json::Value *value,
            const Step *step)
      : reader(reader), value(value), step(step) {}
  JsonPlace absent() const { return {reader, nullptr, step}; }
  const llvm::json::Object *object() const;
  const llvm::json::Array *array() const;

  JsonReader *reader;
  const llvm::json::Value *value;
  const Step *step;
};

/// Owns the parsed text and the first error.
class JsonReader {
public:
  /// Parses `text`; `fileName` opens every message. Texts nested deeper than
  /// `kMaxDepth` are refused, because LLVM's parser recurses.
  static llvm::Expected<std::unique_ptr<JsonReader>>
  parse(llvm::StringRef text, llvm::StringRef fileName);

  static constexpr unsigned kMaxDepth = 64;

  JsonPlace root() { return {this, failed() ? nullptr : &document, nullptr}; }

  bool failed() const { return firstError.has_value(); }

  /// Success, or the first error; afterwards there is none.
  llvm::Error takeError();

private:
  friend class JsonPlace;
  JsonReader(llvm::json::Value document, llvm::StringRef fileName)
      : document(std::move(document)), fileName(fileName) {}

  llvm::json::Value document;
  std::string fileName;
  std::optional<std::string> firstError;
  llvm::BumpPtrAllocator steps;
};

} // namespace mlir::stax

#endif // STAX_SUPPORT_JSONREADER_H
