// SPDX-License-Identifier: Apache-2.0
// Statistics: every cycle of every link is counted once, rates and latencies with their stages are exact.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "support/scripted_engine.h"

namespace {

using namespace flitlock_test;

struct flitlock_pod_node place(flitlock_node_kind kind, uint32_t address = 0,
                               flitlock_plane plane = FLITLOCK_PLANE_REQ) {
  struct flitlock_pod_node node {};
  node.kind = static_cast<uint8_t>(kind);
  node.plane = static_cast<uint8_t>(plane);
  node.address = address;
  return node;
}

struct FreeResults {
  void operator()(flitlock_results *results) const { flitlock_results_free(results); }
};
using Results = std::unique_ptr<flitlock_results, FreeResults>;

Results results_of(const flitlock_stats *stats) {
  // flitlock_results_free() frees it, as it does the library's own.
  Results results(static_cast<flitlock_results *>(std::calloc(1, sizeof(flitlock_results))));
  EXPECT_EQ(flitlock_stats_results(stats, results.get()), FLITLOCK_OK);
  return results;
}

void expect_whole(const flitlock_results &results) {
  for (unsigned l = 0; l < results.links_count; l++) {
    const flitlock_link_result &link = results.links[l];
    uint64_t sum = std::accumulate(std::begin(link.idle), std::end(link.idle), link.flits + link.unknown);
    EXPECT_EQ(sum, link.cycles) << link.name;
    EXPECT_EQ(link.cycles, results.window_to - results.window_from) << link.name;
  }
}

class Links : public ::testing::Test {
 protected:
  Script left, right;
  ScriptedEngine pair;
  flitlock_stats *stats = nullptr;
  flitlock_error error{};

  void SetUp() override {
    left.port("E");
    left.port("S");
    right.port("W");
  }
  void TearDown() override { flitlock_stats_destroy(stats); }

