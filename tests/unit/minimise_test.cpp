// SPDX-License-Identifier: Apache-2.0
// Recorded traffic is the traffic; what a rare error needs is found among thousands of packets, and no more than that.
#include <gtest/gtest.h>

#include <flitlock/minimise.h>
#include <flitlock/observe.h>
#include <flitlock/run.h>

#include <fstream>
#include <sstream>

#include "support/config.h"
#include "support/paths.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::Scratch;

namespace {

const std::string mesh = flitlock_test::repository_file("tests/suites/mesh3x3.yaml");
const std::string tiny = flitlock_test::repository_file("configs/tiny2.yaml");

std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string events_of(const Config &config, const std::string &path) {
  flitlock_pod *pod = nullptr;
  flitlock_error error = {};
  flitlock_results *results = nullptr;
  EXPECT_EQ(flitlock_pod_create(config.get(), nullptr, nullptr, nullptr, &pod, &error), FLITLOCK_OK) << error.text;
  flitlock_run_options options = {};
  options.events_path = path.c_str();
  flitlock_run(pod, &options, &results, &error);
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  return contents(path);
}

// What a replay shows differs from the run by the hash of the configuration in the header alone.
void expect_same_replay(const std::string &path, const std::vector<std::string> &sets) {
  const Scratch scratch;
  std::vector<std::string> all = {"run.cycles=400", "run.drain=false", "run.warmup=0", "run.window=0"};
  all.insert(all.end(), sets.begin(), sets.end());
  const Config config(path, all);
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  flitlock_stimulus stimulus = {};
  flitlock_error error = {};
  ASSERT_EQ(flitlock_stimulus_record(config.get(), 400, &stimulus, &error), FLITLOCK_OK) << error.text;
  ASSERT_GT(stimulus.count, 20U);
  const std::string trace = scratch.path("t.csv");
  ASSERT_EQ(flitlock_stimulus_write(&stimulus, config.get(), trace.c_str(), &error), FLITLOCK_OK) << error.text;
  flitlock_stimulus_free(&stimulus);
  all.insert(all.end(), {"workload.kind=trace", "workload.trace=" + trace,
                         "pod.max_bytes=" + std::to_string(flitlock_config_max_len(config.get()) * 64)});
  const Config replay(path, all);
  ASSERT_EQ(replay.status(), FLITLOCK_OK) << replay.error();
  const std::string first = scratch.path("a.log"), second = scratch.path("b.log");
  events_of(config, first);
  events_of(replay, second);
  char difference[2048] = "";
  EXPECT_EQ(flitlock_events_diff(first.c_str(), second.c_str(), difference, sizeof difference, &error), FLITLOCK_OK)
      << error.text << difference;
}

TEST(Stimulus, ReplayedItIsTheSameTraffic) {
  expect_same_replay(tiny, {});
  expect_same_replay(tiny, {"workload.injection=bernoulli", "workload.rate=0.4", "clients.stall=0.3"});
  expect_same_replay(tiny, {"clients.outstanding=2", "workload.op=read"});
  expect_same_replay(mesh, {});
}

// R-RQ-7: what leaves a client has NPAs and SPAs, what a trace has are offsets.
TEST(Stimulus, OfLinkTlbsItHasOffsets) {
  const std::string tlb = flitlock_test::repository_file("configs/tiny2-tlb.yaml");
  expect_same_replay(tlb, {});
  expect_same_replay(tlb, {"workload.op=read", "clients.outstanding=3", "link_tlb.mode=ideal"});
  expect_same_replay(tlb, {"link_tlb.memory=6MiB", "link_tlb.size_lsb=21", "link_tlb.page_bits=[16, 21, 12, 16]"});
}

// ---- Minimising, with the attempts in this process

struct Attempts {
  unsigned count = 0, limit = 100000;
};

int attempt(void *self, const flitlock_case *candidate, flitlock_case_result *result) {
  Attempts *attempts = static_cast<Attempts *>(self);
  if (attempts == nullptr) {
    *result = {};
    result->outcome = FLITLOCK_REGRESS_ERROR;
    result->status = FLITLOCK_E_INPUT;
    snprintf(result->kind, sizeof result->kind, "error E_INPUT");
    snprintf(result->message, sizeof result->message, "t.csv:2: address is unknown");
    return 1;
  }
  if (attempts->count++ == attempts->limit) return 0;
  const flitlock_case_options options = {nullptr, nullptr, nullptr};
  flitlock_case_run(candidate, &options, result);
  return 1;
}

struct Minimal {
  Scratch scratch;
  flitlock_minimised minimised = {};
  flitlock_case_result failure = {}, again = {};
  flitlock_error error = {};
  int status = 0;
  std::string text;
  flitlock_case self = {};

