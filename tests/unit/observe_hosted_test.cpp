// SPDX-License-Identifier: Apache-2.0
// The event log of a host that has its own clock and steps the blocks of a pod itself: the bytes are those of the
// engine. The host here is the plainest there is, every block in every cycle and a queue for every lane.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <vector>

#include "flitlock/config.h"
#include "flitlock/hosted.h"
#include "flitlock/observe.h"
#include "flitlock/results.h"
#include "flitlock/run.h"
#include "support/config.h"
#include "support/scratch.h"

namespace {

using namespace flitlock_test;

class Host {
 public:
  Host(flitlock_hosted *hosted, uint32_t unit_bytes, bool backwards)
      : hosted_(hosted),
        engine_(flitlock_pod_engine(flitlock_hosted_pod(hosted))),
        unit_bytes_(unit_bytes),
        backwards_(backwards) {
    inbox_.resize(flitlock_engine_block_count(engine_));
  }

  // Returns the number of cycles.
  uint64_t run() {
    uint64_t cycle = 0;
    for (; !flitlock_hosted_over(hosted_, cycle); cycle++) {
      for (uint32_t block = 0; block < inbox_.size(); block++)
        take(block, cycle);
      for (uint32_t n = 0; n < inbox_.size(); n++)
        step(backwards_ ? static_cast<uint32_t>(inbox_.size()) - 1 - n : n, cycle);
    }
    return cycle;
  }

 private:
  template <class T>
  struct Lane {
    std::deque<std::pair<uint64_t, T>> queue;  // arrival, what arrives
  };
  struct Inbox {
    flitlock_in in{};
    std::array<flitlock_flit, FLITLOCK_MAX_PORTS> flit{};
    std::array<uint32_t, FLITLOCK_MAX_PORTS> credit{};
    std::array<Lane<flitlock_flit>, FLITLOCK_MAX_PORTS> flits;
    std::array<Lane<uint32_t>, FLITLOCK_MAX_PORTS> credits;
  };

  template <class T>
  static uint64_t arrive(Lane<T> &lane, uint64_t cycle, uint32_t port, T &value) {
    if (lane.queue.empty() || lane.queue.front().first != cycle) return 0;
    value = lane.queue.front().second;
    lane.queue.pop_front();
    return uint64_t{1} << port;
  }

  void take(uint32_t block, uint64_t cycle) {
    Inbox &box = inbox_[block];
    box.in = {0, 0, box.flit.data(), box.credit.data()};
    for (uint32_t port = 0; port < FLITLOCK_MAX_PORTS; port++) {
      box.in.flit_valid |= arrive(box.flits[port], cycle, port, box.flit[port]);
      box.in.credit_valid |= arrive(box.credits[port], cycle, port, box.credit[port]);
    }
  }

  void step(uint32_t block, uint64_t cycle) {
    std::array<flitlock_flit, FLITLOCK_MAX_PORTS> flit{};
    std::array<uint32_t, FLITLOCK_MAX_PORTS> credit{};
    flitlock_out out = {0, 0, flit.data(), credit.data()};
    if (flitlock_pod_router_params(flitlock_hosted_pod(hosted_), block)) {
      flitlock_engine_block_ops(engine_, block)
          ->step(flitlock_engine_block(engine_, block), cycle, &inbox_[block].in, &out);
      ASSERT_EQ(flitlock_hosted_presented(hosted_, block, cycle, &out), FLITLOCK_OK);
    } else {
      ASSERT_EQ(flitlock_hosted_client(hosted_, block, cycle, &inbox_[block].in, &out), FLITLOCK_OK);
      EXPECT_EQ(flitlock_hosted_client(hosted_, block, cycle, &inbox_[block].in, &out), FLITLOCK_E_USAGE) << "twice";
      for (uint32_t port = 0; port < 2; port++)
        if (out.flit_valid >> port & 1U) onto_wires(flit[port]);
    }
    for (uint32_t port = 0; port < FLITLOCK_MAX_PORTS; port++) {
      if (out.flit_valid >> port & 1U) {
        const auto *to = flitlock_engine_channel(engine_, flitlock_engine_channel_from(engine_, block, port));
        inbox_[to->dst_block].flits[to->dst_port].queue.emplace_back(cycle + to->latency, flit[port]);
      }
      if (out.credit_valid >> port & 1U) {
        const auto *to = flitlock_engine_channel(engine_, flitlock_engine_channel_to(engine_, block, port));
        inbox_[to->src_block].credits[to->src_port].queue.emplace_back(cycle + to->credit_latency, credit[port]);
      }
    }
  }

  // As pins would have it: the bytes are no longer where the client had them.
  void onto_wires(flitlock_flit &flit) {
    wires_.emplace_back(flit.payload, flit.payload + flit.units * unit_bytes_);
    flit.payload = wires_.back().data();
  }

