//===- stax-bench.cpp - Times one entry of several libraries --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: stax-bench ENTRY ROUNDS LABEL=LIBRARY...
//
// Calls an entry of each library in turn, round after round in one process,
// with a non-temporal copy and a read of the bytes that it moves in between:
// the speed of memory drifts, and only ratios within a round mean something.
// What takes less than a millisecond is called again and again in its turn,
// after a call that is not timed: waking the threads of another library takes
// longer than a small kernel, and a program that calls kernels has them awake.
// The first library is one that stax-compile wrote; its signature says what the
// arguments are. Prints one JSON object; times are in microseconds.
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"
#include "stax/Runtime/Bandwidth.h"
#include "stax/Support/DType.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "stax-bench: error: %s\n", message.c_str());
  std::exit(2);
}

/// Memory of the runtime's pool.
class Buffer {
public:
  explicit Buffer(int64_t bytes)
      : data(static_cast<char *>(stax_alloc(bytes))) {
    if (!data)
      fail("out of memory");
    std::memset(data.get(), 0, bytes);
  }
  char *get() const { return data.get(); }

private:
  struct Free {
    void operator()(char *pointer) const { stax_free(pointer); }
  };
  std::unique_ptr<char, Free> data;
};

/// A tensor with storage of its own.
class Tensor {
public:
  explicit Tensor(const stax_tensor_type &type)
      : shape(type.shape, type.shape + type.rank),
        dtype(stax_dtype(type.dtype)), elements(countElements(shape)),
        data(getBytes()) {}

  int64_t getBytes() const {
    return elements * mlir::stax::getDTypeSize(dtype);
  }
  stax_tensor getView() {
    stax_tensor view = {};
    view.data = data.get();
    view.shape = shape.data();
    view.rank = int32_t(shape.size());
    view.dtype = dtype;
    return view;
  }

  /// Floats in [-1, 1), integers in [-100, 100], fair truth values.
  void fill(uint64_t seed) {
    for (int64_t i = 0; i < elements; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      uint32_t bits = uint32_t(seed >> 32);
      if (dtype == STAX_F32)
        reinterpret_cast<float *>(data.get())[i] =
            float(int32_t(bits)) * 0x1p-31f;
      else if (dtype == STAX_BOOL)
        data.get()[i] = bits & 1;
      else if (dtype == STAX_I8)
        data.get()[i] = char(int(bits % 201) - 100);
      else
        fail("expected arguments of f32, i8 or i1");
    }
  }

  /// The largest difference of floats from `other`, relative to 1 + |other|;
  /// one where the values of other types differ.
  double compare(const Tensor &other) const {
    if (dtype != STAX_F32)
      return std::memcmp(data.get(), other.data.get(), getBytes()) != 0;
    double worst = 0;
    auto *lhs = reinterpret_cast<const float *>(data.get());
    auto *rhs = reinterpret_cast<const float *>(other.data.get());
    for (int64_t i = 0; i < elements; ++i)
      if (!std::isnan(lhs[i]) || !std::isnan(rhs[i]))
        worst = std::max(worst, std::fabs(double(lhs[i]) - rhs[i]) /
                                    (1 + std::fabs(double(rhs[i]))));
    return worst;
  }

private:
  static int64_t countElements(const std::vector<int64_t> &shape) {
    int64_t elements = 1;
    for (int64_t extent : shape) {
      if (extent < 0)
        fail("expected static shapes");
      elements *= extent;
    }
    return elements;
  }

  std::vector<int64_t> shape;
  stax_dtype dtype;
  int64_t elements;
  Buffer data;
};

struct Library {
  std::string label;
  void *handle;
  stax_entry entry;
  std::vector<Tensor> results;
  std::vector<double> times;
};

/// Microseconds of a call, on average over `calls`.
double timeCalls(const std::function<void()> &run, int calls) {
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i)
    run();
  std::chrono::duration<double, std::micro> time =
      std::chrono::steady_clock::now() - begin;
  return time.count() / calls;
}

/// One turn: the time of a call in a row of calls that take a millisecond.
double timeTurn(const std::function<void()> &run) {
  constexpr double turn = 1000;
  double first = timeCalls(run, 1);
  if (first >= turn)
    return first;
  double second = timeCalls(run, 1);
  return timeCalls(run, std::max(1, int(turn / std::max(second, 1.0))));
}

