//===- NpyTest.cpp - NumPy's array files ----------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/Npy.h"
#include "TestTensors.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::stax;
using Values = std::vector<double>;
using namespace std::string_literals;

/// A file of version 1.0 with the given dictionary and data.
static std::string makeFile(const std::string &header,
                            const std::string &data) {
  std::string length = {static_cast<char>(header.size()), 0};
  return "\x93NUMPY\x01\x00"s + length + header + data;
}

static std::string makeHeader(const std::string &descr,
                              const std::string &shape) {
  return "{'descr': '" + descr +
         "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

static std::string getError(const std::string &content) {
  return getError(parseNpy(content));
}

namespace {
/// A file name that is removed at the end.
class TemporaryFile {
public:
  TemporaryFile() {
    llvm::SmallString<128> name;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("stax", "npy", name));
    path = name.str().str();
    remover.setFile(path);
  }

  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  std::string path;

private:
  llvm::FileRemover remover;
};
} // namespace

// The bytes that numpy.save writes for these arrays.
TEST(NpyTest, WritesWhatNumPyWrites) {
  TemporaryFile file;
  HostTensor tensor = makeTensor(STAX_I16, {2, 3}, {0, 1, 2, 3, 4, 5});
  EXPECT_FALSE(writeNpy(file.path, tensor.view()));
  EXPECT_EQ(file.read(),
            "\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, "
            "'shape': (2, 3), }"s +
                std::string(58, ' ') +
                "\n\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00"s);

  HostTensor scalar = makeTensor(STAX_F32, {}, {2});
  EXPECT_FALSE(writeNpy(file.path, scalar.view()));
  EXPECT_EQ(file.read(),
            "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, "
            "'shape': (), }"s +
                std::string(62, ' ') + "\n\x00\x00\x00@"s);
}

TEST(NpyTest, EveryTypeRoundTrips) {
  for (int i = STAX_BOOL; i <= STAX_F64; ++i) {
    auto dtype = static_cast<stax_dtype>(i);
    TemporaryFile file;
    HostTensor tensor = makeTensor(dtype, {3}, {1, 0, 1});
    EXPECT_FALSE(writeNpy(file.path, tensor.view()));
    HostTensor read = llvm::cantFail(readNpy(file.path));
    EXPECT_EQ(read.getDType(), dtype);
    EXPECT_EQ(read.getShape(), tensor.getShape());
    EXPECT_EQ(getValues(read), (Values{1, 0, 1}));
  }
}

TEST(NpyTest, EmptyTensorsRoundTrip) {
  TemporaryFile file;
  HostTensor tensor = makeTensor(STAX_F32, {0, 4}, {});
  EXPECT_FALSE(writeNpy(file.path, tensor.view()));
  EXPECT_EQ(llvm::cantFail(readNpy(file.path)).getShape(),
            (llvm::ArrayRef<int64_t>{0, 4}));
}

TEST(NpyTest, WritesStridedTensorsInRowMajorOrder) {
  TemporaryFile file;
  HostTensor tensor = makeTensor(STAX_I32, {6}, {0, 1, 2, 3, 4, 5});
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  EXPECT_FALSE(
      writeNpy(file.path, {tensor.data(), shape, strides, 2, STAX_I32}));
  EXPECT_EQ(getValues(llvm::cantFail(readNpy(file.path))),
            (Values{0, 2, 4, 1, 3, 5}));
}

// Version 1.0 counts at most 65,535 bytes of header.
TEST(NpyTest, LongHeadersUseVersion2) {
  TemporaryFile file;
  std::vector<int64_t> shape(30000, 1);
  HostTensor tensor = makeTensor(STAX_I8, shape, {7});
  EXPECT_FALSE(writeNpy(file.path, tensor.view()));
  EXPECT_EQ(file.read().substr(6, 2), "\x02\x00"s);
  HostTensor read = llvm::cantFail(readNpy(file.path));
  EXPECT_EQ(read.getShape(), llvm::ArrayRef<int64_t>(shape));
  EXPECT_EQ(getValues(read), Values{7});
}

