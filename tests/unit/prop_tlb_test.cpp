// SPDX-License-Identifier: Apache-2.0
// E18: random link TLBs under random traffic, invalidations and errors. Golden against the reference, and the
// invariants of the specification. A failure names its seed.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/tlb_bench.h"

using namespace flitlock_test;

TEST(PropTlb, GoldenEqualsReferenceAndKeepsTheInvariants) {
  std::cout << "seeds 1 to 200\n";
  TlbBenchResult sum;
  for (uint64_t seed = 1; seed <= 200 && !HasFailure(); seed++) {
    TlbRigParams params;
    TlbTraffic traffic;
    random_tlb(seed, params, traffic);
    const TlbBenchResult result = run_tlb_bench({}, seed, seed % 4 == 0);
    EXPECT_EQ(result.difference, "") << "seed " << seed << ": " << describe_tlb(params, traffic);
    sum.events += result.events;
    sum.packets += result.packets;
    for (unsigned k = 0; k < 3; k++)
      sum.by_status[k] += result.by_status[k];
    for (unsigned k = 0; k < FLITLOCK_CLASS_COUNT; k++)
      sum.by_class[k] += result.by_class[k];
    sum.walks += result.walks;
    sum.restarts += result.restarts;
    sum.invalidations += result.invalidations;
    sum.evictions += result.evictions;
    sum.stalls += result.stalls;
    sum.prefetches += result.prefetches;
    sum.skipped += result.skipped;
  }
  std::cout << sum.events << " events, " << sum.packets << " packets (" << sum.by_status[1] << " decode errors, "
            << sum.by_status[2] << " violations), " << sum.walks << " walks, " << sum.restarts << " restarts, "
            << sum.invalidations << " invalidations, " << sum.evictions << " evictions, " << sum.stalls << " stalls, "
            << sum.prefetches << " prefetches, " << sum.skipped << " steps slept\n";
  // A run that met none of these showed nothing.
  for (unsigned k = 0; k < FLITLOCK_CLASS_COUNT; k++)
    EXPECT_GT(sum.by_class[k], 100U) << flitlock_translation_class_name(static_cast<int>(k));
  for (unsigned k = 0; k < 3; k++)
    EXPECT_GT(sum.by_status[k], 1000U);
  EXPECT_GT(sum.packets, 30000U);
  EXPECT_GT(sum.restarts, 50U);
  EXPECT_GT(sum.invalidations, 300U);
  EXPECT_GT(sum.evictions, 1000U);
  EXPECT_GT(sum.stalls, 1000U);
  EXPECT_GT(sum.prefetches, 100U);
  EXPECT_GT(sum.skipped, 10000U);
}