double getMedian(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

Library load(const std::string &argument, const char *entry) {
  size_t split = argument.find('=');
  if (split == std::string::npos)
    fail("expected LABEL=LIBRARY, but got '" + argument + "'");
  Library library;
  library.label = argument.substr(0, split);
  library.handle =
      dlopen(argument.substr(split + 1).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library.handle)
    fail(dlerror());
  library.entry = reinterpret_cast<stax_entry>(dlsym(library.handle, entry));
  if (!library.entry)
    fail(dlerror());
  return library;
}

const stax_function &getSignature(const Library &library, const char *entry) {
  auto signature = reinterpret_cast<const stax_module *(*)()>(
      dlsym(library.handle, "stax_signature"));
  if (!signature)
    fail("the first library has no signature");
  const stax_module *module = signature();
  for (int32_t i = 0; i < module->num_functions; ++i)
    if (std::strcmp(module->functions[i].name, entry) == 0)
      return module->functions[i];
  fail(std::string("no entry '") + entry + "' in the first library");
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    fail("usage: stax-bench ENTRY ROUNDS LABEL=LIBRARY...");
  const char *entry = argv[1];
  int rounds = std::atoi(argv[2]);
  if (rounds < 1)
    fail(std::string("expected at least one round, but got '") + argv[2] + "'");
  std::vector<Library> libraries;
  for (int i = 3; i < argc; ++i)
    libraries.push_back(load(argv[i], entry));

  const stax_function &signature = getSignature(libraries[0], entry);
  std::vector<Tensor> arguments;
  std::vector<stax_tensor> views;
  int64_t bytes = 0;
  for (int32_t i = 0; i < signature.num_arguments; ++i) {
    arguments.emplace_back(signature.arguments[i]);
    arguments.back().fill(uint64_t(i));
    bytes += arguments.back().getBytes();
  }
  for (Tensor &argument : arguments)
    views.push_back(argument.getView());
  for (Library &library : libraries)
    for (int32_t i = 0; i < signature.num_results; ++i)
      library.results.emplace_back(signature.results[i]);
  int64_t written = 0;
  for (Tensor &result : libraries[0].results)
    written += result.getBytes();
  bytes += written;

  auto call = [&](Library &library) {
    std::vector<stax_tensor> results;
    for (Tensor &result : library.results)
      results.push_back(result.getView());
    stax_error error = {};
    if (library.entry(views.data(), results.data(), nullptr, &error) != STAX_OK)
      fail(library.label + ": " + error.message);
  };
  int64_t half = (bytes + 1) / 2;
  Buffer source(half), target(half);
  std::vector<double> copies, reads;
  volatile uint64_t sum = 0;
  constexpr int warmUp = 3;
  for (int round = -warmUp; round < rounds; ++round) {
    double copy = timeTurn(
        [&] { stax::rt::streamCopy(target.get(), source.get(), half); });
    double read = timeTurn([&] {
      sum = stax::rt::streamRead(source.get(), half) +
            stax::rt::streamRead(target.get(), half);
    });
    for (Library &library : libraries) {
      double time = timeTurn([&] { call(library); });
      if (round >= 0)
        library.times.push_back(time);
    }
    if (round < 0)
      continue;
    copies.push_back(copy);
    reads.push_back(read);
  }

  std::printf("{\"entry\": \"%s\", \"bytes\": %lld, \"written\": %lld, "
              "\"rounds\": %d, \"copy_us\": %.3f, \"read_us\": %.3f, "
              "\"libraries\": [",
              entry, static_cast<long long>(bytes),
              static_cast<long long>(written), rounds, getMedian(copies),
              getMedian(reads));
  for (Library &library : libraries) {
    double difference = 0;
    for (size_t i = 0; i < library.results.size(); ++i)
      difference = std::max(
          difference, library.results[i].compare(libraries[0].results[i]));
    std::printf("%s{\"label\": \"%s\", \"median_us\": %.3f, \"min_us\": %.3f, "
                "\"difference\": %.3g}",
                &library == libraries.data() ? "" : ", ", library.label.c_str(),
                getMedian(library.times),
                *std::min_element(library.times.begin(), library.times.end()),
                difference);
  }
  std::printf("]}\n");
}
