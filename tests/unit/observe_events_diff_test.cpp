// SPDX-License-Identifier: Apache-2.0
// The diff of two event logs: where, what, both values, and what is no comparison at all.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "flitlock/events.h"
#include "flitlock/observe.h"
#include "support/scratch.h"

namespace {

using flitlock_test::Scratch;
using Change = std::function<void(flitlock_event_writer *)>;

class EventsDiff : public ::testing::Test {
 protected:
  Scratch scratch;
  flitlock_error error{};
  std::array<char, 8192> text{};

  // 20 cycles, a flit on "x" in each and a credit on "y" in every second; `at(cycle, ...)` may change or drop them.
  std::string write(const std::string &name, const std::function<bool(uint64_t, flitlock_flit &, uint32_t &)> &at,
                    uint64_t seed = 1, std::vector<const char *> channels = {"x", "y"}, uint64_t cycles = 20) {
    std::string path = scratch.path(name);
    flitlock_events_info info{};
    info.seed = seed;
    info.unit_bytes = 8;
    info.channels = static_cast<uint32_t>(channels.size());
    info.channel = channels.data();
    flitlock_event_writer *writer = nullptr;
    EXPECT_EQ(flitlock_event_writer_open(path.c_str(), &info, &writer, &error), FLITLOCK_OK) << error.text;
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
      flitlock_flit flit{};
      std::array<uint8_t, 8> payload = {static_cast<uint8_t>(cycle)};
      flit.head = flit.tail = flit.units = flit.len = 1;
      flit.id = static_cast<uint32_t>(cycle);
      flit.payload = payload.data();
      uint32_t credit = cycle % 2 == 0 ? 1U << 6 : 0U;
      if (at(cycle, flit, credit)) flitlock_event_writer_flit(writer, cycle, 0, &flit);
      flitlock_event_writer_credit(writer, cycle, 1, credit);
    }
    EXPECT_EQ(flitlock_event_writer_close(writer, &error), FLITLOCK_OK) << error.text;
    return path;
  }
  static bool plain(uint64_t /*cycle*/, flitlock_flit & /*flit*/, uint32_t & /*credit*/) { return true; }

  int diff(const std::string &a, const std::string &b) {
    return flitlock_events_diff(a.c_str(), b.c_str(), text.data(), text.size(), &error);
  }
  void expect_text(const std::string &part) {
    EXPECT_NE(std::string(text.data()).find(part), std::string::npos) << "no '" << part << "' in:\n" << text.data();
  }
};

TEST_F(EventsDiff, EqualLogsAreCounted) {
  EXPECT_EQ(diff(write("a", plain), write("b", plain)), FLITLOCK_OK) << error.text;
  expect_text("equal: 30 events compared");
}

TEST_F(EventsDiff, FieldIsNamedWithBothValuesAndXor) {
  auto other = [](uint64_t cycle, flitlock_flit &flit, uint32_t &) {
    if (cycle == 7) flit.birth = 0x30, flit.vc = 5;
    return true;
  };
  EXPECT_EQ(diff(write("a", plain), write("b", other)), FLITLOCK_E_MISMATCH);
  expect_text("first difference: cycle 7, channel x (0), flit; 11 events before it are equal");
  expect_text("  vc: 0x0 and 0x5, xor 0x5");
  expect_text("  birth: 0x0 and 0x30, xor 0x30");
  expect_text("    cycle 6: flit");
  expect_text("    cycle 3: flit");
  EXPECT_EQ(std::string(text.data()).find("cycle 2: flit"), std::string::npos) << "only the last few events";
  expect_text("  A cycle 7: flit vc=0");
  expect_text("  B cycle 7: flit vc=5");
}

