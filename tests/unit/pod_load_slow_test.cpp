// SPDX-License-Identifier: Apache-2.0
// Loads and rates of the reference pod against the arithmetic of its topology (issue "must show" 2 and 3). Seeds are
// fixed, so every run gives the same figures.
#include <gtest/gtest.h>

#include <cstdio>

#include "unit/pod_load.h"

using namespace flitlock_test;

namespace {

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const std::vector<std::string> steady = {"run.warmup=5000", "run.cycles=25000"};
const std::vector<std::string> write64 = {"workload.op=write", "workload.bytes=64B"};
const std::vector<std::string> read64 = {"workload.op=read", "workload.bytes=64B"};
const std::vector<std::string> write256 = {"workload.op=write", "workload.bytes=256B"};
const std::vector<std::string> read256 = {"workload.op=read", "workload.bytes=256B"};

std::vector<std::string> bernoulli(double rate) {
  return {"workload.injection=bernoulli", "workload.rate=" + std::to_string(rate)};
}

std::vector<std::string> depths(unsigned depth) {
  const std::string d = std::to_string(depth);
  return {"defaults.input_depth=" + d, "defaults.crossbar_depth=" + d, "defaults.output_depth=" + d};
}

// The table "Load and saturation": packets per cycle on a link, in multiples of the rate of a client.
struct Load {
  const char *pattern;
  double times;
  unsigned links;  // that match
};
const Load table[] = {{"gpu*.mesh*.A->B.req", 2, 12},   {"gpu*.mesh*.C->B.req", 2, 12},
                      {"gpu*.mesh*.D->E.req", 2, 12},   {"gpu*.mesh*.F->E.req", 2, 12},
                      {"gpu*.mesh*.B->E.req", 4, 12},   {"gpu*.mesh*.E->dst.req", 8, 12},
                      {"gpu*.dst->gpu*.dst.req", 8, 12}};

// At a rate the pod can bear everything offered is taken, and leaves: the exit of the plane that carries the data
// carries all of it, so no queue hides a shortfall.
void expect_accepted(const std::vector<std::string> &workload, double rate, const char *exit, unsigned flits,
                     unsigned depth) {
  PodRun run(steady + workload + bernoulli(rate) + depths(depth));
  ASSERT_EQ(run.failure, "");
  const double load = 8 * flits * rate;
  std::printf("depth %u: offered %.5f, accepted %.5f; %s %.4f of %.4f\n", depth, rate, run.results->accepted.mean, exit,
              run.use(exit), load);
  EXPECT_NEAR(run.results->accepted.mean, rate, 0.01 * rate);
  EXPECT_NEAR(run.use(exit), load, 0.01 * load);
}

const char *const req_exit = "gpu*.mesh*.E->dst.req";
const char *const rsp_exit = "gpu*.mesh*.E->dst.rsp";

double greedy_use(const std::vector<std::string> &sets, const char *link = req_exit) {
  PodRun run(steady + sets);
  EXPECT_EQ(run.failure, "");
  return run.failure.empty() ? run.use(link) : -1;
}

}  // namespace

TEST(PodLoadSlow, LinkLoadsAtATenthEqualTheTable) {
  const double rate = 0.10;
  PodRun run(steady + write64 + bernoulli(rate));
  ASSERT_EQ(run.failure, "");
  for (const Load &row : table) {
    EXPECT_EQ(run.links(row.pattern).size(), row.links) << row.pattern;
    std::printf("%-24s %.4f, table %.4f\n", row.pattern, run.use(row.pattern), row.times * rate);
    EXPECT_NEAR(run.use(row.pattern), row.times * rate, 0.01 * row.times * rate) << row.pattern;
  }
}

// With a fixed interval the outbound loads are exact for every single link, not only in the mean.
TEST(PodLoadSlow, EachOutboundLinkCarriesItsShareAtAFixedInterval) {
  PodRun run(steady + write64 +
             std::vector<std::string>{"workload.injection=interval", "workload.interval=10", "workload.phase=1"});
  ASSERT_EQ(run.failure, "");
  for (const Load &row : table) {
    if (row.links != 12 || std::string(row.pattern) == "gpu*.dst->gpu*.dst.req") continue;  // destinations are random
    for (const flitlock_link_result *link : run.links(row.pattern))
      EXPECT_NEAR(static_cast<double>(link->flits) / static_cast<double>(link->cycles), row.times * 0.1,
                  0.001 * row.times)
          << link->name;
  }
}

