// SPDX-License-Identifier: Apache-2.0
// The request client, R-RQ, edge by edge.
#include "client_bench.h"

using namespace flitlock_test;

namespace {

enum { kReq = 0, kRsp = 1 };

TEST(ReqClient, SendsBackToBackWhileCreditsLastThenSleeps) {
  ScriptedWorkload workload;
  workload.greedy = true;
  for (int i = 0; i < 12; i++)
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 64, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  ASSERT_EQ(bench.status, FLITLOCK_OK) << bench.message;
  for (uint64_t t = 0; t < 8; t++) {
    EXPECT_EQ(bench.step(t), t + 1);
    ASSERT_NE(bench.sent(kReq), nullptr) << t;
    const flitlock_flit &flit = *bench.sent(kReq);
    EXPECT_EQ(flit.id, t);
    EXPECT_EQ(flit.birth, t) << "R-RQ-3: the first cycle at which the client has nothing else to send";
    EXPECT_EQ(flit.vc, kVc);
    EXPECT_EQ(flit.head, 1);
    EXPECT_EQ(flit.tail, 1);
    EXPECT_EQ(flit.src, kRequester);
    EXPECT_EQ(flit.dst, kResponder);
  }
  EXPECT_EQ(bench.step(8), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.idle_cause(kReq), 2) << "R-IDLE-8";
  EXPECT_EQ(bench.waits(), "output.req.vc3 16908288 8 waits for credit of req.vc3\n");
  EXPECT_EQ(bench.ops().occupancy(bench.block), 1U);
  EXPECT_EQ(bench.counts().waiting, 1U);
  // A credit counts at the edge at which it arrives, R-RQ-1. The birth stays that of the creation.
  bench.give_credit(kReq, kVc, 1);
  bench.step(20);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->birth, 8U);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(ReqClient, StartsAPacketOnlyWithCreditsForAllOfIt) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_WRITE_REQ, 256, kResponder);
  workload.add(0, FLITLOCK_OP_WRITE_REQ, 256, kResponder);
  auto params = client_params(workload, kRequester);
  params.credits[kVc] = 5;
  ClientBench bench(flitlock_req_client, params);
  for (uint64_t t = 0; t < 4; t++) {
    EXPECT_EQ(bench.step(t), t + 1);
    ASSERT_NE(bench.sent(kReq), nullptr);
    EXPECT_EQ(bench.sent(kReq)->seq, t);
    EXPECT_EQ(bench.sent(kReq)->len, 4);
    EXPECT_EQ(bench.sent(kReq)->head, t == 0);
    EXPECT_EQ(bench.sent(kReq)->tail, t == 3);
  }
  EXPECT_EQ(bench.step(4), FLITLOCK_SLEEP) << "one credit is left, four are needed";
  bench.give_credit(kReq, kVc, 2);
  EXPECT_EQ(bench.step(5), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kReq), nullptr);
  bench.give_credit(kReq, kVc, 1);
  bench.step(6);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->id, 1U);
}

TEST(ReqClient, FillsTheLinkTwoUnitsWide) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_WRITE_REQ, 129, kResponder);
  auto params = client_params(workload, kRequester);
  params.req_width = 2;
  ClientBench bench(flitlock_req_client, params);
  bench.step(0);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->units, 2);
  EXPECT_EQ(bench.sent(kReq)->seq, 0);
  const uint8_t *payload = bench.sent(kReq)->payload;
  bench.step(1);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->units, 1) << "R-FL-3: an odd last unit goes alone";
  EXPECT_EQ(bench.sent(kReq)->seq, 2);
  EXPECT_EQ(bench.sent(kReq)->tail, 1);
  EXPECT_EQ(bench.sent(kReq)->payload, payload + 128);
  // R-PAY-1: 129 bytes of data, then zeros.
  std::vector<uint8_t> expected(192, 0);
  flitlock_payload_fill(kSeed, kRequester, 0, 0, 0, expected.data(), 129);
  EXPECT_EQ(std::vector<uint8_t>(payload, payload + 192), expected);
}

TEST(ReqClient, ReadRequestIsOneUnitOfZeros) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_READ_REQ, 256, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  bench.step(0);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->len, 1);
  EXPECT_EQ(bench.sent(kReq)->bytes, 256);
  const uint8_t *payload = bench.sent(kReq)->payload;
  EXPECT_EQ(std::vector<uint8_t>(payload, payload + 64), std::vector<uint8_t>(64, 0)) << "R-FL-6";
}

