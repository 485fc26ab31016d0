// SPDX-License-Identifier: Apache-2.0
#include "support/network_harness.h"

#include "support/router_harness.h"

using flitlock_test::Network;
using flitlock_test::Trace;

namespace {

void expect_equal(const Trace &a, const Trace &b) {
  ASSERT_EQ(a.channel.size(), b.channel.size());
  for (const auto &[name, lines] : a.channel) {
    auto other = b.channel.find(name);
    ASSERT_NE(other, b.channel.end()) << name;
    ASSERT_EQ(lines.size(), other->second.size()) << name;
    for (size_t k = 0; k < lines.size(); k++)
      ASSERT_EQ(lines[k], other->second[k]) << "channel " << name;
  }
}

constexpr uint64_t long_enough = 60000;

}  // namespace

class CoreEngineNetwork : public testing::TestWithParam<int> {};

TEST_P(CoreEngineNetwork, ResultsDoNotDependOnTheOrderOfBlocks) {  // R-CH-2
  uint64_t seed = static_cast<uint64_t>(GetParam());
  Network plain(seed, 0), shuffled(seed, seed + 1);
  Trace trace = plain.run(long_enough);
  EXPECT_GT(trace.flits, 500U);
  expect_equal(trace, shuffled.run(long_enough));
}

TEST_P(CoreEngineNetwork, SleepingChangesNothing) {
  uint64_t seed = static_cast<uint64_t>(GetParam());
  Network sleeping(seed, 0), clocked(seed, 0);
  flitlock_engine_set_clocked(clocked.engine, true);
  Trace trace = sleeping.run(long_enough);
  expect_equal(trace, clocked.run(long_enough));
  EXPECT_EQ(flitlock_engine_steps(clocked.engine), long_enough * 2 * Network::nodes);
  EXPECT_LT(flitlock_engine_steps(sleeping.engine), flitlock_engine_steps(clocked.engine) / 4);
  EXPECT_EQ(flitlock_engine_next_event(sleeping.engine), FLITLOCK_SLEEP);
}

TEST_P(CoreEngineNetwork, ResetGivesTheSameRunAgain) {
  Network network(static_cast<uint64_t>(GetParam()), 0);
  flitlock_engine_run(network.engine, 777);
  flitlock_engine_reset(network.engine);
  EXPECT_EQ(flitlock_engine_cycle(network.engine), 0U);
  EXPECT_EQ(flitlock_engine_flits_in_channels(network.engine), 0U);
  Trace again = network.run(long_enough);
  Network fresh(static_cast<uint64_t>(GetParam()), 0);
  expect_equal(fresh.run(long_enough), again);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CoreEngineNetwork, testing::Range(1, 9));

namespace {

// A block of one port that does what the test says and remembers when it was stepped.
struct Probe {
  std::vector<uint64_t> steps;
  std::map<uint64_t, uint64_t> wake;  // answer of the step at a cycle; otherwise FLITLOCK_SLEEP
  std::map<uint64_t, uint64_t> arrivals;
  std::vector<uint64_t> send;  // cycles at which a flit leaves
  flitlock_port_info port{};
};

int probe_create(const void *params, const char *, flitlock_block **block, flitlock_error *) {
  auto *probe = *static_cast<Probe *const *>(params);
  probe->port.has_in = probe->port.has_out = probe->port.in_width = probe->port.out_width = 1;
  *block = reinterpret_cast<flitlock_block *>(probe);
  return FLITLOCK_OK;
}
void probe_destroy(flitlock_block *) {}
void probe_reset(flitlock_block *) {}
uint64_t probe_step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  auto *probe = reinterpret_cast<Probe *>(block);
  probe->steps.push_back(cycle);
  if (in->flit_valid & 1U) probe->arrivals[cycle] = in->flit[0].id;
  if (std::find(probe->send.begin(), probe->send.end(), cycle) != probe->send.end()) {
    out->flit_valid = 1;
    out->flit[0] = flitlock_flit{};
    out->flit[0].id = static_cast<uint32_t>(cycle);
  }
  auto found = probe->wake.find(cycle);
  return found == probe->wake.end() ? FLITLOCK_SLEEP : found->second;
}
void probe_describe(const flitlock_block *block, flitlock_block_info *info) {
  *info = {"probe", "c", FLITLOCK_BLOCK_ABI, 1, 1, &reinterpret_cast<const Probe *>(block)->port};
}
const flitlock_block_ops probe_ops = {"probe",        "c",     probe_create, probe_destroy, probe_reset, probe_step,
                                      probe_describe, nullptr, nullptr,      nullptr,       nullptr,     nullptr};