  Minimal(const Config &config, const char *plant, Attempts *attempts, const char *device = "golden")
      : text(config.dump()) {
    self.config = text.c_str();
    self.plant = plant;
    self.device = device;
    const flitlock_case_options options = {nullptr, nullptr, nullptr};
    flitlock_case_run(&self, &options, &failure);
    const std::string folder = scratch.path("out");
    EXPECT_EQ(std::system(("mkdir -p '" + folder + "'").c_str()), 0);
    flitlock_minimise_options how = {};
    how.attempt = attempt;
    how.self = attempts;
    how.folder = folder.c_str();
    status = flitlock_minimise(&self, &failure, &how, &minimised, &error);
    if (minimised.config == nullptr) return;
    flitlock_case smallest = self;
    smallest.config = minimised.config;
    flitlock_case_run(&smallest, &options, &again);
  }
  ~Minimal() { flitlock_minimised_free(&minimised); }
  Minimal(const Minimal &) = delete;
  Minimal &operator=(const Minimal &) = delete;
};

const std::string in_the_middle = "impl=[{match: '*', use: c}, {match: gpu0.mesh0.E.req, use: lockstep}]";

TEST(Minimise, OneOfThousandsOfPacketsIsFound) {
  const Config config(mesh, {in_the_middle, "run.cycles=3000", "workload.rate=0.3"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Attempts attempts;
  const Minimal made(config, "credit-lost@1000/line=5:8", &attempts);
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  EXPECT_TRUE(made.minimised.minimal.found);
  EXPECT_TRUE(made.minimised.minimal.whole);
  EXPECT_GT(made.minimised.minimal.packets_before, 1000U);
  EXPECT_EQ(made.minimised.minimal.packets, 1U);
  EXPECT_STREQ(made.again.kind, made.failure.kind);
  EXPECT_EQ(made.minimised.minimal.tries, attempts.count);
  EXPECT_EQ(std::string(made.minimised.command).find("flitlock check case.yaml --plant credit-lost@1000/line=5:8"), 0U);
  // What is no default, and no more.
  const std::string yaml = contents(made.scratch.path("out/case.yaml"));
  EXPECT_EQ(yaml.find("routing"), std::string::npos) << yaml;
  EXPECT_NE(yaml.find("trace: \"trace.csv\""), std::string::npos) << yaml;
  EXPECT_NE(contents(made.scratch.path("out/case_test.cpp")).find("TEST(Minimal, DivergenceCreditLateCountRouterReq)"),
            std::string::npos);
}

TEST(Minimise, FailuresOfLinkTlbsAndSlicesAreShrunk) {
  const struct {
    const char *file, *block, *kind, *plant;
  } cases[] = {{"configs/tiny2-tlb.yaml", "gpu0.station0.l1tlb", "l1tlb", "flit-lost@300"},
               {"configs/tiny2-tlb.yaml", "gpu0.l2tlb", "l2tlb", "flit-lost@200"},
               {"configs/tiny2-l2.yaml", "gpu0.l2.slice0", "slice", "flit-lost@300"}};
  for (const auto &one : cases) {
    const Config config(
        flitlock_test::repository_file(one.file),
        {"impl=[{match: '*', use: c}, {match: " + std::string(one.block) + ", use: lockstep}]", "run.cycles=800"});
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    Attempts attempts;
    const Minimal made(config, one.plant, &attempts);
    ASSERT_EQ(made.status, FLITLOCK_OK) << one.block << ": " << made.error.text;
    ASSERT_TRUE(made.minimised.minimal.found) << one.block;
    EXPECT_STREQ(made.again.kind, made.failure.kind);
    const std::string kind = made.failure.kind, role = std::string(" ") + one.kind;
    EXPECT_EQ(kind.find(role), kind.size() - role.size()) << kind;
    EXPECT_GT(made.minimised.minimal.packets_before, 100U);
    EXPECT_LE(made.minimised.minimal.packets, 8U);
    EXPECT_EQ(made.minimised.minimal.cycles, made.again.at + 2);
  }
}

// A trace that cannot be read is told as that, not as a failure that does not depend on the traffic.
TEST(Minimise, WhyTheTrafficCannotBeReplayedIsTold) {
  const Config config(mesh, {in_the_middle, "run.cycles=2000"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  const Minimal made(config, "flit-lost@300", nullptr);
  EXPECT_FALSE(made.minimised.minimal.found);
  EXPECT_EQ(made.status, FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(made.error.text).find("the recorded traffic cannot be replayed: t.csv:2: "), std::string::npos)
      << made.error.text;
}

TEST(Minimise, PacketsThatNeedEachOtherStay) {
  const Config config(mesh, {in_the_middle, "run.cycles=2000", "workload.rate=0.3"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Attempts attempts;
  const Minimal made(config, "flit-lost/ports=3", &attempts);
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  EXPECT_STREQ(made.again.kind, made.failure.kind);
  EXPECT_GE(made.minimised.minimal.packets, 3U);
  EXPECT_LT(made.minimised.minimal.packets, 10U);
}

TEST(Minimise, WhenTheTimeIsOverTheSmallestSoFarIsTheResult) {
  const Config config(mesh, {in_the_middle, "run.cycles=1500"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Attempts attempts;
  attempts.limit = 6;
  const Minimal made(config, "credit-lost@300", &attempts);
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  EXPECT_FALSE(made.minimised.minimal.whole);
  EXPECT_LT(made.minimised.minimal.packets, made.minimised.minimal.packets_before);
  EXPECT_STREQ(made.again.kind, made.failure.kind);
}

TEST(Minimise, ADeadlockIsShrunkAsWell) {
  const Config config(flitlock_test::repository_file("tests/cli/data/ring.yaml"), {"impl=[{match: '*', use: c}]"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Attempts attempts;
  const Minimal made(config, nullptr, &attempts, nullptr);
  EXPECT_STREQ(made.failure.kind, "no-progress");
  ASSERT_EQ(made.status, FLITLOCK_OK) << made.error.text;
  ASSERT_TRUE(made.minimised.minimal.found);
  EXPECT_STREQ(made.again.kind, "no-progress");
  EXPECT_LE(made.minimised.minimal.packets, made.minimised.minimal.packets_before);
  EXPECT_EQ(std::string(made.minimised.command), "flitlock run case.yaml");
}

TEST(Minimise, AScaleUpPodHasNoPackets) {
  const Config config(flitlock_test::repository_file("configs/scale-up16.yaml"), {"run.cycles=10"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Attempts attempts;
  const Minimal made(config, nullptr, &attempts, nullptr);
  EXPECT_EQ(made.status, FLITLOCK_E_CONFIG);
}

// ---- The conditions of planted errors

TEST(PlantConditions, AreReadAndRefused) {
  flitlock_plant plant;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_plant_parse("field.dst@7/ports=3/row=4/full=9/line=5:8", &plant, &error), FLITLOCK_OK)
      << error.text;
  EXPECT_EQ(plant.cycle, 7U);
  EXPECT_EQ(plant.ports, 3U);
  EXPECT_EQ(plant.row, 4U);
  EXPECT_EQ(plant.full, 9U);
  EXPECT_EQ(plant.line, 5U);
  EXPECT_EQ(plant.line_bits, 8U);
  for (const char *wrong : {"flit-lost/", "flit-lost/ports", "flit-lost/ports=0", "flit-lost/ports=x",
                            "flit-lost/line=3", "flit-lost/line=8:3", "flit-lost/line=1:0", "flit-lost/line=1:59",
                            "flit-lost/other=1", "flit-lost@/ports=1", "flit-lost/ports=1@3", "flit-lost/ports=2 "})
    EXPECT_EQ(flitlock_plant_parse(wrong, &plant, &error), FLITLOCK_E_USAGE) << wrong;
}

TEST(PlantConditions, DecideWhenTheErrorIsMade) {
  const Config config(mesh, {in_the_middle, "run.cycles=3000"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  const std::string text = config.dump();
  const auto first = [&](const char *plant) {
    flitlock_case self = {};
    self.config = text.c_str();
    self.plant = plant;
    self.device = "golden";
    const flitlock_case_options options = {nullptr, nullptr, nullptr};
    flitlock_case_result result;
    flitlock_case_run(&self, &options, &result);
    EXPECT_EQ(result.outcome, FLITLOCK_REGRESS_DIVERGENCE) << plant << ": " << result.message;
    return result.at;
  };
  const uint64_t always = first("flit-lost");
  EXPECT_GE(first("flit-lost/ports=2"), always);
  EXPECT_GT(first("flit-lost/ports=3"), first("flit-lost/ports=2"));
  EXPECT_GE(first("flit-lost/row=6"), always + 5);
  EXPECT_GT(first("flit-lost/line=5:7"), always);
  EXPECT_GT(first("credit-lost/full=4"), first("credit-lost"));
  EXPECT_GE(first("flit-lost@500/ports=2"), 500U);
}

}  // namespace
