// SPDX-License-Identifier: Apache-2.0
// E15 to E18, what a kernel writer asks: rows that the rules of chapter 9 give by hand are exact.
#include <algorithm>
#include <string>
#include <vector>

#include "probe_support.h"

namespace {

using flitlock_test::Find;
using flitlock_test::Setting;
using flitlock_test::Value;

// Answers a cycle when the fullest slice gets `fullest` of `all` hits that are posted at once: it takes one a cycle,
// and a credit comes back `req_latency` + 1 cycles after the request that took it was presented.
double Rate(const flitlock_l2_profile &profile, unsigned all, unsigned fullest) {
  const unsigned depth = profile.slice.req_depth;
  return all / ((fullest - 1) / depth * (profile.req_latency + 1.0) + (fullest - 1) % depth + 1);
}

unsigned Fullest(const flitlock_l2_map &map, uint64_t stride) {
  std::vector<unsigned> lines(map.slices);
  for (uint64_t n = 0; n < 256; n++) {
    flitlock_l2_place place;
    flitlock_l2_map_split(&map, n * stride, &place);
    lines[place.slice]++;
  }
  return *std::max_element(lines.begin(), lines.end());
}

// SEED-LIT puts strides of 4 KiB and more on 2 slices, no hash at all on 1 or 2, the hash of SEED48 on all of them.
TEST(ProbeKernel, CampingByTheHash) {
  flitlock_probe_setting setting = Setting("CLEAN");
  setting.is_short = 0;
  flitlock_probe_table table = Find(setting, "slice-camping");
  const struct {
    unsigned stride;
    double seed48, seed_lit, none;
  } rows[] = {{128, 64, 64, 64},
              {256, 64, 32, 32},
              {2048, 64, 4, 4},
              {4096, 64, 256 / 169.0, 256 / 169.0},
              {8192, 64, 256 / 169.0, 256 / 379.0},
              {16384, 64, 256 / 169.0, 256 / 379.0},
              {8192 + 128, 256 / 13.0, 32, 64}};
  for (const auto &row : rows) {
    const std::string stride = ", stride " + std::to_string(row.stride);
    EXPECT_DOUBLE_EQ(Value(table, "SEED48" + stride), row.seed48);
    EXPECT_DOUBLE_EQ(Value(table, "SEED-LIT" + stride), row.seed_lit);
    EXPECT_DOUBLE_EQ(Value(table, "no hash" + stride), row.none);
  }
  EXPECT_EQ(Value(table, "SEED48, stride 8192: slices"), 64);
  EXPECT_EQ(Value(table, "SEED-LIT, stride 8192: slices"), 2);
  EXPECT_EQ(Value(table, "no hash, stride 8192: slices"), 1);
  EXPECT_EQ(Value(table, "no hash, stride 8320: slices"), 64);
}

// All strides, by the fullest slice of the map.
TEST(ProbeKernel, CampingIsTheFullestSlice) {
  for (const char *profile : {"GA102", "V100-AS", "SEED-LIT", "MINI48"}) {
    flitlock_probe_setting setting = Setting(profile);
    flitlock_probe_table table = Find(setting, "E15");
    for (unsigned stride : {128, 1024, 4096, 8192, 8320}) {
      const std::string what = setting.profile.slice.map.name + std::string(", stride ") + std::to_string(stride);
      EXPECT_DOUBLE_EQ(Value(table, what), Rate(setting.profile, 256, Fullest(setting.profile.slice.map, stride)))
          << what;
    }
  }
}

TEST(ProbeKernel, PaddingAdvice) {
  flitlock_probe_setting lit = Setting("SEED-LIT"), hashed = Setting("SEED");
  lit.is_short = hashed.is_short = 0;
  flitlock_probe_table table = Find(lit, "padding"), even = Find(hashed, "padding");
  // Two slices; and at 384 KiB one set of each, which keeps none of 128 lines.
  EXPECT_DOUBLE_EQ(Value(table, "pitch 8192 + 0"), 256 / 169.0);
  EXPECT_EQ(Value(table, "pitch 8192 + 0: hits when read again"), 1);
  EXPECT_EQ(Value(table, "pitch 393216 + 0: hits when read again"), 0);
  EXPECT_LT(Value(table, "pitch 393216 + 0"), 0.1);
  // A pad of 32 bytes goes on by a line every fourth row: 64 lines of 64 slices, each four times.
  EXPECT_EQ(Value(table, "pitch 8192 + 32"), 64);
  EXPECT_EQ(Value(table, "pitch 8192: pad with"), 32);
  EXPECT_EQ(Value(table, "pitch 393216 + 128: hits when read again"), 1);
  EXPECT_EQ(Value(table, "pitch 393216: pad with"), 128);
  for (unsigned pitch : {4096, 8192, 65536, 131072, 393216})
    EXPECT_EQ(Value(even, "pitch " + std::to_string(pitch) + ": pad with"), 0);
  EXPECT_EQ(Value(even, "pitch 8192 + 0"), 64);
  EXPECT_DOUBLE_EQ(Value(even, "pitch 8192 + 128"), 256 / 13.0) << "a pad can make things worse";
}

TEST(ProbeKernel, AtomicsAreOneACycleOfASlice) {
  for (const char *profile : {"SEED", "GA102", "MINI48"}) {
    const flitlock_probe_setting setting = Setting(profile);
    flitlock_probe_table table = Find(setting, "E17");
    EXPECT_EQ(Value(table, "all sums are right"), 1);
    const double one = Rate(setting.profile, 64, 64);
    for (const char *where : {"1 words in one line", "16 words in one line", "64 words in one slice"})
      EXPECT_DOUBLE_EQ(Value(table, std::string("64 at once on ") + where), one) << profile << ", " << where;
    const unsigned many = 4U * setting.profile.slice.req_depth * setting.profile.slice.map.slices;
    EXPECT_DOUBLE_EQ(Value(table, "sustained on one word"), Rate(setting.profile, many, many)) << profile;
    EXPECT_DOUBLE_EQ(Value(table, "sustained on 64 words in one slice"), Rate(setting.profile, many, many)) << profile;
  }
  flitlock_probe_table table = Find(Setting("SEED"), "E17");
  EXPECT_EQ(Value(table, "64 at once on 1 words in one line"), 1);
  for (unsigned words : {1, 4, 16, 64})
    EXPECT_EQ(Value(table, "64 at once on " + std::to_string(words) + " words in all slices"), words);
}

TEST(ProbeKernel, BytesFetchedForBytesUsed) {
  for (const char *profile : {"SEED", "MINI48"}) {
    flitlock_probe_setting setting = Setting(profile);
    setting.is_short = 0;
    flitlock_probe_table table = Find(setting, "sector-use");
    for (unsigned fetch : {32U, 64U, 128U}) {
      const std::string with = "fetch " + std::to_string(fetch) + ": ";
      for (unsigned bytes : {4U, 16U})
        for (unsigned stride = bytes; stride <= 256; stride *= 2)
          EXPECT_EQ(Value(table, with + std::to_string(bytes) + " bytes at stride " + std::to_string(stride)),
                    static_cast<double>(std::min(stride, fetch)) / bytes)
              << profile << ", " << with << bytes << " at " << stride;
      EXPECT_EQ(Value(table, with + "1 byte of each line"), fetch);
      // Bytes 16 to 47 of a line: sectors 0 and 1.
      EXPECT_EQ(Value(table, with + "32 bytes of each line, 16 beyond a sector"), std::max(64U, fetch) / 32.0);
      EXPECT_EQ(Value(table, with + "written, 4 bytes of each sector"), 0);
    }
  }
}

}  // namespace
