// SPDX-License-Identifier: Apache-2.0
// R-INV-1 to R-INV-5: a run that keeps the rules is clean, and every rule has a spoiled run that it finds.
#include <gtest/gtest.h>

#include "support/scripted_pod.h"

namespace {

using namespace flitlock_test;

class Invariants : public ::testing::Test {
 protected:
  ScriptedPod pod;

  void expect(int status, std::initializer_list<const char *> parts, int drained = 1) {
    EXPECT_EQ(pod.check(drained), status) << pod.text();
    for (const char *part : parts) {
      EXPECT_NE(pod.text().find(part), std::string::npos) << "no '" << part << "' in: " << pod.text();
    }
  }
};

TEST_F(Invariants, RunThatKeepsTheRulesIsClean) {
  for (uint32_t id = 0; id < 8; id++)
    pod.transaction(id, 1 + 9 * id);
  expect(FLITLOCK_OK, {});
}

TEST_F(Invariants, EngineResetStartsAnew) {
  for (uint32_t id = 0; id < 3; id++)
    pod.transaction(id, 1 + 9 * id);
  pod.build();
  pod.engine.run(15);
  flitlock_engine_reset(pod.engine.engine);
  expect(FLITLOCK_OK, {});
}

// ---- R-INV-1

TEST_F(Invariants, SendingWithoutCredit) {
  for (uint32_t id = 0; id < 5; id++)
    pod.request(id, 1 + id);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-1 (R-CH-9)", "cycle 5", "client->out", "vc 3", "0 credits", "depth is 4"}, 0);
  EXPECT_EQ(flitlock_engine_cycle(pod.engine.engine), 6U) << "the run is stopped";
}

TEST_F(Invariants, CreditForNothing) {
  pod.transaction(0, 1);
  pod.rsp.credit(9, 0, 3);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-1 (R-CH-8)", "cycle 9", "out->server", "1 credits are returned", "held 0"});
}

TEST_F(Invariants, CreditOfAVcThatIsNot) {
  pod.rsp.credit(9, 0, 9);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-1 (R-CH-8)", "vc 9"});
}

TEST_F(Invariants, CreditThatIsNotReturned) {
  pod.transaction(0, 1);
  pod.out.at[3].credits.clear();
  expect(FLITLOCK_E_PROTOCOL,
         {"R-INV-1", "client->out", "vc 3", "3 of 4 credits came home", "1 entries are still held"});
}

// ---- R-INV-2

TEST_F(Invariants, LostPacket) {
  pod.transaction(0, 1);
  pod.request(1, 20);
  pod.out.credit(22, 0, 3);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "request 1 of client", "is left", "client->out", "in cycle 20"});
}

TEST_F(Invariants, DuplicatedPacket) {
  pod.transaction(0, 1);
  pod.deliver(0, 20);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "cycle 20", "out->server", "id 0", "never sent, or delivered before"});
}

TEST_F(Invariants, DuplicateOfAPacketThatIsBeingServed) {
  pod.request(0, 1);
  pod.deliver(0, 3);
  pod.deliver(0, 8);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "cycle 8", "out->server", "delivered before"});
}

TEST_F(Invariants, InventedPacket) {
  pod.deliver(4, 3);
  pod.out.at[3].credits.clear();
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "cycle 3", "out->server", "id 4", "never sent"});
}

TEST_F(Invariants, PacketThatGrowsOnTheWay) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 0));
  pod.out.flit(3, 1, pod.flit(0, false, 2, 0));
  pod.out.flit(4, 1, pod.flit(0, false, 2, 1));
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "cycle 5", "seq 1 arrives", "1 units were sent"});
}

TEST_F(Invariants, MisroutedPacket) {
  pod.request(0, 1);
  pod.out.flit(3, 2, pod.flit(0, false));
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2", "cycle 4", "misrouted", "out->other", "for 0x01020001", "0x01030001"});
}

TEST_F(Invariants, ChangedHeader) {
  pod.request(0, 1);
  flitlock_flit changed = pod.flit(0, false);
  changed.addr ^= 0x40;
  pod.out.flit(3, 1, changed);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-FL-7)", "cycle 3", "out->server", "a header changed"});
}

TEST_F(Invariants, SkippedNumber) {
  pod.transaction(0, 1);
  pod.request(2, 20);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-FL-1)", "cycle 20", "id 2 is sent", "id 1"});
}

TEST_F(Invariants, OtherSource) {
  pod.request(0, 1);
  pod.req.at[1].flits[0].flit.src++;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-FL-1)", "src 0x00010001", "must be src 0x00010000"});
}

TEST_F(Invariants, ResponseToNothing) {
  pod.response(0, 5);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-RS-3)", "cycle 5", "server->back", "is not under way"});
}

TEST_F(Invariants, ResponseBeforeTheRequestArrived) {
  pod.request(0, 1);
  pod.response(0, 2);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-RS-3)", "cycle 2", "has not arrived"});
}

TEST_F(Invariants, SecondResponse) {
  pod.request(0, 1);
  pod.deliver(0, 3);
  pod.response(0, 5);
  pod.response(0, 6);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-RS-3)", "cycle 6", "was answered before"});
}

