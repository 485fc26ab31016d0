// SPDX-License-Identifier: Apache-2.0
// A divergence of a link TLB or of an L2 slice names the rule that its output follows, not a router's.
#include "support/lockstep_run.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;

namespace {

struct Expected {
  const char *config, *place, *plant;
  const char *port, *rule;
};

const Expected planted[] = {
    {"tiny2-tlb", "gpu1.station0.l1tlb", "field.addr@900/row=2", "inside", "R-TLB-L1-10"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "field.birth@900/row=2", "inside", "R-TLB-L1-8"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "flit-lost@900/row=2", "inside", "R-TLB-L1-8"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "payload@900/row=2", "inside", "R-TLB-L1-10"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "flit-late", "l2", "R-TLB-L1-7"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "field.id", "l2", "R-TLB-L1-7"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "field.op", "l2", "R-TLB-M-1"},
    {"tiny2-tlb", "gpu1.station0.l1tlb", "credit-lost@500", "link", "R-TLB-L1-2"},
    {"tiny2-tlb", "gpu0.l2tlb", "field.addr", "mem", "R-TLB-W-2"},
    {"tiny2-tlb", "gpu0.l2tlb", "flit-late", "mem", "R-TLB-W-4"},
    {"tiny2-tlb", "gpu0.l2tlb", "credit-lost", "station0", "R-TLB-L2-2"},
    {"tiny2-l2", "gpu1.l2.slice0", "flit-late", "event", "R-L2S-ST-6"},
    {"tiny2-l2", "gpu1.l2.slice0", "field.addr", "event", "R-L2S-EV-2"},
    {"tiny2-l2", "gpu1.l2.slice0", "credit-late", "req", "R-L2S-ST-9"},
};

class LockstepRules : public testing::TestWithParam<Expected> {};

TEST_P(LockstepRules, AreThoseOfTheBlock) {
  Config config(preset(GetParam().config), {"run.cycles=1500"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  LockstepSetup setup;
  setup.match = GetParam().place;
  setup.plant = GetParam().plant;
  setup.plant_match = GetParam().place;
  LockstepRun run(config, setup);
  ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text << run.verdict.text;
  const flitlock_divergence *found = run.divergence();
  ASSERT_NE(found, nullptr);
  EXPECT_STREQ(found->port_name, GetParam().port) << run.verdict.text;
  EXPECT_STREQ(found->rule, GetParam().rule) << run.verdict.text;
}

INSTANTIATE_TEST_SUITE_P(Planted, LockstepRules, testing::ValuesIn(planted));

}  // namespace
