// SPDX-License-Identifier: Apache-2.0
// The address map: R-L2S-MAP against a second way of computing it, the inverse, and what the map is for.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "flitlock/l2_slice.h"
#include "flitlock/rng.h"

namespace {

struct flitlock_l2_map Map(const char *name) {
  struct flitlock_l2_map map;
  struct flitlock_error error;
  EXPECT_EQ(flitlock_l2_map_find(name, &map, &error), FLITLOCK_OK) << error.text;
  return map;
}

// {upper, low} mod polynomial, by long division.
uint64_t Remainder(uint64_t value, uint64_t polynomial, unsigned degree) {
  for (int bit = 63; bit >= static_cast<int>(degree); bit--)
    if (value >> bit & 1U) value ^= polynomial << (static_cast<unsigned>(bit) - degree);
  return value;
}

struct Row {
  const char *name;
  unsigned b, d;
  uint64_t ps, ph;
  int residue;  // 0 none, 1 set, 2 slice
};
const Row kRows[] = {{"SEED48", 6, 4, 0x43, 0x19, 1},
                     {"GA102", 4, 6, 0x13, 0x61, 2},
                     {"V100-AS", 6, 5, 0x43, 0x29, 0},
                     {"MINI48", 1, 4, 0x3, 0x19, 1}};

TEST(L2Map, IsTheRemainderOfPolynomialsAndTheResidueOfDivision) {
  for (const Row &row : kRows) {
    const struct flitlock_l2_map map = Map(row.name);
    struct flitlock_rng rng;
    flitlock_rng_seed(&rng, 1, row.b);
    for (int n = 0; n < 20000; n++) {
      uint64_t address = flitlock_rng_next(&rng) >> (64 - FLITLOCK_L2_ADDR_BITS);
      uint64_t line = address >> 7;
      uint64_t sx = Remainder(line, row.ps, row.b);
      uint64_t st = Remainder(line >> row.b, row.ph, row.d);
      uint64_t tag = line >> (row.b + row.d);
      auto r3 = static_cast<uint32_t>((tag + sx + st) % 3);
      struct flitlock_l2_place place;
      flitlock_l2_map_split(&map, address, &place);
      EXPECT_EQ(place.tag, tag);
      EXPECT_EQ(place.slice, sx + (row.residue == 2 ? r3 << row.b : 0)) << row.name << " " << address;
      EXPECT_EQ(place.set, st + (row.residue == 1 ? r3 << row.d : 0)) << row.name << " " << address;
    }
  }
}

TEST(L2Map, SeedLitFoldsTheUpperBitsIntoThePartition) {
  const struct flitlock_l2_map map = Map("SEED-LIT");
  struct flitlock_rng rng;
  flitlock_rng_seed(&rng, 2, 0);
  for (int n = 0; n < 5000; n++) {
    uint64_t line = flitlock_rng_next(&rng) >> (64 - FLITLOCK_L2_ADDR_BITS + 7);
    struct flitlock_l2_place place;
    flitlock_l2_map_split(&map, line << 7, &place);
    EXPECT_EQ(place.slice, (line & 63U) ^ static_cast<unsigned>(__builtin_parityll(line >> 6)) << 5);
    EXPECT_EQ(place.set & 15U, line >> 6 & 15U);
  }
}

TEST(L2Map, JoinUndoesSplitAndRefusesAWrongResidue) {
  for (unsigned m = 0; flitlock_l2_map_name(m) != nullptr; m++) {
    const struct flitlock_l2_map map = Map(flitlock_l2_map_name(m));
    struct flitlock_rng rng;
    flitlock_rng_seed(&rng, 3, m);
    for (int n = 0; n < 20000; n++) {
      uint64_t address = flitlock_rng_next(&rng) >> (64 - FLITLOCK_L2_ADDR_BITS) & ~((128ULL << 10) - 1);
      struct flitlock_l2_place place;
      uint64_t back = 0;
      flitlock_l2_map_split(&map, address, &place);
      ASSERT_LT(place.slice, map.slices);
      ASSERT_LT(place.set, map.sets);
      ASSERT_EQ(flitlock_l2_map_join(&map, &place, &back), 1);
      ASSERT_EQ(back, address) << map.name;
      if (map.residue == FLITLOCK_L2_R3_NONE) continue;
      if (map.residue == FLITLOCK_L2_R3_SET)
        place.set = (place.set + (1U << map.set_bits)) % map.sets;
      else
        place.slice = (place.slice + (1U << map.low_bits)) % map.slices;
      ASSERT_EQ(flitlock_l2_map_join(&map, &place, &back), 0) << map.name;
    }
  }
}

// A bijection, seen whole on a piece of memory: no two lines have one place.
TEST(L2Map, NoTwoLinesShareAPlace) {
  for (unsigned m = 0; flitlock_l2_map_name(m) != nullptr; m++) {
    const struct flitlock_l2_map map = Map(flitlock_l2_map_name(m));
    const uint64_t lines = (32U << 20) / 128;
    std::vector<uint64_t> places;
    for (uint64_t line = 0; line < lines; line++) {
      struct flitlock_l2_place place;
      flitlock_l2_map_split(&map, line * 128, &place);
      places.push_back((place.tag * map.sets + place.set) * map.slices + place.slice);
    }
    std::sort(places.begin(), places.end());
    EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end()) << map.name;
  }
}

