// SPDX-License-Identifier: Apache-2.0
// A request client and a response client joined by two links: nothing is lost, and a client that sleeps does exactly
// what one does that is stepped at every edge.
#include <flitlock/rng.h>

#include <map>
#include <sstream>

#include "client_bench.h"

using namespace flitlock_test;

namespace {

struct PairOptions {
  uint64_t seed = 1;
  unsigned requests = 200;
  unsigned latency = 1, credit_latency = 1;
  unsigned outstanding = 0, service = 0, queue = 64, depth = 8;
  uint8_t req_width = 1, rsp_width = 2;
  double stall = 0;
  bool posted = false, greedy = false;
};

// Runs until quiet or `limit`. `lazy`: clients are stepped only when they asked for it or something arrives.
std::string run_pair(const PairOptions &o, bool lazy, flitlock_payload_pool *pool, flitlock_client_counts *counts,
                     uint64_t *steps, uint64_t limit = 100000) {
  ScriptedWorkload workload;
  workload.greedy = o.greedy;
  flitlock_rng rng;
  flitlock_rng_seed(&rng, o.seed, 99);
  uint64_t birth = 0;
  for (unsigned i = 0; i < o.requests; i++) {
    birth += flitlock_rng_below(&rng, 20);
    workload.add(birth, static_cast<int>(flitlock_rng_below(&rng, 2)), 1 + flitlock_rng_below(&rng, 256), kResponder,
                 i);
  }
  auto make = [&](uint32_t address) {
    auto p = client_params(workload, address);
    p.outstanding = o.outstanding;
    p.service_latency = o.service;
    p.response_queue = o.queue;
    p.stall = o.stall;
    p.posted = o.posted;
    p.req_width = o.req_width;
    p.rsp_width = o.rsp_width;
    p.pool = pool;
    for (unsigned v = 0; v < p.vcs; v++)
      p.credits[v] = p.input_depth[v] = static_cast<uint16_t>(o.depth);
    return p;
  };
  ClientBench req(flitlock_req_client, make(kRequester));
  ClientBench rsp(flitlock_rsp_client, make(kResponder));
  EXPECT_EQ(req.status, FLITLOCK_OK) << req.message;
  EXPECT_EQ(rsp.status, FLITLOCK_OK) << rsp.message;
  ClientBench *client[2] = {&req, &rsp};
  std::map<uint64_t, flitlock_flit> flits[2];  // by arrival, towards client
  std::map<uint64_t, unsigned> credits[2];
  uint64_t next[2] = {0, 0};
  std::ostringstream log;
  for (uint64_t t = 0; t < limit; t++) {
    for (unsigned c = 0; c < 2; c++) {
      unsigned in_port = 1 - c;  // the request client takes from plane rsp (1), the response client from req (0)
      unsigned out_port = c;
      bool input = false;
      if (flits[c].count(t)) {
        client[c]->give_flit(in_port, flits[c][t]);
        flits[c].erase(t);
        input = true;
      }
      if (credits[c].count(t)) {
        client[c]->give_credit(out_port, kVc, credits[c][t]);
        credits[c].erase(t);
        input = true;
      }
      if (lazy && !input && next[c] > t) continue;
      (*steps)++;
      next[c] = client[c]->step(t);
      EXPECT_GT(next[c], t);
      if (const flitlock_flit *flit = client[c]->sent(out_port)) {
        char text[256];
        flitlock_flit_print(flit, text, sizeof text);
        log << t << " " << c << " " << text << "\n";
        flits[1 - c][t + o.latency] = *flit;
      }
      if (unsigned count = client[c]->returned(in_port, kVc)) {
        log << t << " " << c << " credit " << count << "\n";
        credits[1 - c][t + o.credit_latency] = count;
      }
    }
    for (unsigned c = 0; c < 2; c++)
      log << (t % 64 == 0 ? "\n" : "") << client[c]->idle_cause(c);
  }
  EXPECT_EQ(req.check(), FLITLOCK_OK) << req.message;
  EXPECT_EQ(rsp.check(), FLITLOCK_OK) << rsp.message;
  EXPECT_TRUE(flits[0].empty() && flits[1].empty() && credits[0].empty() && credits[1].empty());
  EXPECT_EQ(req.ops().occupancy(req.block) + rsp.ops().occupancy(rsp.block), 0U);
  EXPECT_EQ(workload.delivered.size(), o.requests);
  if (!o.posted) {
    EXPECT_EQ(workload.completed.size(), o.requests);
  }
  *counts = req.counts();
  return log.str();
}

TEST(ClientPair, SleepingIsTheSameAsBeingSteppedEachCycle) {
  std::vector<PairOptions> table(9);
  table[1].greedy = true;
  table[2].outstanding = 1;
  table[3].service = 37;
  table[4].queue = 1, table[4].greedy = true;
  table[5].stall = 0.7, table[5].depth = 4;
  table[6].posted = true, table[6].stall = 0.2;
  table[7].latency = 5, table[7].credit_latency = 9, table[7].greedy = true, table[7].depth = 5;
  table[8].req_width = 2, table[8].rsp_width = 1, table[8].queue = 2, table[8].greedy = true;
  for (size_t i = 0; i < table.size(); i++) {
    table[i].seed = 1000 + i;
    SCOPED_TRACE("row " + std::to_string(i) + ", seed " + std::to_string(table[i].seed));
    flitlock_client_counts eager{}, lazy{};
    uint64_t eager_steps = 0, lazy_steps = 0;
    std::string expected = run_pair(table[i], false, nullptr, &eager, &eager_steps, 8000);
    std::string actual = run_pair(table[i], true, nullptr, &lazy, &lazy_steps, 8000);
    EXPECT_TRUE(actual == expected);
    EXPECT_EQ(eager.completed, table[i].requests);
    EXPECT_EQ(lazy.completed, table[i].requests);
    EXPECT_LT(lazy_steps, eager_steps / 2);
  }
}

TEST(ClientPair, MemoryFollowsThePacketsInFlight) {
  flitlock_payload_pool *pool = nullptr;
  flitlock_error error{};
  ASSERT_EQ(flitlock_payload_pool_create(4, 64, &pool, &error), FLITLOCK_OK) << error.text;
  PairOptions options;
  options.requests = 5000;
  options.greedy = true;
  flitlock_client_counts counts{};
  uint64_t steps = 0;
  run_pair(options, true, pool, &counts, &steps, 30000);
  EXPECT_EQ(counts.completed, 5000U);
  EXPECT_EQ(flitlock_payload_pool_in_use(pool), 0U);
  EXPECT_EQ(flitlock_payload_pool_bytes(pool), 64U * 256U) << "the first slab is enough";
  flitlock_payload_pool_destroy(pool);
}

TEST(ClientPair, LatencyOfAnUnloadedPair) {
  // Request tail sampled L cycles after it was presented, response the same: R-CH-4, R-RS-3, R-RQ-2.
  ScriptedWorkload workload;
  ClientBench req(flitlock_req_client, client_params(workload, kRequester));
  ClientBench rsp(flitlock_rsp_client, client_params(workload, kResponder));
  workload.add(0, FLITLOCK_OP_WRITE_REQ, 256, kResponder);
  std::vector<flitlock_flit> on_link;
  for (uint64_t t = 0; t < 8; t++) {
    const flitlock_flit *to_rsp = req.sent(0);
    const flitlock_flit *to_req = rsp.sent(1);
    if (to_rsp) rsp.give_flit(0, *to_rsp);
    if (to_req) req.give_flit(1, *to_req);
    req.step(t);
    rsp.step(t);
  }
  ASSERT_EQ(workload.completed.size(), 1U);
  EXPECT_EQ(workload.delivered[0].cycle, 4U) << "head at 0, tail at 3, sampled at 4";
  EXPECT_EQ(workload.completed[0].cycle, 5U);
}

TEST(PayloadPool, LeavesForeignAndFreeSlotsAlone) {
  ScriptedWorkload workload;
  flitlock_payload_pool *pool = nullptr;
  flitlock_error error{};
  ASSERT_EQ(flitlock_payload_pool_create(4, 64, &pool, &error), FLITLOCK_OK);
  auto params = client_params(workload, kRequester);
  params.pool = pool;
  params.posted = 1;
  auto rsp_params = client_params(workload, kResponder);
  rsp_params.pool = pool;
  rsp_params.posted = 1;
  {
    ClientBench req(flitlock_req_client, params);
    ClientBench rsp(flitlock_rsp_client, rsp_params);
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 64, kResponder);
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 64, kResponder);
    req.step(0);
    flitlock_flit first = *req.sent(0);
    req.step(1);
    EXPECT_EQ(flitlock_payload_pool_in_use(pool), 2U);
    for (uint64_t t = 1; t < 3; t++) {  // the same packet twice
      rsp.give_flit(0, first);
      rsp.step(t);
      EXPECT_EQ(flitlock_payload_pool_in_use(pool), 1U);
    }
    Packet foreign(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 7, 1);
    rsp.give_flit(0, foreign.flit(0));
    rsp.step(3);
    EXPECT_EQ(flitlock_payload_pool_in_use(pool), 1U);
    req.ops().reset(req.block);
    EXPECT_EQ(flitlock_payload_pool_in_use(pool), 0U) << "R-RST-4: packets of a client that is reset are lost";
  }
  flitlock_payload_pool_destroy(pool);
  EXPECT_EQ(flitlock_payload_pool_create(16, 64, &pool, &error), FLITLOCK_E_CONFIG);
  EXPECT_EQ(flitlock_payload_pool_create(4, 65, &pool, &error), FLITLOCK_E_CONFIG);
}

