// SPDX-License-Identifier: Apache-2.0
// One run of a regression: how it ended, and what kind of failure it is, also of RTL that is wrong where no golden
// model is beside it.
#include <gtest/gtest.h>

#include <flitlock/regress.h>

#include "support/config.h"
#include "support/paths.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::Scratch;

namespace {

const std::string tiny = flitlock_test::repository_file("configs/tiny2.yaml");

// Golden, but from cycle 100 on every payload has a byte turned over.
uint64_t wrong_step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  const uint64_t wake = flitlock_router_golden.step(block, cycle, in, out);
  for (unsigned port = 0; port < FLITLOCK_MAX_PORTS && cycle >= 100; port++)
    if ((out->flit_valid >> port & 1U) != 0 && out->flit[port].payload != nullptr) out->flit[port].payload[0] ^= 1;
  return wake;
}

int find_any(const flitlock_router_params *, const char *, flitlock_error *) { return FLITLOCK_OK; }

struct WrongDevice {
  flitlock_block_ops ops = flitlock_router_golden;
  flitlock_device device = {};
  WrongDevice() {
    ops.step = wrong_step;
    device.name = "rtl";
    device.router = &ops;
    device.find = find_any;
  }
};

flitlock_case_result run(const std::vector<std::string> &sets, const flitlock_device *rtl, const char *plant = nullptr,
                         const char *device = nullptr) {
  std::vector<std::string> all = {"run.cycles=500", "check.invariants=true"};
  all.insert(all.end(), sets.begin(), sets.end());
  const Config config(tiny, all);
  EXPECT_EQ(config.status(), FLITLOCK_OK) << config.error();
  const std::string text = config.dump();
  const flitlock_case self = {text.c_str(), plant, nullptr, nullptr, device};
  const flitlock_case_options options = {rtl, nullptr, nullptr};
  flitlock_case_result result;
  flitlock_case_run(&self, &options, &result);
  return result;
}

const std::string in_rtl = "impl=[{match: '*', use: rtl}]";
const std::string in_lockstep = "impl=[{match: '*', use: lockstep}]";

TEST(RegressCase, APassSaysWhatWasDone) {
  const flitlock_case_result result = run({}, nullptr);
  EXPECT_STREQ(flitlock_regress_outcome_text(result.outcome), "pass");
  EXPECT_STREQ(result.kind, "");
  EXPECT_EQ(result.cycles, 500U);
  EXPECT_GT(result.completed, 0U);
  EXPECT_EQ(result.compared, 0U);
}

TEST(RegressCase, WrongRtlAloneBreaksAnInvariant) {
  const WrongDevice wrong;
  const flitlock_case_result result = run({in_rtl}, &wrong.device);
  EXPECT_STREQ(flitlock_regress_outcome_text(result.outcome), "invariant") << result.message;
  EXPECT_STREQ(result.kind, "invariant R-INV-5") << result.message;
}

TEST(RegressCase, InLockstepItIsADivergenceWithItsPlace) {
  const WrongDevice wrong;
  const flitlock_case_result result = run({in_lockstep}, &wrong.device);
  EXPECT_STREQ(flitlock_regress_outcome_text(result.outcome), "divergence") << result.message;
  EXPECT_EQ(std::string(result.kind).find("divergence PAYLOAD payload router r"), 0U) << result.kind;
  EXPECT_GE(result.at, 100U);
  EXPECT_NE(result.block[0], '\0');
  EXPECT_GT(result.compared, 0U);
}

TEST(RegressCase, TheKindOfADivergenceHasNoNumberOfAGpu) {
  const flitlock_case_result result = run({in_lockstep}, nullptr, "credit-lost@50", "golden");
  EXPECT_EQ(std::string(result.kind).find("gpu"), std::string::npos) << result.kind;
  EXPECT_EQ(std::string(result.kind).find("divergence CREDIT_LATE count router"), 0U) << result.kind;
}

TEST(RegressCase, AnErrorThatIsNeverMadeIsVacuous) {
  const flitlock_case_result result = run({in_lockstep}, nullptr, "flit-lost@100000", "golden");
  EXPECT_STREQ(flitlock_regress_outcome_text(result.outcome), "vacuous") << result.message;
}

TEST(RegressCase, WhatCannotBeRunIsAnError) {
  const flitlock_case_result without = run({in_rtl}, nullptr);
  EXPECT_STREQ(without.kind, "error E_CONFIG") << without.message;
  const flitlock_case self = {"pod: {rows: 0}\n", nullptr, nullptr, nullptr, nullptr};
  const flitlock_case_options options = {nullptr, nullptr, nullptr};
  flitlock_case_result result;
  EXPECT_EQ(flitlock_case_run(&self, &options, &result), FLITLOCK_E_CONFIG);
  EXPECT_STREQ(flitlock_regress_outcome_text(result.outcome), "error");
  EXPECT_NE(std::string(result.message).find("pod.rows"), std::string::npos) << result.message;
}

