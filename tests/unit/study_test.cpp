// SPDX-License-Identifier: Apache-2.0
// Study readings (R-STU): the study router is the golden one where its reading is, credits of latency 0 close the loop
// of a link in a cycle, all that is sent arrives, and whoever cannot take a reading says so.
#include <gtest/gtest.h>

#include <flitlock/observe.h>
#include <flitlock/results.h>
#include <flitlock/run.h>

#include "support/config.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;
using flitlock_test::Scratch;

namespace {

struct Outcome {
  int status = 0;
  std::string error;
  double use = 0;  // of E->dst on plane req
  uint64_t issued = 0, completed = 0;
};

Outcome run(const std::string &name, std::vector<std::string> sets, const std::string &events = "") {
  sets.push_back("check.invariants=true");
  Config config(preset(name), sets);
  EXPECT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Pod pod(config);
  Outcome outcome;
  outcome.status = pod.status();
  outcome.error = pod.error();
  if (pod.status() != FLITLOCK_OK) return outcome;
  flitlock_run_options options = {};
  options.statistics = 1;
  options.events_path = events.empty() ? nullptr : events.c_str();
  flitlock_results *results = nullptr;
  flitlock_error error = {};
  outcome.status = flitlock_run(pod.get(), &options, &results, &error);
  outcome.error = error.text;
  outcome.issued = results->requests_issued;
  outcome.completed = results->requests_completed;
  int links = 0;
  for (unsigned n = 0; n < results->links_count; n++) {
    const flitlock_link_result &link = results->links[n];
    if (std::string(link.name).find("E->dst.req") == std::string::npos || link.cycles == 0) continue;
    outcome.use += static_cast<double>(link.flits) / static_cast<double>(link.cycles);
    links++;
  }
  if (links > 0) outcome.use /= links;
  flitlock_results_free(results);
  return outcome;
}

// All packets of one to four flits, both planes, both width conversions; small, for the sanitizers.
const std::vector<std::string> mixed = {"run.cycles=1000", "run.warmup=100", "run.window=0", "pod.gpus=2",
                                        "pod.meshes=1"};

std::vector<std::string> with(std::vector<std::string> sets, const std::vector<std::string> &more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

}  // namespace

TEST(Study, IsTheGoldenRouterWhereItsReadingIsTheSame) {
  Scratch scratch;
  const std::string golden = scratch.path("golden");
  EXPECT_EQ(run("pod4-mixed", mixed, golden).status, FLITLOCK_OK);
  // One VC of an input goes to an output in this pod, and nobody arbitrates while a grant is held.
  for (const char *reading : {"study.pointer=tail", "study.l2_candidates=inputs"}) {
    const std::string study = scratch.path("study");
    Outcome outcome = run("pod4-mixed", with(mixed, {reading}), study);
    EXPECT_EQ(outcome.status, FLITLOCK_OK) << reading << ": " << outcome.error;
    char text[4096];
    flitlock_error error = {};
    EXPECT_EQ(flitlock_events_diff(golden.c_str(), study.c_str(), text, sizeof(text), &error), FLITLOCK_OK)
        << reading << ": " << text << error.text;
  }
}

TEST(Study, OtherReadingsAreOtherRuns) {
  Scratch scratch;
  const std::string golden = scratch.path("golden");
  run("pod4-mixed", mixed, golden);
  for (const char *reading : {"study.pointer=cycle", "study.room=after", "study.instant_credits=true"}) {
    const std::string study = scratch.path("study");
    Outcome outcome = run("pod4-mixed", with(mixed, {reading}), study);
    EXPECT_EQ(outcome.status, FLITLOCK_OK) << reading << ": " << outcome.error;
    char text[4096];
    flitlock_error error = {};
    EXPECT_EQ(flitlock_events_diff(golden.c_str(), study.c_str(), text, sizeof(text), &error), FLITLOCK_E_MISMATCH)
        << reading;
  }
}

TEST(Study, EverythingArrivesAndCreditsComeHome) {
  for (const char *reading : {"study.pointer=cycle", "study.room=after", "study.instant_credits=true"}) {
    Outcome outcome =
        run("pod4-mixed", {"workload.count=40", "run.cycles=20000", "pod.gpus=2", "pod.meshes=1", reading});
    EXPECT_EQ(outcome.status, FLITLOCK_OK) << reading << ": " << outcome.error;
    EXPECT_EQ(outcome.issued, 16U * 40U);
    EXPECT_EQ(outcome.completed, outcome.issued) << reading;
  }
}

// Between the GPUs credits take a cycle in every reading, so two entries there.
TEST(Study, OneEntryCarriesAFlitInEveryCycleWithInstantCredits) {
  const std::vector<std::string> shallow = {"pod.gpus=2",
                                            "pod.meshes=1",
                                            "run.cycles=1500",
                                            "run.warmup=500",
                                            "pod.max_bytes=64B",
                                            "defaults.input_depth=1",
                                            "links.5.match=gpu*.dst->gpu*.dst.*",
                                            "links.5.input_depth=8"};
  EXPECT_LT(run("pod4-write64", shallow).use, 0.51);
  EXPECT_GT(run("pod4-write64", with(shallow, {"study.instant_credits=true"})).use, 0.9);
}

TEST(Study, RefusesWhatHasNoSuchReading) {
  Outcome outcome = run("pod4-fair", {"study.pointer=tail"});
  EXPECT_EQ(outcome.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(outcome.error.find("needs fall-through buffers and round robin"), std::string::npos) << outcome.error;
  outcome = run("pod4-write64", {"study.room=after", "defaults.crossbar_stage=registered"});
  EXPECT_EQ(outcome.status, FLITLOCK_E_CONFIG);
  Config ring(preset("pod4-write64"), {"study.room=after", "study.instant_credits=true"});
  EXPECT_EQ(ring.status(), FLITLOCK_E_CONFIG);
  EXPECT_NE(ring.error().find("study.room"), std::string::npos) << ring.error();

  Config config(preset("pod4-write64"), {"study.instant_credits=true"});
  flitlock_pod *pod = nullptr;
  flitlock_error error = {};
  auto other = [](void *self, const char *, const flitlock_router_params *) {
    return static_cast<const flitlock_block_ops *>(self);
  };
  flitlock_block_ops rtl = flitlock_router_golden;
  rtl.impl = "rtl";
  EXPECT_EQ(flitlock_pod_create(config.get(), nullptr, other, &rtl, &pod, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("'rtl' was asked for, but the configuration has a reading of `study`"),
            std::string::npos)
      << error.text;
}

TEST(Study, TheHashKnowsReadingsButNotTheirDefaults) {
  Config plain(preset("pod4-write64")), said(preset("pod4-write64"), {"study.pointer=grant"}),
      other(preset("pod4-write64"), {"study.pointer=tail"});
  EXPECT_EQ(flitlock_config_hash(plain.get()), flitlock_config_hash(said.get()));
  EXPECT_NE(flitlock_config_hash(plain.get()), flitlock_config_hash(other.get()));
  EXPECT_EQ(flitlock_config_is_study(said.get()), 0);
  EXPECT_EQ(flitlock_config_is_study(other.get()), 1);
}

TEST(Study, TheEngineTakesLatencyZeroWithHalvesOnly) {
  Config config(preset("pod4-write64"));
  Pod pod(config);
  flitlock_error error = {};
  EXPECT_NE(flitlock_engine_set_early(pod.engine(), 0, flitlock_router_study_early, &error), FLITLOCK_OK);
  Config instant(preset("pod4-write64"), {"study.instant_credits=true"});
  Pod halves(instant);
  ASSERT_EQ(halves.status(), FLITLOCK_OK) << halves.error();
  EXPECT_EQ(flitlock_engine_channel(halves.engine(), halves.channel("gpu0.mesh0.A->B.req"))->credit_latency, 0U);
  EXPECT_EQ(flitlock_engine_channel(halves.engine(), halves.channel("gpu0.dst->gpu1.dst.req"))->credit_latency, 1U);
}