  void ready(const flitlock_block_ops &ops = kScriptedBlock) {
    uint32_t a = pair.add(left, "a", place(FLITLOCK_NODE_ROUTER), ops);
    uint32_t b = pair.add(right, "b", place(FLITLOCK_NODE_ROUTER));
    pair.connect("a->b", a, 0, b, 0);
    pair.connect("b->a", b, 0, a, 1);
    ASSERT_EQ(flitlock_stats_create_for(pair.ready(), &stats, &error), FLITLOCK_OK) << error.text;
  }
};

TEST_F(Links, SleepingCyclesKeepTheirCause) {
  left.at[0].causes = {5, 1};
  left.at[3].causes = {2, 1};
  left.flit(7, 0, single_flit(0, 1, 2, 0));
  left.at[7].causes = {4, 1};
  left.at[8].causes = {3, 1};
  left.flit(9, 0, single_flit(0, 1, 2, 1));
  left.at[9].causes = {5, 1};
  ready();
  flitlock_stats_window_open(stats);
  pair.run(20);
  flitlock_stats_window_close(stats);
  Results results = results_of(stats);
  ASSERT_EQ(results->links_count, 2U);
  const flitlock_link_result &link = results->links[0];
  EXPECT_STREQ(link.name, "a->b");
  EXPECT_EQ(link.width, 1U);
  EXPECT_EQ(link.flits, 2U);
  EXPECT_EQ(link.packets, 2U);
  EXPECT_EQ(link.idle[1], 4U) << "cause 2 in cycles 3 to 6";
  EXPECT_EQ(link.idle[3], 0U) << "cause 4 would have begun after the flit of cycle 7";
  EXPECT_EQ(link.idle[2], 1U) << "cause 3 in cycle 8";
  EXPECT_EQ(link.idle[4], 13U) << "cause 5 before and after";
  expect_whole(*results);
}

// A window counts its own cycles, wherever it opens and closes, open or closed as the results are asked for.
TEST_F(Links, AnyWindowCountsItsCyclesOnce) {
  left.at[3].causes = {2, 1};
  for (uint64_t cycle : {7, 8, 9, 15, 22})
    left.flit(cycle, 0, single_flit(0, 1, 2, 0));
  left.at[15].causes = {1, 1};
  ready();
  for (uint64_t from = 0; from < 20; from += 3) {
    for (uint64_t length = 0; length < 12; length++) {
      flitlock_engine_reset(pair.engine);
      left.causes = {5, 5};
      pair.run(from);
      flitlock_stats_window_open(stats);
      pair.run(length);
      Results open = results_of(stats);
      flitlock_stats_window_close(stats);
      pair.run(5);
      Results closed = results_of(stats);
      expect_whole(*open);
      expect_whole(*closed);
      EXPECT_EQ(closed->window_from, from);
      EXPECT_EQ(closed->window_to, from + length);
      for (int cause = 0; cause < 5; cause++)
        EXPECT_EQ(open->links[0].idle[cause], closed->links[0].idle[cause]);
      uint64_t flits = 0;
      for (uint64_t cycle : {7, 8, 9, 15, 22})
        flits += cycle >= from && cycle < from + length;
      EXPECT_EQ(closed->links[0].flits, flits) << from << "+" << length;
    }
  }
}

TEST_F(Links, SenderThatDoesNotTellCausesIsCountedAsUnknown) {
  left.flit(4, 0, single_flit(0, 1, 2, 0));
  ready(kMuteBlock);
  flitlock_stats_window_open(stats);
  pair.run(10);
  Results results = results_of(stats);
  EXPECT_EQ(results->links[0].flits, 1U);
  EXPECT_EQ(results->links[0].unknown, 9U);
  EXPECT_EQ(results->links[1].unknown, 0U);
  expect_whole(*results);
}

// A request client, a DST of each GPU with one mesh router beside it, and a response client; both planes.
class Requests : public ::testing::Test {
 protected:
  static constexpr uint32_t kReq = 0x00020000;  // node 2
  static constexpr uint32_t kRsp = 0x01020001;
  Script req, rsp, router0, router1, dst0, dst1, rsp_router0, rsp_router1, rsp_dst0, rsp_dst1;
  ScriptedEngine pod;
  flitlock_stats *stats = nullptr;
  flitlock_error error{};
  char names[3][16] = {"A", "B", "C"};

  void SetUp() override {
    for (Script *client : {&req, &rsp}) {
      client->port("req");
      client->port("rsp");
    }
    for (Script *router : {&router0, &router1, &rsp_router0, &rsp_router1}) {
      router->port("client");
      router->port("dst");
    }
    for (Script *dst : {&dst0, &dst1, &rsp_dst0, &rsp_dst1}) {
      dst->port("mesh0");
      dst->port("gpu");
    }
  }
  void TearDown() override { flitlock_stats_destroy(stats); }

