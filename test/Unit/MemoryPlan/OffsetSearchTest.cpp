//===- OffsetSearchTest.cpp - Branch and bound at a capacity --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlan/OffsetSearch.h"
#include "MemoryPlan/RestartingSearch.h"

#include "ErrorText.h"
#include "stax/Support/Random.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;
using Outcome = OffsetSearch::Outcome;

static PlanBuffer buffer(Time lower, Time upper, int64_t size) {
  return {std::to_string(lower), lower, upper, size, 1, {}};
}

/// A random problem small enough for every set of offsets to be tried.
static std::vector<PlanBuffer> makeSmall(Random &random) {
  std::vector<PlanBuffer> buffers;
  for (unsigned i = 0; i < 6; ++i) {
    Time lower = random.below(8);
    buffers.push_back(
        buffer(lower, lower + 1 + random.below(4), 1 + random.below(4)));
    buffers.back().alignment = 1 + random.below(2);
  }
  if (random.chance(50))
    buffers[0].fixedOffset = buffers[0].alignment * Offset(random.below(4));
  return buffers;
}

/// Whether some offsets fit `capacity`: tries all, buffer by buffer.
static bool fitsByTrying(ArrayRef<PlanBuffer> buffers, int64_t capacity,
                         std::vector<Offset> &offsets) {
  unsigned next = offsets.size();
  if (next == buffers.size())
    return true;
  const PlanBuffer &made = buffers[next];
  for (Offset offset = 0; offset + made.size <= capacity;
       offset += made.alignment) {
    if (made.fixedOffset && offset != *made.fixedOffset)
      continue;
    bool isFree = true;
    for (unsigned i = 0; i < next; ++i)
      isFree &= buffers[i].lower >= made.upper ||
                made.lower >= buffers[i].upper ||
                offsets[i] >= offset + made.size ||
                offset >= offsets[i] + buffers[i].size;
    if (!isFree)
      continue;
    offsets.push_back(offset);
    if (fitsByTrying(buffers, capacity, offsets))
      return true;
    offsets.pop_back();
  }
  return false;
}

TEST(Sections, AreTheMaximalLiveSets) {
  std::vector<PlanBuffer> buffers = {buffer(0, 3, 1), buffer(1, 5, 1),
                                     buffer(3, 4, 1), buffer(6, 9, 1)};
  Sections sections(buffers);
  ASSERT_EQ(sections.size(), 3u);
  EXPECT_EQ(sections.buffersOf(0), ArrayRef<unsigned>({0, 1}));
  EXPECT_EQ(sections.buffersOf(1), ArrayRef<unsigned>({1, 2}));
  EXPECT_EQ(sections.buffersOf(2), ArrayRef<unsigned>({3}));
  EXPECT_TRUE(sections.meet(0, 1));
  EXPECT_FALSE(sections.meet(0, 2));
}

TEST(Sections, MeetExactlyWhenTheyOverlap) {
  Random random(5);
  for (unsigned round = 0; round < 50; ++round) {
    std::vector<PlanBuffer> buffers = makeSmall(random);
    Sections sections(buffers);
    for (unsigned a = 0; a < buffers.size(); ++a) {
      EXPECT_LT(sections.first(a), sections.end(a));
      for (unsigned b = 0; b < buffers.size(); ++b)
        EXPECT_EQ(sections.meet(a, b), buffers[a].lower < buffers[b].upper &&
                                           buffers[b].lower < buffers[a].upper);
    }
  }
}

// Found and infeasible are both proofs, alignment and fixed offsets included.
TEST(OffsetSearch, AgreesWithTryingAllOffsets) {
  Random random(6);
  unsigned found = 0, rounds = 300;
  for (unsigned round = 0; round < rounds; ++round) {
    MemoryPlanProblem problem;
    problem.buffers = makeSmall(random);
    int64_t capacity = 6 + random.below(8);
    std::vector<Offset> offsets;
    bool expected = fitsByTrying(problem.buffers, capacity, offsets);
    RestartingSearch search(problem.buffers);
    WorkLimit limit = WorkLimit::ofSeconds(60);
    Outcome outcome = search.run(capacity, limit);
    EXPECT_EQ(outcome, expected ? Outcome::Found : Outcome::Infeasible);
    if (outcome != Outcome::Found)
      continue;
    ++found;
    EXPECT_EQ(errorText(problem.verify(search.offsets())), "success");
    EXPECT_LE(problem.height(search.offsets()), capacity);
  }
  EXPECT_GT(found, rounds / 10);
  EXPECT_LT(found, rounds * 9 / 10);
}

// A node limit ends the search without an answer.
TEST(OffsetSearch, NodeLimit) {
  std::vector<PlanBuffer> buffers = {buffer(0, 2, 1), buffer(1, 3, 1)};
  OffsetSearch search(buffers);
  OffsetSearch::Preference preference{{0, 0}, {0, 0}, 0};
  WorkLimit limit = WorkLimit::ofSeconds(60);
  EXPECT_EQ(search.run(2, preference, 1, limit), Outcome::LimitReached);
  EXPECT_EQ(search.run(2, preference, 2, limit), Outcome::Found);
  EXPECT_EQ(search.run(1, preference, 2, limit), Outcome::Infeasible);
}

// One decision a buffer: recursion would need as many frames of the stack.
TEST(OffsetSearch, ManyBuffersAtOnce) {
  std::vector<PlanBuffer> buffers;
  for (unsigned i = 0; i < 2000; ++i)
    buffers.push_back(buffer(i, 4000 - i, 1));
  RestartingSearch search(buffers);
  WorkLimit limit = WorkLimit::ofSeconds(60);
  EXPECT_EQ(search.run(2000, limit), Outcome::Found);
}
