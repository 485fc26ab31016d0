// SPDX-License-Identifier: Apache-2.0
// The golden router through DPI-C does what the block does: the worked tables, and random routers against the
// reference, with every byte of payload through the bridge's own arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "dpi/dpi_block.h"
#include "reference/router_bench.h"
#include "support/table_player.h"

using namespace flitlock_test;

TEST(DpiStep, DoesWhatEachTableSays) {
  unsigned rows = 0;
  for (const Table &table : read_tables())
    EXPECT_EQ(play_table(table, dpi_router_ops, &rows), "") << table.title;
  EXPECT_GE(rows, 100U);
}

TEST(DpiStep, EqualsTheReferenceOnRandomRouters) {
  uint64_t flits = 0;
  for (uint64_t seed = 7001; seed <= 7030; seed++) {
    flitlock_router_params params;
    RouterTraffic traffic;
    random_router(seed, params, traffic);
    const RouterBenchResult result = run_router_bench(dpi_router_ops, params, traffic, seed);
    ASSERT_EQ(result.difference, "") << "seed " << seed << ": " << describe_router(params, traffic);
    flits += result.flits;
  }
  EXPECT_GT(flits, 10000U);
}

namespace {

class DpiErrors : public testing::Test {
 protected:
  DpiErrors() : handle(DpiOffer(params).create("bench.dut")), in(641), out(641) {
    flitlock_dpi_route(handle, dpi_route(params.route).data());
  }
  ~DpiErrors() override { EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK); }

  void drive(const flitlock_flit &flit) {
    in.assign(641, 0);
    in[0] = 1;
    flitlock_flit_pack(&flit, in.data() + 2);
  }
  int step() { return flitlock_dpi_step(handle, cycle++, in.data(), out.data()); }

  flitlock_router_params params = two_ports();
  void *handle;
  std::vector<uint32_t> in, out;
  uint64_t cycle = 0;
};

flitlock_flit single() {
  flitlock_flit flit{};
  flit.head = flit.tail = flit.units = flit.len = 1;
  flit.dst = flitlock_address(0, 0, 1, 0);
  return flit;
}

}  // namespace

TEST_F(DpiErrors, WhatASenderBreaksIsSaidOnceForEachReset) {
  flitlock_flit flit = single();
  flit.vc = 5;
  drive(flit);
  for (int round = 0; round < 2; round++) {
    EXPECT_EQ(step(), FLITLOCK_E_PROTOCOL);
    EXPECT_NE(dpi_messages(handle).find("R-IN-2: VC 5 arrives, but there are 2 VCs"), std::string::npos);
    EXPECT_EQ(step(), FLITLOCK_OK);
    EXPECT_STREQ(flitlock_dpi_error(handle), "");
    EXPECT_EQ(flitlock_dpi_reset(handle), FLITLOCK_OK);
  }
}

// Whatever arrives: no crash, no byte out of place (the sanitizers look on).
TEST_F(DpiErrors, GarbageIsSurvived) { EXPECT_GE(dpi_garbage(handle, 20000), 200U); }

TEST_F(DpiErrors, AnotherRouteStartsAnew) {
  drive(single());
  EXPECT_EQ(step(), FLITLOCK_OK);
  EXPECT_EQ(out[0], 2U) << "node 1 is at port 1";
  params.route.next[1] = 0;
  EXPECT_EQ(flitlock_dpi_route(handle, dpi_route(params.route).data()), FLITLOCK_OK);
  cycle = 0;
  EXPECT_EQ(step(), FLITLOCK_OK);
  EXPECT_EQ(out[0], 1U);
}

TEST_F(DpiErrors, CompareNamesWhatDiffers) {
  drive(single());
  EXPECT_EQ(step(), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_compare(handle, 3, out.data(), out.data()), FLITLOCK_OK);
  const size_t header = 2, payload = header + 14;  // words; a lane of payload has 4
  const auto says = [&](size_t word, uint32_t flip, const char *what) {
    std::vector<uint32_t> rtl = out;
    rtl[word] ^= flip;
    EXPECT_EQ(flitlock_dpi_compare(handle, 3, out.data(), rtl.data()), FLITLOCK_E_MISMATCH) << what;
    const std::string text = dpi_messages(handle);
    EXPECT_NE(text.find(what), std::string::npos) << "expected '" << what << "' in: " << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  };
  says(0, 2, "cycle 3: port 1: out_valid_o: golden 1, RTL 0, XOR 1: a flit is late or lost (R-L3-4)");
  says(0, 1, "cycle 3: port 0: out_valid_o: golden 0, RTL 1, XOR 1: a flit is early or too many (R-L3-4)");
  says(1, 3, "port 0: in_credit_o: VC 0: golden 0x1, RTL 0x2, XOR 0x3 (R-L1-6)");
  says(1, 0x40, "port 1: in_credit_o: VC 1: golden 0x0, RTL 0x1, XOR 0x1 (R-L1-6)");
  says(header + 7, 1, "port 1: out_header_o: vc: golden 0x0, RTL 0x1, XOR 0x1 (R-L1-7)");
  says(header + 7, 0x20, "out_header_o: tail: golden 0x1, RTL 0x0, XOR 0x1 (R-W-5)");
  says(header + 7, 0x80000000U, "status: golden 0x0, RTL 0x2, XOR 0x2 (R-FL-7)");
  says(header + 13, 0x80000000U, "addr: golden 0x0, RTL 0x8000000000000000, XOR 0x8000000000000000 (R-FL-7)");
  says(header, 1, "not 0 without a flit");
  says(payload + 6, 0x8000, "port 1: out_payload_o: byte 9: golden 0x0, RTL 0x80, XOR 0x80; 1 of 16 bytes differ");
  // Above the last bit of the vector nothing is looked at.
  std::vector<uint32_t> rtl = out;
  rtl[payload + 8] = UINT32_MAX;
  EXPECT_EQ(flitlock_dpi_compare(handle, 3, out.data(), rtl.data()), FLITLOCK_OK);
}
