// SPDX-License-Identifier: Apache-2.0
// The event log of a host that has its own clock and steps the blocks of a pod itself: the bytes are those of the
// engine. The host here is the plainest there is, every block in every cycle and a queue for every lane.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <vector>

#include "flitlock/config.h"
#include "flitlock/observe.h"
#include "support/config.h"
#include "support/scratch.h"

namespace {

using namespace flitlock_test;

class Host {
 public:
  explicit Host(const Pod &pod, flitlock_events *events, bool backwards)
      : engine_(pod.engine()), events_(events), backwards_(backwards) {
    inbox_.resize(flitlock_engine_block_count(engine_));
  }

  void run(uint64_t cycles) {
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
      for (uint32_t block = 0; block < inbox_.size(); block++)
        take(block, cycle);
      for (uint32_t n = 0; n < inbox_.size(); n++)
        step(backwards_ ? static_cast<uint32_t>(inbox_.size()) - 1 - n : n, cycle);
    }
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
    flitlock_engine_block_ops(engine_, block)
        ->step(flitlock_engine_block(engine_, block), cycle, &inbox_[block].in, &out);
    ASSERT_EQ(flitlock_events_presented(events_, block, cycle, &out), FLITLOCK_OK);
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

  flitlock_engine *engine_;
  flitlock_events *events_;
  bool backwards_;
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
  flitlock_events *events = nullptr;
  ASSERT_EQ(flitlock_events_create(run.get(), scratch.path("engine").c_str(), &events, &error), FLITLOCK_OK);
  flitlock_engine_run(run.engine(), 600);
  ASSERT_EQ(flitlock_events_close(events, &error), FLITLOCK_OK) << error.text;
  const std::string expected = Scratch::read(scratch.path("engine"));
  ASSERT_GT(expected.size(), 10000U);

  for (bool backwards : {false, true}) {
    Pod hosted(config);
    ASSERT_EQ(flitlock_events_open(hosted.get(), scratch.path("host").c_str(), &events, &error), FLITLOCK_OK);
    Host(hosted, events, backwards).run(600);
    ASSERT_EQ(flitlock_events_close(events, &error), FLITLOCK_OK) << error.text;
    EXPECT_TRUE(expected == Scratch::read(scratch.path("host"))) << "backwards " << backwards;
  }
}

INSTANTIATE_TEST_SUITE_P(Latencies, HostedLog,
                         ::testing::Values(std::vector<std::string>{},
                                           std::vector<std::string>{"seed=7", "defaults.latency=2cycles",
                                                                    "defaults.credit_latency=3cycles",
                                                                    "defaults.gpu_link_latency=5cycles"}));

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
