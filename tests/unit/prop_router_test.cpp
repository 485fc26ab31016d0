// SPDX-License-Identifier: Apache-2.0
// The golden router against the reference router on random routers and random traffic. Any difference in any output of
// any port in any cycle is a failure; the seed of the case is in the message, and FLITLOCK_TEST_SEED=n runs that one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "reference/reference_router.h"
#include "reference/router_bench.h"

using namespace flitlock_test;

namespace {

RouterBenchResult run_seed(uint64_t seed, const flitlock_block_ops &ops = flitlock_router_golden) {
  static_assert(sizeof(flitlock_router_params) < 65536, "on the stack");
  flitlock_router_params params;
  RouterTraffic traffic;
  random_router(seed, params, traffic);
  const RouterBenchResult result = run_router_bench(ops, params, traffic, seed);
  EXPECT_EQ(result.difference, "") << "seed " << seed << ": " << describe_router(params, traffic);
  return result;
}

}  // namespace

TEST(PropRouter, GoldenEqualsReferenceOnRandomRouters) {
  const char *only = std::getenv("FLITLOCK_TEST_SEED");
  const uint64_t first = only ? std::strtoull(only, nullptr, 0) : 1;
  const uint64_t last = only ? first : 60;
  std::cout << "seeds " << first << " to " << last << '\n';
  RouterBenchResult sum;
  for (uint64_t seed = first; seed <= last && !HasFailure(); seed++) {
    const RouterBenchResult result = run_seed(seed);
    EXPECT_GT(result.flits, 0U) << "seed " << seed << " compared nothing";
    sum.flits += result.flits;
    sum.skipped += result.skipped;
    sum.idle += result.idle;
  }
  std::cout << sum.flits << " flits, " << sum.idle << " idle causes compared, " << sum.skipped << " steps slept\n";
  EXPECT_GT(sum.flits, only ? 0U : 30000U);
  EXPECT_GT(sum.skipped, only ? 0U : 1000U) << "no router ever slept";
}

TEST(PropRouter, TheReferenceKeepsItsOwnRules) {
  for (uint64_t seed = 1001; seed <= 1010; seed++)
    run_seed(seed, reference_router_ops);
}

namespace {

// A router whose step is wrong in one way, to see that the bench would notice.
flitlock_block_ops broken_ops = reference_router_ops;
uint8_t other_bytes[FLITLOCK_MAX_UNIT_BYTES * FLITLOCK_MAX_WIDTH];

template <typename Change>
uint64_t step_changed(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out, Change change) {
  const uint64_t wake = reference_router_ops.step(block, cycle, in, out);
  if (cycle == 100 || cycle == 101) change(reference_router_of(block), *out);
  return wake;
}

std::string difference_of(uint64_t (*step)(flitlock_block *, uint64_t, const flitlock_in *, flitlock_out *)) {
  broken_ops.step = step;
  for (uint64_t seed = 1; seed < 20; seed++) {
    flitlock_router_params params;
    RouterTraffic traffic;
    random_router(seed, params, traffic);
    traffic.load = 1;
    traffic.stall = 0.3;
    traffic.reset_at = 0;
    const std::string difference = run_router_bench(broken_ops, params, traffic, seed).difference;
    if (!difference.empty()) return difference;
  }
  return "";
}

}  // namespace

TEST(PropRouter, TheBenchNoticesAWrongFieldPayloadCreditAndTime) {
  EXPECT_NE(difference_of([](flitlock_block *b, uint64_t c, const flitlock_in *i, flitlock_out *o) {
              return step_changed(b, c, i, o, [](ReferenceRouter &, flitlock_out &out) {
                for (unsigned p = 0; p < 64; p++)
                  if (out.flit_valid >> p & 1) out.flit[p].addr ^= uint64_t{1} << 63;
              });
            }).find("addr differs"),
            std::string::npos);
  EXPECT_NE(difference_of([](flitlock_block *b, uint64_t c, const flitlock_in *i, flitlock_out *o) {
              return step_changed(b, c, i, o, [](ReferenceRouter &, flitlock_out &out) {
                for (unsigned p = 0; p < 64; p++)
                  if (out.flit_valid >> p & 1) out.flit[p].payload = other_bytes;
              });
            }).find("payload"),
            std::string::npos);
  EXPECT_NE(difference_of([](flitlock_block *b, uint64_t c, const flitlock_in *i, flitlock_out *o) {
              return step_changed(b, c, i, o, [](ReferenceRouter &, flitlock_out &out) { out.credit_valid = 0; });
            }).find("credits returned"),
            std::string::npos);
  EXPECT_NE(difference_of([](flitlock_block *b, uint64_t c, const flitlock_in *i, flitlock_out *o) {
              return step_changed(b, c, i, o, [](ReferenceRouter &, flitlock_out &out) { out.flit_valid = 0; });
            }).find("flit valid"),
            std::string::npos);
}
