// SPDX-License-Identifier: Apache-2.0
// Tolerances: what each lets pass, what it does not, and that one that was never used fails.
#include "support/lockstep_run.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;

namespace {

// `plant` in one router of a chain with little traffic, under a tolerance.
int verdict(const char *tolerance, const char *plant, std::string *text = nullptr) {
  Config config(preset("chain"), {"run.cycles=1500"});
  LockstepSetup setup;
  setup.match = "gpu0.mesh0.B.req";
  flitlock_error error = {};
  EXPECT_EQ(flitlock_tolerance_parse(tolerance, &setup.options.tolerance, &error), FLITLOCK_OK) << error.text;
  setup.plant = plant;
  setup.plant_match = setup.match;
  LockstepRun run(config, setup);
  if (text != nullptr) *text = run.verdict.text;
  return run.status;
}

TEST(LockstepTolerance, ConstantLatency) {
  EXPECT_EQ(verdict("exact", "delay@0"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("latency:3", "delay@0"), FLITLOCK_OK);
  EXPECT_EQ(verdict("latency:3:3", "delay@0"), FLITLOCK_OK);
  EXPECT_EQ(verdict("latency:2", "delay@0"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("latency:4", "delay@0"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("latency:3:0", "delay@0"), FLITLOCK_E_MISMATCH);
  // One flit late by a cycle is no shift of all.
  EXPECT_EQ(verdict("latency:1", "flit-late@200"), FLITLOCK_E_MISMATCH);
}

TEST(LockstepTolerance, BoundedSkew) {
  EXPECT_EQ(verdict("skew:3", "delay@0"), FLITLOCK_OK);
  EXPECT_EQ(verdict("skew:2", "delay@0"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("skew:1", "flit-late@200"), FLITLOCK_OK);
  EXPECT_EQ(verdict("skew:1", "credit-late@200"), FLITLOCK_OK);
  EXPECT_EQ(verdict("skew:1", "flit-lost@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("skew:1", "credit-lost@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("skew:1", "payload@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("skew:1", "field.addr@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("skew:1", "credit-vc@200"), FLITLOCK_E_MISMATCH);
}

TEST(LockstepTolerance, OrderAndContent) {
  EXPECT_EQ(verdict("order", "delay@0"), FLITLOCK_OK);
  EXPECT_EQ(verdict("order", "flit-late@200"), FLITLOCK_OK);
  EXPECT_EQ(verdict("order", "payload@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("order", "flit-lost@200"), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(verdict("order", "flit-twice@200"), FLITLOCK_E_MISMATCH);
}

// What is missing at the very end has nothing behind it that would give it away.
TEST(LockstepTolerance, WhatIsLeftOverIsFound) {
  for (const char *plant : {"credit-lost@200", "credit-twice@200"}) {
    Config config(preset("chain"), {"workload.count=3", "run.cycles=20000"});
    LockstepSetup setup;
    setup.match = "gpu0.mesh0.B.req";
    setup.options.tolerance.kind = FLITLOCK_TOLERANCE_ORDER;
    setup.plant = "credit-lost@0";
    setup.plant_match = setup.match;
    LockstepRun run(config, setup);
    ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << plant << run.verdict.text;
    EXPECT_EQ(run.divergence()->kind, FLITLOCK_DIVERGENCE_LEFT_OVER) << run.verdict.text;
  }
}

TEST(LockstepTolerance, NeverUsedFails) {
  for (const char *tolerance : {"latency:0", "skew:2", "order"}) {
    Config config(preset("chain"), {"run.cycles=1500"});
    LockstepSetup setup;
    flitlock_error error = {};
    ASSERT_EQ(flitlock_tolerance_parse(tolerance, &setup.options.tolerance, &error), FLITLOCK_OK);
    LockstepRun run(config, setup);
    EXPECT_EQ(run.status, FLITLOCK_E_VACUOUS) << tolerance << ": " << run.verdict.text;
    EXPECT_NE(std::string(run.verdict.text).find("never used"), std::string::npos);
    EXPECT_GT(run.total.flits, 50U);
  }
}

TEST(LockstepTolerance, NonsenseIsRefused) {
  flitlock_tolerance tolerance;
  for (const char *text : {"", "skew", "skew:", "skew:0", "skew:-1", "skew:1x", "latency", "latency:x",
                           "latency:1:", "latency:1:2:3", "orders", "exact:1"}) {
    flitlock_error error = {};
    EXPECT_EQ(flitlock_tolerance_parse(text, &tolerance, &error), FLITLOCK_E_USAGE) << text;
  }
  flitlock_lockstep_options options = LockstepSetup::defaults();
  options.mode = FLITLOCK_LOCKSTEP_HASH;
  options.tolerance.kind = FLITLOCK_TOLERANCE_ORDER;
  flitlock_lockstep *session = nullptr;
  flitlock_error error = {};
  EXPECT_EQ(flitlock_lockstep_create(&options, &session, &error), FLITLOCK_E_USAGE);
  EXPECT_EQ(session, nullptr);
}

}  // namespace
