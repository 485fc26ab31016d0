// SPDX-License-Identifier: Apache-2.0
// The experiments of millions of accesses: capacity, ways, lines, sets.
#include "probe_support.h"

namespace {

using flitlock_test::Find;
using flitlock_test::Setting;
using flitlock_test::Value;

TEST(ProbeSlow, StaircaseOfEachProfile) {
  flitlock_error error;
  double cycles = 0;
  flitlock_probe_setting seed = Setting("SEED"), clean = Setting("CLEAN");
  const struct { double kib, want; } seeds[] = {{1024, 210}, {4096, 210}, {5120, 222}, {8192, 420}, {16384, 430}};
  for (const auto &point : seeds) {
    ASSERT_EQ(flitlock_probe_staircase(&seed, point.kib, 6, 1, &cycles, &error), FLITLOCK_OK) << error.text;
    EXPECT_NEAR(cycles, point.want, 5) << point.kib;
  }
  for (double kib : {1024, 6144}) {
    ASSERT_EQ(flitlock_probe_staircase(&clean, kib, 2, 1, &cycles, &error), FLITLOCK_OK) << error.text;
    EXPECT_EQ(cycles, 210) << kib;
  }
  ASSERT_EQ(flitlock_probe_staircase(&clean, 8192, 3, 1, &cycles, &error), FLITLOCK_OK) << error.text;
  EXPECT_NEAR(cycles, 430, 1);
}

// The design's table; with P 256 and no reserved ways victims are random.
TEST(ProbeSlow, RoundRobinHitRates) {
  const struct {
    uint16_t reserved, p_rand;
    double rate[7];  // 14, 15, 16, 17, 18, 20, 24 lines
  } rows[] = {{0, 0, {1, 1, 1, 0, 0, 0, 0}},
              {0, 3, {1, 1, 1, .133, .055, .011, .001}},
              {0, 26, {1, 1, 1, .559, .348, .119, .015}},
              {3, 26, {.850, .768, .697, .397, .244, .085, .014}},
              {0, 256, {1, 1, 1, .883, .783, .623, .413}}};
  const unsigned lines[] = {14, 15, 16, 17, 18, 20, 24};
  for (const auto &row : rows) {
    flitlock_probe_setting setting = Setting("SEED");
    setting.is_short = 0;
    setting.profile.slice.reserved = row.reserved;
    setting.profile.slice.p_rand = row.p_rand;
    for (unsigned n = 0; n < 7; n++) {
      double hits = 0;
      flitlock_error error;
      ASSERT_EQ(flitlock_probe_round_robin(&setting, lines[n], &hits, &error), FLITLOCK_OK) << error.text;
      EXPECT_NEAR(hits, row.rate[n], 0.02) << "R" << row.reserved << " P" << row.p_rand << ", " << lines[n] << " lines";
      if (row.rate[n] == 1) {
        EXPECT_EQ(hits, 1);
      }
    }
  }
}

TEST(ProbeSlow, LinesAreOf128Bytes) {
  for (const char *profile : {"SEED", "CLEAN", "MINI48"}) {
    flitlock_probe_table table = Find(Setting(profile), "line");
    for (unsigned d : {0, 16, 32, 64, 96, 124})
      EXPECT_EQ(Value(table, "d = " + std::to_string(d)), 1) << profile << " " << d;
    for (unsigned d : {128, 160, 192, 256})
      EXPECT_EQ(Value(table, "d = " + std::to_string(d)), 0) << profile << " " << d;
  }
}

TEST(ProbeSlow, SetsAreCounted) {
  for (const char *profile : {"SEED", "GA102", "MINI48"}) {
    flitlock_probe_setting setting = Setting(profile);
    flitlock_probe_table table = Find(setting, "E8");
    EXPECT_EQ(Value(table, "sets"), setting.profile.slice.map.sets) << profile;
    EXPECT_EQ(Value(table, "lines of the smallest set"), 16) << profile;
    EXPECT_EQ(Value(table, "lines of the largest set"), 16) << profile;
  }
}

}  // namespace
