// SPDX-License-Identifier: Apache-2.0
// The golden L2 slice through DPI-C does what the block does, takes its static inputs, and says what differs.
#include <gtest/gtest.h>

#include <algorithm>

#include "dpi/dpi_block.h"
#include "support/l2_pair.h"

using namespace flitlock_test;

namespace {

flitlock_l2_slice_params mini(uint32_t slice) {
  flitlock_l2_slice_params params;
  flitlock_l2_slice_params_default(&params);
  params.events = 1;
  params.slice = slice;
  params.self = 7 + slice;
  params.memory = 9 + slice;
  return params;
}

void expect_says(const DpiParameters &offer, const std::string &what) {
  void *handle = offer.create("bench.slice");
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_DPI_E_HANDSHAKE);
  const std::string text = dpi_messages(handle);
  EXPECT_NE(text.find(what), std::string::npos) << "expected '" << what << "' in: " << text;
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

}  // namespace

TEST(DpiL2Slice, EqualsTheBlockInRandomTraffic) {
  uint64_t flits = 0;
  for (unsigned seed = 1; seed <= 4; seed++) {
    flitlock_l2_slice_params params = mini(seed % 2);
    params.fetch_bytes = static_cast<uint16_t>(32U << seed % 3);
    params.reserved = static_cast<uint16_t>(seed % 4);
    params.p_rand = static_cast<uint16_t>(64 * seed);
    L2Traffic traffic;
    traffic.seed = seed;
    L2Seen seen;
    flitlock_lockstep_counts counts{};
    EXPECT_EQ(l2_lockstep(traffic, params, {&dpi_l2_slice_ops, &params}, seen, counts), "") << "seed " << seed;
    flits += counts.flits;
  }
  EXPECT_GT(flits, 5000U);
}

TEST(DpiL2Slice, WhatDoesNotAgreeIsSaid) {
  DpiParameters offer(mini(0));
  offer["Ms"].bits = 256;
  expect_says(offer, "the width of parameter Ms is 256 in SystemVerilog and 512 in C");
  offer = DpiParameters(mini(0));
  offer["Ways"].value[0] = 33;
  expect_says(offer, "ways is 33, but it must be 1 to 32");
  offer = DpiParameters(mini(0));
  offer["LowBits"].value[0] = 0;
  expect_says(offer, "b of the map is 0, but it must be 1 to 8");
  offer = DpiParameters(mini(0));
  offer["cfg_slice_i"].value[0] = 2;
  expect_says(offer, "the slice's number is 2, but it must be 0 to 1");
  offer = DpiParameters(mini(0));
  offer.list.erase(offer.list.begin());
  expect_says(offer, "an L2 slice in C has a parameter LowBits, which SystemVerilog does not give");
}

// They may come before or after the block is complete; another value than before makes it anew.
TEST(DpiL2Slice, StaticInputsCanBeGivenLater) {
  const auto is_input = [](const DpiParameters::Parameter &parameter) { return parameter.name.rfind("cfg_", 0) == 0; };
  DpiParameters offer(mini(1));
  std::vector<DpiParameters::Parameter> inputs;
  std::copy_if(offer.list.begin(), offer.list.end(), std::back_inserter(inputs), is_input);
  ASSERT_EQ(inputs.size(), 6U);
  offer.list.erase(std::remove_if(offer.list.begin(), offer.list.end(), is_input), offer.list.end());
  void *handle = offer.create("bench.slice");
  ASSERT_EQ(flitlock_dpi_status(handle), FLITLOCK_OK) << dpi_messages(handle);
  std::vector<uint32_t> in(641), out(641);
  EXPECT_EQ(flitlock_dpi_step(handle, 5, in.data(), out.data()), FLITLOCK_OK);
  for (const auto &input : inputs)
    EXPECT_EQ(flitlock_dpi_parameter(handle, input.name.c_str(), input.bits, input.value.data()), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_step(handle, 0, in.data(), out.data()), FLITLOCK_OK) << "it was reset";
  for (const auto &input : inputs)
    EXPECT_EQ(flitlock_dpi_parameter(handle, input.name.c_str(), input.bits, input.value.data()), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_step(handle, 1, in.data(), out.data()), FLITLOCK_OK);
  EXPECT_EQ(flitlock_dpi_step(handle, 1, in.data(), out.data()), FLITLOCK_DPI_E_CALLED_TWICE) << "it was not";
  EXPECT_EQ(flitlock_dpi_parameter(handle, "Ways", 32, inputs[0].value.data()), FLITLOCK_DPI_E_WRONG_CALL);
  EXPECT_EQ(flitlock_dpi_parameter(handle, "cfg_slice_i", 8, inputs[0].value.data()), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_EQ(flitlock_dpi_status(handle), FLITLOCK_DPI_E_HANDSHAKE);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST(DpiL2Slice, GarbageIsSurvived) {
  DpiParameters offer(mini(0));
  void *handle = offer.create("bench.slice");
  EXPECT_GE(dpi_garbage(handle, 10000), 100U);
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}

TEST(DpiL2Slice, CompareSaysWhatTheEventsDifferIn) {
  DpiParameters offer(mini(0));
  void *handle = offer.create("bench.slice");
  std::vector<uint32_t> vector[2] = {std::vector<uint32_t>(641), std::vector<uint32_t>(641)};
  for (unsigned k = 0; k < 2; k++) {
    flitlock_flit flit{};
    flit.head = flit.tail = flit.units = flit.len = 1;
    flit.bytes = 64;
    vector[k][0] = 1U << FLITLOCK_L2_PORT_EVENT;
    flitlock_flit_pack(&flit, vector[k].data() + 2 + size_t{7} * FLITLOCK_L2_PORT_EVENT);
    flitlock_l2_event event{};
    event.kind = FLITLOCK_L2_NEW;
    event.outcome = FLITLOCK_L2_MISS;
    event.operation = FLITLOCK_L2_WRITE;
    event.way = static_cast<uint8_t>(2 - k);
    event.victim_tag = 19;
    uint8_t *unit = reinterpret_cast<uint8_t *>(vector[k].data() + 2 + size_t{7} * FLITLOCK_L2_PORTS) +
                    size_t{2} * FLITLOCK_L2_HALF_BYTES * FLITLOCK_L2_PORT_EVENT;
    flitlock_l2_event_pack(&event, unit);
  }
  EXPECT_EQ(flitlock_dpi_compare(handle, 3, vector[0].data(), vector[1].data()), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(dpi_messages(handle),
            "cycle 3: port 4 (event): out_payload_o: byte 3: golden 0x2, RTL 0x1, XOR 0x3; 1 of 128 bytes differ "
            "(R-L2S-EV-2)\n"
            "cycle 3: port 4 (event): golden shows a new write: miss, way 2; RTL shows a new write: miss, way 1\n");
  EXPECT_EQ(flitlock_dpi_destroy(handle), FLITLOCK_OK);
}
