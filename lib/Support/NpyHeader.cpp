//===- NpyHeader.cpp - The header of .npy files ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::stax;

namespace {
/// A recursive descent parser of the dictionary, in any order of its keys.
class HeaderParser {
public:
  explicit HeaderParser(llvm::StringRef text) : text(text), rest(text) {}

  llvm::Expected<NpyHeader> parse();

private:
  llvm::Error parseEntry();
  llvm::Error parseType();
  llvm::Error parseOrder();
  llvm::Error parseShape();
  llvm::Expected<llvm::StringRef> parseString(llvm::StringRef what);

  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  llvm::Error expect(llvm::StringRef token) {
    if (consume(token))
      return llvm::Error::success();
    return fail("'" + token + "'");
  }
  llvm::Error fail(const llvm::Twine &expected);

  llvm::StringRef text;
  llvm::StringRef rest;
  NpyHeader header;
  bool hasType = false;
  bool hasOrder = false;
  bool hasShape = false;
};
} // namespace

llvm::Error HeaderParser::fail(const llvm::Twine &expected) {
  rest = rest.ltrim();
  std::string found = "the end";
  if (!rest.empty()) {
    found.clear();
    // Whatever the file holds must not reach a terminal unescaped.
    llvm::raw_string_ostream os(found);
    llvm::printEscapedString("'" + rest.take_front(16).str() + "'", os);
  }
  return llvm::createStringError(
      "malformed header: expected " + expected + " at column " +
      llvm::Twine(text.size() - rest.size() + 1) + ", but got " + found);
}

llvm::Expected<llvm::StringRef>
HeaderParser::parseString(llvm::StringRef what) {
  rest = rest.ltrim();
  for (char quote : {'\'', '"'}) {
    if (!rest.starts_with(llvm::StringRef(&quote, 1)))
      continue;
    size_t end = rest.find(quote, 1);
    if (end == llvm::StringRef::npos)
      break;
    llvm::StringRef value = rest.substr(1, end - 1);
    rest = rest.drop_front(end + 1);
    return value;
  }
  return fail(what);
}

static std::optional<stax_dtype> getDType(llvm::StringRef code) {
  return llvm::StringSwitch<std::optional<stax_dtype>>(code)
      .Case("b1", STAX_BOOL)
      .Cases({"i1", "u1"}, STAX_I8)
      .Cases({"i2", "u2"}, STAX_I16)
      .Cases({"i4", "u4"}, STAX_I32)
      .Cases({"i8", "u8"}, STAX_I64)
      .Case("f2", STAX_F16)
      .Case("f4", STAX_F32)
      .Case("f8", STAX_F64)
      .Case("V2", STAX_BF16)
      .Default(std::nullopt);
}

llvm::Error HeaderParser::parseType() {
  // A list describes a structured type, whose text says more than "expected a
  // string" would.
  if (rest.ltrim().starts_with("["))
    return llvm::createStringError("structured element types are not "
                                   "supported; save each field by itself");
  llvm::Expected<llvm::StringRef> descr = parseString("a type such as '<f4'");
  if (!descr)
    return descr.takeError();
  llvm::StringRef code = *descr;
  char order = code.empty() ? '|' : code.front();
  if (llvm::StringRef("<>|=").contains(order))
    code = code.drop_front(code.empty() ? 0 : 1);
  std::optional<stax_dtype> dtype = getDType(code);
  if (!dtype)
    return llvm::createStringError(
        "unsupported element type '" + *descr +
        "'; expected b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8 or V2 "
        "(bfloat16)");
  if (order == '>' && getDTypeSize(*dtype) > 1)
    return llvm::createStringError("big-endian elements '" + *descr +
                                   "' are not supported; save "
                                   "a.astype('<" +
                                   code + "') instead");
  header.dtype = *dtype;
  hasType = true;
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseOrder() {
  header.isFortranOrder = consume("True");
  if (!header.isFortranOrder && !consume("False"))
    return fail("True or False");
  hasOrder = true;
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseShape() {
  if (llvm::Error error = expect("("))
    return error;
  while (!consume(")")) {
    rest = rest.ltrim();
    llvm::StringRef digits = rest.take_while(llvm::isDigit);
    int64_t extent = 0;
    if (digits.empty() || digits.getAsInteger(10, extent))
      return fail("an extent of at most 9223372036854775807 or ')'");
    rest = rest.drop_front(digits.size());
    // Python 2 wrote long integers so.
    rest.consume_front("L");
    header.shape.push_back(extent);
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return fail("',' or ')'");
  }
  hasShape = true;
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseEntry() {
  llvm::StringRef beforeKey = rest;
  llvm::Expected<llvm::StringRef> key = parseString("a quoted key or '}'");
  if (!key)
    return key.takeError();
  bool *isKnown = llvm::StringSwitch<bool *>(*key)
                      .Case("descr", &hasType)
                      .Case("fortran_order", &hasOrder)
                      .Case("shape", &hasShape)
                      .Default(nullptr);
  if (!isKnown || *isKnown) {
    rest = beforeKey;
    return fail("one each of 'descr', 'fortran_order' and 'shape'");
  }
  if (llvm::Error error = expect(":"))
    return error;
  if (isKnown == &hasType)
    return parseType();
  return isKnown == &hasOrder ? parseOrder() : parseShape();
}

llvm::Expected<NpyHeader> HeaderParser::parse() {
  if (llvm::Error error = expect("{"))
    return std::move(error);
  while (!consume("}")) {
    if (llvm::Error error = parseEntry())
      return std::move(error);
    if (!consume(",") && !rest.ltrim().starts_with("}"))
      return fail("',' or '}'");
  }
  for (auto [isPresent, key] : {std::pair(hasType, "descr"),
                                {hasOrder, "fortran_order"},
                                {hasShape, "shape"}})
    if (!isPresent)
      return llvm::createStringError(
          llvm::Twine("malformed header: expected the key '") + key +
          "', but it is missing");
  if (!rest.ltrim().empty())
    return fail("nothing after '}'");
  return std::move(header);
}

llvm::Expected<NpyHeader> mlir::stax::parseNpyHeader(llvm::StringRef text) {
  return HeaderParser(text).parse();
}

static llvm::StringRef getCode(stax_dtype dtype) {
  static constexpr llvm::StringLiteral kCodes[] = {
      "|b1", "|i1", "<i2", "<i4", "<i8", "<f2", "<V2", "<f4", "<f8"};
  return kCodes[dtype];
}

std::string mlir::stax::formatNpyHeader(const NpyHeader &header) {
  std::string text =
      "{'descr': '" + getCode(header.dtype).str() +
      "', 'fortran_order': " + (header.isFortranOrder ? "True" : "False") +
      ", 'shape': (";
  for (auto [i, extent] : llvm::enumerate(header.shape))
    text += (i ? ", " : "") + std::to_string(extent);
  return text + (header.shape.size() == 1 ? ",), }" : "), }");
}
