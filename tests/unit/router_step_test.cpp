// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden router's three levels.
#include "support/router_harness.h"

using flitlock_test::packet;
using flitlock_test::RouterHarness;
using flitlock_test::Seen;
using flitlock_test::star_params;

TEST(RouterStep, IdleFallThroughRouterAddsNoCycle) {  // R-ST-2, R-L1-6
  RouterHarness router(star_params(3));
  router.send(0, packet(2, 1, 1, 7));
  router.step();
  EXPECT_EQ(router.flit(2), "id7.0+1 vc1 head tail");
  EXPECT_EQ(router.returned(0, 1), 1U);
  EXPECT_EQ(router.wake, FLITLOCK_SLEEP);
  EXPECT_EQ(router.error(), "");
}

TEST(RouterStep, EachRegisteredStageAddsOneCycle) {  // R-REG-1
  for (unsigned mask = 0; mask < 8; mask++) {
    flitlock_router_params params = star_params(2);
    for (unsigned stage = 0; stage < 3; stage++)
      params.registered[stage] = mask >> stage & 1U;
    RouterHarness router(params);
    router.send(0, packet(1, 0, 2, 3));
    uint64_t first = static_cast<uint64_t>(__builtin_popcount(mask));
    EXPECT_EQ(router.run(1, 8), (Seen{{first, "id3.0+1 vc0 head"}, {first + 1, "id3.1+1 vc0 tail"}})) << mask;
  }
}

TEST(RouterStep, OneFlitPerInputAndNextGrantOneEdgeAfterTheTail) {  // R-ST-5, R-L1-5
  RouterHarness router(star_params(2));
  router.send(0, packet(1, 0, 2, 1));
  router.send(0, packet(1, 2, 2, 2));
  EXPECT_EQ(router.run(1, 6),
            (Seen{{0, "id1.0+1 vc0 head"}, {1, "id1.1+1 vc0 tail"}, {2, "id2.0+1 vc2 head"}, {3, "id2.1+1 vc2 tail"}}));
}

TEST(RouterStep, AGrantIsHeldOverABubble) {  // R-L1-4, R-L2-3, R-L3-3
  RouterHarness router(star_params(3));
  auto first = packet(2, 0, 2, 1);
  router.send(0, {first[0]});
  router.step();
  EXPECT_EQ(router.flit(2), "id1.0+1 vc0 head");
  router.send(1, packet(2, 1, 1, 2));
  router.send(0, packet(2, 3, 1, 3));  // not the packet's next flit, but the other VC must wait
  EXPECT_EQ(router.run(2, 3), Seen{});
  EXPECT_NE(router.error().find("R-INV-3"), std::string::npos) << router.error();
  router.send(0, {first[1]});
  // L2's pointer stands behind (input 0, VC 0), so (input 0, VC 3) is before (input 1, VC 1).
  EXPECT_EQ(router.run(2, 4),
            (Seen{{4, "id1.1+1 vc0 tail"}, {5, "id3.0+1 vc3 head tail"}, {6, "id2.0+1 vc1 head tail"}}));
}

TEST(RouterStep, RoundRobinOverInputsMovesPastTheWinner) {  // R-ARB-1, R-ARB-2, R-L2-1
  RouterHarness router(star_params(4));
  router.drain(3);
  for (uint32_t k = 0; k < 3; k++)
    for (unsigned i = 0; i < 3; i++)
      router.send(i, packet(3, 0, 1, 10 * i + k));
  std::vector<std::string> order;
  for (const auto &[cycle, flit] : router.run(3, 12))
    order.push_back(flit.substr(0, flit.find('.')));
  EXPECT_EQ(order, (std::vector<std::string>{"id0", "id10", "id20", "id1", "id11", "id21", "id2", "id12", "id22"}));
}

TEST(RouterStep, APacketNeedsRoomForAllItsFlits) {  // R-L3-2, R-L2-2, R-L1-2
  flitlock_router_params params = star_params(2);
  for (unsigned vc = 0; vc < 4; vc++) {
    params.port[1].credits[vc] = 4;
    params.port[1].output_depth[vc] = 4;
    params.port[1].crossbar_depth[vc] = 4;
  }
  RouterHarness router(params);
  router.send(0, packet(1, 0, 1, 1));
  router.send(0, packet(1, 0, 4, 2));
  router.step();
  EXPECT_EQ(router.flit(1), "id1.0+1 vc0 head tail");
  // Three credits are left and the packet needs four.
  EXPECT_EQ(router.run(1, 6), Seen{});
  EXPECT_EQ(router.cause(1), 2);
  EXPECT_EQ(router.wake, FLITLOCK_SLEEP) << "blocked on credits";
  router.credit(1, 0);
  EXPECT_EQ(router.run(1, 5).size(), 4U);
  EXPECT_EQ(router.error(), "");
}