TEST(NpyTest, ReadsFortranOrder) {
  std::string header =
      "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n";
  HostTensor tensor =
      llvm::cantFail(parseNpy(makeFile(header, "\1\2\3\4\5\6")));
  EXPECT_EQ(getValues(tensor), (Values{1, 3, 5, 2, 4, 6}));
}

TEST(NpyTest, UnsignedTypesShareTheStorage) {
  HostTensor tensor =
      llvm::cantFail(parseNpy(makeFile(makeHeader("<u2", "(1,)"), "\xff\xff")));
  EXPECT_EQ(tensor.getDType(), STAX_I16);
  EXPECT_EQ(getValues(tensor), Values{-1});
}

TEST(NpyTest, EveryByteButZeroIsTrue) {
  HostTensor tensor = llvm::cantFail(
      parseNpy(makeFile(makeHeader("|b1", "(3,)"), "\x00\x02\xff"s)));
  EXPECT_EQ(std::string(tensor.data(), 3), "\0\1\1"s);
}

// Other writers order keys, quote and space differently.
TEST(NpyTest, AcceptsEveryFormOfTheHeader) {
  for (const char *header :
       {"{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<i1\"}",
        "  { 'fortran_order' : False , 'descr' : 'i1' , 'shape' : ( 2 ) } \n",
        "{'descr': '>i1', 'shape': (2,), 'fortran_order': True}"})
    EXPECT_EQ(getValues(llvm::cantFail(parseNpy(makeFile(header, "\1\2")))),
              (Values{1, 2}));
}

TEST(NpyTest, MissingFile) {
  EXPECT_EQ(getError(readNpy("/nonexistent/x.npy")),
            "/nonexistent/x.npy: cannot open the file: No such file or "
            "directory");
}

TEST(NpyTest, ErrorsOfAFileBeginWithItsPath) {
  TemporaryFile file;
  EXPECT_EQ(getError(readNpy(file.path)), file.path + ": the file is empty");
}

TEST(NpyTest, UnwritableFile) {
  HostTensor tensor = makeTensor(STAX_F32, {}, {2});
  EXPECT_EQ(llvm::toString(writeNpy("/nonexistent/x.npy", tensor.view())),
            "/nonexistent/x.npy: cannot write the file: No such file or "
            "directory");
}

