// SPDX-License-Identifier: Apache-2.0
// The rig in which RTL slices are held against golden (tests/support/l2_rig.h), with golden in the RTL's place: it
// finds nothing where nothing is wrong, and everything that is planted.
#include <gtest/gtest.h>

#include "l2_torture.h"
#include "support/l2_pair.h"

namespace {

using flitlock_test::L2Block;
using flitlock_test::L2Seen;
using flitlock_test::L2Traffic;

flitlock_l2_slice_params Params(unsigned variant) {
  flitlock_l2_slice_params params = flitlock_test::TortureProfile(variant).slice;
  params.events = params.checks = 1;
  params.slice = variant % 2;
  params.self = 0x11223344;
  params.memory = 0x55667788;
  return params;
}

L2Traffic Traffic(unsigned seed) {
  L2Traffic traffic;
  traffic.seed = seed;
  traffic.requests = 600;
  traffic.run = seed % 3 == 0 ? 0 : 12;
  traffic.flush = seed % 2 == 0 ? 0 : 150;
  traffic.gap = 1 + seed % 2;
  traffic.rsp_stall = seed * 37 % 96;
  traffic.mem_stall = seed * 53 % 96;
  traffic.held = seed % 3;
  traffic.latency = 1 + seed * 7 % 40;
  traffic.shuffle = seed % 4 != 0;
  traffic.reset = seed % 5 == 2 ? 400 : 0;
  return traffic;
}

TEST(L2Rig, GoldenIsGolden) {
  L2Seen seen;
  for (unsigned seed = 0; seed < 16; seed++) {
    const flitlock_l2_slice_params params = Params(seed);
    flitlock_lockstep_counts counts{};
    ASSERT_EQ(flitlock_test::l2_lockstep(Traffic(seed), params, {&flitlock_l2_slice_golden, &params}, seen, counts), "")
        << "seed " << seed;
    EXPECT_GT(counts.flits, 600U);
  }
  for (unsigned operation = 0; operation < 3; operation++)
    for (unsigned outcome = 0; outcome < 4; outcome++)
      if (operation != FLITLOCK_L2_WRITE || outcome != FLITLOCK_L2_SECTOR_MISS) {
        EXPECT_GT(seen.outcome[operation][outcome], 5U) << "operation " << operation << ", outcome " << outcome;
      }
  EXPECT_EQ(seen.outcome[FLITLOCK_L2_WRITE][FLITLOCK_L2_SECTOR_MISS], 0U);
  EXPECT_GT(seen.dirty, 50U);
  EXPECT_GT(seen.beside_locked, 50U);
  EXPECT_GT(seen.by_chance, 10U);
  EXPECT_GT(seen.in_a_row, 10U);
}

// What is planted, and the log that can see it: none where only the cycle is wrong.
struct Planted {
  const char *error;
  bool logged;
};

class L2RigPlants : public testing::TestWithParam<Planted> {};

TEST_P(L2RigPlants, AreFound) {
  const flitlock_l2_slice_params params = Params(0);
  flitlock_planted_params planted{};
  flitlock_error error{};
  planted.ops = &flitlock_l2_slice_golden;
  planted.params = &params;
  planted.unit_bytes = 64;
  ASSERT_EQ(flitlock_plant_parse(GetParam().error, &planted.plant, &error), FLITLOCK_OK) << error.text;
  const L2Block device = {&flitlock_planted_block, &planted};
  L2Seen seen;
  for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
    flitlock_lockstep_counts counts{};
    EXPECT_NE(flitlock_test::l2_lockstep(Traffic(3), params, device, seen, counts, mode), "");
  }
  uint64_t entries = 0;
  const std::string found = flitlock_test::l2_compare_logs(Traffic(3), params, params, device, seen, entries);
  EXPECT_EQ(found.empty(), !GetParam().logged) << found;
}

INSTANTIATE_TEST_SUITE_P(Kinds, L2RigPlants,
                         testing::Values(Planted{"flit-lost@700", true}, Planted{"payload@700", true},
                                         Planted{"field.addr@700", true}, Planted{"field.id@700", true},
                                         Planted{"credit-late@700", false}, Planted{"credit-twice@700", true}));

// The log is the same whatever a slice takes its time for: with other depths of its queues, and seen later.
TEST(L2Rig, LogsHaveNoCycles) {
  for (unsigned seed = 0; seed < 8; seed++) {
    const flitlock_l2_slice_params params = Params(seed);
    flitlock_l2_slice_params other = params;
    other.rsp_depth = static_cast<uint16_t>(1 + seed % 3);
    other.order_depth = static_cast<uint16_t>(1 + seed % 2);
    other.req_depth = 3;
    L2Traffic traffic = Traffic(seed);
    traffic.requests = 300;
    traffic.late = 5;
    L2Seen seen;
    uint64_t entries = 0;
    EXPECT_EQ(
        flitlock_test::l2_compare_logs(traffic, params, other, {&flitlock_l2_slice_golden, &other}, seen, entries), "")
        << "seed " << seed;
    EXPECT_GT(entries, 700U);
    // At the ports it is another slice.
    flitlock_lockstep_counts counts{};
    traffic.late = 0;
    EXPECT_NE(flitlock_test::l2_lockstep(traffic, params, {&flitlock_l2_slice_golden, &other}, seen, counts), "");
  }
}

// And it is another one where the slice decides otherwise.
TEST(L2Rig, LogsShowDecisions) {
  const flitlock_l2_slice_params params = Params(0);
  const auto differs = [&](const flitlock_l2_slice_params &other) {
    L2Seen seen;
    uint64_t entries = 0;
    return flitlock_test::l2_compare_logs(Traffic(4), params, other, {&flitlock_l2_slice_golden, &other}, seen,
                                          entries);
  };
  flitlock_l2_slice_params other = params;
  EXPECT_EQ(differs(other), "");
  other.p_rand = static_cast<uint16_t>(params.p_rand + 60);
  EXPECT_EQ(differs(other).rfind("event ", 0), 0U);
  other = params;
  other.reserved = 2;
  EXPECT_EQ(differs(other).rfind("event ", 0), 0U);
  other = params;
  other.fetch_bytes = 64;
  EXPECT_EQ(differs(other).rfind("event ", 0), 0U);
  other = params;
  other.list = 3;
  EXPECT_NE(differs(other), "");
}

}  // namespace
