//===- JsonReader.cpp - JSON with exact errors ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/JsonReader.h"

#include "stax/Support/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::stax;

/// Fails where brackets nest deeper than the limit. Text inside strings does
/// not count; broken JSON is left to the parser.
static Error checkDepth(StringRef text, StringRef fileName) {
  unsigned depth = 0, line = 1;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n')
      ++line;
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
      continue;
    }
    if (c == '"')
      inString = true;
    else if (c == '[' || c == '{')
      ++depth;
    else if ((c == ']' || c == '}') && depth)
      --depth;
    if (depth > JsonReader::kMaxDepth)
      return makeError("{0}:{1}: expected at most {2} nested brackets, found "
                       "more",
                       fileName, line, JsonReader::kMaxDepth);
  }
  return Error::success();
}

Expected<std::unique_ptr<JsonReader>> JsonReader::parse(StringRef text,
                                                        StringRef fileName) {
  if (text.trim().empty())
    return makeError("{0}:1:1: expected a JSON value, found an empty file",
                     fileName);
  if (Error error = checkDepth(text, fileName))
    return error;
  Expected<json::Value> document = json::parse(text);
  if (!document)
    return makeError("{0}: not JSON: {1}", fileName,
                     toString(document.takeError()));
  return std::unique_ptr<JsonReader>(
      new JsonReader(std::move(*document), fileName));
}

Error JsonReader::takeError() {
  if (!firstError)
    return Error::success();
  Error error = createStringError(*firstError);
  firstError.reset();
  return error;
}

/// "-3", "\"x\"", "an object": short enough for a message.
static std::string describe(const json::Value &value) {
  switch (value.kind()) {
  case json::Value::Object:
    return "an object";
  case json::Value::Array:
    return "an array";
  default:
    break;
  }
  constexpr size_t kMaxLength = 40;
  std::string text = formatv("{0}", value).str();
  if (text.size() > kMaxLength)
    text = text.substr(0, kMaxLength) + "...";
  return text;
}

void JsonPlace::error(const Twine &message) const {
  if (reader->failed())
    return;
  SmallVector<const Step *> path;
  for (const Step *s = step; s; s = s->parent)
    path.push_back(s);
  std::string text;
  raw_string_ostream os(text);
  os << reader->fileName << ": $";
  for (const Step *s : reverse(path)) {
    if (s->key.empty())
      os << '[' << s->index << ']';
    else
      os << '.' << s->key;
  }
  os << ": " << message;
  reader->firstError = std::move(text);
}

void JsonPlace::expected(const Twine &expected) const {
  error("expected " + expected + ", found " +
        (value ? describe(*value) : "nothing"));
}

const json::Object *JsonPlace::object() const {
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object)
    expected("an object");
  return reader->failed() ? nullptr : object;
}

const json::Array *JsonPlace::array() const {
  const json::Array *array = value ? value->getAsArray() : nullptr;
  if (!array)
    expected("an array");
  return reader->failed() ? nullptr : array;
}

JsonPlace JsonPlace::optionalMember(StringRef key) const {
  const json::Object *members = object();
  if (!members)
    return absent();
  auto it = members->find(key);
  if (it == members->end() || it->second.kind() == json::Value::Null)
    return absent();
  // The document owns the key's text for as long as the step lives.
  return {reader, &it->second,
          new (reader->steps) Step{step, StringRef(it->first), 0}};
}

JsonPlace JsonPlace::member(StringRef key) const {
  JsonPlace found = optionalMember(key);
  if (!found)
    error("expected the key '" + key + "', found none");
  return found;
}

JsonPlace JsonPlace::element(size_t index) const {
  const json::Array *elements = array();
  if (!elements)
    return absent();
  if (index >= elements->size()) {
    error("expected at least " + Twine(index + 1) + " elements, found " +
          Twine(elements->size()));
    return absent();
  }
  return {reader, &(*elements)[index],
          new (reader->steps) Step{step, StringRef(), index}};
}

void JsonPlace::forEach(function_ref<void(JsonPlace)> fn) const {
  for (size_t i = 0, e = size(); i < e && !reader->failed(); ++i)
    fn(element(i));
}

size_t JsonPlace::size() const {
  const json::Array *elements = array();
  return elements ? elements->size() : 0;
}

bool JsonPlace::isArray() const { return value && value->getAsArray(); }

int64_t JsonPlace::integer(int64_t min, int64_t max) const {
  std::optional<int64_t> number;
  if (value)
    number = value->getAsInteger();
  if (number && *number >= min && *number <= max)
    return *number;
  if (max == INT64_MAX)
    expected("an integer of at least " + Twine(min));
  else
    expected("an integer of " + Twine(min) + " to " + Twine(max));
  return min;
}

bool JsonPlace::boolean() const {
  std::optional<bool> flag;
  if (value)
    flag = value->getAsBoolean();
  if (!flag)
    expected("true or false");
  return flag.value_or(false);
}

StringRef JsonPlace::string() const {
  std::optional<StringRef> text;
  if (value)
    text = value->getAsString();
  if (!text)
    expected("a string");
  return text.value_or("");
}