// Each V has every (sx, st) once, and over 48 V in a row r3 takes each value 16 times for each of them. So 6 MiB from
// any multiple of 128 KiB on are 16 lines in every set. (From other addresses on a few sets have 15 or 17.)
TEST(L2Map, SixMebibytesFillEverySetWithSixteenLines) {
  for (const char *name : {"SEED48", "GA102"}) {
    const struct flitlock_l2_map map = Map(name);
    struct flitlock_rng rng;
    flitlock_rng_seed(&rng, 4, 0);
    for (int n = 0; n < 12; n++) {
      uint64_t base =
          n == 0 ? 0 : (flitlock_rng_next(&rng) >> (64 - FLITLOCK_L2_ADDR_BITS + 1)) & ~((128ULL << 10) - 1);
      std::vector<uint32_t> lines(static_cast<size_t>(map.slices) * map.sets);
      for (uint64_t line = 0; line < 49152; line++) {
        struct flitlock_l2_place place;
        flitlock_l2_map_split(&map, base + line * 128, &place);
        lines[place.slice * map.sets + place.set]++;
      }
      auto range = std::minmax_element(lines.begin(), lines.end());
      EXPECT_EQ(*range.first, 16U) << name << " from " << base;
      EXPECT_EQ(*range.second, 16U) << name << " from " << base;
    }
  }
}

// The fullest slice against the mean, over streams at strides of powers of two.
double Load(const struct flitlock_l2_map &map, uint64_t stride, uint64_t accesses) {
  std::vector<uint64_t> load(map.slices);
  for (uint64_t n = 0; n < accesses; n++) {
    struct flitlock_l2_place place;
    flitlock_l2_map_split(&map, n * stride, &place);
    load[place.slice]++;
  }
  return static_cast<double>(*std::max_element(load.begin(), load.end())) * map.slices / static_cast<double>(accesses);
}

TEST(L2Map, PowersOfTwoLoadTheSlicesEvenly) {
  double seed = 0, ga102 = 0;
  for (uint64_t stride = 128; stride <= 1U << 20; stride *= 2) {
    seed = std::max(seed, Load(Map("SEED48"), stride, 4096));
    ga102 = std::max(ga102, Load(Map("GA102"), stride, 4096));
  }
  std::printf("fullest slice: SEED48 %.3f, GA102 %.3f of the mean\n", seed, ga102);
  EXPECT_LE(seed, 1.08);
  EXPECT_LE(ga102, 1.56);
}

TEST(L2Map, SeedLitCampsOnTwoSlicesAtFourAndEightKibibytes) {
  const struct flitlock_l2_map map = Map("SEED-LIT");
  for (uint64_t stride : {4096U, 8192U}) {
    std::vector<int> used(map.slices);
    for (uint64_t n = 0; n < 1024; n++) {
      struct flitlock_l2_place place;
      flitlock_l2_map_split(&map, n * stride, &place);
      used[place.slice] = 1;
    }
    EXPECT_EQ(std::count(used.begin(), used.end(), 1), 2) << stride;
  }
}

TEST(L2Map, AnUnknownNameSaysWhichThereAre) {
  struct flitlock_l2_map map;
  struct flitlock_error error;
  EXPECT_EQ(flitlock_l2_map_find("A100", &map, &error), FLITLOCK_E_CONFIG);
  for (unsigned m = 0; flitlock_l2_map_name(m) != nullptr; m++)
    EXPECT_NE(std::string(error.text).find(flitlock_l2_map_name(m)), std::string::npos);
}

}  // namespace