TEST(ReqClient, SleepsUntilTheBirthThatTheWorkloadNames) {
  ScriptedWorkload workload;
  workload.add(10, FLITLOCK_OP_WRITE_REQ, 128, kResponder);
  workload.add(11, FLITLOCK_OP_WRITE_REQ, 64, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  EXPECT_EQ(bench.step(0), 10U);
  EXPECT_EQ(bench.idle_cause(kReq), 5) << "R-IDLE-8";
  bench.step(10);
  EXPECT_EQ(bench.sent(kReq)->birth, 10U);
  bench.step(11);
  EXPECT_EQ(bench.sent(kReq)->tail, 1);
  bench.step(12);
  EXPECT_EQ(bench.sent(kReq)->id, 1U);
  EXPECT_EQ(bench.sent(kReq)->birth, 11U) << "R-RQ-3: the birth does not wait for the client";
  EXPECT_EQ(bench.step(13), FLITLOCK_SLEEP);
}

TEST(ReqClient, HoldsTheLimitOfOutstandingRequests) {
  ScriptedWorkload workload;
  for (uint64_t i = 0; i < 3; i++)
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 64, kResponder, 100 + i);
  auto params = client_params(workload, kRequester);
  params.outstanding = 2;
  ClientBench bench(flitlock_req_client, params);
  bench.step(0);
  bench.step(1);
  EXPECT_EQ(bench.step(2), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.idle_cause(kReq), 5) << "credits are there";
  EXPECT_EQ(bench.waits(), "output.req.vc3 16908288 2 waits for turn of self\n");
  // R-RQ-1: the response is taken before the sending of the same edge; R-RQ-2: its credit goes back after it.
  Packet response(FLITLOCK_OP_WRITE_RSP, 64, kResponder, kRequester, 1, 2);
  response.header.addr = 0x1040;
  bench.give_flit(kRsp, response.flit(0));
  bench.step(9);
  EXPECT_EQ(bench.returned(kRsp, kVc), 1U);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->id, 2U);
  ASSERT_EQ(workload.completed.size(), 1U);
  EXPECT_EQ(workload.completed[0].client, 5U);
  EXPECT_EQ(workload.completed[0].cycle, 9U);
  EXPECT_EQ(workload.completed[0].tag, 101U);
  EXPECT_EQ(bench.counts().completed, 1U);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(ReqClient, TakesAReadResponseFlitByFlit) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_READ_REQ, 200, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  bench.step(0);
  Packet response(FLITLOCK_OP_READ_RSP, 200, kResponder, kRequester, 0, 2);
  response.header.addr = 0x1000;
  bench.give_flit(kRsp, response.flit(0));
  bench.step(5);
  EXPECT_EQ(bench.counts().completed, 0U);
  EXPECT_EQ(bench.waits(), "input.rsp.vc3 50659841 0 waits for link of rsp.vc3\n");
  bench.give_flit(kRsp, response.flit(1));
  bench.step(9);  // R-IN-3: a gap is allowed
  EXPECT_EQ(bench.counts().completed, 1U);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
}

TEST(ReqClient, TakesAReadResponseThatTellsAnError) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_READ_REQ, 256, kResponder, 9);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  bench.step(0);
  Packet response(FLITLOCK_OP_WRITE_RSP, 256, kResponder, kRequester, 0, 2);  // one unit of zeros
  response.header.op = FLITLOCK_OP_READ_RSP;
  response.header.addr = 0x1000;
  response.header.status = 1;
  bench.give_flit(kRsp, response.flit(0));
  bench.step(7);
  EXPECT_EQ(bench.check(), FLITLOCK_OK) << bench.message;
  EXPECT_EQ(workload.completed.size(), 1U) << "R-TLB-E-1: answered, not tried again";
}

TEST(ReqClient, PostedRequestsWaitForNothing) {
  ScriptedWorkload workload;
  for (int i = 0; i < 3; i++)
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 64, kResponder);
  auto params = client_params(workload, kRequester);
  params.posted = 1;
  params.outstanding = 1;
  ClientBench bench(flitlock_req_client, params);
  for (uint64_t t = 0; t < 3; t++) {
    bench.step(t);
    EXPECT_NE(bench.sent(kReq), nullptr) << t;
  }
  EXPECT_EQ(bench.counts().completed, 3U);
}

TEST(ReqClient, AsksNoMoreWhenTheHostStopsTheWorkload) {
  ScriptedWorkload workload;
  workload.greedy = true;
  for (int i = 0; i < 30; i++)
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 256, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  bench.step(0);
  workload.base.stopped = 1;
  for (uint64_t t = 1; t < 4; t++) {
    bench.step(t);
    EXPECT_NE(bench.sent(kReq), nullptr) << "what is begun is finished";
  }
  EXPECT_EQ(bench.step(4), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.counts().created, 1U);
  EXPECT_EQ(bench.counts().sent, 1U);
}

