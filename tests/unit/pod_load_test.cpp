// SPDX-License-Identifier: Apache-2.0
// Short runs of the reference pod: the same bytes for the same seed whoever looks on, and sums that must be exact.
// Rates and loads, which need longer runs, are in pod_load_slow_test.cpp.
#include <gtest/gtest.h>

#include "support/scratch.h"
#include "unit/pod_load.h"

using namespace flitlock_test;

namespace {

const std::vector<std::string> short_run = {"run.cycles=600", "run.warmup=100", "workload.injection=bernoulli",
                                            "workload.rate=0.08", "workload.op=read"};

std::vector<std::string> with(std::vector<std::string> sets, const std::string &set) {
  sets.push_back(set);
  return sets;
}

}  // namespace

TEST(PodRuns, TheSameSeedGivesTheSameBytesWhoeverLooksOn) {
  Scratch scratch;
  struct Way {
    const char *name;
    bool events, vcd;
  };
  for (const Way &way : {Way{"plain", false, false}, Way{"again", false, false}, Way{"events", true, false},
                         Way{"vcd", false, true}, Way{"both", true, true}}) {
    flitlock_run_options options = PodRun::with_statistics();
    const std::string events = scratch.path(std::string(way.name) + ".events");
    const std::string vcd = scratch.path(std::string(way.name) + ".vcd");
    if (way.events) options.events_path = events.c_str();
    if (way.vcd) {
      options.vcd_path = vcd.c_str();
      options.vcd_scope = "gpu0.mesh0.E.*";
    }
    PodRun run(short_run, options);
    ASSERT_EQ(run.failure, "") << way.name;
    flitlock_error error{};
    const std::string json = scratch.path(std::string(way.name) + ".json");
    ASSERT_EQ(flitlock_results_write_json(run.results, json.c_str(), &error), FLITLOCK_OK) << error.text;
  }
  const std::string json = Scratch::read(scratch.path("plain.json"));
  ASSERT_GT(json.size(), 1000U);
  for (const char *name : {"again.json", "events.json", "vcd.json", "both.json"})
    EXPECT_EQ(Scratch::read(scratch.path(name)), json) << name;
  EXPECT_EQ(Scratch::read(scratch.path("both.vcd")), Scratch::read(scratch.path("vcd.vcd")));

  // Without statistics there are no results to compare, but every flit and credit is in the event log.
  flitlock_run_options options{};
  const std::string events = scratch.path("silent.events");
  options.events_path = events.c_str();
  PodRun run(short_run, options);
  ASSERT_EQ(run.failure, "");
  const std::string log = Scratch::read(events);
  ASSERT_GT(log.size(), 1000U);
  EXPECT_EQ(Scratch::read(scratch.path("events.events")), log);
  EXPECT_EQ(Scratch::read(scratch.path("both.events")), log);

  // Another seed is another run.
  PodRun other(with(short_run, "seed=2"));
  ASSERT_EQ(other.failure, "");
  flitlock_error error{};
  ASSERT_EQ(flitlock_results_write_json(other.results, scratch.path("other.json").c_str(), &error), FLITLOCK_OK);
  EXPECT_NE(Scratch::read(scratch.path("other.json")), json);
}

TEST(PodRuns, UseAndTheFiveCausesAddUpForEveryLink) {
  PodRun run({"run.cycles=1500", "run.warmup=200"});
  ASSERT_EQ(run.failure, "");
  ASSERT_GT(run.results->links_count, 500U);
  for (unsigned k = 0; k < run.results->links_count; k++) {
    const flitlock_link_result &link = run.results->links[k];
    uint64_t sum = link.flits;
    for (uint64_t idle : link.idle)
      sum += idle;
    EXPECT_EQ(sum, link.cycles) << link.name;
    EXPECT_EQ(link.cycles, run.results->window_to - run.results->window_from) << link.name;
  }
}

TEST(PodRuns, AFiniteRunDeliversEveryRequest) {
  for (const char *op : {"write", "read"})
    for (const char *bytes : {"64B", "192B", "256B"}) {
      PodRun run({std::string("workload.op=") + op, std::string("workload.bytes=") + bytes, "workload.count=10",
                  "run.cycles=20000", "run.warmup=0", "run.drain=true", "check.invariants=true"});
      ASSERT_EQ(run.failure, "") << op << bytes;
      EXPECT_EQ(run.results->requests_issued, 960U);
      EXPECT_EQ(run.results->requests_completed, 960U);
      EXPECT_EQ(run.results->requests_in_flight, 0U);
    }
}
