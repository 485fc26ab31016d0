// SPDX-License-Identifier: Apache-2.0
// The response client, R-RS, edge by edge.
#include "client_bench.h"

using namespace flitlock_test;

namespace {

enum { kReq = 0, kRsp = 1 };

TEST(RspClient, AnswersAWriteAtTheEdgeAtWhichItArrives) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
  ASSERT_EQ(bench.status, FLITLOCK_OK) << bench.message;
  Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 42, 1);
  request.header.addr = 0xABC0;
  request.header.birth = 3;
  bench.give_flit(kReq, request.flit(0));
  EXPECT_EQ(bench.step(10), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.returned(kReq, kVc), 1U) << "R-RS-2";
  ASSERT_NE(bench.sent(kRsp), nullptr) << "R-RS-3: a service latency of 0";
  const flitlock_flit &response = *bench.sent(kRsp);
  EXPECT_EQ(response.op, FLITLOCK_OP_WRITE_RSP);
  EXPECT_EQ(response.src, kResponder);
  EXPECT_EQ(response.dst, kRequester);
  EXPECT_EQ(response.id, 42U);
  EXPECT_EQ(response.birth, 3U);
  EXPECT_EQ(response.addr, 0xABC0U);
  EXPECT_EQ(response.bytes, 64);
  EXPECT_EQ(response.len, 1);
  EXPECT_EQ(response.units, 1);
  EXPECT_EQ(response.vc, kVc);
  EXPECT_EQ(std::vector<uint8_t>(response.payload, response.payload + 64), std::vector<uint8_t>(64, 0)) << "R-FL-6";
  ASSERT_EQ(workload.delivered.size(), 1U);
  EXPECT_EQ(workload.delivered[0].cycle, 10U);
  EXPECT_EQ(workload.delivered[0].tail.id, 42U);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(RspClient, AnswersAReadWithData) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
  Packet request(FLITLOCK_OP_READ_REQ, 250, kRequester, kResponder, 42, 1);
  bench.give_flit(kReq, request.flit(0));
  EXPECT_EQ(bench.step(0), 1U);
  ASSERT_NE(bench.sent(kRsp), nullptr);
  EXPECT_EQ(bench.sent(kRsp)->op, FLITLOCK_OP_READ_RSP);
  EXPECT_EQ(bench.sent(kRsp)->len, 4);
  EXPECT_EQ(bench.sent(kRsp)->units, 2);
  const uint8_t *payload = bench.sent(kRsp)->payload;
  bench.step(1);
  ASSERT_NE(bench.sent(kRsp), nullptr);
  EXPECT_EQ(bench.sent(kRsp)->tail, 1);
  std::vector<uint8_t> expected(256, 0);
  flitlock_payload_fill(kSeed, kRequester, 42, 1, 0, expected.data(), 250);
  EXPECT_EQ(std::vector<uint8_t>(payload, payload + 256), expected) << "R-PAY-1";
}

TEST(RspClient, AnswersWhatHasNoTranslationWithoutData) {
  for (int op : {FLITLOCK_OP_WRITE_REQ, FLITLOCK_OP_READ_REQ}) {
    ScriptedWorkload workload;
    ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
    Packet request(op, 64, kRequester, kResponder, 42, 1);
    request.header.bytes = 64;
    request.header.status = 2;
    bench.give_flit(kReq, request.flit(0));
    EXPECT_EQ(bench.step(0), FLITLOCK_SLEEP);
    ASSERT_NE(bench.sent(kRsp), nullptr);
    const flitlock_flit &response = *bench.sent(kRsp);
    EXPECT_EQ(response.status, 2) << "R-TLB-E-1";
    EXPECT_EQ(response.len, 1);
    EXPECT_EQ(response.tail, 1);
    EXPECT_EQ(std::vector<uint8_t>(response.payload, response.payload + 64), std::vector<uint8_t>(64, 0));
    EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
  }
}

TEST(RspClient, IsReadyAfterTheServiceLatency) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.service_latency = 20;
  ClientBench bench(flitlock_rsp_client, params);
  Packet request(FLITLOCK_OP_WRITE_REQ, 128, kRequester, kResponder, 0, 1);
  bench.give_flit(kReq, request.flit(0));
  EXPECT_EQ(bench.step(5), FLITLOCK_SLEEP) << "the tail has not come";
  EXPECT_EQ(bench.waits(), "input.req.vc3 16908288 0 waits for link of req.vc3\n");
  bench.give_flit(kReq, request.flit(1));
  EXPECT_EQ(bench.step(7), 27U) << "R-RS-3";
  EXPECT_EQ(bench.idle_cause(kRsp), 5) << "R-IDLE-8: service is not a wait for the link";
  EXPECT_EQ(bench.waits(), "output.rsp.vc3 50659841 0 waits for turn of self\n");
  EXPECT_EQ(bench.ops().occupancy(bench.block), 1U);
  bench.step(27);
  EXPECT_NE(bench.sent(kRsp), nullptr);
  EXPECT_EQ(bench.ops().occupancy(bench.block), 0U);
}

