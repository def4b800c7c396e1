//===- Checks.cpp - Errors found while a program runs ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <algorithm>

using namespace stax::rt;

int32_t stax_report_checks(const stax_check *checks, int32_t numChecks,
                           int64_t status, stax_error *error) {
  if (status == 0)
    return STAX_OK;
  if (!checks || numChecks <= 0)
    return fail(error, STAX_INVALID_ARGUMENT, "",
                "a run-time check failed (status 0x%llx), but the module has "
                "no table of checks",
                static_cast<unsigned long long>(status));
  int32_t bit = __builtin_ctzll(static_cast<unsigned long long>(status));
  const stax_check &check = checks[std::min(bit, numChecks - 1)];
  constexpr int32_t kLastBit = 63;
  bool isShared = bit == kLastBit && numChecks > kLastBit + 1;
  return fail(error, static_cast<stax_status>(check.code), check.location,
              "%s%s", check.message,
              isShared ? " (or one of the checks after this one, which share "
                         "its bit)"
                       : "");
}