  void join(uint32_t a, uint32_t pa, uint32_t b, uint32_t pb) {
    pod.connect(std::to_string(a) + "->" + std::to_string(b), a, pa, b, pb);
    pod.connect(std::to_string(b) + "->" + std::to_string(a), b, pb, a, pa);
  }
  void ready() {
    const flitlock_plane on_rsp = FLITLOCK_PLANE_RSP;
    uint32_t c = pod.add(req, "req_client", place(FLITLOCK_NODE_REQ_CLIENT, kReq));
    uint32_t r0 = pod.add(router0, "r0", place(FLITLOCK_NODE_ROUTER));
    uint32_t d0 = pod.add(dst0, "d0", place(FLITLOCK_NODE_DST));
    uint32_t d1 = pod.add(dst1, "d1", place(FLITLOCK_NODE_DST));
    uint32_t r1 = pod.add(router1, "r1", place(FLITLOCK_NODE_ROUTER));
    uint32_t s = pod.add(rsp, "rsp_client", place(FLITLOCK_NODE_RSP_CLIENT, kRsp));
    uint32_t q0 = pod.add(rsp_router0, "q0", place(FLITLOCK_NODE_ROUTER, 0, on_rsp));
    uint32_t e0 = pod.add(rsp_dst0, "e0", place(FLITLOCK_NODE_DST, 0, on_rsp));
    uint32_t e1 = pod.add(rsp_dst1, "e1", place(FLITLOCK_NODE_DST, 0, on_rsp));
    uint32_t q1 = pod.add(rsp_router1, "q1", place(FLITLOCK_NODE_ROUTER, 0, on_rsp));
    join(c, 0, r0, 0);
    join(r0, 1, d0, 0);
    join(d0, 1, d1, 1);
    join(d1, 0, r1, 1);
    join(r1, 0, s, 0);
    join(s, 1, q1, 0);
    join(q1, 1, e1, 0);
    join(e1, 1, e0, 1);
    join(e0, 0, q0, 1);
    join(q0, 0, c, 1);
    pod.target.node_name = names;
    pod.target.nodes = 3;
    ASSERT_EQ(flitlock_stats_create_for(pod.ready(), &stats, &error), FLITLOCK_OK) << error.text;
  }

