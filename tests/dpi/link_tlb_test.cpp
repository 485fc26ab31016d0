// SPDX-License-Identifier: Apache-2.0
// Golden link TLBs through DPI-C do what the blocks do, and say what does not agree.
#include <gtest/gtest.h>

#include <algorithm>

#include "dpi/dpi_block.h"
#include "flitlock/lockstep.h"
#include "rtl/tlb_rig.h"

using namespace flitlock_test;

namespace {

flitlock_l1_tlb_params small_l1() {
  flitlock_l1_tlb_params l1;
  flitlock_l1_tlb_params_default(&l1);
  l1.vcs = 3;
  l1.width = 2;
  l1.unit_bytes = 8;
  l1.latency = 4;
  l1.translate = 5;
  for (unsigned vc = 0; vc < 3; vc++)
    l1.in_depth[vc] = 9;
  l1.mshrs = 3;
  l1.targets = 2;
  l1.l2_credits = 3;
  l1.array = {2, 2, FLITLOCK_REPLACE_RANDOM, 77};
  l1.npa = {36, 8, 5, 30, {12, 16, 21, 30}};
  for (unsigned gpu = 0; gpu < 256; gpu++)
    l1.domain[gpu] = gpu % 8;
  l1.trace = 1;
  return l1;
}

flitlock_l2_tlb_params small_l2() {
  flitlock_l2_tlb_params l2;
  flitlock_l2_tlb_params_default(&l2);
  l2.stations = 3;
  l2.unit_bytes = 8;
  l2.latency = 5;
  l2.queue_depth = 3;
  l2.mshrs = 5;
  l2.prefetch_reserve = 1;
  l2.array = {4, 2, FLITLOCK_REPLACE_PLRU, 1};
  l2.partitions = 2;
  for (unsigned gpu = 0; gpu < 256; gpu++)
    l2.partition[gpu] = gpu % 2;
  l2.npa = small_l1().npa;
  l2.levels = 4;
  const uint8_t lsb[] = {39, 30, 21, 12};
  std::copy_n(lsb, 4, l2.level_lsb);
  l2.root = 4096;
  for (unsigned level = 0; level < 5; level++)
    l2.pwc_ways[level] = level < 3 ? level + 1 : 0;
  l2.walkers = 3;
  l2.trace = 1;
  return l2;
}

// The vector of a flit at port p, R-TLB-M-1, for the L1 above: one word of valid, one of credits.
void put_flit(std::vector<uint32_t> &words, unsigned port, const flitlock_flit &flit) {
  words[0] |= 1U << port;
  flitlock_flit_pack(&flit, words.data() + 2 + size_t{7} * port);
}
flitlock_flit message(uint8_t op) {
  flitlock_flit flit{};
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.op = op;
  return flit;
}

// The first message of what is refused, and that it cannot be stepped.
template <class Offer>
std::string refusal(const Offer &offer) {
  void *handle = offer.create("bench.tlb");
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_DPI_E_HANDSHAKE);
  const std::string text = dpi_messages(handle);
  EXPECT_NE(text.find("bench.tlb"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  std::vector<uint32_t> words(641);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, words.data(), words.data()), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
  return text;
}
template <class Offer>
void expect_says(const Offer &offer, const std::string &what) {
  const std::string text = refusal(offer);
  EXPECT_NE(text.find(what), std::string::npos) << "expected '" << what << "' in: " << text;
}

}  // namespace

TEST(DpiLinkTlb, EqualsTheBlocksInRandomTraffic) {
  const flitlock_l1_tlb_params l1 = small_l1();
  const flitlock_l2_tlb_params l2 = small_l2();
  TlbSeen seen;
  for (unsigned seed = 1; seed <= 8; seed++) {
    TlbTraffic traffic;
    traffic.seed = seed;
    traffic.cycles = 2000;
    traffic.gap = 1 + seed % 3;
    traffic.pages = 6 + 5 * (seed % 4);
    traffic.reset = seed % 2 ? 700 : 0;
    flitlock_lockstep_options options;
    flitlock_lockstep_options_default(&options);
    flitlock_lockstep *session = nullptr;
    flitlock_error error{};
    ASSERT_EQ(flitlock_lockstep_create(&options, &session, &error), FLITLOCK_OK) << error.text;
    flitlock_lockstep_params l1_pair{}, l2_pair{};
    l1_pair.session = l2_pair.session = session;
    l1_pair.golden = &flitlock_l1_tlb_golden;
    l1_pair.device = &dpi_l1_tlb_ops;
    l1_pair.golden_params = l1_pair.device_params = &l1;
    l1_pair.max_len = l1.max_len;
    l1_pair.unit_bytes = l2_pair.unit_bytes = l1.unit_bytes;
    l2_pair.golden = &flitlock_l2_tlb_golden;
    l2_pair.device = &dpi_l2_tlb_ops;
    l2_pair.golden_params = l2_pair.device_params = &l2;
    l2_pair.max_len = 1;
    EXPECT_EQ(
        run_tlb(traffic, l1, l2, {&flitlock_lockstep_block, &l1_pair}, {&flitlock_lockstep_block, &l2_pair}, seen), "")
        << "seed " << seed;
    flitlock_lockstep_finish(session);
    EXPECT_EQ(flitlock_lockstep_verdict(session, &error), FLITLOCK_OK) << "seed " << seed << ": " << error.text;
    flitlock_lockstep_destroy(session);
  }
  EXPECT_GT(seen.packets, 5000U);
  EXPECT_GT(seen.status[1], 20U);
  EXPECT_GT(seen.status[2], 20U);
  EXPECT_GT(seen.completed, 50U);
}