TEST(NpyTest, FullDevice) {
  if (!llvm::sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full";
  HostTensor tensor = makeTensor(STAX_F32, {}, {2});
  EXPECT_EQ(llvm::toString(writeNpy("/dev/full", tensor.view())),
            "/dev/full: cannot write the file: No space left on device");
}

TEST(NpyTest, NotANumPyFile) {
  std::string expected = "not a .npy file: it does not begin with the bytes 93 "
                         "4E 55 4D 50 59 (\\x93NUMPY)";
  EXPECT_EQ(getError("PK\3\4 and so on"), expected);
  EXPECT_EQ(getError("\x93NUM"), expected);
}

TEST(NpyTest, TruncatedFiles) {
  EXPECT_EQ(getError("\x93NUMPY\x01"s), "truncated: expected 2 bytes of "
                                        "version, but the file holds 1");
  EXPECT_EQ(getError("\x93NUMPY\x01\x00v"s),
            "truncated: expected 2 bytes of header length, but the file holds "
            "1");
  EXPECT_EQ(getError("\x93NUMPY\x02\x00v\x00\x00"s),
            "truncated: expected 4 bytes of header length, but the file holds "
            "3");
  EXPECT_EQ(getError("\x93NUMPY\x01\x00v\x00{'descr'"s),
            "truncated: expected 118 bytes of header, but the file holds 8");
  EXPECT_EQ(getError(makeFile(makeHeader("<f4", "(2, 3)"), "1234567")),
            "truncated: expected 24 bytes of data for 2x3xf32, but the file "
            "holds 7");
}

// No prefix of a good file is accepted, or read beyond its end.
TEST(NpyTest, EveryPrefixIsAnError) {
  std::string content = makeFile(makeHeader("<f4", "(2,)"), "12345678");
  for (size_t size = 0; size < content.size(); ++size)
    EXPECT_NE(getError(content.substr(0, size)), "") << size;
  EXPECT_EQ(getError(content), "");
}

TEST(NpyTest, DataLeftOver) {
  EXPECT_EQ(getError(makeFile(makeHeader("|i1", "(2,)"), "123")),
            "expected 2 bytes of data for 2xi8, but the file holds 3");
}

TEST(NpyTest, UnknownVersion) {
  EXPECT_EQ(getError("\x93NUMPY\x04\x01\x00\x00"s),
            "unsupported .npy version 4.1; expected 1.0, 2.0 or 3.0");
}

TEST(NpyTest, UnsupportedTypes) {
  for (const char *descr : {"<c8", "|O", "<U5", "<f16", "", "|S2"})
    EXPECT_EQ(getError(makeFile(makeHeader(descr, "()"), "")),
              "unsupported element type '"s + descr +
                  "'; expected b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8 "
                  "or V2 (bfloat16)");
}

TEST(NpyTest, StructuredTypes) {
  EXPECT_EQ(getError(makeFile("{'descr': [('a', '<f4')], }", "")),
            "structured element types are not supported; save each field by "
            "itself");
}

TEST(NpyTest, BigEndian) {
  EXPECT_EQ(getError(makeFile(makeHeader(">f4", "(1,)"), "1234")),
            "big-endian elements '>f4' are not supported; save a.astype('<f4') "
            "instead");
}

TEST(NpyTest, ExtentsThatOverflow) {
  EXPECT_EQ(
      getError(makeFile(makeHeader("<f4", "(4294967296, 4294967296)"), "1234")),
      "the size of 4294967296x4294967296xf32 does not fit 64 bits");
  EXPECT_EQ(getError(makeFile(makeHeader("<f4", "(9223372036854775808,)"), "")),
            "malformed header: expected an extent of at most "
            "9223372036854775807 or ')' at column 52, but got "
            "'9223372036854775'");
}

TEST(NpyTest, MalformedHeaders) {
  auto expectMalformed = [](const std::string &header,
                            const std::string &message) {
    EXPECT_EQ(getError(makeFile(header, "")), "malformed header: " + message);
  };
  expectMalformed("", "expected '{' at column 1, but got the end");
  expectMalformed("garbage", "expected '{' at column 1, but got 'garbage'");
  expectMalformed("{\x01\x02", "expected a quoted key or '}' at column 2, but "
                               "got '\\01\\02'");
  expectMalformed("{'descr' 4}", "expected ':' at column 10, but got '4}'");
  expectMalformed("{'descr': 4}", "expected a type such as '<f4' at column 11, "
                                  "but got '4}'");
  expectMalformed("{'descr': '<f4", "expected a type such as '<f4' at column "
                                    "11, but got ''<f4'");
  expectMalformed("{'fortran_order': 1}",
                  "expected True or False at column 19, but got '1}'");
  expectMalformed("{'shape': 3}", "expected '(' at column 11, but got '3}'");
  expectMalformed("{'shape': (-3,)}",
                  "expected an extent of at most 9223372036854775807 or ')' at "
                  "column 12, but got '-3,)}'");
  expectMalformed("{'shape': (3 4)}",
                  "expected ',' or ')' at column 14, but got '4)}'");
  expectMalformed("{'shape': (3,) 'descr'",
                  "expected ',' or '}' at column 16, but got ''descr''");
  expectMalformed("{'shape': (), 'shape': ()}",
                  "expected one each of 'descr', 'fortran_order' and 'shape' "
                  "at column 15, but got ''shape': ()}'");
  expectMalformed("{'name': 'x'}",
                  "expected one each of 'descr', 'fortran_order' and 'shape' "
                  "at column 2, but got ''name': 'x'}'");
  expectMalformed("{'shape': (), 'descr': '<f4'}",
                  "expected the key 'fortran_order', but it is missing");
  expectMalformed(makeHeader("<f4", "()") + "x",
                  "expected nothing after '}' at column 57, but got 'x'");
}
