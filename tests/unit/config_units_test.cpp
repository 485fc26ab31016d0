// SPDX-License-Identifier: Apache-2.0
// Numbers, lengths and times as a person writes them.
#include <gtest/gtest.h>

#include <string>

extern "C" {
#include "config/units.h"
}

namespace {

TEST(ConfigUnits, Counts) {
  uint64_t value = 0;
  EXPECT_TRUE(flitlock_config_parse_count("0", &value));
  EXPECT_EQ(value, 0U);
  EXPECT_TRUE(flitlock_config_parse_count("18446744073709551615", &value));
  EXPECT_EQ(value, UINT64_MAX);
  for (const char *wrong : {"", "-1", "+1", " 1", "1 ", "1.5", "0x10", "four", "18446744073709551616"})
    EXPECT_FALSE(flitlock_config_parse_count(wrong, &value)) << wrong;
}

TEST(ConfigUnits, Bytes) {
  const struct {
    const char *text;
    uint64_t bytes;
  } rows[] = {{"64", 64},
              {"64B", 64},
              {"64 B", 64},
              {"256KiB", 262144},
              {"1MiB", 1048576},
              {"2GiB", 2147483648U},
              {"4KB", 4000},
              {"4kB", 4000},
              {"3MB", 3000000},
              {"1GB", 1000000000},
              {"0B", 0},
              {"1TiB", 1099511627776},
              {"2TB", 2000000000000}};
  for (const auto &row : rows) {
    uint64_t bytes = 1;
    EXPECT_TRUE(flitlock_config_parse_bytes(row.text, &bytes)) << row.text;
    EXPECT_EQ(bytes, row.bytes) << row.text;
  }
  uint64_t bytes = 0;
  for (const char *wrong : {"", "B", "64b", "64K", "64bits", "1.5KiB", "-64B", "64BB", "99999999999999999999B",
                            "18446744073709551615KiB", "16777216TiB", "1PiB"})
    EXPECT_FALSE(flitlock_config_parse_bytes(wrong, &bytes)) << wrong;
}

TEST(ConfigUnits, TimesAreCyclesRoundedUp) {
  const struct {
    const char *text;
    double clock;
    uint64_t cycles;
  } rows[] = {{"12", 1, 12},     {"12cycles", 3, 12},   {"1 cycle", 1, 1},  {"50ns", 1, 50},
              {"50ns", 2, 100},  {"50ns", 0.5, 25},     {"1ns", 0.5, 1},    {"3ns", 0.5, 2},
              {"50ns", 1.1, 55}, {"0.5ns", 1, 1},       {"1us", 1.5, 1500}, {"2ms", 1, 2000000},
              {"100ps", 10, 1},  {"1s", 1, 1000000000}, {"10ns", 1.41, 15}, {"0ns", 1, 0}};
  for (const auto &row : rows) {
    uint64_t cycles = 77;
    EXPECT_TRUE(flitlock_config_parse_time(row.text, row.clock, &cycles)) << row.text;
    EXPECT_EQ(cycles, row.cycles) << row.text << " at " << row.clock << " GHz";
  }
  uint64_t cycles = 0;
  for (const char *wrong : {"", "ns", "1.5", "1.5cycles", "5m", "5 nanoseconds", "-5ns", "1e300s", "0x10ns"})
    EXPECT_FALSE(flitlock_config_parse_time(wrong, 1, &cycles)) << wrong;
}

TEST(ConfigUnits, Reals) {
  const struct {
    const char *text;
    double value;
  } rows[] = {{"0.125", 0.125}, {"1/8", 0.125}, {"1e-3", 0.001}, {"3", 3}, {".5", 0.5}, {"3/1.5", 2}};
  for (const auto &row : rows) {
    double value = -1;
    EXPECT_TRUE(flitlock_config_parse_real(row.text, &value)) << row.text;
    EXPECT_DOUBLE_EQ(value, row.value) << row.text;
  }
  double value = 0;
  for (const char *wrong : {"", "x", "1/0", "1/", "nan", "inf", "-1", "0x1p3", "1e999", "1/8/2", "0.1GHz"})
    EXPECT_FALSE(flitlock_config_parse_real(wrong, &value)) << wrong;
}

}  // namespace