// More than 32 ports: the valid bits take a second word.
TEST(DpiLinkTlb, AnL2CanHaveAllStations) {
  flitlock_l2_tlb_params l2 = small_l2();
  l2.stations = FLITLOCK_MAX_STATIONS;
  DpiParameters offer(l2);
  offer.port_bits = offer.vector_bits;
  void *handle = offer.create("bench.tlb");
  ASSERT_EQ(flitlock_dpi_status(handle), FLITLOCK_OK) << dpi_messages(handle);
  const size_t words = static_cast<size_t>(offer.vector_bits + 31) / 32, header = 2 + 5;
  std::vector<uint32_t> in(words), out(words), idle(words);
  const unsigned ctl = flitlock_l2_tlb_port_ctl(l2.stations);
  ASSERT_GT(ctl, 32U);
  flitlock_flit command = message(0);
  command.bytes = 40;
  command.id = 7;
  in[1] = 1U << (ctl - 32);
  flitlock_flit_pack(&command, in.data() + header + size_t{7} * ctl);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, in.data(), out.data()), FLITLOCK_OK);
  EXPECT_EQ(out[0], UINT32_MAX) << "the invalidation goes to every station";
  EXPECT_EQ(out[1], 1U << (flitlock_l2_tlb_port_trace(l2.stations) - 32));
  EXPECT_EQ(out[2 + ctl * 4 / 32] >> ctl * 4 % 32 & 3U, 1U) << "the credit of the command";
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST(DpiLinkTlb, WhatDoesNotAgreeIsSaidWithBothValues) {
  const auto l1 = [] { return DpiParameters(small_l1()); };
  DpiParameters offer = l1();
  offer.abi = 9;
  expect_says(offer, "(ABI) is 9 in SystemVerilog and 1 in C");
  offer = l1();
  offer.layout[0] += 1U << 8;
  expect_says(offer, "the width of header field vc is 5 in SystemVerilog and 4 in C");
  offer = l1();
  offer["InDepth"].bits = 64;
  expect_says(offer, "the width of parameter InDepth is 64 in SystemVerilog and 48 in C");
  offer = l1();
  offer["Domain"].bits = 769;
  expect_says(offer, "the width of parameter Domain is 769 in SystemVerilog and 768 in C");
  offer = l1();
  offer["Vcs"].value[0] = 17;
  expect_says(offer, "Vcs is 17 in SystemVerilog, but C can do 2 to 16");
  offer = l1();
  offer["AccLsb"].value[0] = UINT32_MAX;
  expect_says(offer, "AccLsb is -1 in SystemVerilog, but C can do 0 to 255");
  offer = l1();
  offer["Width"].value[0] = 3;
  expect_says(offer, "width is 3; allowed are 1 to 2");
  offer = l1();
  offer["Mshrs"].name = "Mshr";
  expect_says(offer, "SystemVerilog has a parameter Mshr, which an L1 link TLB in C has not");
  offer = l1();
  offer.list.erase(offer.list.end() - 1);
  expect_says(offer, "an L1 link TLB in C has a parameter Trace, which SystemVerilog does not give");
  offer = l1();
  offer.vector_bits += 8;
  expect_says(offer, "the width of a step's vectors is");
  offer = l1();
  offer.port_bits = offer.vector_bits - 1;
  expect_says(offer, "but the imports carry");
  offer = l1();
  offer.sizes.kind = "l3_link_tlb";
  expect_says(offer, "C has no block of kind 'l3_link_tlb'");
  DpiParameters l2((small_l2()));
  l2["Partitions"].value[0] = 3;
  expect_says(l2, "3 partitions are not a power of two");
  l2 = DpiParameters(small_l2());
  l2["PwcSeed"].value[0] = 0;
  expect_says(l2, "seed is 0; allowed are 1 to 65535");
}

