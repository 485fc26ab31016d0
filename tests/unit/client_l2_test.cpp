// SPDX-License-Identifier: Apache-2.0
// The response client in front of an L2, R-L2P-CL, edge by edge.
#include <memory>

#include "client_bench.h"

using namespace flitlock_test;

namespace {

enum { kReq = 0, kRsp = 1, kL2 = 2 };

constexpr unsigned kDepth = 3;

class L2Bench {
 public:
  explicit L2Bench(const char *map = "MINI48", unsigned posted = 0, uint32_t unit = 64, uint32_t service = 0) {
    EXPECT_EQ(flitlock_l2_map_find(map, &l2.map, nullptr), FLITLOCK_OK);
    l2.depth = kDepth;
    params = client_params(workload, kResponder);
    params.unit_bytes = unit;
    params.max_len = 15;
    for (unsigned v = 0; v < params.vcs; v++)
      params.credits[v] = 15;
    params.posted = static_cast<uint8_t>(posted);
    params.service_latency = service;
    params.memory = 1;
    params.l2 = &l2;
    bench = std::make_unique<ClientBench>(flitlock_rsp_client, params);
    EXPECT_EQ(bench->status, FLITLOCK_OK) << bench->message;
  }
  // The access presented after an edge, or none.
  const flitlock_flit *access(unsigned partition = 0) const { return bench->sent(kL2 + partition); }
  flitlock_l2_command command() const {
    flitlock_l2_command command{};
    flitlock_l2_command_unpack(&command, access()->payload);
    return command;
  }
  void give_request(int op, unsigned bytes, uint64_t addr, uint32_t id, unsigned status = 0) {
    requests.emplace_back(op, bytes, kRequester, kResponder, id, 1);
    requests.back().header.addr = addr;
    requests.back().header.status = static_cast<uint8_t>(status);
    bench->give_flit(kReq, requests.back().flit(0));
  }
  // The slice's answer to the access `id`; a read gets bytes `from`, `from + 1`, ... of the half.
  void answer(uint32_t id, int op, unsigned from = 0, unsigned partition = 0) {
    answers.emplace_back(64);
    for (unsigned n = 0; n < 64; n++)
      answers.back()[n] = static_cast<uint8_t>(op == FLITLOCK_OP_READ_RSP ? from + n : 0);
    flitlock_flit flit{};
    flit.op = static_cast<uint8_t>(op);
    flit.dst = kResponder;
    flit.id = id;
    flit.units = flit.len = flit.head = flit.tail = 1;
    flit.payload = answers.back().data();
    bench->give_flit(kL2 + partition, flit);
  }

  ScriptedWorkload workload;
  flitlock_client_l2 l2{};
  flitlock_client_params params{};
  std::unique_ptr<ClientBench> bench;
  std::deque<Packet> requests;
  std::deque<std::vector<uint8_t>> answers;
};

TEST(ClientL2, AWriteGoesToItsSliceAtTheEdgeOfItsTail) {
  L2Bench b;
  b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x10040, 42);
  EXPECT_EQ(b.bench->step(10), FLITLOCK_SLEEP);
  EXPECT_EQ(b.bench->returned(kReq, kVc), 1U) << "R-L2P-CL-8";
  EXPECT_EQ(b.bench->sent(kRsp), nullptr) << "R-L2P-CL-5";
  ASSERT_NE(b.access(), nullptr) << "R-L2P-CL-3";
  flitlock_l2_place place;
  flitlock_l2_map_split(&b.l2.map, 0x10040, &place);
  EXPECT_EQ(b.access()->dst, place.slice);
  EXPECT_EQ(b.access()->src, kResponder);
  EXPECT_EQ(b.access()->op, FLITLOCK_OP_WRITE_REQ);
  EXPECT_EQ(b.access()->addr, 0x10040U);
  EXPECT_EQ(b.access()->bytes, 64);
  EXPECT_EQ(b.access()->id, 0U);
  EXPECT_EQ(b.access()->units, 2);
  EXPECT_EQ(b.access()->vc, 0);
  EXPECT_EQ(b.command().mask, UINT64_MAX);
  EXPECT_EQ(b.command().code, FLITLOCK_L2_CODE_PLAIN);
  EXPECT_EQ(std::memcmp(b.access()->payload + 64, b.requests[0].bytes.data(), 64), 0);
  ASSERT_EQ(b.workload.delivered.size(), 1U);
  b.answer(0, FLITLOCK_OP_WRITE_RSP);
  b.bench->step(33);
  EXPECT_EQ(b.bench->returned(kL2, 0), 1U) << "R-L2P-CL-4";
  ASSERT_NE(b.bench->sent(kRsp), nullptr) << "R-L2P-CL-5: a service latency of 0";
  EXPECT_EQ(b.bench->sent(kRsp)->op, FLITLOCK_OP_WRITE_RSP);
  EXPECT_EQ(b.bench->sent(kRsp)->id, 42U);
  EXPECT_EQ(b.bench->sent(kRsp)->addr, 0x10040U);
  EXPECT_EQ(b.bench->check(), FLITLOCK_OK) << b.bench->message;
  EXPECT_EQ(b.bench->counts().waiting, 0U);
}

