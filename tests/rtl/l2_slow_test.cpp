// SPDX-License-Identifier: Apache-2.0
// Verilated L2 slices: which model is picked, what each kind of traffic shows of golden and RTL in lockstep, and the
// log on its own.
#include <gtest/gtest.h>

#include <string>

#include "support/l2_pair.h"
#include "verilated/rtl_l2_slice.h"

namespace flitlock_test {
namespace {

flitlock_l2_slice_params shape(const char *name) {
  flitlock_l2_slice_params params{};
  flitlock_error error{};
  EXPECT_EQ(flitlock_rtl_l2_slice_shape(name, &params, &error), FLITLOCK_OK) << error.text;
  params.events = params.checks = 1;
  params.self = 0x01020304;
  params.memory = 0x0A0B0C0D;
  return params;
}

// MINI48 as its profile has it.
flitlock_l2_slice_params mini48(uint32_t slice) {
  flitlock_l2_slice_params params;
  flitlock_l2_slice_params_default(&params);
  params.events = 1;
  params.slice = slice;
  params.self = 7 + slice;
  params.memory = 9 + slice;
  return params;
}

std::string lockstep(const L2Traffic &traffic, const flitlock_l2_slice_params &params, L2Seen &seen) {
  flitlock_lockstep_counts counts{};
  std::string problem = l2_lockstep(traffic, params, {&flitlock_l2_slice_rtl, &params}, seen, counts);
  EXPECT_GT(counts.flits, traffic.requests);
  return problem;
}

// All atomics to one word, at every edge: each works on what the one before left, R-L2S-AT-2.
TEST(RtlL2, AtomicsToOneWord) {
  L2Traffic traffic;
  traffic.lines = 1;
  traffic.sets = 1;
  traffic.run = 1;
  traffic.reads = traffic.writes = 0;
  L2Seen seen;
  EXPECT_EQ(lockstep(traffic, mini48(0), seen), "");
  EXPECT_GT(seen.in_a_row, 1000U);
}

// Partial writes and reads of a few lines, so that fills meet bytes that were written since their fetch.
TEST(RtlL2, FillsKeepWhatWasWritten) {
  L2Traffic traffic;
  traffic.lines = 40;
  traffic.sets = 1;
  traffic.latency = 60;
  traffic.writes = 6;
  L2Seen seen;
  for (uint32_t slice = 0; slice < 2; slice++)
    EXPECT_EQ(lockstep(traffic, mini48(slice), seen), "");
  EXPECT_GT(seen.outcome[FLITLOCK_L2_WRITE][FLITLOCK_L2_MERGED], 100U);
  EXPECT_GT(seen.dirty, 100U);
}

TEST(RtlL2, FlushesAndInvalidates) {
  L2Traffic traffic;
  traffic.requests = 600;
  traffic.lines = 100;
  traffic.flush = 20;
  L2Seen seen;
  EXPECT_EQ(lockstep(traffic, mini48(1), seen), "");
  EXPECT_GT(seen.flushes, 5U);
  EXPECT_GT(seen.invalidates, 5U);
  EXPECT_GT(seen.flush_written, 50U);
}

// Nothing goes out for long, and nothing is lost by it.
TEST(RtlL2, StalledBothWays) {
  L2Seen seen;
  for (unsigned seed = 1; seed < 4; seed++) {
    L2Traffic traffic;
    traffic.seed = seed;
    traffic.requests = 600;
    traffic.rsp_stall = seed == 1 ? 0 : 95;
    traffic.mem_stall = seed == 2 ? 0 : 95;
    traffic.held = 7;
    EXPECT_EQ(lockstep(traffic, shape(seed == 3 ? "slice_few" : "slice_mini48"), seen), "");
  }
  EXPECT_GT(seen.rsp_dry, 1000U);
  EXPECT_GT(seen.mem_dry, 1000U);
  EXPECT_GT(seen.req_dry, 1000U);
}

TEST(RtlL2, ResetInTheMiddle) {
  L2Seen seen;
  for (unsigned seed = 1; seed < 6; seed++) {
    L2Traffic traffic;
    traffic.seed = seed;
    traffic.requests = 500;
    traffic.reset = 150 + 40 * seed;
    traffic.flush = 200;
    EXPECT_EQ(lockstep(traffic, shape(seed % 2 ? "slice_mini48" : "slice_one"), seen), "") << "seed " << seed;
  }
}

// The second level on its own: also RTL of other timing agrees in what it decides.
TEST(RtlL2, LogIsGolden) {
  for (const char *name : {"slice_mini48", "slice_one", "slice_few"}) {
    const flitlock_l2_slice_params params = shape(name);
    L2Traffic traffic;
    traffic.requests = 400;
    traffic.late = 3;
    traffic.flush = 100;
    L2Seen seen;
    uint64_t entries = 0;
    EXPECT_EQ(l2_compare_logs(traffic, params, params, {&flitlock_l2_slice_rtl, &params}, seen, entries), "") << name;
    EXPECT_GT(entries, 1000U);
  }
}

// Golden in the place of RTL that queues less: another slice at the ports, the same log.
TEST(RtlL2, LogHasNoDepths) {
  const flitlock_l2_slice_params params = shape("slice_mini48");
  flitlock_l2_slice_params other = params;
  other.rsp_depth = other.order_depth = 1;
  L2Traffic traffic;
  traffic.requests = 300;
  L2Seen seen;
  uint64_t entries = 0;
  EXPECT_EQ(l2_compare_logs(traffic, other, params, {&flitlock_l2_slice_rtl, &params}, seen, entries), "");
  flitlock_lockstep_counts counts{};
  EXPECT_NE(l2_lockstep(traffic, other, {&flitlock_l2_slice_rtl, &params}, seen, counts), "");
}

// What is not shown does not matter: without the port `event` the others are the same.
TEST(RtlL2, WorksWithoutEvents) {
  flitlock_l2_slice_params params = mini48(0);
  params.events = 0;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  ASSERT_EQ(flitlock_l2_slice_rtl.create(&params, "dut", &block, &error), FLITLOCK_OK) << error.text;
  flitlock_block_info info;
  flitlock_l2_slice_rtl.describe(block, &info);
  EXPECT_EQ(info.ports, 4U);
  EXPECT_EQ(std::string(info.impl), "rtl");
  flitlock_l2_slice_rtl.destroy(block);
}

// The handshake: what no model has is refused, with both values.
TEST(RtlL2Shape, NamesBothValues) {
  flitlock_l2_slice_params params = mini48(0);
  params.mshrs = 7;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_l2_slice_rtl.create(&params, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_STREQ(
      error.text,
      "dut: no Verilated model has this L2 slice's parameters; the nearest is slice_mini48: Mshrs is 16 in the "
      "RTL and 7 in the configuration");
  params = mini48(0);
  params.map.mh[2] ^= 2;
  EXPECT_EQ(flitlock_l2_slice_rtl.create(&params, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("Mh of row 2 is"), std::string::npos) << error.text;
  EXPECT_EQ(flitlock_rtl_l2_slice_find(&params, "dut", &error), FLITLOCK_E_CONFIG);
}

TEST(RtlL2Shape, ChecksWhatChapter9Allows) {
  flitlock_l2_slice_params params = mini48(0);
  params.reserved = params.ways;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_l2_slice_rtl.create(&params, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_EQ(std::string(error.text).find("Verilated"), std::string::npos) << error.text;
}

}  // namespace
}  // namespace flitlock_test