TEST(DpiLinkTlb, CallsAtTheWrongTimeAreRefused) {
  std::vector<uint32_t> words(641), value(FLITLOCK_DPI_PARAMETER_BITS / 32);
  DpiParameters offer(small_l1());
  void *handle = flitlock_dpi_create_block("bench.tlb", "l1_link_tlb", FLITLOCK_DPI_ABI, offer.layout.data());
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, words.data(), words.data()), FLITLOCK_DPI_E_WRONG_CALL) << "not complete";
  EXPECT_EQ(flitlock_dpi_route(handle, words.data()), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);

  handle = offer.create("bench.tlb");
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_route(handle, words.data()), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_EQ(dpi_messages(handle), "bench.tlb: flitlock_dpi_route for a block without one\n");
  EXPECT_EQ(flitlock_dpi_parameter(handle, "Mshrs", 32, value.data()), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_EQ(flitlock_dpi_complete(handle, offer.vector_bits, offer.port_bits), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_NE(dpi_messages(handle).find("for a block that is complete"), std::string::npos);
  EXPECT_EQ(flitlock_dpi_step(handle, 3, words.data(), words.data()), FLITLOCK_OK) << "as before";
  EXPECT_EQ(flitlock_dpi_step(handle, 3, words.data(), words.data()), FLITLOCK_DPI_E_CALLED_TWICE);
  EXPECT_EQ(flitlock_dpi_step(handle, 7, words.data(), words.data()), FLITLOCK_DPI_E_MISSED_CYCLE);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_parameter(handle, "Mshrs", 32, value.data()), FLITLOCK_DPI_E_FREED_HANDLE);
  EXPECT_EQ(flitlock_dpi_complete(nullptr, 1, 1), FLITLOCK_DPI_E_NULL_HANDLE);
}

TEST(DpiLinkTlb, WhatASenderBreaksIsSaidOnceForEachReset) {
  DpiParameters offer(small_l1());
  void *handle = offer.create("bench.tlb");
  std::vector<uint32_t> in(641), out(641), idle(641);
  flitlock_flit answer = message(3);
  answer.id = 1;
  put_flit(in, FLITLOCK_L1_TLB_L2, answer);
  for (int round = 0; round < 2; round++) {
    EXPECT_EQ(flitlock_dpi_step(handle, 0, in.data(), out.data()), FLITLOCK_E_PROTOCOL);
    EXPECT_NE(dpi_messages(handle).find("R-TLB-INV-2: an answer for an MSHR that waits for none"), std::string::npos);
    EXPECT_EQ(flitlock_dpi_step(handle, 1, idle.data(), out.data()), FLITLOCK_OK);
    EXPECT_EQ(flitlock_dpi_reset(handle), FLITLOCK_OK);
  }
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST(DpiLinkTlb, GarbageIsSurvived) {
  DpiParameters l1((small_l1())), l2((small_l2()));
  for (const DpiParameters *offer : {&l1, &l2}) {
    void *handle = offer->create("bench.tlb");
    EXPECT_GE(dpi_garbage(handle, 10000), 100U);
    EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
  }
}

TEST(DpiLinkTlb, CompareNamesPortFieldRuleAndWhatTheTracesShow) {
  DpiParameters offer(small_l1());
  void *handle = offer.create("bench.tlb");
  std::vector<uint32_t> golden(641), rtl(641);
  const auto says = [&](const char *what) {
    EXPECT_EQ(flitlock_dpi_compare(handle, 3, golden.data(), rtl.data()), FLITLOCK_E_MISMATCH) << what;
    const std::string text = dpi_messages(handle);
    EXPECT_NE(text.find(what), std::string::npos) << "expected '" << what << "' in: " << text;
    golden.assign(641, 0);
    rtl.assign(641, 0);
  };
  flitlock_flit packet = message(1);
  put_flit(golden, FLITLOCK_L1_TLB_INSIDE, packet);
  packet.addr = 0x1000;
  put_flit(rtl, FLITLOCK_L1_TLB_INSIDE, packet);
  says("cycle 3: port 1 (inside): out_header_o: addr: golden 0x0, RTL 0x1000, XOR 0x1000 (R-TLB-L1-10)");
  put_flit(golden, FLITLOCK_L1_TLB_INSIDE, packet);
  says("cycle 3: port 1 (inside): out_valid_o: golden 1, RTL 0, XOR 1: a flit is late or lost (R-TLB-L1-8)");
  put_flit(rtl, FLITLOCK_L1_TLB_L2, message(1));
  says("port 2 (l2): out_valid_o: golden 0, RTL 1, XOR 1: a flit is early or too many (R-TLB-L1-7)");
  rtl[1] = 1;
  says("port 0 (link): in_credit_o: VC 0: golden 0x0, RTL 0x1, XOR 0x1 (R-TLB-L1-2)");
  flitlock_flit shown = message(0);
  shown.bytes = 1 | 1 << 4;
  shown.dst = 3 | 2U << 16;
  put_flit(golden, FLITLOCK_L1_TLB_TRACE, shown);
  shown.bytes = 3;
  shown.dst = 1;
  put_flit(rtl, FLITLOCK_L1_TLB_TRACE, shown);
  says(
      "cycle 3: port 3 (trace): golden shows a hit in place 3, a translation installed in place 2; RTL shows a miss "
      "that takes MSHR 1\n");
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}