TEST(RegressCase, AScaleUpPodRunsToo) {
  const Config config(flitlock_test::repository_file("configs/scale-up16.yaml"), {"collective.bytes=64KiB"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  const std::string text = config.dump();
  const flitlock_case self = {text.c_str(), nullptr, nullptr, nullptr, nullptr};
  const flitlock_case_options options = {nullptr, nullptr, nullptr};
  flitlock_case_result result;
  EXPECT_EQ(flitlock_case_run(&self, &options, &result), FLITLOCK_OK) << result.message;
  EXPECT_GT(result.completed, 0U);
}

TEST(RegressCase, ALostProcessIsACrashOrATimeOut) {
  flitlock_case_result result;
  flitlock_case_lost("signal 11", 0, &result);
  EXPECT_STREQ(result.kind, "crash signal 11");
  flitlock_case_lost("signal 9", 1, &result);
  EXPECT_STREQ(result.kind, "time-out");
}

TEST(RegressCase, TheCommandHasWhatTheCaseNeeds) {
  char line[400];
  const flitlock_case check = {"impl:\n- match: '*'\n  use: lockstep\n", "flit-lost@7", "gpu0.*", "golden", "golden"};
  ASSERT_TRUE(flitlock_case_command(&check, "a b.yaml", line, sizeof line));
  EXPECT_STREQ(line,
               "flitlock check 'a b.yaml' --plant flit-lost@7 --plant-at 'gpu0.*' --plant-into golden --device golden");
  const flitlock_case plain = {"name: x\n", nullptr, nullptr, nullptr, nullptr};
  ASSERT_TRUE(flitlock_case_command(&plain, "c.yaml", line, sizeof line));
  EXPECT_STREQ(line, "flitlock run c.yaml");
  EXPECT_FALSE(flitlock_case_command(&check, "a b.yaml", line, 30));
}

TEST(RegressCase, WhatABenchSaysIsReadAndNothingElse) {
  const std::string good = R"({"outcome": "divergence", "status": 100, "kind": "divergence PAYLOAD payload slice",
    "block": "slice", "at": 41, "cycles": 50, "compared": 7, "flits": 6, "completed": 5, "message": "byte 3"})";
  flitlock_case_result result;
  ASSERT_TRUE(flitlock_case_read(good.data(), good.size(), &result));
  EXPECT_EQ(result.outcome, FLITLOCK_REGRESS_DIVERGENCE);
  EXPECT_EQ(result.status, FLITLOCK_E_MISMATCH);
  EXPECT_STREQ(result.kind, "divergence PAYLOAD payload slice");
  EXPECT_STREQ(result.block, "slice");
  EXPECT_STREQ(result.message, "byte 3");
  EXPECT_EQ(result.at, 41U);
  EXPECT_EQ(result.cycles, 50U);
  EXPECT_EQ(result.compared, 7U);
  EXPECT_EQ(result.flits, 6U);
  EXPECT_EQ(result.completed, 5U);
  for (const std::string wrong :
       {"", "{}", "[]", "{\"outcome\": \"open\"}", "{\"outcome\": 1}", "{\"outcome\": \"pass\""})
    EXPECT_FALSE(flitlock_case_read(wrong.data(), wrong.size(), &result)) << wrong;
}

TEST(RegressCase, ABenchIsAnotherProgram) {
  const flitlock_case self = {"bench: l2\nhost: c\nseed: 4\n", "flit-lost@7", nullptr, nullptr, nullptr};
  char name[16], line[200];
  ASSERT_TRUE(flitlock_case_bench(&self, name, sizeof name));
  EXPECT_STREQ(name, "l2");
  ASSERT_TRUE(flitlock_case_command(&self, "c.yaml", line, sizeof line));
  EXPECT_STREQ(line, "l2 c.yaml --plant flit-lost@7");
  const flitlock_case_options options = {nullptr, nullptr, nullptr};
  flitlock_case_result result;
  EXPECT_EQ(flitlock_case_run(&self, &options, &result), FLITLOCK_E_CONFIG);
}

struct Suite {
  Scratch scratch;
  flitlock_regress_suite *suite = nullptr;
  flitlock_error error = {};
  int status;
  explicit Suite(const std::string &entries, uint64_t seed = 1) {
    Scratch::write(scratch.path("s.yaml"), "entries:\n" + entries);
    const flitlock_regress_choice choice = {seed, nullptr, nullptr, nullptr, 0};
    status = flitlock_regress_load(scratch.path("s.yaml").c_str(), &choice, &suite, &error);
  }
  ~Suite() { flitlock_regress_free(suite); }
  Suite(const Suite &) = delete;
  Suite &operator=(const Suite &) = delete;
  std::string label(uint64_t n) const {
    char text[512];
    return flitlock_regress_label(flitlock_regress_at(suite, n), text, sizeof text);
  }
};