struct ProbeEngine {
  flitlock_engine *engine = nullptr;
  flitlock_error error{};
  ProbeEngine() { EXPECT_EQ(flitlock_engine_create(&engine, &error), FLITLOCK_OK); }
  ~ProbeEngine() { flitlock_engine_destroy(engine); }
  uint32_t add(Probe &probe, const char *name) {
    Probe *pointer = &probe;
    uint32_t number = UINT32_MAX;
    EXPECT_EQ(flitlock_engine_add_block(engine, &probe_ops, &pointer, name, &number, &error), FLITLOCK_OK);
    return number;
  }
  int connect(uint32_t src, uint32_t dst, uint32_t latency = 1, uint32_t credit_latency = 1, uint32_t port = 0) {
    flitlock_channel channel{"a->b", src, 0, dst, port, latency, credit_latency};
    return flitlock_engine_connect(engine, &channel, &error);
  }
};

}  // namespace

TEST(CoreEngine, StepsABlockWhenItAskedAndNotElse) {
  ProbeEngine e;
  Probe probe;
  probe.wake = {{0, 3}, {3, 4}, {4, 300}, {300, 100000}};
  e.add(probe, "a");
  flitlock_engine_run(e.engine, 200000);
  EXPECT_EQ(probe.steps, (std::vector<uint64_t>{0, 3, 4, 300, 100000}));
  EXPECT_EQ(flitlock_engine_cycle(e.engine), 200000U);
  EXPECT_EQ(flitlock_engine_next_event(e.engine), FLITLOCK_SLEEP);
}

TEST(CoreEngine, CarriesFlitsWithAnyLatency) {  // R-CH-4
  for (uint32_t latency : {1U, 2U, 7U, 255U, 256U, 257U, 1000U}) {
    ProbeEngine e;
    Probe a, b;
    a.send = {0, 1, 5, 700};
    a.wake = {{0, 1}, {1, 5}, {5, 700}};
    uint32_t from = e.add(a, "a"), to = e.add(b, "b");
    ASSERT_EQ(e.connect(from, to, latency), FLITLOCK_OK) << e.error.text;
    flitlock_engine_run(e.engine, 5000);
    EXPECT_EQ(b.arrivals,
              (std::map<uint64_t, uint64_t>{{latency, 0}, {1 + latency, 1}, {5 + latency, 5}, {700 + latency, 700}}));
  }
}

TEST(CoreEngine, WakeIsAtTheCycleOrAfterTheCurrentOne) {
  ProbeEngine e;
  Probe a, b;
  a.wake = {{0, 10}};
  uint32_t number = e.add(a, "a");
  uint32_t other = e.add(b, "b");
  flitlock_engine_run(e.engine, 5);
  flitlock_engine_wake(e.engine, number, 2);
  flitlock_engine_wake(e.engine, number, 7);
  flitlock_engine_wake(e.engine, other, 400);
  flitlock_engine_wake(e.engine, other, 300);
  flitlock_engine_wake(e.engine, 99, 300);
  EXPECT_EQ(flitlock_engine_next_event(e.engine), 5U);
  flitlock_engine_run(e.engine, 1000);
  EXPECT_EQ(a.steps, (std::vector<uint64_t>{0, 5, 7, 10}));
  EXPECT_EQ(b.steps, (std::vector<uint64_t>{0, 300, 400}));
}

