// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include <flitlock/flit.h>
#include <flitlock/rng.h>

namespace {

flitlock_flit random_flit(flitlock_rng &rng) {
  flitlock_flit flit{};
  for (size_t i = 0; i < flitlock_flit_field_count; i++)
    flitlock_flit_set(&flit, i, flitlock_rng_next(&rng));
  return flit;
}

}  // namespace

TEST(CoreFlit, FieldsLieAsInTheTableOfTheSpecification) {
  // R-FL-1: name, bits, and the position that follows from the order.
  const flitlock_field expected[] = {{"vc", 4, 0},       {"head", 1, 4},   {"tail", 1, 5},  {"units", 2, 6},
                                     {"len", 4, 8},      {"seq", 4, 12},   {"op", 2, 16},   {"bytes", 12, 18},
                                     {"status", 2, 30},  {"dst", 32, 32},  {"src", 32, 64}, {"id", 32, 96},
                                     {"birth", 32, 128}, {"addr", 64, 160}};
  ASSERT_EQ(flitlock_flit_field_count, std::size(expected));
  for (size_t i = 0; i < flitlock_flit_field_count; i++) {
    EXPECT_STREQ(flitlock_flit_fields[i].name, expected[i].name);
    EXPECT_EQ(flitlock_flit_fields[i].bits, expected[i].bits) << expected[i].name;
    EXPECT_EQ(flitlock_flit_fields[i].lsb, expected[i].lsb) << expected[i].name;
  }
}

TEST(CoreFlit, PacksAndUnpacksEveryField) {
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 1, 0);
  for (int round = 0; round < 100; round++) {
    flitlock_flit flit = random_flit(rng);
    uint32_t words[FLITLOCK_HEADER_BITS / 32];
    flitlock_flit_pack(&flit, words);
    flitlock_flit back{};
    uint8_t payload = 0;
    back.payload = &payload;
    flitlock_flit_unpack(&back, words);
    EXPECT_EQ(flitlock_flit_compare(&flit, &back), -1);
    EXPECT_EQ(back.payload, &payload);
  }
}

TEST(CoreFlit, OneBitOfTheWordsIsOneBitOfTheField) {
  for (size_t i = 0; i < flitlock_flit_field_count; i++) {
    const flitlock_field &field = flitlock_flit_fields[i];
    for (unsigned bit = 0; bit < field.bits; bit++) {
      flitlock_flit flit{};
      flitlock_flit_set(&flit, i, 1ULL << bit);
      uint32_t words[FLITLOCK_HEADER_BITS / 32];
      flitlock_flit_pack(&flit, words);
      for (unsigned word = 0; word < FLITLOCK_HEADER_BITS / 32; word++) {
        uint32_t expected = (field.lsb + bit) / 32 == word ? 1U << (field.lsb + bit) % 32 : 0;
        EXPECT_EQ(words[word], expected) << field.name << " bit " << bit << " word " << word;
      }
    }
  }
}

TEST(CoreFlit, CompareNamesTheFieldThatDiffers) {
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 2, 0);
  flitlock_flit flit = random_flit(rng);
  for (size_t i = 0; i < flitlock_flit_field_count; i++) {
    flitlock_flit other = flit;
    flitlock_flit_set(&other, i, flitlock_flit_get(&flit, i) ^ 1);
    EXPECT_EQ(flitlock_flit_compare(&flit, &other), static_cast<int>(i)) << flitlock_flit_fields[i].name;
  }
}

TEST(CoreFlit, FieldsOutsideTheTableAreNothing) {
  flitlock_flit flit{};
  flitlock_flit_set(&flit, flitlock_flit_field_count, 1);
  flitlock_flit empty{};
  EXPECT_EQ(flitlock_flit_compare(&flit, &empty), -1);
  EXPECT_EQ(flitlock_flit_get(&flit, flitlock_flit_field_count), 0U);
}

TEST(CoreFlit, PrintsEveryFieldAndTheLengthItNeeds) {
  flitlock_flit flit{};
  flit.vc = 3;
  flit.head = 1;
  flit.dst = 0x01020304;
  char text[400];
  int needed = flitlock_flit_print(&flit, text, sizeof text);
  EXPECT_EQ(std::string(text),
            "vc=3 head=1 tail=0 units=0 len=0 seq=0 op=0 bytes=0 status=0 dst=0x1020304 src=0x0 id=0 birth=0 addr=0x0");
  EXPECT_EQ(static_cast<size_t>(needed), std::string(text).size());
  char small[10];
  EXPECT_EQ(flitlock_flit_print(&flit, small, sizeof small), needed);
  EXPECT_EQ(std::string(small), "vc=3 head");
  EXPECT_EQ(flitlock_flit_print(&flit, nullptr, 0), needed);
}