  static flitlock_flit flit_of(uint32_t id, uint32_t birth, bool response) {
    flitlock_flit flit = single_flit(3, response ? kRsp : kReq, response ? kReq : kRsp, id,
                                     response ? FLITLOCK_OP_WRITE_RSP : FLITLOCK_OP_WRITE_REQ);
    flit.birth = birth;
    return flit;
  }
  // The way of a request born at `birth`: each stage takes one cycle more than the one before, the first `first`.
  // Returns the cycle in which it is complete.
  uint64_t send(uint32_t id, uint64_t birth, uint64_t first) {
    uint64_t cycle = birth + first;
    uint64_t stage = first;
    req.flit(cycle, 0, flit_of(id, static_cast<uint32_t>(birth), false));
    flitlock_flit out = flit_of(id, static_cast<uint32_t>(birth), false);
    router0.flit(cycle += ++stage - 1, 1, out);  // arrives one later at the DST
    dst0.flit((cycle += 1) + ++stage - 1, 1, out);
    cycle += stage;
    dst1.flit(cycle += ++stage, 0, out);
    router1.flit(cycle += ++stage - 1, 0, out);
    cycle += 1;
    flitlock_flit back = flit_of(id, static_cast<uint32_t>(birth), true);
    rsp.flit(cycle += ++stage, 1, back);
    rsp_router1.flit(cycle += ++stage - 1, 1, back);
    rsp_dst1.flit((cycle += 1) + ++stage - 1, 1, back);
    cycle += stage;
    rsp_dst0.flit(cycle += ++stage, 0, back);
    // The head arrives, the tail three cycles after it.
    back.tail = 0;
    back.len = 2;
    rsp_router0.flit(cycle += ++stage - 1, 0, back);
    cycle += 1;
    back.head = 0;
    back.tail = 1;
    back.seq = 1;
    rsp_router0.flit(cycle += 2, 0, back);
    return cycle + 1;
  }
};

TEST_F(Requests, StagesAreExactAndAddUp) {
  uint64_t done = send(0, 5, 2);
  uint64_t done2 = send(1, 1000, 4);
  ready();
  flitlock_stats_window_open(stats);
  pod.run(2000);
  Results results = results_of(stats);
  ASSERT_EQ(results->latency.count, 2U);
  EXPECT_EQ(results->latency.min, done - 5);
  EXPECT_EQ(results->latency.max, done2 - 1000);
  EXPECT_EQ(results->latency.p50, done - 5);
  EXPECT_EQ(results->latency.p99, done2 - 1000);
  double sum = 0;
  for (double stage : results->latency.stage)
    sum += stage;
  EXPECT_EQ(sum, results->latency.mean);
  EXPECT_EQ(results->latency.mean, static_cast<double>(done - 5 + done2 - 1000) / 2);
  // 2, 3, .. 11 and 4, 5, .. 13, then 3 for the tail.
  double expected = 3;
  for (int stage = 0; stage < FLITLOCK_STAGE_TAIL; stage++) {
    const bool none = stage == FLITLOCK_STAGE_REQ_TRANSLATION;  // there is no link TLB
    EXPECT_EQ(results->latency.stage[stage], none ? 0 : expected++) << stage;
  }
  EXPECT_EQ(results->latency.stage[FLITLOCK_STAGE_TAIL], 3);
  expect_whole(*results);
}

// Only requests that are both created and completed in the window count.
TEST_F(Requests, WindowBoundsBirthAndCompletion) {
  uint64_t done = send(0, 5, 2);
  send(1, 1000, 4);
  ready();
  pod.run(6);
  flitlock_stats_window_open(stats);
  pod.run(1500);
  flitlock_stats_window_close(stats);
  pod.run(400);
  EXPECT_EQ(results_of(stats)->latency.count, 1U) << "the first was born before";
  flitlock_engine_reset(pod.engine);
  flitlock_stats_window_open(stats);
  pod.run(done);
  flitlock_stats_window_close(stats);
  pod.run(400);
  EXPECT_EQ(results_of(stats)->latency.count, 0U) << "the cycle `done` is not in the window";
  flitlock_engine_reset(pod.engine);
  flitlock_stats_window_open(stats);
  pod.run(done + 1);
  flitlock_stats_window_close(stats);
  EXPECT_EQ(results_of(stats)->latency.count, 1U);
}

TEST_F(Requests, RatesAreHeadsByNode) {
  for (uint32_t id = 0; id < 10; id++)
    req.flit(10 * id, 0, flit_of(id, 10 * id, false));
  ready();
  pod.run(35);
  EXPECT_EQ(flitlock_stats_injected(stats), 4U);
  flitlock_stats_window_open(stats);
  pod.run(40);
  flitlock_stats_window_close(stats);
  pod.run(125);
  Results results = results_of(stats);
  EXPECT_DOUBLE_EQ(results->accepted.mean, 4.0 / 40);
  EXPECT_DOUBLE_EQ(results->accepted_whole.mean, 10.0 / 200);
  ASSERT_EQ(results->accepted.by_node_count, 1U);
  EXPECT_STREQ(results->accepted.by_node[0].name, "C");
  EXPECT_DOUBLE_EQ(results->accepted.by_node[0].rate, 4.0 / 40);
}

// Posted requests are complete when the response client takes the tail (R-RS-3, R-RS-5), not when it arrives.
TEST_F(Requests, PostedRequestsAreCompleteWhenTaken) {
  req.flit(3, 0, flit_of(0, 2, false));
  req.flit(4, 0, flit_of(1, 2, false));
  router1.flit(8, 0, flit_of(0, 2, false));
  router1.flit(9, 0, flit_of(1, 2, false));
  rsp.credit(9, 0, 3);
  rsp.credit(17, 0, 3);
  pod.target.posted = 1;
  ready();
  flitlock_stats_window_open(stats);
  pod.run(30);
  Results results = results_of(stats);
  ASSERT_EQ(results->latency.count, 2U);
  EXPECT_EQ(results->latency.min, 7U);
  EXPECT_EQ(results->latency.max, 15U);
  EXPECT_DOUBLE_EQ(results->latency.stage[FLITLOCK_STAGE_SOURCE], 1.5);
  EXPECT_DOUBLE_EQ(results->latency.stage[FLITLOCK_STAGE_REQ_MESH_OUT], 6) << "it met no DST";
  EXPECT_DOUBLE_EQ(results->latency.stage[FLITLOCK_STAGE_TAIL], 3.5);
}

}  // namespace
