// SPDX-License-Identifier: Apache-2.0
// R-INV-6: a network that stands still ends the run, and the message tells who waits on whom.
#include <gtest/gtest.h>

#include "support/scripted_pod.h"

namespace {

using namespace flitlock_test;

class Watchdog : public ::testing::Test {
 protected:
  ScriptedPod pod;

  void expect(int status, std::initializer_list<const char *> parts, int drained = 0) {
    EXPECT_EQ(pod.check(drained), status) << pod.text();
    for (const char *part : parts) {
      EXPECT_NE(pod.text().find(part), std::string::npos) << "no '" << part << "' in: " << pod.text();
    }
  }
  // Somebody is awake in every cycle.
  void keep_awake() {
    for (uint64_t cycle = 0; cycle < 200; cycle++)
      pod.other.at[cycle];
  }
};

const char *const kRouter =
    "input.in.vc3 65536 0 waits for room of crossbar.in.out.vc3\n"
    "crossbar.in.out.vc3 65536 0 waits for grant of crossbar.other.out.vc2\n"
    "crossbar.other.out.vc2 99 5 waits for rest of input.other.vc2\n"
    "output.out.vc3 1 7 waits for credit of out.vc3\n"
    "input.other.vc2 99 5 waits for room of output.out.vc3\n";

TEST_F(Watchdog, StandstillEndsTheRun) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS,
         {"R-INV-6 no progress", "cycle 61", "1 units in the network and none moved since cycle 11",
          "request 0 of client", "in the network since cycle 10", "client->out"});
  EXPECT_EQ(flitlock_engine_cycle(pod.engine.engine), 62U);
}

TEST_F(Watchdog, EmptyNetworkMayStandStill) {
  pod.engine.target.watchdog = 50;
  pod.transaction(0, 10);
  keep_awake();
  expect(FLITLOCK_OK, {}, 1);
}

TEST_F(Watchdog, WithoutWatchdogARunMayStandStill) {
  pod.request(0, 10);
  keep_awake();
  expect(FLITLOCK_OK, {});
}

TEST_F(Watchdog, SleepingNetworkIsSeenAtTheEnd) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  expect(FLITLOCK_E_NO_PROGRESS, {"none moved since cycle 11"});
}

TEST_F(Watchdog, ChainIsFollowedToItsEnd) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  pod.out.waits = kRouter;
  pod.rsp.waits = "input.req.vc3 1 6 waits for room of output.rsp.vc3\noutput.rsp.vc3 1 4 waits for turn of self\n";
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS, {});
  EXPECT_NE(
      pod.text().find("who waits on whom:\n"
                      "  out input.in.vc3 (src 0x00010000, id 0) waits for room of crossbar.in.out.vc3\n"
                      "  out crossbar.in.out.vc3 (src 0x00010000, id 0) waits for grant of crossbar.other.out.vc2\n"
                      "  out crossbar.other.out.vc2 (src 0x00000063, id 5) waits for rest of input.other.vc2\n"
                      "  out input.other.vc2 (src 0x00000063, id 5) waits for room of output.out.vc3\n"
                      "  out output.out.vc3 (src 0x00000001, id 7) waits for credit of out.vc3\n"
                      "  server input.req.vc3 (src 0x00000001, id 6) waits for room of output.rsp.vc3\n"
                      "  server output.rsp.vc3 (src 0x00000001, id 4) waits for turn of self"),
      std::string::npos)
      << pod.text();
}

TEST_F(Watchdog, CircleIsCalledADeadlock) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  pod.out.waits = kRouter;
  pod.rsp.waits = "input.req.vc3 1 6 waits for link of req.vc3\n";
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS, {"server input.req.vc3 (src 0x00000001, id 6) waits for link of req.vc3\n"
                                  "  out output.out.vc3: the circle is closed, a deadlock"});
}

TEST_F(Watchdog, ChainEndsWhereABlockTellsNothing) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  pod.out.waits = kRouter;
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS, {"server input.req.vc3, of which the block tells nothing"});
}

TEST_F(Watchdog, LinesOfAnotherFormAreLeftOut) {
  pod.engine.target.watchdog = 50;
  pod.request(0, 10);
  pod.out.waits = "no idea\ninput.in.vc3 65536 0 waits for Godot\n";
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS, {"no block tells of it"});
}

// Nothing will ever happen again: no need to wait for the watchdog's time.
TEST_F(Watchdog, DeadNetworkIsSeenAtOnce) {
  pod.engine.target.watchdog = 1000000;
  pod.request(0, 10);
  pod.out.waits = kRouter;
  expect(FLITLOCK_E_NO_PROGRESS, {"nothing will move any more", "waits for credit of out.vc3"});
}

TEST_F(Watchdog, AgeOfAPacketIsLimited) {
  pod.engine.target.max_age = 60;
  pod.request(0, 10);
  for (uint32_t id = 1; id < 4; id++)
    pod.request(id, 10 + 30 * id);
  keep_awake();
  expect(FLITLOCK_E_NO_PROGRESS, {"cycle 71", "a packet is 61 cycles old, the limit is 60", "request 0 of client"});
}

TEST_F(Watchdog, YoungPacketsPassTheAgeLimit) {
  pod.engine.target.max_age = 7;
  for (uint32_t id = 0; id < 12; id++)
    pod.transaction(id, 2 + 13 * id);
  keep_awake();
  expect(FLITLOCK_OK, {}, 1);
}

}  // namespace
