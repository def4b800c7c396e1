//===- SameSizeReuseTest.cpp - Tests of reuse of one size -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/SameSizeReuse.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace mlir::stax;

// A dead buffer's storage is taken over, and again after that.
TEST(SameSizeReuseTest, takesOverDeadStorages) {
  SameSizeReuse reuse =
      reuseSameSize({{0, 2, 8, 0}, {2, 4, 8, 0}, {3, 6, 8, 0}, {5, 7, 8, 0}});
  EXPECT_EQ(reuse.storage, (std::vector<unsigned>{0, 0, 2, 0}));
  EXPECT_EQ(reuse.peak, 16);
}

// Kinds are not mixed.
TEST(SameSizeReuseTest, shouldNotMixKinds) {
  SameSizeReuse reuse = reuseSameSize({{0, 2, 8, 0}, {2, 4, 8, 1}});
  EXPECT_EQ(reuse.storage, (std::vector<unsigned>{0, 1}));
}

// Holding a storage while the peak is reached would raise it.
TEST(SameSizeReuseTest, shouldNotRaiseThePeak) {
  SameSizeReuse reuse =
      reuseSameSize({{0, 1, 8, 0}, {2, 3, 100, 1}, {4, 5, 8, 0}});
  EXPECT_EQ(reuse.storage, (std::vector<unsigned>{0, 1, 2}));
  EXPECT_EQ(reuse.peak, 100);
}

TEST(SameSizeReuseTest, acceptsNothing) {
  EXPECT_TRUE(reuseSameSize({}).storage.empty());
}

// On random buffers: storages are of one kind, hold one buffer at a time, are
// their own, and together never exceed the peak of the buffers alone.
TEST(SameSizeReuseTest, isRightOnRandomBuffers) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<ReusableBuffer> buffers;
    for (int i = 0; i < 40; ++i) {
      Time lower = random() % 60;
      unsigned kind = random() % 3;
      buffers.push_back(
          {lower, lower + 1 + Time(random() % 9), int64_t(8) << kind, kind});
    }
    SameSizeReuse reuse = reuseSameSize(buffers);
    int64_t peak = 0, held = 0;
    for (Time time = 0; time < 80; ++time) {
      int64_t live = 0, storages = 0;
      for (unsigned s = 0; s < buffers.size(); ++s) {
        Time first = 100, last = 0;
        int users = 0;
        for (unsigned b = 0; b < buffers.size(); ++b) {
          if (reuse.storage[b] != s)
            continue;
          EXPECT_EQ(buffers[b].kind, buffers[s].kind);
          EXPECT_EQ(reuse.storage[s], s);
          first = std::min(first, buffers[b].lower);
          last = std::max(last, buffers[b].upper);
          users += buffers[b].lower <= time && time < buffers[b].upper;
        }
        EXPECT_LE(users, 1);
        live += users * buffers[s].size;
        storages += first <= time && time < last ? buffers[s].size : 0;
      }
      peak = std::max(peak, live);
      held = std::max(held, storages);
    }
    EXPECT_EQ(held, peak);
    EXPECT_EQ(reuse.peak, peak);
  }
}
