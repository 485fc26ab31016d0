// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic: who is asked, when, and for what.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "workload_clients.h"

using namespace flitlock_test;

namespace {

std::vector<flitlock_request> draw(Workload &workload, uint32_t client, unsigned count) {
  std::vector<flitlock_request> requests;
  uint64_t cycle = 0;
  while (requests.size() < count) {
    flitlock_request request{};
    uint64_t next = 0;
    if (workload.poll(client, cycle, &request, &next)) {
      requests.push_back(request);
    } else {
      if (next == FLITLOCK_SLEEP) break;
      EXPECT_GT(next, cycle);
      cycle = next;
    }
  }
  return requests;
}

// Counts within `sigmas` standard deviations of a binomial.
void expect_share(double count, double total, double p, const char *what, uint64_t seed, double sigmas = 5) {
  EXPECT_NEAR(count, total * p, sigmas * std::sqrt(total * p * (1 - p)) + 1e-9) << what << ", seed " << seed;
}

TEST(WorkloadSynthetic, UniformOverAllResponseClientsOfOtherGpus) {
  PodClients clients;
  auto config = workload_config();
  Workload workload(config, clients);
  ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
  const unsigned n = 72000;
  std::map<uint32_t, unsigned> count;
  for (const auto &request : draw(workload, 30, n)) {
    EXPECT_NE(flitlock_address_gpu(request.dst), 1U) << "client 30 is on GPU 1";
    EXPECT_EQ(request.addr % 64, 0U);
    count[request.dst]++;
  }
  EXPECT_EQ(count.size(), 72U);
  for (auto [address, times] : count)
    expect_share(times, n, 1.0 / 72, clients.name_of(address).c_str(), config.seed);
}

TEST(WorkloadSynthetic, ScopesChooseTheCandidates) {
  PodClients clients;
  auto config = workload_config();
  auto reached = [&](int scope, uint32_t client) {
    config.workload.scope = scope;
    Workload workload(config, clients);
    std::set<uint32_t> seen;
    for (const auto &request : draw(workload, client, 5000))
      seen.insert(request.dst);
    return seen;
  };
  auto local = reached(FLITLOCK_SCOPE_LOCAL, 0);
  EXPECT_EQ(local.size(), 6U) << "two at each of three other nodes";
  for (uint32_t address : local) {
    EXPECT_EQ(address & 0xFFFFU, clients.req[0] & 0xFFFFU) << "same GPU, same mesh";
    EXPECT_NE(flitlock_address_node(address), 0U);
  }
  EXPECT_EQ(reached(FLITLOCK_SCOPE_REMOTE, 0).size(), 72U);
  EXPECT_EQ(reached(FLITLOCK_SCOPE_ALL, 0).size(), 78U);
}

TEST(WorkloadSynthetic, FixedOrderIsTheSameForAll) {
  PodClients clients;
  auto config = workload_config();
  config.workload.destination = FLITLOCK_DEST_FIXED_ORDER;
  Workload workload(config, clients);
  auto a = draw(workload, 0, 150);
  auto b = draw(workload, 13, 150);
  for (size_t i = 0; i < a.size(); i++) {
    EXPECT_EQ(a[i].dst, clients.rsp[24 + i % 72]);
    EXPECT_EQ(b[i].dst, a[i].dst);
  }
}

TEST(WorkloadSynthetic, PermutationSharesNoPartner) {
  for (int scope : {FLITLOCK_SCOPE_REMOTE, FLITLOCK_SCOPE_LOCAL, FLITLOCK_SCOPE_ALL}) {
    PodClients clients;
    auto config = workload_config();
    config.workload.scope = scope;
    config.workload.destination = FLITLOCK_DEST_PERMUTATION;
    Workload workload(config, clients);
    ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
    config.seed++;
    Workload other(config, clients);
    std::set<uint32_t> partners;
    unsigned changed = 0;
    for (uint32_t i = 0; i < clients.req.size(); i++) {
      auto requests = draw(workload, i, 3);
      EXPECT_EQ(requests[0].dst, requests[2].dst);
      EXPECT_NE(requests[0].dst & 0xFFFFFFU, clients.req[i] & 0xFFFFFFU);
      partners.insert(requests[0].dst);
      changed += draw(other, i, 1)[0].dst != requests[0].dst;
    }
    EXPECT_EQ(partners.size(), clients.req.size());
    EXPECT_GT(changed, clients.req.size() / 4) << "drawn from the seed " << config.seed;
  }
}

TEST(WorkloadSynthetic, PermutationThatCannotExist) {
  PodClients clients;
  clients.list.rsp_count = 95;
  auto config = workload_config();
  config.workload.destination = FLITLOCK_DEST_PERMUTATION;
  Workload workload(config, clients);
  EXPECT_EQ(workload.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(workload.message.find("96 request clients"), std::string::npos) << workload.message;
  EXPECT_NE(workload.message.find("95"), std::string::npos) << workload.message;
}

TEST(WorkloadSynthetic, HotSpotGetsItsFractionAndItsShareOfTheRest) {
  PodClients clients;
  auto config = workload_config();
  config.workload.destination = FLITLOCK_DEST_HOT_SPOT;
  config.workload.hot_fraction = 0.25;
  config.workload.hot_target = const_cast<char *>("gpu1.mesh2.F.rsp_client1");
  Workload workload(config, clients);
  ASSERT_EQ(workload.status, FLITLOCK_OK) << workload.message;
  const unsigned n = 40000;
  uint32_t target = flitlock_address(1, 2, 5, 3);
  unsigned hits = 0;
  for (const auto &request : draw(workload, 0, n))
    hits += request.dst == target;
  expect_share(hits, n, 0.25 + 0.75 / 72, "hot target", config.seed);
  for (const auto &request : draw(workload, 24, 1000))
    EXPECT_NE(flitlock_address_gpu(request.dst), 1U) << "its own GPU is out of its scope";

  config.workload.hot_target = const_cast<char *>("gpu9.mesh0.A.rsp_client0");
  Workload unknown(config, clients);
  EXPECT_EQ(unknown.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(unknown.message.find("gpu9.mesh0.A.rsp_client0"), std::string::npos) << unknown.message;
  EXPECT_NE(unknown.message.find("gpu0.mesh0.A.rsp_client0"), std::string::npos) << unknown.message;
  config.workload.hot_target = const_cast<char *>("gpu1.mesh2.F.rsp_client1");
  config.workload.hot_fraction = 1.5;
  EXPECT_EQ(Workload(config, clients).status, FLITLOCK_E_CONFIG);
}

TEST(WorkloadSynthetic, NearestAreThoseWithTheFewestHops) {
  PodClients clients;
  auto config = workload_config();
  config.workload.scope = FLITLOCK_SCOPE_LOCAL;
  config.workload.destination = FLITLOCK_DEST_NEAREST;
  Workload workload(config, clients);
  std::set<uint32_t> seen;
  for (const auto &request : draw(workload, 0, 200))
    seen.insert(flitlock_address_node(request.dst));
  EXPECT_EQ(seen, std::set<uint32_t>{3U}) << "D is next to A";
}

TEST(WorkloadSynthetic, GreedyIsBornWhenAsked) {
  PodClients clients;
  auto config = workload_config();
  config.workload.count = 2;
  Workload workload(config, clients);
  flitlock_request request{};
  uint64_t next = 0;
  for (uint64_t t : {5U, 17U}) {
    ASSERT_TRUE(workload.poll(0, t, &request, &next));
    EXPECT_EQ(request.birth, t);
  }
  EXPECT_FALSE(workload.poll(0, 18, &request, &next));
  EXPECT_EQ(next, FLITLOCK_SLEEP);
  EXPECT_FALSE(workload.w->ops->exhausted(workload.w));
  for (uint32_t c = 1; c < clients.req.size(); c++)
    draw(workload, c, 10);
  EXPECT_TRUE(workload.w->ops->exhausted(workload.w));
}

TEST(WorkloadSynthetic, BernoulliIsGeometricAndDoesNotWait) {
  PodClients clients;
  auto config = workload_config();
  config.workload.injection = FLITLOCK_INJECT_BERNOULLI;
  config.workload.rate = 0.1;
  Workload workload(config, clients);
  const unsigned n = 50000;
  auto requests = draw(workload, 3, n);
  double cycles = static_cast<double>(requests.back().birth);
  EXPECT_NEAR(n / cycles, 0.1, 5 * 0.1 / std::sqrt(n)) << "seed " << config.seed;
  // The gap distribution: P(next in the very next cycle) = p, P(gap > 10) = 0.9^10.
  unsigned at_once = 0, late = 0;
  for (size_t i = 1; i < requests.size(); i++) {
    ASSERT_GT(requests[i].birth, requests[i - 1].birth);
    at_once += requests[i].birth == requests[i - 1].birth + 1;
    late += requests[i].birth > requests[i - 1].birth + 10;
  }
  expect_share(at_once, n, 0.1, "at once", config.seed);
  expect_share(late, n, std::pow(0.9, 10), "more than 10 cycles", config.seed);
  // Asked late, all at once: the same births (R-RQ-3), destinations and addresses.
  Workload late_asked(config, clients);
  for (unsigned i = 0; i < 1000; i++) {
    flitlock_request request{};
    uint64_t next = 0;
    ASSERT_TRUE(late_asked.poll(3, 1U << 20, &request, &next));
    EXPECT_EQ(request.birth, requests[i].birth);
    EXPECT_EQ(request.dst, requests[i].dst);
    EXPECT_EQ(request.addr, requests[i].addr);
  }
  config.workload.rate = 1.0;
  Workload always(config, clients);
  auto each = draw(always, 0, 100);
  EXPECT_EQ(each.front().birth, 0U);
  EXPECT_EQ(each.back().birth, 99U);
}

TEST(WorkloadSynthetic, ClientsHaveStreamsOfTheirOwn) {
  PodClients clients;
  auto config = workload_config();
  config.workload.injection = FLITLOCK_INJECT_BERNOULLI;
  config.workload.rate = 0.05;
  Workload one(config, clients), two(config, clients);
  auto first = draw(one, 7, 100);
  draw(two, 8, 1000);  // the other client first, and more
  auto second = draw(two, 7, 100);
  auto other = draw(one, 8, 100);
  unsigned equal = 0;
  for (size_t i = 0; i < 100; i++) {
    EXPECT_EQ(first[i].birth, second[i].birth);
    EXPECT_EQ(first[i].dst, second[i].dst);
    equal += first[i].birth == other[i].birth;
  }
  EXPECT_LT(equal, 5U);
}

TEST(WorkloadSynthetic, IntervalWithPhase) {
  PodClients clients;
  auto config = workload_config();
  config.workload.injection = FLITLOCK_INJECT_INTERVAL;
  config.workload.interval = 16;
  config.workload.phase = 3;
  Workload workload(config, clients);
  auto requests = draw(workload, 5, 4);
  EXPECT_EQ(requests[0].birth, 15U);
  EXPECT_EQ(requests[1].birth, 31U);
  EXPECT_EQ(requests[3].birth, 63U);
}

TEST(WorkloadSynthetic, BurstsHaveTheirLengthAndMeanRate) {
  PodClients clients;
  auto config = workload_config();
  config.workload.injection = FLITLOCK_INJECT_BURSTY;
  config.workload.burst = 8;
  config.workload.rate = 0.1;
  Workload workload(config, clients);
  const unsigned bursts = 20000;
  auto requests = draw(workload, 3, 8 * bursts);
  for (size_t i = 1; i < requests.size(); i++) {
    if (i % 8 != 0) {
      ASSERT_EQ(requests[i].birth, requests[i - 1].birth + 1) << i;
    }
  }
  // Gaps are geometric with a mean of 72 and a deviation of about the same.
  double mean = static_cast<double>(requests.back().birth) / bursts;
  EXPECT_NEAR(mean, 80.0, 5 * 72.5 / std::sqrt(bursts)) << "seed " << config.seed;
}

TEST(WorkloadSynthetic, MixHasItsWeights) {
  PodClients clients;
  auto config = workload_config();
  flitlock_mix_entry mix[] = {{FLITLOCK_OP_WRITE_REQ, 64, 1.0},
                              {FLITLOCK_OP_READ_REQ, 256, 2.5},
                              {FLITLOCK_OP_WRITE_REQ, 192, 0.0},
                              {FLITLOCK_OP_READ_REQ, 128, 1.5}};
  config.workload.mix = mix;
  config.workload.mix_count = 4;
  Workload workload(config, clients);
  const unsigned n = 50000;
  std::map<std::pair<int, int>, unsigned> count;
  for (const auto &request : draw(workload, 0, n))
    count[{request.op, request.bytes}]++;
  EXPECT_EQ(count.size(), 3U) << "an entry of weight 0 does not occur";
  expect_share(count[{0, 64}], n, 0.2, "write 64", config.seed);
  expect_share(count[{1, 256}], n, 0.5, "read 256", config.seed);
  expect_share(count[{1, 128}], n, 0.3, "read 128", config.seed);
}

TEST(WorkloadSynthetic, RefusesWhatCannotBe) {
  struct Row {
    void (*spoil)(flitlock_config &);
    const char *text;
  };
  static flitlock_mix_entry bad_op[] = {{FLITLOCK_OP_READ_RSP, 64, 1.0}};
  static flitlock_mix_entry no_weight[] = {{FLITLOCK_OP_READ_REQ, 64, 0.0}};
  static flitlock_mix_entry negative[] = {{FLITLOCK_OP_READ_REQ, 64, -1.0}};
  const Row rows[] = {
      {[](flitlock_config &c) { c.workload.bytes = 0; }, "bytes is 0"},
      {[](flitlock_config &c) { c.workload.bytes = 961; }, "1 to 960"},
      {[](flitlock_config &c) { c.workload.injection = 9; }, "workload.injection"},
      {[](flitlock_config &c) { c.workload.destination = 9; }, "workload.destination"},
      {[](flitlock_config &c) { c.workload.kind = 9; }, "workload.kind"},
      {[](flitlock_config &c) { c.workload.injection = FLITLOCK_INJECT_BERNOULLI; }, "workload.rate is 0"},
      {[](flitlock_config &c) { c.workload.injection = FLITLOCK_INJECT_BURSTY, c.workload.rate = 0.5; },
       "workload.burst"},
      {[](flitlock_config &c) { c.workload.injection = FLITLOCK_INJECT_INTERVAL; }, "workload.interval"},
      {[](flitlock_config &c) { c.workload.mix = bad_op, c.workload.mix_count = 1; }, "mix.0.op"},
      {[](flitlock_config &c) { c.workload.mix = no_weight, c.workload.mix_count = 1; }, "add up to 0"},
      {[](flitlock_config &c) { c.workload.mix = negative, c.workload.mix_count = 1; }, "negative"},
  };
  PodClients clients;
  for (const Row &row : rows) {
    auto config = workload_config();
    row.spoil(config);
    Workload workload(config, clients);
    EXPECT_EQ(workload.status, FLITLOCK_E_CONFIG) << row.text;
    EXPECT_NE(workload.message.find(row.text), std::string::npos) << workload.message;
    EXPECT_NE(workload.message.find("test.yaml"), std::string::npos) << workload.message;
  }
  PodClients alone(1, 1, 1);
  auto config = workload_config();
  Workload nobody(config, alone);
  EXPECT_EQ(nobody.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(nobody.message.find("gpu0.mesh0.A.req_client0 has nobody to send to"), std::string::npos) << nobody.message;
}

}  // namespace
