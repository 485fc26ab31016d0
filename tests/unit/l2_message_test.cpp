// SPDX-License-Identifier: Apache-2.0
// Command units, events, profiles and parameters of the L2 slice.
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "flitlock/l2_slice.h"
#include "support/paths.h"

namespace {

TEST(L2Message, CommandUnitsAreLaidOutAsThePageSays) {
  struct flitlock_l2_command command = {0x8877665544332211U, 0x1020304050607080U, 0xA0B0C0D0E0F00010U, 0x27};
  std::array<uint8_t, FLITLOCK_L2_HALF_BYTES> unit;
  unit.fill(0xFF);
  flitlock_l2_command_pack(&command, unit.data());
  EXPECT_EQ(unit[0], 0x11);
  EXPECT_EQ(unit[7], 0x88);
  EXPECT_EQ(unit[8], 0x27);
  EXPECT_EQ(unit[9], 0);
  EXPECT_EQ(unit[16], 0x80);
  EXPECT_EQ(unit[24], 0x10);
  EXPECT_EQ(unit[31], 0xA0);
  EXPECT_EQ(unit[63], 0);
  struct flitlock_l2_command back = {};
  flitlock_l2_command_unpack(&back, unit.data());
  EXPECT_EQ(back.mask, command.mask);
  EXPECT_EQ(back.operand, command.operand);
  EXPECT_EQ(back.compare, command.compare);
  EXPECT_EQ(back.code, command.code);
}

// Every byte of the unit belongs to exactly one field, and comes back.
TEST(L2Message, EventsUseEachByteOnce) {
  std::set<int> used;
#define USE(name, first, bytes, type)  \
  for (int at = 0; at < (bytes); at++) \
    EXPECT_TRUE(used.insert((first) + at).second) << #name;
  FLITLOCK_L2_EVENT_FIELDS(USE)
#undef USE
  EXPECT_EQ(used.size(), static_cast<size_t>(FLITLOCK_L2_HALF_BYTES));
  std::array<uint8_t, FLITLOCK_L2_HALF_BYTES> unit, again;
  for (unsigned n = 0; n < unit.size(); n++)
    unit[n] = static_cast<uint8_t>(n * 37 + 11);
  struct flitlock_l2_event event;
  flitlock_l2_event_unpack(&event, unit.data());
  again.fill(0);
  flitlock_l2_event_pack(&event, again.data());
  EXPECT_EQ(unit, again);
  EXPECT_EQ(event.lfsr, unit[6] | unit[7] << 8);
  char text[1024];
  int length = flitlock_l2_event_print(&event, text, sizeof text);
  ASSERT_LT(length, static_cast<int>(sizeof text));
  EXPECT_EQ(std::string(text).rfind("kind=11 outcome=48 ", 0), 0U) << text;
}

TEST(L2Message, ProfilesAreThoseOfThePage) {
  std::ifstream page(flitlock_test::repository_file("docs/spec/9-l2-slice.md"));
  ASSERT_TRUE(page);
  std::stringstream text;
  text << page.rdbuf();
  for (unsigned n = 0; flitlock_l2_profile_name(n) != nullptr; n++) {
    struct flitlock_l2_profile profile;
    struct flitlock_error error;
    ASSERT_EQ(flitlock_l2_profile_find(flitlock_l2_profile_name(n), &profile, &error), FLITLOCK_OK) << error.text;
    std::ostringstream row;
    row << "| `" << profile.name << "` | " << profile.slice.map.name << " | " << profile.slice.reserved << " | "
        << profile.slice.p_rand << " | " << profile.req_latency << " + " << profile.rsp_latency << " | "
        << profile.memory_latency << " | " << profile.req_latency + 2 + profile.rsp_latency << " | "
        << profile.req_latency + 7 + profile.rsp_latency + profile.memory_latency << " |";
    EXPECT_NE(text.str().find(row.str()), std::string::npos) << row.str();
    EXPECT_EQ(flitlock_l2_slice_params_validate(&profile.slice, profile.name, &error), FLITLOCK_OK) << error.text;
  }
}

TEST(L2Message, ImpossibleParametersAreNamedWithBothValues) {
  struct flitlock_l2_slice_params params;
  struct flitlock_error error;
  flitlock_l2_slice_params_default(&params);
  EXPECT_EQ(std::string(params.map.name), "MINI48");
  params.reserved = 16;
  EXPECT_EQ(flitlock_l2_slice_params_validate(&params, "x", &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("reserved is 16, but it must be 0 to 15"), std::string::npos) << error.text;
  params.reserved = 0;
  params.fetch_bytes = 48;
  EXPECT_EQ(flitlock_l2_slice_params_validate(&params, "x", &error), FLITLOCK_E_CONFIG);
  struct flitlock_l2_profile profile;
  EXPECT_EQ(flitlock_l2_profile_find("A40", &profile, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("V100-AS"), std::string::npos);
}

}  // namespace