// 200 bytes from 0x1030 on: 16, 64, 64, 56. One an edge; what is presented is the request's bytes at their places.
TEST(ClientL2, AWriteIsCutAtHalves) {
  L2Bench b("MINI48", 0, 16);
  Packet whole(FLITLOCK_OP_WRITE_REQ, 200, kRequester, kResponder, 5, 1);
  std::vector<uint8_t> data(13 * 16);
  flitlock_payload_fill(kSeed, kRequester, 5, 0, 0, data.data(), 200);
  flitlock_flit flit{};
  flit.op = FLITLOCK_OP_WRITE_REQ;
  flit.src = kRequester;
  flit.dst = kResponder;
  flit.id = 5;
  flit.bytes = 200;
  flit.addr = 0x1030;
  flit.vc = kVc;
  flit.len = 13;
  flit.units = 1;
  for (unsigned n = 0; n < 13; n++) {
    flit.seq = static_cast<uint8_t>(n);
    flit.head = n == 0;
    flit.tail = n == 12;
    flit.payload = data.data() + 16 * n;
    b.bench->give_flit(kReq, flit);
    b.bench->step(n);
    EXPECT_EQ(b.access() != nullptr, n == 12) << "R-L2P-CL-3";
  }
  const struct {
    uint64_t addr;
    unsigned bytes, offset;
    uint64_t mask;
  } pieces[] = {{0x1030, 16, 0, 0xFFFFULL << 48},
                {0x1040, 64, 16, UINT64_MAX},
                {0x1080, 64, 80, UINT64_MAX},
                {0x10C0, 56, 144, (1ULL << 56) - 1}};
  for (unsigned n = 0; n < 4; n++) {
    ASSERT_NE(b.access(), nullptr) << n;
    EXPECT_EQ(b.access()->addr, pieces[n].addr);
    EXPECT_EQ(b.access()->bytes, pieces[n].bytes);
    EXPECT_EQ(b.access()->id, n);
    EXPECT_EQ(b.command().mask, pieces[n].mask);
    for (unsigned k = 0; k < 64; k++) {
      const bool inside = (pieces[n].mask >> k & 1U) != 0;
      const unsigned at = pieces[n].offset + k - static_cast<unsigned>(pieces[n].addr % 64);
      EXPECT_EQ(b.access()->payload[64 + k], inside ? data[at] : 0) << n << ", byte " << k;
    }
    if (n == 2) {  // three credits are used up
      EXPECT_EQ(b.bench->step(13 + n), FLITLOCK_SLEEP);
      EXPECT_EQ(b.access(), nullptr);
      EXPECT_EQ(b.bench->idle_cause(kL2), 2) << "R-IDLE-8";
      b.bench->give_credit(kL2, 0, 1);
    }
    b.bench->step(20 + n);
  }
  EXPECT_EQ(b.access(), nullptr);
  EXPECT_EQ(b.bench->check(), FLITLOCK_OK) << b.bench->message;
}

