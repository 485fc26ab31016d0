// SPDX-License-Identifier: Apache-2.0
// As prop_tlb_test.cpp, many more link TLBs.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/tlb_bench.h"

using namespace flitlock_test;

TEST(PropTlbNightly, GoldenEqualsReferenceOnManyRandomTlbs) {
  std::cout << "seeds 100001 to 103000\n";
  uint64_t packets = 0;
  for (uint64_t seed = 100001; seed <= 103000 && !HasFailure(); seed++) {
    TlbRigParams params;
    TlbTraffic traffic;
    random_tlb(seed, params, traffic);
    const TlbBenchResult result = run_tlb_bench({}, seed, seed % 4 == 0);
    EXPECT_EQ(result.difference, "") << "seed " << seed << ": " << describe_tlb(params, traffic);
    packets += result.packets;
  }
  EXPECT_GT(packets, 1000000U);
}
