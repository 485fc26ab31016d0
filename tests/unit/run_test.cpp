// SPDX-License-Identifier: Apache-2.0
// Whole runs of a small pod: phases, ends, and that looking on changes nothing.
#include <gtest/gtest.h>

#include <flitlock/pod.h>
#include <flitlock/run.h>

#include <fstream>

#include "results_support.h"
#include "support/paths.h"

using flitlock_test::read_file;
using flitlock_test::ResultsPointer;
using flitlock_test::TemporaryFolder;

namespace {

struct Outcome {
  int status;
  flitlock_error error;
  ResultsPointer results{nullptr, flitlock_results_free};
};

// Runs tests/cli/data/NAME with settings.
Outcome run(const std::string &name, std::vector<const char *> sets, flitlock_run_options options) {
  Outcome outcome = {};
  std::string path = flitlock_test::repository_file("tests/cli/data/" + name);
  flitlock_config *config = nullptr;
  outcome.status = flitlock_config_load(path.c_str(), sets.data(), sets.size(), &config, &outcome.error);
  if (outcome.status != FLITLOCK_OK) return outcome;
  flitlock_pod *pod = nullptr;
  outcome.status = flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, &outcome.error);
  if (outcome.status == FLITLOCK_OK) {
    flitlock_results *results = nullptr;
    outcome.status = flitlock_run(pod, &options, &results, &outcome.error);
    outcome.results.reset(results);
    flitlock_pod_destroy(pod);
  }
  flitlock_config_free(config);
  return outcome;
}

flitlock_run_options with_statistics() {
  flitlock_run_options options = {};
  options.statistics = 1;
  return options;
}

std::string json_of(const flitlock_results *results) {
  TemporaryFolder folder;
  EXPECT_EQ(flitlock_results_write_json(results, (folder / "r").c_str(), nullptr), FLITLOCK_OK);
  return read_file(folder / "r");
}

}  // namespace

TEST(Run, ObserversDoNotChangeIt) {
  TemporaryFolder folder;
  std::string events = folder / "e", vcd = folder / "v";
  Outcome plain = run("pair.yaml", {"run.cycles=2000", "check.invariants=false"}, {});
  Outcome counted = run("pair.yaml", {"run.cycles=2000", "check.invariants=false"}, with_statistics());
  flitlock_run_options everything = with_statistics();
  everything.events_path = events.c_str();
  everything.vcd_path = vcd.c_str();
  Outcome watched = run("pair.yaml", {"run.cycles=2000", "check.invariants=false"}, everything);
  Outcome checked = run("pair.yaml", {"run.cycles=2000", "check.invariants=true"}, with_statistics());
  for (Outcome *outcome : {&plain, &counted, &watched, &checked}) {
    ASSERT_EQ(outcome->status, FLITLOCK_OK) << outcome->error.text;
    EXPECT_EQ(outcome->results->requests_issued, plain.results->requests_issued);
    EXPECT_EQ(outcome->results->requests_completed, plain.results->requests_completed);
    EXPECT_EQ(outcome->results->flits_carried, plain.results->flits_carried);
    EXPECT_EQ(outcome->results->cycles, plain.results->cycles);
    EXPECT_EQ(outcome->results->window_from, plain.results->window_from);
    EXPECT_EQ(outcome->results->window_to, plain.results->window_to);
    EXPECT_EQ(outcome->results->steady, plain.results->steady);
  }
  EXPECT_GT(plain.results->requests_completed, 100U);
  EXPECT_EQ(plain.results->links_count, 0U);
  EXPECT_EQ(json_of(counted.results.get()), json_of(watched.results.get()));
}

TEST(Run, FiniteWorkloadEndsWhenAllIsHome) {
  Outcome outcome = run("pair.yaml", {"workload.count=50", "workload.injection=greedy"}, with_statistics());
  ASSERT_EQ(outcome.status, FLITLOCK_OK) << outcome.error.text;
  EXPECT_EQ(outcome.results->requests_issued, 200U);
  EXPECT_EQ(outcome.results->requests_completed, 200U);
  EXPECT_EQ(outcome.results->requests_in_flight, 0U);
  // The end is the cycle, not the end of a step of the engine.
  EXPECT_NE(outcome.results->cycles % 512, 0U);
  EXPECT_LT(outcome.results->cycles, 6000U);
}

