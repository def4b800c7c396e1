//===- Calls.cpp - Entries that can be left at any point ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Calls.h"
#include "Calls.h"
#include "Error.h"
#include "Pool.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace stax::rt;

namespace {
/// What a stax_call holds.
struct Call {
  jmp_buf place;         ///< first, for generated code
  Call *outer;           ///< in the same thread
  std::size_t numOuter;  ///< live buffers of calls around this one
  uint64_t missingBytes; ///< what there was no memory for, or 0
};
static_assert(sizeof(Call) <= sizeof(stax_call));
static_assert(alignof(Call) <= STAX_CALL_ALIGNMENT);

/// The calls of a thread.
struct Calls {
  Call *innermost = nullptr;
  std::vector<void *> buffers; ///< live ones, those of outer calls first
};
} // namespace

static thread_local Calls calls;

static Call *getCall(stax_call *call) { return reinterpret_cast<Call *>(call); }

void stax_call_begin(stax_call *call, int64_t *) {
  Call *inner = getCall(call);
  inner->outer = calls.innermost;
  inner->numOuter = calls.buffers.size();
  inner->missingBytes = 0;
  calls.innermost = inner;
}

void stax_call_end(stax_call *call) {
  calls.innermost = getCall(call)->outer;
  calls.buffers.resize(getCall(call)->numOuter);
}

int32_t stax_call_abandoned(stax_call *call, stax_error *error) {
  std::size_t numOuter = getCall(call)->numOuter;
  std::for_each(calls.buffers.begin() + numOuter, calls.buffers.end(),
                freeBuffer);
  stax_call_end(call);
  uint64_t bytes = getCall(call)->missingBytes;
  if (bytes == 0)
    return STAX_OK;
  return fail(error, STAX_OUT_OF_MEMORY, "",
              "out of memory allocating %llu bytes",
              static_cast<unsigned long long>(bytes));
}

void stax_abandon(void) {
  if (!calls.innermost) {
    std::fprintf(stderr, "stax: a check failed outside of an entry\n");
    std::_Exit(1);
  }
  longjmp(calls.innermost->place, 1);
}

void stax::rt::abandonForMemory(uint64_t bytes) {
  if (!calls.innermost) {
    std::fprintf(stderr, "stax: out of memory allocating %llu bytes\n",
                 static_cast<unsigned long long>(bytes));
    std::_Exit(1);
  }
  calls.innermost->missingBytes = bytes;
  longjmp(calls.innermost->place, 1);
}

void stax::rt::noteAllocation(void *data) {
  if (calls.innermost)
    calls.buffers.push_back(data);
}

void stax::rt::noteFree(void *data) {
  auto found = std::find(calls.buffers.rbegin(), calls.buffers.rend(), data);
  if (found != calls.buffers.rend())
    calls.buffers.erase(std::next(found).base());
}