TEST(ReqClient, ResetForgetsEverything) {
  ScriptedWorkload workload;
  workload.greedy = true;
  for (int i = 0; i < 30; i++)
    workload.add(0, FLITLOCK_OP_WRITE_REQ, 256, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  for (uint64_t t = 0; t < 6; t++)
    bench.step(t);
  bench.ops().reset(bench.block);
  EXPECT_EQ(bench.counts().created, 0U);
  EXPECT_EQ(bench.ops().occupancy(bench.block), 0U);
  bench.step(0);
  ASSERT_NE(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.sent(kReq)->id, 0U);
  EXPECT_EQ(bench.sent(kReq)->seq, 0);
}

TEST(ReqClient, TellsAResponseThatIsNotItsRequests) {
  struct Row {
    const char *what;
    void (*spoil)(Packet &);
    int status;
    const char *text;
  };
  const Row rows[] = {
      {"id", [](Packet &p) { p.header.id = 9; }, FLITLOCK_E_PROTOCOL, "R-INV-2"},
      {"source", [](Packet &p) { p.header.src ^= 1U << 8; }, FLITLOCK_E_PROTOCOL, "another client"},
      {"address", [](Packet &p) { p.header.addr += 64; }, FLITLOCK_E_PROTOCOL, "R-RS-4"},
      {"birth", [](Packet &p) { p.header.birth = 3; }, FLITLOCK_E_PROTOCOL, "R-RS-4"},
      {"destination", [](Packet &p) { p.header.dst ^= 1U; }, FLITLOCK_E_PROTOCOL, "R-INV-2"},
      {"length", [](Packet &p) { p.header.len = 3; }, FLITLOCK_E_PROTOCOL, "R-RS-4"},
      {"vc", [](Packet &p) { p.header.vc = 10; }, FLITLOCK_E_PROTOCOL, "R-IN-2"},
      {"operation", [](Packet &p) { p.header.op = FLITLOCK_OP_WRITE_RSP; }, FLITLOCK_E_PROTOCOL, "R-RS-4"},
      {"first byte", [](Packet &p) { p.bytes[0] ^= 1U; }, FLITLOCK_E_MISMATCH, "R-PAY-1: byte 0 "},
      {"last byte", [](Packet &p) { p.bytes[255] ^= 0x80U; }, FLITLOCK_E_MISMATCH, "R-PAY-1: byte 255 "},
      {"byte 101", [](Packet &p) { p.bytes[101] ^= 0x10U; }, FLITLOCK_E_MISMATCH, "R-PAY-1: byte 101 "},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.what);
    ScriptedWorkload workload;
    workload.add(0, FLITLOCK_OP_READ_REQ, 256, kResponder);
    ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
    bench.step(0);
    Packet response(FLITLOCK_OP_READ_RSP, 256, kResponder, kRequester, 0, 2);
    response.header.addr = 0x1000;
    row.spoil(response);
    for (unsigned i = 0; i < response.flits(); i++) {
      bench.give_flit(kRsp, response.flit(i));
      bench.step(5 + i);
    }
    EXPECT_EQ(bench.check(), row.status);
    EXPECT_NE(bench.message.find(row.text), std::string::npos) << bench.message;
    EXPECT_NE(bench.message.find("bench.client"), std::string::npos) << bench.message;
  }
}

TEST(ReqClient, TellsBrokenFraming) {
  struct Row {
    const char *what;
    void (*spoil)(flitlock_flit &, unsigned index);
  };
  const Row rows[] = {
      {"no head",
       [](flitlock_flit &f, unsigned i) {
         if (i == 0) f.head = 0;
       }},
      {"second head",
       [](flitlock_flit &f, unsigned i) {
         if (i == 1) f.head = 1;
       }},
      {"units 0", [](flitlock_flit &f, unsigned) { f.units = 0; }},
      {"units 3", [](flitlock_flit &f, unsigned) { f.units = 3; }},
      {"early tail",
       [](flitlock_flit &f, unsigned i) {
         if (i == 0) f.tail = 1;
       }},
      {"no tail",
       [](flitlock_flit &f, unsigned i) {
         if (i == 1) f.tail = 0;
       }},
      {"narrow flit inside",
       [](flitlock_flit &f, unsigned i) {
         if (i == 0) f.units = 1;
       }},
      {"sequence",
       [](flitlock_flit &f, unsigned i) {
         if (i == 1) f.seq = 1;
       }},
      {"interleaved",
       [](flitlock_flit &f, unsigned i) {
         if (i == 1) f.id = 4;
       }},
      {"no payload", [](flitlock_flit &f, unsigned) { f.payload = nullptr; }},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.what);
    ScriptedWorkload workload;
    workload.add(0, FLITLOCK_OP_READ_REQ, 256, kResponder);
    ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
    bench.step(0);
    Packet response(FLITLOCK_OP_READ_RSP, 256, kResponder, kRequester, 0, 2);
    response.header.addr = 0x1000;
    for (unsigned i = 0; i < response.flits(); i++) {
      flitlock_flit flit = response.flit(i);
      row.spoil(flit, i);
      bench.give_flit(kRsp, flit);
      bench.step(5 + i);
    }
    EXPECT_EQ(bench.check(), FLITLOCK_E_PROTOCOL);
  }
}