TEST(RouterStep, RoomFreedAtAnEdgeIsUsedAtTheNext) {  // R-ST-3
  flitlock_router_params params = star_params(2);
  params.max_len = 1;
  params.port[1].crossbar_depth[0] = 1;
  params.port[1].output_depth[0] = 1;
  RouterHarness router(params);
  router.drain(1);
  for (uint32_t k = 0; k < 4; k++)
    router.send(0, packet(1, 0, 1, k));
  // The buffers of one entry are empty again at each edge before the next flit comes.
  EXPECT_EQ(router.run(1, 8).size(), 4U);
  // Without a credit a flit stands in each: one freed at an edge lets only that level move on.
  flitlock_router_params blocked = params;
  blocked.port[1].credits[0] = 1;
  RouterHarness second(blocked);
  for (uint32_t k = 0; k < 5; k++)
    second.send(0, packet(1, 0, 1, k));
  for (int n = 0; n < 6; n++)
    second.step();
  second.credit(1, 0);
  second.step();
  EXPECT_EQ(second.flit(1), "id1.0+1 vc0 head tail");
  EXPECT_EQ(second.returned(0, 0), 0U) << "L1 and L2 saw full buffers at this edge";
  second.step();
  EXPECT_EQ(second.returned(0, 0), 0U) << "L2 moved, L1 saw the crossbar full";
  second.step();
  EXPECT_EQ(second.returned(0, 0), 1U);
}

TEST(RouterStep, OutputsAreIndependent) {  // R-L2-4
  RouterHarness router(star_params(4));
  router.send(0, packet(2, 0, 1, 1));
  router.send(1, packet(3, 0, 1, 2));
  router.step();
  EXPECT_EQ(router.flit(2), "id1.0+1 vc0 head tail");
  EXPECT_EQ(router.flit(3), "id2.0+1 vc0 head tail");
}

TEST(RouterStep, VcMapIsAppliedByL1AndCreditsKeepTheLinksVc) {  // R-L1-7, R-DST-4
  flitlock_router_params params = star_params(2);
  params.port[0].vc_map[3] = 2;
  RouterHarness router(params);
  router.send(0, packet(1, 3, 1, 1));
  router.step();
  EXPECT_EQ(router.flit(1), "id1.0+1 vc2 head tail");
  EXPECT_EQ(router.returned(0, 3), 1U);
  EXPECT_EQ(router.returned(0, 2), 0U);
}

TEST(RouterStep, WeightsGiveSharesToInputs) {  // R-ARB-3
  flitlock_router_params params = star_params(3);
  params.arbiter[1] = FLITLOCK_ARB_WEIGHTED;
  params.port[1].weight = 3;
  RouterHarness router(params);
  router.drain(2);
  for (uint32_t k = 0; k < 9; k++)
    for (unsigned i = 0; i < 2; i++)
      router.send(i, packet(2, 0, 1, 100 * i + k));
  std::string order;
  for (const auto &[cycle, flit] : router.run(2, 12))
    order += flit[3] == '.' ? 'a' : 'b';
  EXPECT_EQ(order.substr(0, 8), "abbbabbb");
}

TEST(RouterStep, OldestFirstComparesBirthsAcrossTheWrap) {  // R-ARB-4
  flitlock_router_params params = star_params(4);
  params.arbiter[1] = FLITLOCK_ARB_OLDEST;
  params.port[3].credits[0] = 4;
  RouterHarness router(params);
  router.send(0, packet(3, 0, 1, 0, 1, 5));
  router.send(1, packet(3, 0, 1, 1, 1, 0xFFFFFFF0U));
  router.send(2, packet(3, 0, 1, 2, 1, 4));
  EXPECT_EQ(router.run(3, 4),
            (Seen{{0, "id1.0+1 vc0 head tail"}, {1, "id2.0+1 vc0 head tail"}, {2, "id0.0+1 vc0 head tail"}}));
}

TEST(RouterStep, OneUnitEntriesAreMergedAndFreedTogether) {  // R-W-4, R-CH-7
  flitlock_router_params params = star_params(2);
  params.port[1].out_width = 2;
  RouterHarness router(params);
  router.send(0, packet(1, 0, 3, 9));
  router.step();
  EXPECT_EQ(router.flit(1), "") << "half of a pair";
  EXPECT_EQ(router.returned(0, 0), 0U);
  router.step();
  EXPECT_EQ(router.flit(1), "id9.0+2 vc0 head");
  EXPECT_EQ(router.returned(0, 0), 2U);
  router.step();
  EXPECT_EQ(router.flit(1), "id9.2+1 vc0 tail");
  EXPECT_EQ(router.returned(0, 0), 1U);
}

