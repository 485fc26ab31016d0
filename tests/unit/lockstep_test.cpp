// SPDX-License-Identifier: Apache-2.0
// Lockstep of golden with golden: no difference, the same run as golden alone; modes, vacuity, choice by name.
#include "flitlock/events.h"
#include "flitlock/observe.h"
#include "support/lockstep_run.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;
using flitlock_test::Scratch;

namespace {

const std::vector<std::string> short_run = {"run.cycles=600"};

TEST(Lockstep, GoldenIsGolden) {
  for (const char *name : {"tiny2", "chain"}) {
    for (int follow : {FLITLOCK_FOLLOW_GOLDEN, FLITLOCK_FOLLOW_DEVICE}) {
      Config config(preset(name), short_run);
      LockstepSetup setup;
      setup.options.follow = follow;
      LockstepRun run(config, setup);
      EXPECT_EQ(run.run_status, FLITLOCK_OK) << run.error.text;
      EXPECT_EQ(run.status, FLITLOCK_OK) << run.verdict.text;
      EXPECT_EQ(run.total.divergences, 0U);
      EXPECT_GT(run.total.flits, 100U);
      EXPECT_GT(run.total.credits, 100U);
      EXPECT_GT(run.total.outputs, run.total.flits);
      EXPECT_EQ(run.blocks.lockstep, flitlock_lockstep_block_count(run.session));
      EXPECT_EQ(run.blocks.c + run.blocks.rtl + run.blocks.missing, 0U);
    }
  }
}

TEST(Lockstep, SameEventLogAsGoldenAlone) {
  Scratch folder;
  std::string paths[4];
  for (int n = 0; n < 4; n++) {
    // Golden alone; in lockstep; following the device; one router in lockstep, the others not.
    Config config(preset("tiny2"), short_run);
    LockstepSetup setup;
    setup.use = n == 0 ? FLITLOCK_USE_C : FLITLOCK_USE_LOCKSTEP;
    if (n == 2) setup.options.follow = FLITLOCK_FOLLOW_DEVICE;
    if (n == 3) setup.match = "gpu1.dst.rsp";
    setup.events = paths[n] = folder.path("log" + std::to_string(n));
    LockstepRun run(config, setup);
    ASSERT_EQ(run.run_status, FLITLOCK_OK) << run.error.text;
    EXPECT_EQ(Scratch::read(paths[n]), Scratch::read(paths[0])) << n;
  }
  EXPECT_GT(Scratch::read(paths[0]).size(), 1000U);
}

TEST(Lockstep, HashModeFindsTheWindowAndFullModeTheSameCycle) {
  Config config(preset("tiny2"), {"run.cycles=3000"});
  LockstepSetup setup;
  setup.plant = "credit-late@1700";
  setup.plant_match = "gpu0.dst.req";
  LockstepRun full(config, setup);
  ASSERT_EQ(full.status, FLITLOCK_E_MISMATCH);
  const uint64_t cycle = full.divergence()->cycle;

  setup.options.mode = FLITLOCK_LOCKSTEP_HASH;
  setup.options.window = 256;
  LockstepRun hash(config, setup);
  EXPECT_EQ(hash.status, FLITLOCK_E_MISMATCH) << hash.verdict.text;
  EXPECT_GT(hash.total.windows, 6U);
  EXPECT_GT(hash.total.flits, 100U);
  uint64_t from = 0, to = 0;
  ASSERT_EQ(flitlock_lockstep_window(hash.session, &from, &to), 1);
  EXPECT_LE(from, cycle);
  EXPECT_GT(to, cycle);
  EXPECT_EQ(to - from, 256U);
  EXPECT_EQ(hash.divergence(), nullptr);

  setup.options = LockstepSetup::defaults();
  setup.options.from = from;
  setup.options.to = to;
  LockstepRun again(config, setup);
  ASSERT_EQ(again.status, FLITLOCK_E_MISMATCH);
  EXPECT_EQ(again.divergence()->cycle, cycle);
  EXPECT_EQ(again.divergence()->kind, full.divergence()->kind);
}

TEST(Lockstep, HashModeSeesEveryPlantedError) {
  for (int kind = 0; kind < FLITLOCK_PLANT_COUNT; kind++) {
    Config config(preset("tiny2"), short_run);
    LockstepSetup setup;
    setup.options.mode = FLITLOCK_LOCKSTEP_HASH;
    setup.plant = std::string(flitlock_plant_word(kind)) + "@200";
    setup.plant_match = "gpu0.mesh0.E.req";
    LockstepRun run(config, setup);
    EXPECT_EQ(run.status, FLITLOCK_E_MISMATCH) << setup.plant << ": " << run.verdict.text;
  }
}

TEST(Lockstep, ComparedNothingIsNoPass) {
  Config config(preset("tiny2"), short_run);
  LockstepSetup setup;
  setup.use = FLITLOCK_USE_C;
  LockstepRun none(config, setup);
  EXPECT_EQ(none.run_status, FLITLOCK_OK) << none.error.text;
  EXPECT_EQ(none.status, FLITLOCK_E_VACUOUS) << none.verdict.text;

  setup.use = FLITLOCK_USE_LOCKSTEP;
  setup.options.from = 100000;
  LockstepRun outside(config, setup);
  EXPECT_EQ(outside.status, FLITLOCK_E_VACUOUS) << outside.verdict.text;
}

TEST(Lockstep, ChoiceByName) {
  Config config(preset("tiny2"),
                {"run.cycles=600", "impl.0.match=*", "impl.0.use=lockstep", "impl.1.match=*.rsp", "impl.1.use=c"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  LockstepSetup setup;
  setup.match = "gpu1.dst.rsp";
  LockstepRun run(config, setup);
  EXPECT_EQ(run.status, FLITLOCK_OK) << run.error.text;
  // Two GPUs, each six routers and a DST, on two planes.
  EXPECT_EQ(run.blocks.lockstep, 15U);
  EXPECT_EQ(run.blocks.c, 13U);

  setup.match = "gpu7.*";
  LockstepRun wrong(config, setup);
  EXPECT_EQ(wrong.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(wrong.error.text).find("'gpu7.*' matches no router"), std::string::npos) << wrong.error.text;

  Config in_file(preset("tiny2"), {"impl.0.match=nobody", "impl.0.use=c"});
  setup.match = "*";
  LockstepRun in_rules(in_file, setup);
  EXPECT_EQ(in_rules.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(in_rules.error.text).find("impl.0.match"), std::string::npos) << in_rules.error.text;
}

TEST(Lockstep, ProgramWithoutRtlSaysSo) {
  Config config(preset("tiny2"), short_run);
  LockstepSetup setup;
  setup.device = nullptr;
  for (int use : {FLITLOCK_USE_RTL, FLITLOCK_USE_LOCKSTEP}) {
    setup.use = use;
    LockstepRun run(config, setup);
    EXPECT_EQ(run.status, FLITLOCK_E_CONFIG);
    EXPECT_NE(std::string(run.error.text).find("FLITLOCK_RTL=ON"), std::string::npos) << run.error.text;
  }
}

// A device of another shape is a mistake of whoever put them together, and found when they meet.
TEST(Lockstep, ModelsThatAreNotAlikeAreRefused) {
  flitlock_lockstep_options options = LockstepSetup::defaults();
  flitlock_lockstep *session = nullptr;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_lockstep_create(&options, &session, &error), FLITLOCK_OK);
  Config config(preset("tiny2"));
  flitlock_test::Pod pod(config);
  const flitlock_router_params *small = flitlock_pod_router_params(pod.get(), pod.block("gpu0.mesh0.A.req"));
  const flitlock_router_params *large = flitlock_pod_router_params(pod.get(), pod.block("gpu0.mesh0.E.req"));
  flitlock_lockstep_params params = {session, &flitlock_router_golden, &flitlock_router_golden, small, large, 4, 64, 0};
  flitlock_block *block = nullptr;
  EXPECT_EQ(flitlock_lockstep_block.create(&params, "x", &block, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("lockstep of x"), std::string::npos) << error.text;
  params.device_params = small;
  params.unit_bytes = 65;
  EXPECT_EQ(flitlock_lockstep_block.create(&params, "x", &block, &error), FLITLOCK_E_USAGE);
  flitlock_lockstep_destroy(session);
}

}  // namespace
