//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/Npy.h"
#include "NpyHeader.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir::stax;

static constexpr llvm::StringLiteral kMagic = "\x93NUMPY";

/// Where the data begins is a multiple of this.
static constexpr int64_t kDataAlignment = 64;

/// NumPy leaves room for the slowest extent to grow to so many digits.
static constexpr size_t kMaxExtentDigits = 21;

static llvm::Error createTruncatedError(llvm::StringRef part, uint64_t expected,
                                        uint64_t actual) {
  return llvm::createStringError("truncated: expected " +
                                 llvm::Twine(expected) + " bytes of " + part +
                                 ", but the file holds " + llvm::Twine(actual));
}

/// Splits off what precedes the data.
static llvm::Expected<llvm::StringRef> takeHeader(llvm::StringRef &content) {
  if (content.empty())
    return llvm::createStringError("the file is empty");
  if (!content.consume_front(kMagic))
    return llvm::createStringError("not a .npy file: it does not begin with "
                                   "the bytes 93 4E 55 4D 50 59 (\\x93NUMPY)");
  if (content.size() < 2)
    return createTruncatedError("version", 2, content.size());
  unsigned major = static_cast<unsigned char>(content[0]);
  unsigned minor = static_cast<unsigned char>(content[1]);
  if (major < 1 || major > 3)
    return llvm::createStringError(
        "unsupported .npy version " + llvm::Twine(major) + "." +
        llvm::Twine(minor) + "; expected 1.0, 2.0 or 3.0");
  content = content.drop_front(2);
  size_t lengthBytes = major == 1 ? 2 : 4;
  if (content.size() < lengthBytes)
    return createTruncatedError("header length", lengthBytes, content.size());
  size_t length = major == 1 ? llvm::support::endian::read16le(content.data())
                             : llvm::support::endian::read32le(content.data());
  content = content.drop_front(lengthBytes);
  if (content.size() < length)
    return createTruncatedError("header", length, content.size());
  llvm::StringRef header = content.take_front(length);
  content = content.drop_front(length);
  return header;
}

/// The strides of a tensor with elements in Fortran order.
static llvm::SmallVector<int64_t, 4>
getFortranStrides(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t, 4> strides;
  int64_t stride = 1;
  for (int64_t extent : shape) {
    strides.push_back(stride);
    stride *= extent;
  }
  return strides;
}

llvm::Expected<HostTensor> mlir::stax::parseNpy(llvm::StringRef content) {
  llvm::Expected<llvm::StringRef> text = takeHeader(content);
  if (!text)
    return text.takeError();
  llvm::Expected<NpyHeader> header = parseNpyHeader(*text);
  if (!header)
    return header.takeError();

  std::string type = formatShapedType(header->dtype, header->shape);
  std::optional<int64_t> count = countElements(header->dtype, header->shape);
  if (!count)
    return llvm::createStringError("the size of " + type +
                                   " does not fit 64 bits");
  uint64_t expected = *count * getDTypeSize(header->dtype);
  if (content.size() < expected)
    return createTruncatedError("data for " + type, expected, content.size());
  if (content.size() > expected)
    return llvm::createStringError(
        "expected " + llvm::Twine(expected) + " bytes of data for " + type +
        ", but the file holds " + llvm::Twine(content.size()));

  stax_tensor file = {const_cast<char *>(content.data()), header->shape.data(),
                      nullptr, static_cast<int32_t>(header->shape.size()),
                      header->dtype};
  llvm::SmallVector<int64_t, 4> strides;
  if (header->isFortranOrder && *count > 0) {
    strides = getFortranStrides(header->shape);
    file.strides = strides.data();
  }
  llvm::Expected<HostTensor> tensor = HostTensor::copyOf(file);
  if (tensor && header->dtype == STAX_BOOL)
    for (int64_t i = 0; i < *count; ++i)
      tensor->data()[i] = tensor->data()[i] != 0;
  return tensor;
}

llvm::Expected<HostTensor> mlir::stax::readNpy(llvm::StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(
        path + ": cannot open the file: " + buffer.getError().message());
  llvm::Expected<HostTensor> tensor = parseNpy((*buffer)->getBuffer());
  if (!tensor)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(tensor.takeError()));
  return tensor;
}

/// Everything before the data, as NumPy itself writes it.
static std::string formatPreamble(const NpyHeader &header) {
  std::string text = formatNpyHeader(header);
  if (!header.shape.empty()) {
    size_t digits = std::to_string(header.shape.front()).size();
    text.append(kMaxExtentDigits - digits, ' ');
  }
  // Magic, version, length and the final line break count, too.
  bool isShort = text.size() + kDataAlignment < (1 << 16);
  size_t fixed = kMagic.size() + 2 + (isShort ? 2 : 4) + 1;
  text.append(
      llvm::offsetToAlignment(fixed + text.size(), llvm::Align(kDataAlignment)),
      ' ');
  text += '\n';

  std::string length(isShort ? 2 : 4, '\0');
  if (isShort)
    llvm::support::endian::write16le(length.data(), text.size());
  else
    llvm::support::endian::write32le(length.data(), text.size());
  char version[] = {static_cast<char>(isShort ? 1 : 2), 0};
  return kMagic.str() + std::string(version, 2) + length + text;
}

llvm::Error mlir::stax::writeNpy(llvm::StringRef path,
                                 const stax_tensor &tensor) {
  llvm::Expected<HostTensor> elements = HostTensor::copyOf(tensor);
  if (!elements)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(elements.takeError()));
  NpyHeader header;
  header.dtype = elements->getDType();
  header.shape.assign(elements->getShape().begin(), elements->getShape().end());

  std::error_code code;
  llvm::raw_fd_ostream os(path, code, llvm::sys::fs::OF_None);
  if (!code) {
    os << formatPreamble(header)
       << llvm::StringRef(elements->data(), elements->getByteSize());
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return llvm::createStringError(
        path + ": cannot write the file: " + code.message());
  return llvm::Error::success();
}