// Answers in any order; the bytes of the response are theirs, zeros behind.
TEST(ClientL2, AReadIsPutTogether) {
  L2Bench b;
  b.give_request(FLITLOCK_OP_READ_REQ, 100, 0x2030, 7);
  b.bench->step(0);
  b.bench->step(1);
  b.bench->step(2);
  EXPECT_EQ(b.access()->addr, 0x2080U);
  EXPECT_EQ(b.access()->bytes, 20);
  EXPECT_EQ(b.access()->units, 1);
  EXPECT_EQ(b.command().mask, 0U);
  b.answer(2, FLITLOCK_OP_READ_RSP, 100);
  b.bench->step(50);
  b.answer(0, FLITLOCK_OP_READ_RSP, 0);
  b.bench->step(51);
  EXPECT_EQ(b.bench->sent(kRsp), nullptr);
  b.answer(1, FLITLOCK_OP_READ_RSP, 150);
  b.bench->step(52);
  ASSERT_NE(b.bench->sent(kRsp), nullptr);
  EXPECT_EQ(b.bench->sent(kRsp)->len, 2);
  const uint8_t *payload = b.bench->sent(kRsp)->payload;
  for (unsigned n = 0; n < 128; n++) {
    const unsigned expected = n < 16 ? 48 + n : n < 80 ? 150 + n - 16 : n < 100 ? 100 + n - 80 : 0;
    EXPECT_EQ(payload[n], static_cast<uint8_t>(expected)) << n;
  }
  EXPECT_EQ(b.bench->check(), FLITLOCK_OK) << b.bench->message;
}

TEST(ClientL2, ResponsesLeaveInOrderOfDelivery) {
  L2Bench b;
  b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x3000, 0);
  b.bench->step(0);
  b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x3040, 1);
  b.bench->step(1);
  b.give_request(FLITLOCK_OP_READ_REQ, 64, 0x3080, 2, 2);  // has no translation: no access
  b.bench->step(2);
  EXPECT_EQ(b.access(), nullptr) << "R-L2P-CL-5";
  b.answer(1, FLITLOCK_OP_WRITE_RSP);
  b.bench->step(9);
  EXPECT_EQ(b.bench->sent(kRsp), nullptr);
  b.answer(0, FLITLOCK_OP_WRITE_RSP);
  b.bench->step(20);
  ASSERT_NE(b.bench->sent(kRsp), nullptr);
  EXPECT_EQ(b.bench->sent(kRsp)->id, 0U);
  b.bench->step(21);
  ASSERT_NE(b.bench->sent(kRsp), nullptr);
  EXPECT_EQ(b.bench->sent(kRsp)->id, 1U);
  b.bench->step(22);
  ASSERT_NE(b.bench->sent(kRsp), nullptr);
  EXPECT_EQ(b.bench->sent(kRsp)->id, 2U);
  EXPECT_EQ(b.bench->sent(kRsp)->status, 2);
  EXPECT_EQ(b.bench->sent(kRsp)->len, 1);
}

TEST(ClientL2, TheServiceLatencyBeginsWithTheLastAnswer) {
  L2Bench b("MINI48", 0, 64, 7);
  b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x3000, 0);
  b.bench->step(0);
  b.answer(0, FLITLOCK_OP_WRITE_RSP);
  EXPECT_EQ(b.bench->step(30), 37U);
  EXPECT_EQ(b.bench->sent(kRsp), nullptr);
  b.bench->step(37);
  EXPECT_NE(b.bench->sent(kRsp), nullptr);
}

TEST(ClientL2, PostedRequestsWaitForTheL2Alone) {
  L2Bench b("MINI48", 1);
  b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x3000, 0);
  b.bench->step(0);
  EXPECT_NE(b.access(), nullptr);
  EXPECT_EQ(b.bench->counts().waiting, 1U) << "R-L2P-CL-6";
  b.answer(0, FLITLOCK_OP_WRITE_RSP);
  b.bench->step(30);
  EXPECT_EQ(b.bench->sent(kRsp), nullptr);
  EXPECT_EQ(b.bench->counts().waiting, 0U);
  EXPECT_EQ(b.bench->counts().created, 0U);
}

