// SPDX-License-Identifier: Apache-2.0
// Every kind of error planted into one of two golden models is found by the check that is meant for it, in the cycle in
// which it shows; without one nothing is found.
#include "support/lockstep_run.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;

namespace {

const std::vector<std::string> short_run = {"run.cycles=700"};
const char *const place = "gpu0.mesh0.E.req";

struct Expected {
  const char *plant;
  bool golden;  // planted into golden: the device is the one that is right
  int kind;
  const char *field;
  const char *rule;
};

// A change of the identity of a packet alone is a wrong field, not another packet.
const Expected planted[] = {
    {"flit-late", false, FLITLOCK_DIVERGENCE_FLIT_LATE, "valid", "R-L3-4"},
    {"flit-late", true, FLITLOCK_DIVERGENCE_FLIT_EARLY, "valid", "R-L3-2"},
    {"flit-lost", false, FLITLOCK_DIVERGENCE_FLIT_LATE, "valid", "R-L3-4"},
    {"flit-lost", true, FLITLOCK_DIVERGENCE_FLIT_EARLY, "valid", "R-L3-2"},
    {"flit-port", false, FLITLOCK_DIVERGENCE_FLIT_PORT, "valid", "R-RT-1"},
    {"field.vc", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "vc", "R-L1-7"},
    {"field.head", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "head", "R-FL-3"},
    {"field.tail", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "tail", "R-FL-3"},
    {"field.units", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "units", "R-W-5"},
    {"field.len", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "len", "R-FL-7"},
    {"field.seq", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "seq", "R-W-5"},
    {"field.op", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "op", "R-FL-7"},
    {"field.bytes", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "bytes", "R-FL-7"},
    {"field.status", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "status", "R-FL-7"},
    {"field.dst", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "dst", "R-FL-7"},
    {"field.src", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "src", "R-FL-7"},
    {"field.id", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "id", "R-FL-7"},
    {"field.birth", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "birth", "R-FL-7"},
    {"field.addr", false, FLITLOCK_DIVERGENCE_FLIT_FIELD, "addr", "R-FL-7"},
    {"field.addr", true, FLITLOCK_DIVERGENCE_FLIT_FIELD, "addr", "R-FL-7"},
    {"payload", false, FLITLOCK_DIVERGENCE_PAYLOAD, "payload[63]", "R-FL-7"},
    {"payload", true, FLITLOCK_DIVERGENCE_PAYLOAD, "payload[63]", "R-FL-7"},
    {"credit-late", false, FLITLOCK_DIVERGENCE_CREDIT_LATE, "count", "R-L1-6"},
    {"credit-late", true, FLITLOCK_DIVERGENCE_CREDIT_EARLY, "count", "R-L1-6"},
    {"credit-lost", false, FLITLOCK_DIVERGENCE_CREDIT_LATE, "count", "R-L1-6"},
    {"credit-twice", false, FLITLOCK_DIVERGENCE_CREDIT_COUNT, "count", "R-CH-7"},
    {"credit-twice", true, FLITLOCK_DIVERGENCE_CREDIT_COUNT, "count", "R-CH-7"},
    {"credit-vc", false, FLITLOCK_DIVERGENCE_CREDIT_VC, "count", "R-DST-4"},
};

class LockstepPlant : public testing::TestWithParam<Expected> {};

TEST_P(LockstepPlant, IsFoundByTheCheckForIt) {
  Config config(preset("tiny2"), short_run);
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  LockstepSetup setup;
  setup.plant = std::string(GetParam().plant) + "@200";
  setup.plant_match = place;
  setup.plant_golden = GetParam().golden;
  LockstepRun run(config, setup);
  ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text << run.verdict.text;
  EXPECT_NE(run.run_status, FLITLOCK_OK);
  const flitlock_divergence *found = run.divergence();
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->kind, GetParam().kind) << run.verdict.text;
  EXPECT_STREQ(found->field, GetParam().field);
  EXPECT_STREQ(found->rule, GetParam().rule);
  EXPECT_STREQ(found->block, place);
  EXPECT_NE(found->golden_value, found->device_value);
  // Greedy clients: the first flit or credit of cycle 200 or just after it.
  EXPECT_GE(found->cycle, 200U);
  EXPECT_LE(found->cycle, 210U);
  EXPECT_EQ(found->lane,
            std::string(GetParam().plant).rfind("credit", 0) == 0 ? FLITLOCK_LANE_CREDIT : FLITLOCK_LANE_FLIT);
  EXPECT_EQ(found->golden.history_count, unsigned{FLITLOCK_HISTORY});
  EXPECT_EQ(found->has_packet, found->lane == FLITLOCK_LANE_FLIT);
  EXPECT_NE(std::string(run.verdict.text).find(place), std::string::npos) << run.verdict.text;
  EXPECT_EQ(run.divergence(1), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Errors, LockstepPlant, testing::ValuesIn(planted), [](const auto &each) {
  std::string name = std::string(each.param.plant) + (each.param.golden ? "_in_golden" : "");
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

// A field that is added to the table is planted above.
TEST(LockstepPlants, CoverEveryFieldAndKind) {
  for (size_t field = 0; field < flitlock_flit_field_count; field++) {
    unsigned count = 0;
    for (const Expected &each : planted)
      count += each.plant == std::string("field.") + flitlock_flit_fields[field].name;
    EXPECT_GE(count, 1U) << flitlock_flit_fields[field].name;
  }
  // FLIT_OTHER and LEFT_OVER have tests of their own below and in lockstep_tolerance_test.cpp.
  for (int kind = 0; kind < FLITLOCK_DIVERGENCE_LEFT_OVER; kind++) {
    unsigned count = kind == FLITLOCK_DIVERGENCE_FLIT_OTHER;
    for (const Expected &each : planted)
      count += each.kind == kind;
    EXPECT_GE(count, 1U) << flitlock_divergence_name(kind);
  }
}

// A flit or credit that comes twice shows where the second one is: in a later cycle.
TEST(LockstepPlants, SurplusShowsInTheCycleAfter) {
  for (bool credit : {false, true}) {
    Config config(preset("chain"), short_run);
    LockstepSetup setup;
    setup.plant = credit ? "credit-level@200" : "flit-twice@200";
    setup.plant_match = "gpu0.mesh0.B.req";
    LockstepRun run(config, setup);
    ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text;
    EXPECT_EQ(run.divergence()->kind, credit ? FLITLOCK_DIVERGENCE_CREDIT_EARLY : FLITLOCK_DIVERGENCE_FLIT_EARLY);
    EXPECT_GE(run.divergence()->cycle, 201U);
  }
}

// Behind a lost flit the device is ahead: in the stream of a busy port the next packet comes in the lost one's place.
TEST(LockstepPlants, AnotherPacketIsCalledThat) {
  Config config(preset("tiny2"), short_run);
  LockstepSetup setup;
  setup.plant = "flit-late@200";
  setup.plant_match = place;
  setup.options.limit = 12;
  LockstepRun run(config, setup);
  ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text;
  unsigned others = 0;
  for (uint64_t n = 0; run.divergence(n) != nullptr; n++)
    others += run.divergence(n)->kind == FLITLOCK_DIVERGENCE_FLIT_OTHER;
  EXPECT_GE(others, 1U);
}

TEST(LockstepPlants, ContinueCollectsAsManyAsAsked) {
  Config config(preset("tiny2"), short_run);
  LockstepSetup setup;
  setup.plant = "delay@0";
  setup.plant_match = place;
  setup.options.limit = 5;
  LockstepRun run(config, setup);
  ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text;
  ASSERT_NE(run.divergence(4), nullptr);
  EXPECT_EQ(run.divergence(5), nullptr);
  for (uint64_t n = 1; n < 5; n++)
    EXPECT_GE(run.divergence(n)->cycle, run.divergence(n - 1)->cycle);
}

// A plant that made no error is no proof that the check sees errors.
TEST(LockstepPlants, OneThatIsNeverMadeIsNoPass) {
  for (const char *plant : {"payload@700", "delay@700", "flit-port@700", "credit-lost@700"}) {
    for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
      Config config(preset("tiny2"), short_run);
      LockstepSetup setup;
      setup.options.mode = mode;
      setup.plant = plant;
      setup.plant_match = place;
      LockstepRun run(config, setup);
      EXPECT_EQ(run.run_status, FLITLOCK_OK) << run.error.text;
      EXPECT_EQ(run.status, FLITLOCK_E_VACUOUS) << plant;
      EXPECT_NE(std::string(run.verdict.text).find("never made"), std::string::npos) << run.verdict.text;
    }
  }
}

TEST(LockstepPlants, DelayBeginsInItsCycle) {
  Config config(preset("tiny2"), short_run);
  LockstepSetup setup;
  setup.plant = "delay@200";
  setup.plant_match = place;
  LockstepRun run(config, setup);
  ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << run.error.text;
  EXPECT_GE(run.divergence()->cycle, 200U);
  EXPECT_LE(run.divergence()->cycle, 210U);
}

TEST(LockstepPlants, NonsenseIsRefused) {
  flitlock_plant plant;
  for (const char *text : {"", "flit", "flit-late@", "flit-late@x", "field.nothing", "payload.vc", "flit-late@1x"}) {
    flitlock_error error = {};
    EXPECT_EQ(flitlock_plant_parse(text, &plant, &error), FLITLOCK_E_USAGE) << text;
    EXPECT_NE(std::string(error.text).find("credit-vc"), std::string::npos) << "the message lists what there is";
  }
}

}  // namespace