TEST(Run, FiniteWorkloadThatMeetsTheLimitTimesOut) {
  Outcome outcome = run("pair.yaml", {"workload.count=100000", "run.cycles=1000"}, with_statistics());
  EXPECT_EQ(outcome.status, FLITLOCK_E_TIMEOUT);
  EXPECT_EQ(outcome.results->status, FLITLOCK_E_TIMEOUT);
  EXPECT_STREQ(outcome.results->status_text, outcome.error.text);
  EXPECT_EQ(outcome.results->cycles, 1000U);
  EXPECT_GT(outcome.results->requests_completed, 0U);
  EXPECT_GT(outcome.results->links_count, 0U);
}

// R-RS-5: what is on its way is not complete, though its requester hears no more of it.
TEST(Run, PostedRequestsAreCompleteWhenDelivered) {
  Outcome outcome =
      run("pair.yaml", {"run.cycles=1000", "workload.posted=true", "workload.injection=greedy"}, with_statistics());
  ASSERT_EQ(outcome.status, FLITLOCK_OK) << outcome.error.text;
  EXPECT_GT(outcome.results->requests_in_flight, 10U) << "the buffers of a saturated pod";
  Outcome drained =
      run("pair.yaml", {"run.cycles=1000", "run.drain=true", "workload.posted=true", "workload.injection=greedy"},
          with_statistics());
  ASSERT_EQ(drained.status, FLITLOCK_OK) << drained.error.text;
  EXPECT_EQ(drained.results->requests_in_flight, 0U);
  Outcome far = run("pair.yaml", {"run.cycles=100", "workload.posted=true", "defaults.gpu_link_latency=200cycles"},
                    with_statistics());
  EXPECT_EQ(far.status, FLITLOCK_E_VACUOUS) << far.error.text;
}

// docs/results.md: the window of a trace is the whole run, and results so far are results.
TEST(Run, TraceThatMeetsTheLimitIsMeasuredUpToIt) {
  TemporaryFolder folder;
  std::string trace = "workload.trace=" + (folder / "t.csv");
  std::ofstream(folder / "t.csv") << "cycle,source,destination,op,bytes,address\n"
                                     "0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0\n"
                                     "5000,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0\n";
  Outcome outcome = run("pair.yaml", {"workload.kind=trace", trace.c_str(), "run.cycles=1000"}, with_statistics());
  EXPECT_EQ(outcome.status, FLITLOCK_E_TIMEOUT) << outcome.error.text;
  EXPECT_EQ(outcome.results->window_from, 0U);
  EXPECT_EQ(outcome.results->window_to, 1000U);
  EXPECT_EQ(outcome.results->requests_completed, 1U);
  EXPECT_GT(outcome.results->accepted.mean, 0.0);
}

TEST(Run, DrainStopsInjectionAndEmptiesTheNetwork) {
  Outcome outcome = run("pair.yaml", {"run.cycles=1000", "run.drain=true"}, with_statistics());
  ASSERT_EQ(outcome.status, FLITLOCK_OK) << outcome.error.text;
  EXPECT_EQ(outcome.results->requests_in_flight, 0U);
  EXPECT_GT(outcome.results->cycles, 1000U);
  EXPECT_LT(outcome.results->cycles, 1100U);
  EXPECT_EQ(outcome.results->window_to, 1000U);
}

TEST(Run, DrainLimitTimesOut) {
  Outcome outcome =
      run("pair.yaml", {"run.cycles=1000", "run.drain=true", "run.drain_limit=2cycles", "workload.injection=greedy"},
          with_statistics());
  EXPECT_EQ(outcome.status, FLITLOCK_E_TIMEOUT);
  EXPECT_NE(strstr(outcome.error.text, "run.drain_limit"), nullptr) << outcome.error.text;
  EXPECT_GT(outcome.results->requests_in_flight, 0U);
}

TEST(Run, DeadlockIsNoProgressWithAndWithoutInvariants) {
  for (const char *invariants : {"check.invariants=true", "check.invariants=false"}) {
    Outcome outcome = run("ring.yaml", {invariants}, with_statistics());
    EXPECT_EQ(outcome.status, FLITLOCK_E_NO_PROGRESS) << outcome.error.text;
    EXPECT_NE(strstr(outcome.error.text, "gpu0.mesh0.A"), nullptr) << outcome.error.text;
    EXPECT_LT(outcome.results->cycles, 10000U);
  }
}