TEST_F(EventsDiff, PayloadIsCompared) {
  std::array<uint8_t, 8> wrong = {99};
  auto other = [&wrong](uint64_t cycle, flitlock_flit &flit, uint32_t &) {
    if (cycle == 7) flit.payload = wrong.data();
    return true;
  };
  EXPECT_EQ(diff(write("a", plain), write("b", other)), FLITLOCK_E_MISMATCH);
  expect_text("  payload: hash 0x");
}

TEST_F(EventsDiff, CreditCountIsCompared) {
  auto other = [](uint64_t cycle, flitlock_flit &, uint32_t &credit) {
    if (cycle == 4) credit = 2U << 6;
    return true;
  };
  EXPECT_EQ(diff(write("a", plain), write("b", other)), FLITLOCK_E_MISMATCH);
  expect_text("first difference: cycle 4, channel y (1), credit; 7 events before it are equal");
  expect_text("  credit vc3: 1 and 2, xor 3");
}

TEST_F(EventsDiff, MissingEventIsNamedWithTheLogThatHasIt) {
  auto other = [](uint64_t cycle, flitlock_flit &, uint32_t &) { return cycle != 9; };
  std::string a = write("a", plain);
  std::string b = write("b", other);
  EXPECT_EQ(diff(a, b), FLITLOCK_E_MISMATCH);
  expect_text("first difference: cycle 9, channel x (0), flit");
  expect_text("  this flit is in " + a + " only");
  EXPECT_EQ(diff(b, a), FLITLOCK_E_MISMATCH);
  expect_text("  this flit is in " + a + " only");
}

TEST_F(EventsDiff, LongerLogDiffersWhereTheOtherEnds) {
  EXPECT_EQ(diff(write("a", plain), write("b", plain, 1, {"x", "y"}, 25)), FLITLOCK_E_MISMATCH);
  expect_text("first difference: cycle 20, channel x (0), flit; 30 events before it are equal");
  expect_text("  A no further event found on this channel");
}

TEST_F(EventsDiff, OtherSeedIsNoted) {
  EXPECT_EQ(diff(write("a", plain), write("b", plain, 2)), FLITLOCK_OK);
  expect_text("note: the seeds differ: 1 and 2");
}

TEST_F(EventsDiff, OtherChannelsAreNoComparison) {
  std::string a = write("a", plain);
  EXPECT_EQ(diff(a, write("b", plain, 1, {"x", "z"})), FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(error.text).find("channel 1 is y in"), std::string::npos) << error.text;
  EXPECT_EQ(diff(a, write("b", plain, 1, {"x", "y", "z"})), FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(error.text).find("has 2 channels"), std::string::npos) << error.text;
}

TEST_F(EventsDiff, TwoEmptyLogsAreVacuous) {
  std::string a = write("a", plain, 1, {"x", "y"}, 0);
  EXPECT_EQ(diff(a, a), FLITLOCK_E_VACUOUS);
}

TEST_F(EventsDiff, CutOffLogIsNoPass) {
  std::string a = write("a", plain);
  std::string b = write("b", plain);
  std::string bytes = Scratch::read(b);
  Scratch::write(b, bytes.substr(0, bytes.size() - 3));
  EXPECT_EQ(diff(a, b), FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(error.text).find(b + " is cut off"), std::string::npos) << error.text;
}

TEST_F(EventsDiff, ShortBufferIsKeptTo) {
  auto other = [](uint64_t cycle, flitlock_flit &, uint32_t &) { return cycle != 9; };
  text.fill('#');
  std::string a = write("a", plain);
  EXPECT_EQ(flitlock_events_diff(a.c_str(), write("b", other).c_str(), text.data(), 20, &error), FLITLOCK_E_MISMATCH);
  EXPECT_EQ(std::string(text.data()).size(), 19U);
  EXPECT_EQ(text[20], '#');
}

TEST_F(EventsDiff, MissingFileIsNamed) {
  EXPECT_EQ(diff(write("a", plain), scratch.path("none")), FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(error.text).find("none"), std::string::npos) << error.text;
}

}  // namespace