  flitlock_hosted *hosted_;
  flitlock_engine *engine_;
  uint32_t unit_bytes_;
  bool backwards_;
  std::deque<std::vector<uint8_t>> wires_;
  std::vector<Inbox> inbox_;
};

class HostedLog : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(HostedLog, HasTheBytesOfTheEngine) {
  Scratch scratch;
  Config config(preset("tiny2"), GetParam());
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  flitlock_error error{};

  Pod run(config);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  const std::string engine_log = scratch.path("engine"), host_log = scratch.path("host");
  flitlock_run_options options{};
  options.events_path = engine_log.c_str();
  flitlock_results *results = nullptr;
  ASSERT_EQ(flitlock_run(run.get(), &options, &results, &error), FLITLOCK_OK) << error.text;
  flitlock_results_free(results);
  const std::string expected = Scratch::read(engine_log);
  ASSERT_GT(expected.size(), 10000U);

  for (bool backwards : {false, true}) {
    flitlock_hosted *hosted = nullptr;
    ASSERT_EQ(flitlock_hosted_create(config.get(), host_log.c_str(), &hosted, &error), FLITLOCK_OK) << error.text;
    const uint64_t cycles = Host(hosted, config->pod.unit_bytes, backwards).run();
    EXPECT_NEAR(static_cast<double>(cycles), static_cast<double>(flitlock_engine_cycle(run.engine())), 8);
    EXPECT_GT(flitlock_hosted_packets(hosted), 100U);
    ASSERT_EQ(flitlock_hosted_close(hosted, &error), FLITLOCK_OK) << error.text;
    EXPECT_TRUE(expected == Scratch::read(host_log)) << "backwards " << backwards;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Latencies, HostedLog,
    ::testing::Values(std::vector<std::string>{"run.cycles=600"},
                      std::vector<std::string>{"run.cycles=600", "seed=7", "defaults.latency=2cycles",
                                               "defaults.credit_latency=3cycles", "defaults.gpu_link_latency=5cycles"},
                      std::vector<std::string>{"workload.count=30", "clients.service_latency=9cycles"},
                      std::vector<std::string>{"run.cycles=300", "run.drain=true", "workload.injection=bernoulli",
                                               "workload.rate=0.2"}));

TEST(HostedClient, WrongWireBytesAreToldAtTheEnd) {
  Config config(preset("tiny2"), {"check.invariants=true"});
  flitlock_error error{};
  flitlock_hosted *hosted = nullptr;
  ASSERT_EQ(flitlock_hosted_create(config.get(), nullptr, &hosted, &error), FLITLOCK_OK) << error.text;
  const flitlock_pod *pod = flitlock_hosted_pod(hosted);
  const uint32_t client = flitlock_pod_rsp_client(pod, 0);
  std::vector<uint8_t> bytes(64, 0x5A);
  std::array<flitlock_flit, 2> flit{};
  std::array<uint32_t, 2> credit{};
  flit[0].vc = static_cast<uint8_t>(config->vcs.outbound);
  flit[0].head = flit[0].tail = flit[0].units = flit[0].len = 1;
  flit[0].bytes = 64;
  flit[0].dst = flitlock_pod_node(pod, client)->address;
  flit[0].payload = bytes.data();
  const flitlock_in in = {1, 0, flit.data(), credit.data()};
  std::array<flitlock_flit, 2> out_flit{};
  flitlock_out out = {0, 0, out_flit.data(), credit.data()};
  EXPECT_EQ(flitlock_hosted_client(hosted, client, 0, &in, &out), FLITLOCK_OK);
  EXPECT_EQ(flitlock_hosted_client(hosted, flitlock_pod_find(pod, "gpu0.dst.req"), 0, &in, &out), FLITLOCK_E_USAGE);
  EXPECT_EQ(flitlock_hosted_close(hosted, &error), FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(error.text).find("R-PAY-1"), std::string::npos) << error.text;
}

TEST(HostedLogErrors, AreToldAtOnceAndWhenTheLogIsClosed) {
  Scratch scratch;
  Config config(preset("tiny2"));
  Pod pod(config);
  flitlock_error error{};
  flitlock_events *events = nullptr;
  ASSERT_EQ(flitlock_events_open(pod.get(), scratch.path("log").c_str(), &events, &error), FLITLOCK_OK);
  const uint32_t block = pod.block("gpu0.mesh0.A.req");
  const flitlock_flit flit{};
  EXPECT_EQ(flitlock_events_flit(events, block, 0, 4, &flit), FLITLOCK_OK);
  EXPECT_EQ(flitlock_events_credit(events, block, 0, 4, 0), FLITLOCK_OK) << "no credit is no event";
  EXPECT_EQ(flitlock_events_flit(events, block, FLITLOCK_MAX_PORTS - 1, 4, &flit), FLITLOCK_OK) << "no channel";
  EXPECT_EQ(flitlock_events_flit(events, block, 0, 4, &flit), FLITLOCK_E_USAGE) << "a second flit in the cycle";
  EXPECT_EQ(flitlock_events_close(events, &error), FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(error.text).find("a second flit"), std::string::npos) << error.text;
}

}  // namespace
