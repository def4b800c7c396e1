//===- StartUpTime.cpp - Time from the start of the process ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux tells when a process began, in ticks, rounded down. The processor time
// is exact but leaves out waiting for files, so both bound the answer.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/StartUpTime.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

static double readClock(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/// When the process began, in milliseconds since the system did, plus at most a
/// tick; 0 if the system does not tell.
static double readStart(double tick) {
  std::ifstream file("/proc/self/stat");
  std::string text;
  std::getline(file, text);
  // The second field is the program's name, in parentheses and with any
  // characters; the start is the 22nd.
  std::istringstream fields(
      text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string skipped;
  for (int field = 3; field < 22; ++field)
    fields >> skipped;
  double ticks = 0;
  fields >> ticks;
  return (ticks + 1) * tick;
}

double mlir::stax::getMillisecondsSinceStart() {
  double processorTime = readClock(CLOCK_PROCESS_CPUTIME_ID);
  double tick = 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
  double start = readStart(tick);
  if (start <= tick)
    return processorTime;
  return std::max(processorTime, readClock(CLOCK_BOOTTIME) - start);
}