TEST_F(Invariants, ResponseThatIsNotTheRequests) {
  pod.transaction(0, 1);
  pod.rsp.at[5].flits[0].flit.birth = 77;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-RS-4)", "cycle 5", "birth 77", "birth 0"});
}

TEST_F(Invariants, RequestWithoutResponse) {
  pod.request(0, 1);
  pod.deliver(0, 3);
  expect(FLITLOCK_E_MISMATCH, {"R-INV-2 (R-RS-3)", "request 0 of client arrived and got no response"});
}

TEST_F(Invariants, PostedRequestNeedsNoResponse) {
  pod.engine.target.posted = 1;
  pod.request(0, 1);
  pod.deliver(0, 3);
  expect(FLITLOCK_OK, {});
}

// ---- R-INV-3

TEST_F(Invariants, HeadWithinAPacket) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 0));
  pod.request(1, 2);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-5)", "cycle 2", "client->out", "a head", "id 1", "from seq 1 of 2 on"});
}

TEST_F(Invariants, FlitWithoutAHead) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 1));
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-5)", "cycle 1", "client->out", "without its head"});
}

TEST_F(Invariants, PacketsThatInterleave) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 0));
  pod.req.flit(2, 0, pod.flit(1, false, 2, 1));
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-5)", "cycle 2", "interleave", "id 1 within vc 3", "id 0"});
}

TEST_F(Invariants, VcThatChangesWithinAPacket) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 0));
  flitlock_flit second = pod.flit(0, false, 2, 1);
  second.vc = 2;
  pod.req.flit(2, 0, second);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-5)", "vc 2", "within vc 3"});
}

TEST_F(Invariants, UnitsOutOfOrder) {
  pod.req.flit(1, 0, pod.flit(0, false, 3, 0));
  pod.req.flit(2, 0, pod.flit(0, false, 3, 2));
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3", "cycle 2", "seq 2", "must be 1"});
}

TEST_F(Invariants, HeadAndTailFollowFromThePosition) {
  flitlock_flit flit = pod.flit(0, false, 2, 0);
  flit.tail = 1;
  pod.req.flit(1, 0, flit);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-3)", "head 1 and tail 1", "must be 1 and 0"});
}

TEST_F(Invariants, SeqBeyondTheLength) {
  flitlock_flit flit = pod.flit(0, false);
  flit.seq = 1;
  pod.req.flit(1, 0, flit);
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-3)", "seq 1 in a packet of len 1"});
}

TEST_F(Invariants, MoreUnitsThanTheLinkHas) {
  pod.req.flit(1, 0, pod.flit(0, false, 2, 0, 2));
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-FL-3)", "2 units at seq 0 of len 2", "link of 1", "must be 1"});
}

TEST_F(Invariants, VcThatTheReceiverDoesNotHave) {
  pod.request(0, 1);
  pod.req.at[1].flits[0].flit.vc = 5;
  expect(FLITLOCK_E_PROTOCOL, {"R-INV-3 (R-IN-2)", "vc 5", "has 5 VCs"});
}

TEST(InvariantsWide, WideLinkCarriesTwoUnitsUnlessOneIsLeft) {
  ScriptedPod pod(2);
  pod.req.flit(1, 0, pod.flit(0, false, 3, 0, 2));
  pod.req.flit(2, 0, pod.flit(0, false, 3, 2, 2));
  EXPECT_EQ(pod.check(0), FLITLOCK_OK) << pod.text();
  ScriptedPod half(2);
  half.req.flit(1, 0, half.flit(0, false, 3, 0, 1));
  EXPECT_EQ(half.check(0), FLITLOCK_E_PROTOCOL);
  EXPECT_NE(half.text().find("1 units at seq 0 of len 3, on a link of 2 it must be 2"), std::string::npos)
      << half.text();
}

// ---- R-INV-4

TEST_F(Invariants, PacketsThatOvertake) {
  pod.request(0, 1);
  pod.request(1, 2);
  pod.deliver(1, 4);
  pod.deliver(0, 6);
  expect(FLITLOCK_E_MISMATCH,
         {"R-INV-4", "cycle 5", "out->server", "request 1 of client", "as number 0", "as number 1"});
}

// ---- R-INV-5

TEST_F(Invariants, ChangedByte) {
  pod.transaction(0, 1);
  pod.out.at[3].flits[0].flit.payload[2] ^= 0x10;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-5 (R-PAY-1)", "cycle 3", "out->server", "byte 2", "(xor 0x10)"});
}

TEST_F(Invariants, ByteBeyondTheDataMustBeZero) {
  pod.transaction(0, 1);
  pod.out.at[3].flits[0].flit.payload[7] = 1;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-5 (R-PAY-1)", "byte 7", "is 0x01, must be 0x00"});
}

TEST_F(Invariants, ResponseWithoutDataIsZero) {
  pod.transaction(0, 1);
  pod.back.at[7].flits[0].flit.payload[0] = 9;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-5 (R-PAY-1)", "cycle 7", "back->client", "byte 0 of response"});
}

TEST_F(Invariants, MissingPayload) {
  pod.transaction(0, 1);
  pod.out.at[3].flits[0].flit.payload = nullptr;
  expect(FLITLOCK_E_MISMATCH, {"R-INV-5", "cycle 3", "has no payload"});
}

}  // namespace