TEST(RspClient, TakesNoHeadWhileTheResponseQueueIsFull) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.response_queue = 2;
  params.max_len = 2;
  params.credits[kVc] = 1;
  ClientBench bench(flitlock_rsp_client, params);
  std::deque<Packet> requests;
  for (uint32_t i = 0; i < 5; i++)
    requests.emplace_back(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, i, 1);
  uint64_t t = 0;
  for (; t < 5; t++) {
    bench.give_flit(kReq, requests[t].flit(0));
    bench.step(t);
    EXPECT_EQ(bench.sent(kRsp) != nullptr, t == 0) << "one credit, one response";
    EXPECT_EQ(bench.returned(kReq, kVc), t < 3 ? 1U : 0U) << t << ": the queue holds 2";
  }
  EXPECT_EQ(bench.idle_cause(kRsp), 2) << "R-IDLE-8";
  EXPECT_EQ(bench.waits(),
            "input.req.vc3 16908288 3 waits for room of output.rsp.vc3\n"
            "output.rsp.vc3 50659841 1 waits for credit of rsp.vc3\n");
  EXPECT_EQ(bench.step(t), FLITLOCK_SLEEP);
  // R-RS-1: taking comes before sending, so the place given up at an edge is used at the next one.
  bench.give_credit(kRsp, kVc, 1);
  EXPECT_EQ(bench.step(9), 10U);
  ASSERT_NE(bench.sent(kRsp), nullptr);
  EXPECT_EQ(bench.sent(kRsp)->id, 1U);
  EXPECT_EQ(bench.returned(kReq, kVc), 0U);
  EXPECT_EQ(bench.step(10), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.returned(kReq, kVc), 1U);
  EXPECT_EQ(bench.ops().occupancy(bench.block), 3U) << "two responses and one flit";
  EXPECT_EQ(bench.counts().waiting, 3U);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(RspClient, SendsOneResponseAfterTheOtherWithoutAGap) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
  std::deque<Packet> requests;
  std::vector<uint64_t> heads;
  for (uint32_t i = 0; i < 2; i++)
    requests.emplace_back(FLITLOCK_OP_READ_REQ, 256, kRequester, kResponder, i, 1);
  for (uint64_t t = 0; t < 5; t++) {
    if (t < 2) bench.give_flit(kReq, requests[t].flit(0));
    bench.step(t);
    EXPECT_EQ(bench.sent(kRsp) != nullptr, t < 4) << t;
    if (bench.sent(kRsp) && bench.sent(kRsp)->head) heads.push_back(t);
  }
  EXPECT_EQ(heads, (std::vector<uint64_t>{0, 2}));
}

TEST(RspClient, TakesFlitsInOrderOfArrivalOverAllVcs) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
  for (uint32_t i = 0; i < 3; i++) {
    Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, i, 1);
    request.header.vc = static_cast<uint8_t>(9 - 4 * i);
    bench.give_flit(kReq, request.flit(0));
    bench.step(i);
    EXPECT_EQ(bench.returned(kReq, 9 - 4 * i), 1U);
  }
  for (uint32_t i = 0; i < 3; i++)
    EXPECT_EQ(workload.delivered[i].tail.id, i);
}

TEST(RspClient, StallsAsOftenAsAsked) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.stall = 0.3;
  params.posted = 1;
  ClientBench bench(flitlock_rsp_client, params);
  unsigned stalls = 0;
  unsigned waiting = 0;
  const unsigned cycles = 20000;
  RecordProperty("seed", static_cast<int>(kSeed));
  Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 0, 1);
  for (uint64_t t = 0; t < cycles; t++) {
    if (waiting < 8) {
      bench.give_flit(kReq, request.flit(0));
      waiting++;
    }
    uint64_t next = bench.step(t);
    EXPECT_EQ(next == t + 1, waiting > 1 || bench.returned(kReq, kVc) == 0) << "drawn once per edge";
    if (bench.returned(kReq, kVc))
      waiting--;
    else
      stalls++;
  }
  // Five standard deviations.
  EXPECT_NEAR(stalls, 0.3 * cycles, 5 * std::sqrt(0.3 * 0.7 * cycles)) << "seed " << kSeed;
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(RspClient, AStallDoesNotStopAPacketThatBegan) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.stall = 0.99;
  ClientBench bench(flitlock_rsp_client, params);
  Packet request(FLITLOCK_OP_WRITE_REQ, 256, kRequester, kResponder, 0, 1);
  uint64_t first = 0;
  for (uint64_t t = 0; t < 5000 && !first; t++) {
    if (t < 4) bench.give_flit(kReq, request.flit(static_cast<unsigned>(t)));
    bench.step(t);
    if (t >= 4 && bench.returned(kReq, kVc)) first = t;
  }
  ASSERT_GT(first, 4U) << "seed " << kSeed;
  for (uint64_t t = first + 1; t < first + 4; t++) {
    bench.step(t);
    EXPECT_EQ(bench.returned(kReq, kVc), 1U);
  }
  EXPECT_EQ(workload.delivered.size(), 1U);
}