TEST(CoreEngine, ObserversSeeStepsAndCyclesAndCanStop) {
  ProbeEngine e;
  Probe a;
  a.wake = {{0, 4}, {4, 6}};
  e.add(a, "a");
  struct Log {
    std::vector<uint64_t> steps, cycles;
    flitlock_engine *engine;
  } log{{}, {}, e.engine};
  flitlock_observer observer{
      &log,
      [](void *self, const flitlock_engine *, uint32_t, uint64_t cycle, const flitlock_in *, const flitlock_out *) {
        static_cast<Log *>(self)->steps.push_back(cycle);
        if (cycle == 4) flitlock_engine_stop(static_cast<Log *>(self)->engine);
      },
      [](void *self, const flitlock_engine *, uint64_t cycle) { static_cast<Log *>(self)->cycles.push_back(cycle); }};
  ASSERT_EQ(flitlock_engine_add_observer(e.engine, &observer, &e.error), FLITLOCK_OK);
  flitlock_engine_run(e.engine, 100);
  EXPECT_EQ(log.steps, (std::vector<uint64_t>{0, 4}));
  EXPECT_EQ(log.cycles, (std::vector<uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(flitlock_engine_cycle(e.engine), 5U);
}

TEST(CoreEngine, ConnectSaysWhatIsWrong) {
  ProbeEngine e;
  Probe a, b, wide;
  uint32_t from = e.add(a, "a"), to = e.add(b, "b"), other = e.add(wide, "wide");
  wide.port.in_width = 2;
  EXPECT_EQ(e.connect(from, 17), FLITLOCK_E_CONFIG);
  EXPECT_EQ(e.connect(from, to, 1, 1, 3), FLITLOCK_E_CONFIG);
  EXPECT_EQ(e.connect(from, to, 0), FLITLOCK_E_CONFIG);
  EXPECT_EQ(e.connect(from, to, 1, 0), FLITLOCK_E_CONFIG);
  EXPECT_EQ(e.connect(from, other), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(e.error.text).find("R-CH-6"), std::string::npos) << e.error.text;
  EXPECT_EQ(flitlock_engine_channel_count(e.engine), 0U);
  EXPECT_EQ(e.connect(from, to), FLITLOCK_OK);
  EXPECT_EQ(e.connect(from, other), FLITLOCK_E_CONFIG) << "the output is in use";
  EXPECT_EQ(e.connect(other, to), FLITLOCK_E_CONFIG) << "the input is in use";
  EXPECT_EQ(flitlock_engine_channel_from(e.engine, from, 0), 0U);
  EXPECT_EQ(flitlock_engine_channel_to(e.engine, to, 0), 0U);
  EXPECT_EQ(flitlock_engine_channel_from(e.engine, to, 0), UINT32_MAX);
  EXPECT_EQ(flitlock_engine_channel_to(e.engine, from, 0), UINT32_MAX);
  flitlock_engine_run(e.engine, 1);
  EXPECT_EQ(e.connect(to, from), FLITLOCK_E_USAGE) << "the clock has started";
}

TEST(CoreEngine, ChannelsAreNumberedBySenderAndPort) {  // R-POD-4
  Network network(3, 5);
  uint32_t count = flitlock_engine_channel_count(network.engine);
  ASSERT_GT(count, 10U);
  for (uint32_t n = 1; n < count; n++) {
    const flitlock_channel *before = flitlock_engine_channel(network.engine, n - 1);
    const flitlock_channel *channel = flitlock_engine_channel(network.engine, n);
    EXPECT_LT(std::make_pair(before->src_block, before->src_port),
              std::make_pair(channel->src_block, channel->src_port));
    EXPECT_EQ(flitlock_engine_channel_to(network.engine, channel->dst_block, channel->dst_port), n);
  }
}
