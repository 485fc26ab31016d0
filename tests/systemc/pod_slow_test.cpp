// SPDX-License-Identifier: Apache-2.0
// Pods under SystemC: the event log is, byte for byte, the engine's, for C, RTL and mixes; errors and waves.
#include <gtest/gtest.h>

#include <memory>

#include "flitlock/observe.h"
#include "flitlock/results.h"
#include "flitlock/run.h"
#include "support/config.h"
#include "support/scratch.h"
#include "systemc/pins.h"
#include "systemc/pod.h"
#include "systemc/vcd.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

int find_rtl(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  return flitlock_rtl_shape_find(params, name, error) < flitlock_rtl_shape_count() ? FLITLOCK_OK : FLITLOCK_E_CONFIG;
}
const flitlock_device rtl = {"rtl", &flitlock_router_rtl, find_rtl, nullptr};

using Rules = std::vector<flitlock_sc::ChoiceOptions::Rule>;

// One run with SystemC; that is all that a process can do.
struct ScRun {
  ScRun(const Config &config, const Rules &rules, flitlock_sc::PodOptions options = {}) {
    flitlock_lockstep_options lockstep;
    flitlock_lockstep_options_default(&lockstep);
    EXPECT_EQ(flitlock_lockstep_create(&lockstep, &session, &error), FLITLOCK_OK);
    options.choice.rules = rules;
    options.choice.device = &rtl;
    options.choice.session = session;
    status = flitlock_sc::run_pod(config.get(), options, &interrupted, &result, &error);
  }
  ~ScRun() { flitlock_lockstep_destroy(session); }
  ScRun(const ScRun &) = delete;
  ScRun &operator=(const ScRun &) = delete;

  int interrupted = 0, status = 0;
  flitlock_lockstep *session = nullptr;
  flitlock_sc::PodResult result;
  flitlock_error error{};
};

std::string engine_log(const Config &config, const std::string &path) {
  Pod pod(config);
  flitlock_error error{};
  flitlock_run_options options{};
  options.events_path = path.c_str();
  flitlock_results *results = nullptr;
  EXPECT_EQ(flitlock_run(pod.get(), &options, &results, &error), FLITLOCK_OK) << error.text;
  flitlock_results_free(results);
  return Scratch::read(path);
}

struct LogCase {
  const char *name;
  std::vector<std::string> sets;
  Rules rules;
  unsigned c, rtl, lockstep;  // blocks
};

void PrintTo(const LogCase &each, std::ostream *out) { *out << each.name; }

class SystemcLog : public testing::TestWithParam<LogCase> {};

TEST_P(SystemcLog, HasTheBytesOfTheEngine) {
  Scratch scratch;
  Config config(preset("tiny2"), GetParam().sets);
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  const std::string expected = engine_log(config, scratch.path("a.events"));
  ASSERT_GT(expected.size(), 10000U);
  flitlock_sc::PodOptions options;
  options.events = scratch.path("d.events");
  const ScRun run(config, GetParam().rules, options);
  ASSERT_EQ(run.status, FLITLOCK_OK) << run.error.text;
  EXPECT_TRUE(expected == Scratch::read(options.events));
  EXPECT_EQ(run.result.blocks_c, GetParam().c);
  EXPECT_EQ(run.result.blocks_rtl, GetParam().rtl);
  EXPECT_EQ(run.result.blocks_lockstep, GetParam().lockstep);
  EXPECT_GT(run.result.packets, 100U);
}

const std::vector<std::string> short_run = {"run.cycles=400", "check.invariants=true"};
const std::vector<std::string> long_lanes = {"run.cycles=500", "seed=7", "defaults.latency=2cycles",
                                             "defaults.credit_latency=3cycles", "defaults.gpu_link_latency=5cycles"};
const std::vector<std::string> to_the_end = {"workload.count=25", "clients.service_latency=9cycles",
                                             "clients.stall=0.3", "seed=3"};
const std::vector<std::string> drained = {"run.cycles=250", "run.drain=true", "workload.injection=bernoulli",
                                          "workload.rate=0.2"};

