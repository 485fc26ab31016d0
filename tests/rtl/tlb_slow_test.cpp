// SPDX-License-Identifier: Apache-2.0
// Link TLBs, golden and RTL in lockstep: every output of every port in every cycle, the traces of hits, merges, walks
// and victims included; in random traffic with faults, invalidations, prefetches, and limits that are met.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "flitlock/lockstep.h"
#include "tlb_rig.h"
#include "verilated/rtl_link_tlb.h"

namespace flitlock_test {
namespace {

class RtlTlb : public testing::TestWithParam<const char *> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    ASSERT_NE(flitlock_rtl_l1_shape(("l1_" + name).c_str()), nullptr);
    ASSERT_NE(flitlock_rtl_l2_shape(("l2_" + name).c_str()), nullptr);
    l1 = *flitlock_rtl_l1_shape(("l1_" + name).c_str());
    l2 = *flitlock_rtl_l2_shape(("l2_" + name).c_str());
    l1.checks = l2.checks = 1;
  }

  // Golden and RTL in lockstep; what is wrong, or the first divergence.
  std::string lockstep(const TlbTraffic &traffic, TlbSeen &seen) {
    flitlock_lockstep_options options;
    flitlock_lockstep_options_default(&options);
    flitlock_lockstep *session = nullptr;
    flitlock_error error{};
    if (flitlock_lockstep_create(&options, &session, &error) != FLITLOCK_OK) return error.text;
    flitlock_lockstep_params l1_pair{}, l2_pair{};
    l1_pair.session = l2_pair.session = session;
    l1_pair.golden = &flitlock_l1_tlb_golden;
    l1_pair.device = &flitlock_l1_tlb_rtl;
    l1_pair.golden_params = l1_pair.device_params = &l1;
    l1_pair.max_len = l1.max_len;
    l1_pair.unit_bytes = l1.unit_bytes;
    l2_pair.golden = &flitlock_l2_tlb_golden;
    l2_pair.device = &flitlock_l2_tlb_rtl;
    l2_pair.golden_params = l2_pair.device_params = &l2;
    l2_pair.max_len = 1;
    l2_pair.unit_bytes = l2.unit_bytes;
    std::string problem =
        run_tlb(traffic, l1, l2, {&flitlock_lockstep_block, &l1_pair}, {&flitlock_lockstep_block, &l2_pair}, seen);
    flitlock_lockstep_finish(session);
    flitlock_lockstep_counts counts{};
    flitlock_lockstep_total(session, &counts);
    flits += counts.flits;
    const int verdict = flitlock_lockstep_verdict(session, &error);
    if (verdict != FLITLOCK_OK) problem += std::string(problem.empty() ? "" : "; ") + error.text;
    flitlock_lockstep_destroy(session);
    return problem;
  }

  flitlock_l1_tlb_params l1{};
  flitlock_l2_tlb_params l2{};
  uint64_t flits = 0;
};

TEST_P(RtlTlb, IsGolden) {
  TlbSeen seen;
  for (unsigned seed = 1; seed <= 12; seed++) {
    TlbTraffic traffic;
    traffic.seed = seed;
    traffic.gap = 1 + seed % 3;
    traffic.channel = 1 + seed % 3;
    traffic.stall = seed % 4 == 0 ? 60 : 6;
    traffic.pages = 6 + 4 * (seed % 4);
    traffic.table = 2 + seed * 3 % 20;
    traffic.change = seed % 5 == 0 ? 0 : 20 + 15 * (seed % 3);
    traffic.prefetch = seed % 3 == 0 ? 0 : 5;
    traffic.reset = seed % 4 == 1 ? 1500 : 0;
    ASSERT_EQ(lockstep(traffic, seen), "") << GetParam() << ", seed " << seed;
  }
  // All kinds of events were there to be compared.
  for (unsigned kind = 0; kind < 6; kind++) {
    EXPECT_GT(seen.l1[kind], 20U) << "L1 look-ups of kind " << kind;
    EXPECT_GT(seen.l2[kind], 20U) << "L2 look-ups of kind " << kind;
  }
  for (unsigned kind = 0; kind < 4; kind++)
    EXPECT_GT(seen.l1_message[kind], 20U) << "messages to an L1 of kind " << kind;
  for (unsigned kind = 0; kind < 5; kind++)
    EXPECT_GT(seen.l2_pte[kind], 20U) << "PTEs of kind " << kind;
  for (unsigned level = 0; level < 3; level++)
    EXPECT_GT(seen.level[level], 20U) << "walks that begin at level " << level;
  for (unsigned status = 0; status < 3; status++)
    EXPECT_GT(seen.status[status], 20U) << "packets of status " << status;
  EXPECT_GT(seen.completed, 100U);
  EXPECT_GT(flits, 50000U);
  RecordProperty("cycles", std::to_string(seen.cycles));
}

INSTANTIATE_TEST_SUITE_P(Shapes, RtlTlb, testing::Values("mixed", "wide"),
                         [](const auto &each) { return std::string(each.param); });

// The handshake: what no model has is refused, with both values.
TEST(RtlTlbShape, NamesBothValues) {
  flitlock_l1_tlb_params l1 = *flitlock_rtl_l1_shape("l1_mixed");
  l1.mshrs = 7;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_l1_tlb_rtl.create(&l1, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_STREQ(error.text,
               "dut: no Verilated model has this L1 link TLB's parameters; the nearest is l1_mixed: Mshrs is 4 "
               "in the RTL and 7 in the configuration");
  flitlock_l2_tlb_params l2 = *flitlock_rtl_l2_shape("l2_wide");
  l2.partition[5] = 0;
  EXPECT_EQ(flitlock_l2_tlb_rtl.create(&l2, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("Partition of GPU 5 is 1 in the RTL and 0 in the configuration"),
            std::string::npos)
      << error.text;
}

TEST(RtlTlbShape, ChecksWhatChapter7Allows) {
  flitlock_l1_tlb_params l1 = *flitlock_rtl_l1_shape("l1_mixed");
  l1.latency = 0;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_l1_tlb_rtl.create(&l1, "dut", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_EQ(std::string(error.text).find("Verilated"), std::string::npos) << error.text;
}

}  // namespace
}  // namespace flitlock_test