TEST(ClientL2, EachPartitionHasItsPort) {
  L2Bench b("SEED48");
  unsigned seen[2] = {0, 0};
  for (uint32_t id = 0; id < 64; id++) {
    const uint64_t addr = id * 128ULL * 67;
    flitlock_l2_place place;
    flitlock_l2_map_split(&b.l2.map, addr, &place);
    const unsigned partition = place.slice >> 5;
    b.give_request(FLITLOCK_OP_WRITE_REQ, 64, addr, id);
    b.bench->step(10 * id);
    ASSERT_NE(b.access(partition), nullptr) << "R-L2P-POD-2";
    EXPECT_EQ(b.access(1 - partition), nullptr);
    EXPECT_EQ(b.access(partition)->dst, place.slice);
    seen[partition]++;
    b.answer(id, FLITLOCK_OP_WRITE_RSP, 0, partition);
    b.bench->give_credit(kL2 + partition, 0, 1);
    b.bench->step(10 * id + 5);
    EXPECT_NE(b.bench->sent(kRsp), nullptr);
    b.bench->give_credit(kRsp, kVc, 1);
  }
  EXPECT_GT(seen[0], 20U);
  EXPECT_GT(seen[1], 20U);
  EXPECT_EQ(b.bench->check(), FLITLOCK_OK) << b.bench->message;
}

TEST(ClientL2, AddressesGoRoundAt2To40) {
  L2Bench b;
  b.give_request(FLITLOCK_OP_READ_REQ, 64, (5ULL << 40) - 32, 0);
  b.bench->step(0);
  EXPECT_EQ(b.access()->addr, (1ULL << 40) - 32);
  EXPECT_EQ(b.access()->bytes, 32);
  b.bench->step(1);
  EXPECT_EQ(b.access()->addr, 0U);
}

TEST(ClientL2, ResetForgetsWhatIsUnderWay) {
  L2Bench b;
  b.give_request(FLITLOCK_OP_READ_REQ, 100, 0x2030, 7);
  b.bench->step(0);
  flitlock_rsp_client.reset(b.bench->block);
  EXPECT_EQ(b.bench->step(1), FLITLOCK_SLEEP);
  EXPECT_EQ(b.access(), nullptr);
  b.give_request(FLITLOCK_OP_READ_REQ, 64, 0x2000, 8);
  b.bench->step(2);
  EXPECT_EQ(b.access()->id, 0U);
}

TEST(ClientL2, AnswersToNothingAreProtocolErrors) {
  for (int kind = 0; kind < 4; kind++) {
    L2Bench b;
    b.give_request(FLITLOCK_OP_WRITE_REQ, 64, 0x3000, 0);
    b.bench->step(0);
    switch (kind) {
      case 0:
        b.answer(1, FLITLOCK_OP_WRITE_RSP);
        break;
      case 1:
        b.answer(0, FLITLOCK_OP_READ_RSP);
        break;
      case 2:
        b.answer(0, FLITLOCK_OP_WRITE_RSP);
        b.bench->step(1);
        b.answer(0, FLITLOCK_OP_WRITE_RSP);
        break;
      default:
        b.bench->give_credit(kL2, 0, 2);
        break;
    }
    b.bench->step(2);
    EXPECT_EQ(b.bench->check(), FLITLOCK_E_PROTOCOL) << kind;
  }
}

TEST(ClientL2, TooManySlicesAreRefused) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  flitlock_client_l2 l2{};
  ASSERT_EQ(flitlock_l2_map_find("SEED48", &l2.map, nullptr), FLITLOCK_OK);
  l2.map.slices = 65;
  l2.depth = 8;
  params.l2 = &l2;
  EXPECT_EQ(ClientBench(flitlock_rsp_client, params).status, FLITLOCK_E_CONFIG);
  l2.map.slices = 64;
  l2.depth = 0;
  EXPECT_EQ(ClientBench(flitlock_rsp_client, params).status, FLITLOCK_E_CONFIG);
}

}  // namespace