INSTANTIATE_TEST_SUITE_P(
    Tiny2, SystemcLog,
    testing::Values(
        LogCase{"C", short_run, {}, 28, 0, 0}, LogCase{"Rtl", short_run, {{"*", FLITLOCK_USE_RTL}}, 0, 28, 0},
        LogCase{"RtlDst", short_run, {{"*dst*", FLITLOCK_USE_RTL}}, 24, 4, 0},
        LogCase{"RtlButOnePlane", short_run, {{"*", FLITLOCK_USE_RTL}, {"*.rsp", FLITLOCK_USE_C}}, 14, 14, 0},
        LogCase{"Lockstep", short_run, {{"*", FLITLOCK_USE_LOCKSTEP}, {"*.B.*", FLITLOCK_USE_RTL}}, 0, 4, 24},
        LogCase{"LongLanes", long_lanes, {}, 28, 0, 0},
        LogCase{"LongLanesRtl", long_lanes, {{"gpu1.*", FLITLOCK_USE_RTL}}, 14, 14, 0},
        LogCase{"ToTheEnd", to_the_end, {}, 28, 0, 0},
        LogCase{"ToTheEndRtl", to_the_end, {{"*.req", FLITLOCK_USE_RTL}}, 14, 14, 0},
        LogCase{"Drained", drained, {}, 28, 0, 0}, LogCase{"DrainedRtl", drained, {{"*", FLITLOCK_USE_RTL}}, 0, 28, 0}),
    [](const auto &each) { return std::string(each.param.name); });

// Errors in a router, and who sees them.
class SystemcPodPlant : public testing::TestWithParam<const char *> {
 protected:
  ScRun *run(const Rules &rules, const std::vector<std::string> &sets) {
    config_ = std::make_unique<Config>(preset("tiny2"), sets);
    flitlock_error error{};
    EXPECT_EQ(flitlock_plant_parse(GetParam(), &plant_, &error), FLITLOCK_OK) << error.text;
    flitlock_sc::PodOptions options;
    options.events = scratch_.path("d.events");
    options.vcd = scratch_.path("d.vcd");
    options.choice.plant = &plant_;
    options.choice.plant_match = "gpu0.dst.req";
    run_ = std::make_unique<ScRun>(*config_, rules, options);
    return run_.get();
  }
  Scratch scratch_;
  flitlock_plant plant_{};
  std::unique_ptr<Config> config_;
  std::unique_ptr<ScRun> run_;
};

// Compared with golden: at once, with the files closed.
TEST_P(SystemcPodPlant, IsAMismatchInLockstep) {
  const ScRun *bad = run({{"*dst*", FLITLOCK_USE_LOCKSTEP}}, {"run.cycles=300"});
  EXPECT_EQ(bad->status, FLITLOCK_E_MISMATCH) << bad->error.text;
  EXPECT_NE(std::string(bad->error.text).find("gpu0.dst.req"), std::string::npos) << bad->error.text;
  EXPECT_GE(bad->result.cycles, 100U);
  EXPECT_LT(bad->result.cycles, 300U);
  const ScVcd vcd = read_sc_vcd(scratch_.path("d.vcd"));
  EXPECT_EQ(vcd.error, "");
  EXPECT_GE(vcd.end, 10 * bad->result.cycles);
}