TEST(Payload, IsAFunctionOfSeedRequesterIdDirectionAndIndex) {
  auto fill = [](uint64_t seed, uint32_t requester, uint32_t id, int response, uint32_t offset, size_t size) {
    std::vector<uint8_t> bytes(size);
    flitlock_payload_fill(seed, requester, id, response, offset, bytes.data(), size);
    return bytes;
  };
  auto whole = fill(1, 2, 3, 0, 0, 100);
  for (uint32_t offset = 0; offset < 30; offset++) {
    EXPECT_EQ(fill(1, 2, 3, 0, offset, 50), std::vector<uint8_t>(whole.begin() + offset, whole.begin() + offset + 50));
  }
  EXPECT_NE(fill(2, 2, 3, 0, 0, 100), whole);
  EXPECT_NE(fill(1, 3, 3, 0, 0, 100), whole);
  EXPECT_NE(fill(1, 2, 4, 0, 0, 100), whole);
  EXPECT_NE(fill(1, 2, 3, 1, 0, 100), whole);
  // All 256 values occur about equally often.
  auto many = fill(5, 6, 7, 1, 0, 256 * 400);
  std::array<int, 256> count{};
  for (uint8_t byte : many)
    count[byte]++;
  for (int value : count)
    EXPECT_NEAR(value, 400, 6 * 20);
}

}  // namespace