TEST(RspClient, PostedRequestsGetNoResponse) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.posted = 1;
  params.credits[kVc] = 0;  // there is no response plane
  ClientBench bench(flitlock_rsp_client, params);
  ASSERT_EQ(bench.status, FLITLOCK_OK) << bench.message;
  Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 0, 1);
  bench.give_flit(kReq, request.flit(0));
  EXPECT_EQ(bench.step(0), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kRsp), nullptr);
  EXPECT_EQ(workload.delivered.size(), 1U);
  EXPECT_EQ(bench.counts().received, 1U);
  EXPECT_EQ(bench.counts().created, 0U);
}

TEST(RspClient, TellsABadRequest) {
  struct Row {
    const char *what;
    void (*spoil)(Packet &);
    int status;
    const char *text;
  };
  const Row rows[] = {
      {"destination", [](Packet &p) { p.header.dst ^= 1U << 16; }, FLITLOCK_E_PROTOCOL, "R-INV-2"},
      {"a response", [](Packet &p) { p.header.op = FLITLOCK_OP_READ_RSP; }, FLITLOCK_E_MISMATCH, "R-PAY-1"},
      {"a write response", [](Packet &p) { p = Packet(FLITLOCK_OP_WRITE_RSP, 64, kRequester, kResponder, 0, 1); },
       FLITLOCK_E_PROTOCOL, "is no request"},
      {"vc", [](Packet &p) { p.header.vc = 12; }, FLITLOCK_E_PROTOCOL, "R-IN-2"},
      {"payload", [](Packet &p) { p.bytes[130] ^= 4U; }, FLITLOCK_E_MISMATCH, "byte 130 "},
      {"beyond the data", [](Packet &p) { p.bytes[255] ^= 4U; }, FLITLOCK_E_MISMATCH, "byte 255 "},
      {"requester", [](Packet &p) { p.header.src ^= 1U << 24; }, FLITLOCK_E_MISMATCH, "R-PAY-1"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.what);
    ScriptedWorkload workload;
    ClientBench bench(flitlock_rsp_client, client_params(workload, kResponder));
    Packet request(FLITLOCK_OP_WRITE_REQ, 250, kRequester, kResponder, 0, 1);
    row.spoil(request);
    for (unsigned i = 0; i < request.flits(); i++) {
      bench.give_flit(kReq, request.flit(i));
      bench.step(i);
    }
    EXPECT_EQ(bench.check(), row.status);
    EXPECT_NE(bench.message.find(row.text), std::string::npos) << bench.message;
  }
}

TEST(RspClient, TellsAFlitWithoutRoom) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.response_queue = 1;
  params.service_latency = 1000;
  params.input_depth[kVc] = 4;
  ClientBench bench(flitlock_rsp_client, params);
  Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 0, 1);
  for (uint64_t t = 0; t < 5; t++) {
    bench.give_flit(kReq, request.flit(0));
    bench.step(t);
    EXPECT_EQ(bench.check(), FLITLOCK_OK) << t << bench.message;
  }
  bench.give_flit(kReq, request.flit(0));
  bench.step(5);
  EXPECT_EQ(bench.check(), FLITLOCK_E_PROTOCOL);
  EXPECT_NE(bench.message.find("R-IN-2"), std::string::npos) << bench.message;
}

TEST(RspClient, ResetForgetsEverything) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.service_latency = 100;
  ClientBench bench(flitlock_rsp_client, params);
  Packet request(FLITLOCK_OP_WRITE_REQ, 64, kRequester, kResponder, 0, 1);
  bench.give_flit(kReq, request.flit(0));
  bench.step(0);
  bench.ops().reset(bench.block);
  EXPECT_EQ(bench.ops().occupancy(bench.block), 0U);
  EXPECT_EQ(bench.step(100), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kRsp), nullptr);
}

TEST(RspClient, RefusesImpossibleParameters) {
  ScriptedWorkload workload;
  auto params = client_params(workload, kResponder);
  params.response_queue = 0;
  ClientBench no_queue(flitlock_rsp_client, params);
  EXPECT_EQ(no_queue.status, FLITLOCK_E_CONFIG);
  params = client_params(workload, kResponder);
  for (uint16_t &depth : params.input_depth)
    depth = 0;
  ClientBench no_buffer(flitlock_rsp_client, params);
  EXPECT_EQ(no_buffer.status, FLITLOCK_E_CONFIG);
  EXPECT_EQ(no_buffer.block, nullptr);
}

}  // namespace