// In a router that nobody compares: the log is another.
TEST_P(SystemcPodPlant, IsSeenInTheLog) {
  const std::vector<std::string> sets = {"run.cycles=300"};
  run({{"*dst*", FLITLOCK_USE_RTL}}, sets);
  const std::string expected = engine_log(*config_, scratch_.path("a.events"));
  char text[4096];
  flitlock_error error{};
  EXPECT_EQ(flitlock_events_diff(scratch_.path("a.events").c_str(), scratch_.path("d.events").c_str(), text,
                                 sizeof text, &error),
            FLITLOCK_E_MISMATCH)
      << error.text;
  EXPECT_NE(std::string(text).find("dst"), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Kinds, SystemcPodPlant,
                         testing::Values("credit-lost@100", "flit-late@100", "field.addr@100", "payload@100"),
                         [](const auto &each) {
                           std::string name = each.param;
                           for (char &c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(SystemcPod, ChecksPayloadsAtTheClients) {
  Config config(preset("tiny2"), {"check.invariants=true"});
  flitlock_plant plant{};
  plant.kind = FLITLOCK_PLANT_PAYLOAD;
  plant.cycle = 100;
  flitlock_sc::PodOptions options;
  options.choice.plant = &plant;
  options.choice.plant_match = "gpu0.dst.req";
  const ScRun run(config, {}, options);
  EXPECT_EQ(run.status, FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(run.error.text).find("R-PAY-1"), std::string::npos) << run.error.text;
}

TEST(SystemcPod, LostCreditsAreNoProgress) {
  Config config(preset("tiny2"),
                {"workload.count=200", "check.watchdog=60", "check.invariants=false", "defaults.input_depth=1"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  flitlock_plant plant{};
  plant.kind = FLITLOCK_PLANT_CREDIT_LOST;
  plant.cycle = 50;
  flitlock_sc::PodOptions options;
  options.choice.plant = &plant;
  options.choice.plant_match = "gpu0.mesh0.E.req";
  const ScRun run(config, {}, options);
  EXPECT_EQ(run.status, FLITLOCK_E_NO_PROGRESS) << run.error.text;
}

TEST(SystemcPod, EndsEarlyAreNoPass) {
  Config config(preset("tiny2"), {"workload.count=200", "run.cycles=60"});
  const ScRun run(config, {});
  EXPECT_EQ(run.status, FLITLOCK_E_TIMEOUT) << run.error.text;
}

TEST(SystemcPod, NothingSimulatedIsNoPass) {
  Config config(preset("tiny2"), {"run.cycles=3"});
  const ScRun run(config, {});
  EXPECT_EQ(run.status, FLITLOCK_E_VACUOUS) << run.error.text;
}

TEST(SystemcPod, PatternsThatMatchNothingAreErrors) {
  Config config(preset("tiny2"));
  const ScRun run(config, {{"gpu7.*", FLITLOCK_USE_RTL}});
  EXPECT_EQ(run.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(run.error.text).find("gpu7.*"), std::string::npos) << run.error.text;
}

// Every pin of every block is in the waves, by its width; the clients' too.
TEST(SystemcPod, WavesHaveAllPins) {
  Scratch scratch;
  Config config(preset("tiny2"), {"run.cycles=60"});
  flitlock_sc::PodOptions options;
  options.vcd = scratch.path("d.vcd");
  const ScRun run(config, {{"*dst*", FLITLOCK_USE_RTL}}, options);
  ASSERT_EQ(run.status, FLITLOCK_OK) << run.error.text;
  const ScVcd vcd = read_sc_vcd(options.vcd);
  ASSERT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.timescale, "1 ns");
  EXPECT_EQ(vcd.end, 10 * (60 + 2) + 5U) << "two edges in reset, 60 without, and half a period";
  const auto bits = [&](const std::string &name) {
    const auto found = vcd.signals.find(name);
    return found == vcd.signals.end() ? 0U : found->second.bits;
  };
  EXPECT_EQ(bits("pod.gpu0_dst_req.clk_i"), 1U);
  EXPECT_EQ(bits("pod.gpu0_dst_req.in_valid_i_1"), 1U);
  EXPECT_EQ(bits("pod.gpu0_dst_req.in_header_i_1"), 224U);
  EXPECT_EQ(bits("pod.gpu0_dst_req.out_payload_o_0"), 1024U);
  EXPECT_EQ(bits("pod.gpu0_dst_req.in_credit_o_0"), 20U);
  EXPECT_EQ(bits("pod.gpu1_mesh0_A_req_client0.out_valid_o_0"), 1U);
  EXPECT_EQ(bits("pod.gpu1_mesh0_A_req_client0.in_valid_i_0"), 0U) << "a side that the client does not have";
  uint64_t flits = 0;
  for (const auto &[name, signal] : vcd.signals)
    if (name.find("dst_req.out_valid_o") != std::string::npos) flits += signal.changes;
  EXPECT_GT(flits, 3U);
}

}  // namespace
}  // namespace flitlock_test