TEST(RegressSuite, TheMatrixIsBlocksTimesHostsTimesTrafficTimesGridTimesSeeds) {
  const Suite made("- name: a\n  base: " + tiny +
                   "\n  blocks: [all, dst]\n  hosts: [c, lockstep]\n  device: golden\n  traffic: {r: {workload.op: "
                   "read}, w: {workload.op: write}}\n  grid: {clients.stall: [0, 0.1]}\n  seeds: [3, 4]\n");
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  // Golden C is the same whichever block is looked at.
  EXPECT_EQ(flitlock_regress_count(made.suite), 3U * 2U * 2U * 2U);
  EXPECT_EQ(made.label(0), "a/c/r/clients.stall=0/seed 3");
  EXPECT_EQ(made.label(flitlock_regress_count(made.suite) - 1), "a/dst/lockstep/w/clients.stall=0.1/seed 4");
}

TEST(RegressSuite, ACaseHasOneKeyWhereverItStands) {
  const std::string one = "- name: a\n  base: " + tiny + "\n",
                    two = "- name: b\n  base: " + tiny + "\n  seeds: [1, 2]\n";
  const Suite alone(one), both(two + one, 9);
  ASSERT_EQ(alone.status, FLITLOCK_OK) << alone.error.text;
  ASSERT_EQ(both.status, FLITLOCK_OK) << both.error.text;
  const uint64_t key = flitlock_regress_at(alone.suite, 0)->key;
  EXPECT_EQ(flitlock_regress_at(both.suite, 0)->key, key);
  EXPECT_NE(flitlock_regress_at(both.suite, 1)->key, key);
  EXPECT_NE(flitlock_regress_hash(alone.suite), flitlock_regress_hash(both.suite));
}

TEST(RegressSuite, AnEntryDrawsTheSameWhicheverOthersAreThere) {
  const std::string drawn = "- name: d\n  base: " + tiny +
                            "\n  random: {runs: 3, keys: {workload.rate: {from: 0.1, to: 0.9}, clients.outstanding: "
                            "{from: 0, to: 9}}}\n";
  const Suite alone(drawn), after("- name: z\n  base: " + tiny + "\n  fresh: 4\n" + drawn);
  ASSERT_EQ(alone.status, FLITLOCK_OK) << alone.error.text;
  for (uint64_t n = 0; n < 3; n++)
    EXPECT_EQ(alone.label(n), after.label(n + 4));
}

TEST(RegressSuite, TheLinkTlbsOfAScaleUpPodAreChosen) {
  const Suite made("- name: s\n  base: " + flitlock_test::repository_file("configs/scale-up2-tlb.yaml") +
                   "\n  device: golden\n  hosts: [c, lockstep]\n  blocks: [l2tlb]\n  set: {collective.bytes: 16KiB}\n");
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  const flitlock_case_options options = {nullptr, nullptr, nullptr};
  flitlock_case_result c, lockstep;
  EXPECT_EQ(flitlock_case_run(&flitlock_regress_at(made.suite, 0)->run, &options, &c), FLITLOCK_OK) << c.message;
  EXPECT_GT(c.completed, 0U);
  EXPECT_EQ(flitlock_case_run(&flitlock_regress_at(made.suite, 1)->run, &options, &lockstep), FLITLOCK_OK)
      << lockstep.message;
  EXPECT_GT(lockstep.compared, 0U);
}

TEST(RegressSuite, ABlockThatIsNotThereIsRefused) {
  const Suite made("- name: a\n  base: " + tiny + "\n  blocks: [l2tlb]\n  hosts: [lockstep]\n  device: golden\n");
  EXPECT_EQ(made.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(made.error.text).find("'*.l2tlb' matches no"), std::string::npos) << made.error.text;
}

TEST(RegressSuite, ABenchGetsTheLastValueOfAKey) {
  const Suite made(
      "- name: b\n  bench: l2\n  set: {gap: 1, sets: 3}\n  grid: {latency: [2, 5]}\n  traffic: {t: {gap: 4}}\n");
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  EXPECT_STREQ(flitlock_regress_at(made.suite, 1)->run.config,
               "bench: l2\nhost: c\nseed: 1\nsets: 3\ngap: 4\nlatency: 5\n");
  EXPECT_EQ(made.label(1), "b/c/t/latency=5/seed 1");
}

TEST(RegressSuite, TimesHaveUnits) {
  double seconds = 0;
  EXPECT_TRUE(flitlock_regress_seconds("90", &seconds) && seconds == 90);
  EXPECT_TRUE(flitlock_regress_seconds("1.5m", &seconds) && seconds == 90);
  EXPECT_TRUE(flitlock_regress_seconds("2h", &seconds) && seconds == 7200);
  for (const char *wrong : {"", "0", "m", "1d", "-1", "1 m", "nan"})
    EXPECT_FALSE(flitlock_regress_seconds(wrong, &seconds)) << wrong;
}

}  // namespace