// Depths are counted in flits, and VCT wants room for whole packets: 32 flits are for packets of four what 8 are for
// packets of one. With depth 8 (two packets) the knee of 256-byte packets comes earlier, as that of 64 bytes at
// depth 2.
TEST(PodLoadSlow, AcceptedEqualsOfferedUpToTheKnee) {
  expect_accepted(write64, 0.115, req_exit, 1, 8);
  expect_accepted(read64, 0.115, rsp_exit, 1, 8);
  expect_accepted(write256, 0.115 / 4, req_exit, 4, 32);
  expect_accepted(read256, 0.115 / 4, rsp_exit, 4, 32);
  expect_accepted(write256, 0.024, req_exit, 4, 8);
  expect_accepted(read256, 0.024, rsp_exit, 4, 8);
}

// A client's packets are an eighth of what E->DST carries, so 1/8 packet of one flit or 1/32 of four is the asymptote.
TEST(PodLoadSlow, GreedyClientsSaturateNearAnEighthAndAThirtySecond) {
  const double write = greedy_use(write64), read = greedy_use(read64, rsp_exit);
  const double write_deep = greedy_use(write256 + depths(32)), read_deep = greedy_use(read256 + depths(32), rsp_exit);
  const double write_flat = greedy_use(write256), read_flat = greedy_use(read256, rsp_exit);
  const double two = greedy_use(write64 + depths(2));
  std::printf(
      "64 B, depth 8: write %.4f, read %.4f; 256 B, depth 32: %.4f, %.4f; depth 8: %.4f, %.4f; 64 B, depth 2: %.4f\n",
      write, read, write_deep, read_deep, write_flat, read_flat, two);
  for (double use : {write, read, write_deep}) {
    EXPECT_GE(use, 0.93);
    EXPECT_LE(use, 1);
  }
  // Greedy reads also fill the request plane and the response clients' queues, so now and then a response client runs
  // dry; limited to 64 outstanding requests a client it is above 0.94.
  EXPECT_GE(read_deep, 0.91);
  EXPECT_LE(read_deep, 1);
  EXPECT_GE(greedy_use(read256 + depths(32) + std::vector<std::string>{"clients.outstanding=64"}, rsp_exit), 0.93);
  // Two packets fit a buffer of 8 when they have four flits, and a buffer of 2 when they have one.
  EXPECT_NEAR(write_flat, two, 0.02);
  EXPECT_NEAR(read_flat, two, 0.02);
  EXPECT_NEAR(write_deep, write, 0.02);
}

TEST(PodLoadSlow, UseOfTheExitGrowsWithDepth) {
  double before = 0;
  for (unsigned depth : {4U, 8U, 16U, 32U}) {
    const double use = greedy_use(depths(depth));
    std::printf("depth %u: E->dst %.4f\n", depth, use);
    EXPECT_GT(use, before) << depth;
    EXPECT_LE(use, 1);
    EXPECT_GE(use, depth >= 8 ? 0.93 : 0);
    before = use;
  }
  const double use = greedy_use(depths(64));
  std::printf("depth 64: E->dst %.4f\n", use);
  EXPECT_GE(use, 0.98);
}

TEST(PodLoadSlow, GreedyClientsNearTheExitGetTwiceAsMuchAndWeightsMendIt) {
  for (unsigned depth : {4U, 8U, 16U}) {
    PodRun run(steady + depths(depth));
    ASSERT_EQ(run.failure, "");
    const double far = (run.rate_of("A") + run.rate_of("C")) / 2, near = (run.rate_of("D") + run.rate_of("F")) / 2;
    std::printf("depth %u: D, F %.5f; A, C %.5f; ratio %.4f\n", depth, near, far, near / far);
    EXPECT_NEAR(near / far, 2, 0.02 * 2) << depth;
  }
  // B brings the packets of four clients to E, D and F those of two each.
  PodRun run(steady +
             std::vector<std::string>{
                 "routers=[{match: \"*.E.req\", arbiter_l2: weighted, port_weights: [{port: N, weight: 2}]}]"});
  ASSERT_EQ(run.failure, "");
  const double far = (run.rate_of("A") + run.rate_of("C")) / 2, near = (run.rate_of("D") + run.rate_of("F")) / 2;
  std::printf("weighted: D, F %.5f; A, C %.5f; ratio %.4f\n", near, far, near / far);
  EXPECT_NEAR(near / far, 1, 0.02);
}