TEST(ReqClient, TellsSurplusCredits) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  bench.give_credit(kReq, 2, 1);
  bench.step(0);
  EXPECT_EQ(bench.check(), FLITLOCK_E_PROTOCOL);
  EXPECT_NE(bench.message.find("R-CH-9"), std::string::npos) << bench.message;
}

TEST(ReqClient, RefusesWhatTheWorkloadMayNotAsk) {
  ScriptedWorkload workload;
  workload.add(0, FLITLOCK_OP_WRITE_REQ, 257, kResponder);
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  EXPECT_EQ(bench.step(0), FLITLOCK_SLEEP);
  EXPECT_EQ(bench.sent(kReq), nullptr);
  EXPECT_EQ(bench.check(), FLITLOCK_E_CONFIG);
  EXPECT_NE(bench.message.find("256"), std::string::npos) << bench.message;
}

TEST(ReqClient, DescribesItsPorts) {
  ScriptedWorkload workload;
  ClientBench bench(flitlock_req_client, client_params(workload, kRequester));
  flitlock_block_info info{};
  bench.ops().describe(bench.block, &info);
  EXPECT_STREQ(info.kind, "req_client");
  EXPECT_EQ(info.abi, FLITLOCK_BLOCK_ABI);
  ASSERT_EQ(info.ports, 2U);
  EXPECT_TRUE(info.port[0].has_out && !info.port[0].has_in);
  EXPECT_TRUE(info.port[1].has_in && !info.port[1].has_out);
  EXPECT_EQ(info.port[0].out_width, 1);
  EXPECT_EQ(info.port[1].in_width, 2);
  EXPECT_EQ(info.port[1].in_depth[9], 8);
  std::vector<flitlock_signal> signals(bench.ops().signals(bench.block, nullptr, 0));
  ASSERT_GT(signals.size(), 3U);
  EXPECT_EQ(bench.ops().signals(bench.block, signals.data(), signals.size()), signals.size());
  bool found = false;
  for (const flitlock_signal &signal : signals) {
    if (std::string(signal.path) != "output.req.vc3.credits") continue;
    found = true;
    ASSERT_EQ(signal.size, 2);
    EXPECT_EQ(*static_cast<const uint16_t *>(signal.address), 8);
  }
  EXPECT_TRUE(found);
}

TEST(ReqClient, RefusesImpossibleParameters) {
  struct Row {
    const char *what;
    void (*spoil)(flitlock_client_params &);
    const char *text;
  };
  const Row rows[] = {
      {"credits", [](flitlock_client_params &p) { p.credits[kVc] = 3; }, "has 3 entries on VC 3"},
      {"vc", [](flitlock_client_params &p) { p.inject_vc = 10; }, "VC 10"},
      {"vcs", [](flitlock_client_params &p) { p.vcs = 17; }, "17 VCs"},
      {"len", [](flitlock_client_params &p) { p.max_len = 16; }, "16 units"},
      {"width", [](flitlock_client_params &p) { p.rsp_width = 3; }, "3 units"},
      {"workload", [](flitlock_client_params &p) { p.workload = nullptr; }, "workload"},
      {"stall", [](flitlock_client_params &p) { p.stall = 1.0; }, "stall"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.what);
    ScriptedWorkload workload;
    auto params = client_params(workload, kRequester);
    row.spoil(params);
    ClientBench bench(flitlock_req_client, params);
    EXPECT_EQ(bench.status, FLITLOCK_E_CONFIG);
    EXPECT_EQ(bench.block, nullptr);
    EXPECT_NE(bench.message.find(row.text), std::string::npos) << bench.message;
  }
}

}  // namespace