TEST(Run, NothingDoneIsVacuous) {
  Outcome nothing = run("pair.yaml", {"workload.rate=0.0000001"}, with_statistics());
  EXPECT_EQ(nothing.status, FLITLOCK_E_VACUOUS);
  // Issued, but too short for an answer.
  Outcome early = run("pair.yaml", {"workload.injection=greedy", "run.cycles=5"}, with_statistics());
  EXPECT_EQ(early.status, FLITLOCK_E_VACUOUS) << early.error.text;
  EXPECT_GT(early.results->requests_issued, 0U);
  EXPECT_EQ(early.results->requests_completed, 0U);
}

TEST(Run, ProgressIsToldAndCanInterrupt) {
  struct Watch {
    uint64_t last = 0, end = 0;
    unsigned calls = 0;
  } watch;
  flitlock_run_options options = with_statistics();
  options.progress_self = &watch;
  options.progress = [](void *self, uint64_t cycle, uint64_t end) {
    auto *seen = static_cast<Watch *>(self);
    EXPECT_GT(cycle, seen->last);
    seen->last = cycle;
    seen->end = end;
    return ++seen->calls == 4 ? 1 : 0;
  };
  TemporaryFolder folder;
  std::string events = folder / "e", vcd = folder / "v";
  options.events_path = events.c_str();
  options.vcd_path = vcd.c_str();
  Outcome outcome = run("pair.yaml", {}, options);
  EXPECT_EQ(outcome.status, FLITLOCK_E_TIMEOUT);
  EXPECT_NE(strstr(outcome.error.text, "interrupted"), nullptr);
  EXPECT_EQ(watch.calls, 4U);
  EXPECT_EQ(watch.end, 6000U);
  EXPECT_EQ(outcome.results->cycles, watch.last);
  EXPECT_GT(outcome.results->requests_completed, 0U);
  EXPECT_FALSE(read_file(events).empty());
  EXPECT_EQ(read_file(vcd).back(), '\n');
}

TEST(Run, PodRunsOnce) {
  std::string path = flitlock_test::repository_file("tests/cli/data/pair.yaml");
  flitlock_config *config = nullptr;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_config_load(path.c_str(), nullptr, 0, &config, &error), FLITLOCK_OK) << error.text;
  flitlock_pod *pod = nullptr;
  ASSERT_EQ(flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, &error), FLITLOCK_OK) << error.text;
  flitlock_run_options options = {};
  flitlock_results *results = nullptr;
  EXPECT_EQ(flitlock_run(pod, &options, &results, &error), FLITLOCK_OK) << error.text;
  flitlock_results_free(results);
  EXPECT_EQ(flitlock_run(pod, &options, &results, &error), FLITLOCK_E_USAGE);
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
}

TEST(Run, OutputThatCannotBeMadeIsToldBeforeTheFirstCycle) {
  flitlock_run_options options = with_statistics();
  options.vcd_path = "no/such/folder/waves.vcd";
  Outcome outcome = run("pair.yaml", {}, options);
  EXPECT_EQ(outcome.status, FLITLOCK_E_OUTPUT);
  EXPECT_NE(strstr(outcome.error.text, "waves.vcd"), nullptr) << outcome.error.text;
  EXPECT_EQ(outcome.results->cycles, 0U);
}

TEST(Run, OfferedUseOfLinksFollowsTheRate) {
  Outcome outcome = run("pair.yaml", {"run.warmup=500cycles", "run.cycles=20000"}, with_statistics());
  ASSERT_EQ(outcome.status, FLITLOCK_OK) << outcome.error.text;
  unsigned compared = 0;
  for (unsigned n = 0; n < outcome.results->links_count; n++) {
    const flitlock_link_result &link = outcome.results->links[n];
    ASSERT_GE(link.offered, 0) << link.name;
    double use = static_cast<double>(link.flits) / static_cast<double>(link.cycles);
    EXPECT_NEAR(use, link.offered, 0.05) << link.name;
    compared += link.offered > 0;
  }
  EXPECT_GT(compared, 20U);
}