TEST(RouterStep, TwoUnitEntriesAreSplitAndFreedAfterTheLastUnit) {  // R-W-2, R-W-3
  flitlock_router_params params = star_params(2);
  params.port[0].in_width = 2;
  RouterHarness router(params);
  uint8_t payload[256];
  auto flits = packet(1, 0, 3, 9, 2);
  flits[0].payload = payload;
  flits[1].payload = payload + 128;
  router.send(0, flits);
  std::vector<unsigned> credits;
  for (unsigned n = 0; n < 3; n++) {
    router.step();
    EXPECT_EQ(router.flit(1),
              "id9." + std::to_string(n) + "+1 vc0" + (n == 0 ? " head" : "") + (n == 2 ? " tail" : ""));
    EXPECT_EQ(router.out_flit[1].payload, payload + 64 * n);
    credits.push_back(router.returned(0, 0));
  }
  EXPECT_EQ(credits, (std::vector<unsigned>{0, 1, 1}));
}

TEST(RouterStep, DepthsAreByVc) {
  flitlock_router_params params = star_params(2);
  params.max_len = 2;
  params.port[1].credits[0] = 2;
  params.port[1].output_depth[0] = 2;
  params.port[1].crossbar_depth[0] = 2;
  RouterHarness router(params);
  unsigned returned[2] = {0, 0};
  for (uint32_t k = 0; k < 8; k++)
    for (unsigned vc = 0; vc < 2; vc++)
      router.send(0, packet(1, vc, 1, k));
  for (int n = 0; n < 30; n++) {
    router.step();
    for (unsigned vc = 0; vc < 2; vc++)
      returned[vc] += router.returned(0, vc);
  }
  EXPECT_EQ(returned[0], 6U) << "two left, two in the output buffer, two in the crossbar buffer";
  EXPECT_EQ(returned[1], 8U) << "the other VC has room for all";
}

TEST(RouterStep, ResetForgetsEverything) {  // R-RST-1
  RouterHarness router(star_params(2));
  router.send(0, packet(1, 0, 4, 1));
  router.step();
  flitlock_router_golden.reset(router.block());
  EXPECT_EQ(flitlock_router_golden.occupancy(router.block()), 0U);
  RouterHarness fresh(star_params(2));
  fresh.send(0, packet(1, 1, 4, 2));
  router.send(0, {});
  for (int n = 0; n < 3; n++)
    router.step();  // the rest of the packet arrives after reset: an error of the bench
  EXPECT_NE(router.error(), "");
  flitlock_router_golden.reset(router.block());
  EXPECT_EQ(router.error(), "");
  router.send(0, packet(1, 1, 4, 2));
  for (int n = 0; n < 5; n++) {
    router.step();
    fresh.step();
    EXPECT_EQ(router.flit(1), fresh.flit(1));
  }
}

namespace {

std::string waits(RouterHarness &router) {
  char text[4096];
  int needed = flitlock_router_golden.waits(router.block(), text, sizeof text);
  EXPECT_EQ(static_cast<size_t>(needed), std::string(text).size());
  char little[5];
  EXPECT_EQ(flitlock_router_golden.waits(router.block(), little, sizeof little), needed);
  return text;
}

}  // namespace

TEST(RouterStep, WaitsLeadFromBufferToBufferToThePort) {  // R-INV-6
  flitlock_router_params params = star_params(2);
  params.max_len = 1;
  params.port[1].crossbar_depth[0] = params.port[1].output_depth[0] = params.port[1].credits[0] = 1;
  RouterHarness router(params);
  for (uint32_t k = 0; k < 4; k++)
    router.send(0, packet(1, 0, 1, k));
  for (int n = 0; n < 5; n++)
    router.step();
  EXPECT_EQ(waits(router),
            "input.p0.vc0 0 3 waits for room of crossbar.p0.p1.vc0\n"
            "output.p1.vc0 0 1 waits for credit of p1.vc0\n"
            "crossbar.p0.p1.vc0 0 2 waits for room of output.p1.vc0\n");
}

