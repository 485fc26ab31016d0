// SPDX-License-Identifier: Apache-2.0
// What does not agree is said at create, with both values, and keeps the instance from being stepped.
#include <gtest/gtest.h>

#include "dpi/dpi_block.h"

using namespace flitlock_test;

namespace {

// The one message of an offer that is refused.
std::string refusal(const DpiOffer &offer) {
  void *handle = offer.create("bench.dut");
  EXPECT_NE(handle, nullptr);
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_DPI_E_HANDSHAKE);
  const std::string text = dpi_messages(handle);
  EXPECT_NE(text.find("bench.dut"), std::string::npos) << text;
  EXPECT_NE(text.find("handshake"), std::string::npos) << text;
  std::vector<uint32_t> words(641);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, words.data(), words.data()), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_EQ(flitlock_dpi_route(handle, words.data()), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_EQ(flitlock_dpi_reset(handle), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_STREQ(flitlock_dpi_error(handle), "") << "said once";
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
  return text;
}

void expect_says(const DpiOffer &offer, const std::string &what) {
  const std::string text = refusal(offer);
  EXPECT_NE(text.find(what), std::string::npos) << "expected '" << what << "' in: " << text;
}

class DpiHandshake : public testing::Test {
 protected:
  DpiOffer offer{two_ports()};
};

}  // namespace

TEST_F(DpiHandshake, Abi) {
  offer.abi = 7;
  expect_says(offer, "(ABI) is 7 in SystemVerilog and 1 in C");
}
TEST_F(DpiHandshake, PositionOfAField) {
  offer.layout[4] ^= 2U << 16;  // field 9, dst: its position
  expect_says(offer, "the position of header field dst is 34 in SystemVerilog and 32 in C");
}
TEST_F(DpiHandshake, WidthOfAField) {
  offer.layout[0] += 1U << 8;
  expect_says(offer, "the width of header field vc is 5 in SystemVerilog and 4 in C");
}
TEST_F(DpiHandshake, WidthOfTheVectors) {
  const int right = offer.vector_bits;
  offer.vector_bits++;
  expect_says(offer, "is " + std::to_string(right + 1) + " in SystemVerilog and " + std::to_string(right) + " in C");
}
TEST_F(DpiHandshake, WidthOfTheImports) {
  offer.port_bits = offer.vector_bits - 1;
  expect_says(offer, "but the imports carry " + std::to_string(offer.port_bits));
}
TEST_F(DpiHandshake, Ports) {
  offer.ports = 17;
  expect_says(offer, "Ports is 17 in SystemVerilog, but C can do 1 to 16");
}
TEST_F(DpiHandshake, Vcs) {
  offer.vcs = 0;
  expect_says(offer, "Vcs is 0 in SystemVerilog, but C can do 1 to 16");
}
TEST_F(DpiHandshake, UnitBytes) {
  offer.unit_bytes = 65;
  expect_says(offer, "UnitBytes is 65 in SystemVerilog, but C can do 8 to 64");
}
TEST_F(DpiHandshake, LargestPacket) {
  offer.max_len = 16;
  expect_says(offer, "max_len) is 16 in SystemVerilog, but C can do 0 to 15");
}
TEST_F(DpiHandshake, DepthForTheLargestPacket) {
  offer.output_depth[0] = 3U | 8U << 16;
  expect_says(offer, "output_depth of VC 0 is 3 entries, but the largest packet (4 units) has 4 flits");
}
TEST_F(DpiHandshake, Arbiter) {
  offer.arbiter = 3;
  expect_says(offer, "the kind of arbiter is 3, but it must be 0 to 2");
}
TEST_F(DpiHandshake, Weight) {
  offer.vc_weight[0] = 0x10;
  expect_says(offer, "the weight of a VC is 0, but it must be 1 to 15");
}
TEST_F(DpiHandshake, VcMap) {
  offer.vc_map[0] = 0x2;
  expect_says(offer, "an entry of vc_map is 2, but it must be 0 to 1");
}

TEST_F(DpiHandshake, WithoutALargestPacketItIsTheLargestThatFits) {
  offer.max_len = 0;
  offer.output_depth[0] = 3U | 8U << 16;
  void *handle = offer.create("bench.dut");
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_OK) << flitlock_dpi_error(handle);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}
