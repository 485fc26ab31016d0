// SPDX-License-Identifier: Apache-2.0
// As prop_router_test.cpp, many more routers.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/router_bench.h"

using namespace flitlock_test;

TEST(PropRouterNightly, GoldenEqualsReferenceOnManyRandomRouters) {
  std::cout << "seeds 100001 to 106000\n";
  uint64_t flits = 0;
  for (uint64_t seed = 100001; seed <= 106000 && !HasFailure(); seed++) {
    flitlock_router_params params;
    RouterTraffic traffic;
    random_router(seed, params, traffic);
    const RouterBenchResult result = run_router_bench(flitlock_router_golden, params, traffic, seed);
    EXPECT_EQ(result.difference, "") << "seed " << seed << ": " << describe_router(params, traffic);
    flits += result.flits;
  }
  EXPECT_GT(flits, 3000000U);
}