TEST(RouterStep, WaitsTellOfAPacketWhoseRestIsNotHere) {
  RouterHarness router(star_params(3));
  router.send(0, {packet(2, 0, 2, 5)[0]});
  router.send(1, packet(2, 1, 1, 6));
  router.step();
  router.step();
  EXPECT_EQ(waits(router),
            "input.p0.vc0 0 5 waits for link of p0.vc0\n"
            "crossbar.p1.p2.vc1 0 6 waits for grant of crossbar.p0.p2.vc0\n"
            "output.p2.vc0 0 5 waits for rest of crossbar.p0.p2.vc0\n"
            "crossbar.p0.p2.vc0 0 5 waits for rest of input.p0.vc0\n");
}

TEST(RouterStep, SignalsHaveUniquePathsAndShowTheState) {
  RouterHarness router(star_params(2));
  size_t count = flitlock_router_golden.signals(router.block(), nullptr, 0);
  std::vector<flitlock_signal> signals(count);
  ASSERT_EQ(flitlock_router_golden.signals(router.block(), signals.data(), count), count);
  std::map<std::string, const flitlock_signal *> by_path;
  for (const flitlock_signal &signal : signals)
    EXPECT_TRUE(by_path.emplace(signal.path, &signal).second) << signal.path;
  auto value = [&](const std::string &path) {
    uint16_t read = 0;
    EXPECT_EQ(by_path.count(path), 1U) << path;
    if (by_path.count(path)) std::memcpy(&read, by_path[path]->address, by_path[path]->size);
    return read;
  };
  router.send(0, packet(1, 2, 2, 5));
  router.step();
  EXPECT_EQ(value("output.p1.vc2.credits"), 7);
  EXPECT_EQ(value("input.p0.l1_grant"), 2);
  EXPECT_EQ(value("input.p0.l1_pointer"), 3);
  EXPECT_EQ(value("crossbar.p0.p1.vc2.count"), 0);
}

TEST(RouterStep, ADestinationWithoutARouteIsReportedAndStays) {  // R-IN-2
  RouterHarness router(star_params(2));
  auto flits = packet(1, 0, 1, 5);
  flits[0].dst = flitlock_address(3, 0, 0, 0);
  router.send(0, flits);
  EXPECT_EQ(router.run(1, 3), Seen{});
  EXPECT_NE(router.error().find("R-RT-1"), std::string::npos) << router.error();
  EXPECT_EQ(flitlock_router_golden.occupancy(router.block()), 1U);
}

TEST(RouterStep, WhatHasNoPlaceIsReportedEvenWithoutChecks) {  // R-IN-2
  for (int kind = 0; kind < 3; kind++) {
    flitlock_router_params params = star_params(2);
    params.checks = 0;
    RouterHarness router(params);
    auto flits = packet(1, 0, 1, 5);
    if (kind == 0) flits[0].vc = 4;
    if (kind == 1) flits[0].len = 0;
    if (kind == 2) flits[0].dst = flitlock_address(3, 0, 0, 0);
    for (int n = 0; n < 9; n++)
      router.send(0, flits);
    for (int n = 0; n < 10; n++)
      router.step();
    EXPECT_NE(router.error(), "") << kind;
  }
}

TEST(RouterStep, CreditsBeyondTheDepthAreReported) {  // R-CH-9
  RouterHarness router(star_params(2));
  router.credit(1, 0);
  router.step();
  EXPECT_NE(router.error().find("R-CH-9"), std::string::npos) << router.error();
}

TEST(RouterParams, SayWhatIsImpossibleWithBothValues) {
  flitlock_error error{};
  auto status = [&](void (*change)(flitlock_router_params &)) {
    flitlock_router_params params = star_params(2);
    change(params);
    return flitlock_router_params_validate(&params, "dut", &error);
  };
  EXPECT_EQ(status([](flitlock_router_params &) {}), FLITLOCK_OK) << error.text;
  EXPECT_EQ(status([](flitlock_router_params &p) { p.port[1].crossbar_depth[2] = 3; }), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("VC 2 is 3 entries, but the largest packet (4 units) has 4 flits"),
            std::string::npos)
      << error.text;
  EXPECT_EQ(status([](flitlock_router_params &p) { p.vcs = 0; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.ports = 65; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.port[0].vc_map[1] = 4; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.port[0].out_width = 3; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.port[0].credits[0] = 3; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.arbiter[1] = 3; }), FLITLOCK_E_CONFIG);
  EXPECT_EQ(status([](flitlock_router_params &p) { p.vc_weight[0] = 0; }), FLITLOCK_E_CONFIG);
  // At a width of two units a packet of four has two flits.
  EXPECT_EQ(status([](flitlock_router_params &p) {
              p.port[1].out_width = 2;
              p.port[1].crossbar_depth[2] = 2;
            }),
            FLITLOCK_OK)
      << error.text;
}
