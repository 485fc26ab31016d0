// SPDX-License-Identifier: Apache-2.0
// Packed vectors at the widths where a word begins or ends, with dirty bits above the last.
#include <gtest/gtest.h>

#include <random>

extern "C" {
#include "dpi/vector.h"
}

namespace {

class Vector : public testing::TestWithParam<size_t> {};

TEST_P(Vector, ACopyHasNothingAboveItsLastBit) {
  const size_t bits = GetParam(), words = flitlock_vector_words(bits), room = 160;
  std::vector<uint32_t> dirty(words, UINT32_MAX), copy(5, 0xDEADBEEF);
  flitlock_vector_copy(copy.data(), room, dirty.data(), bits);
  for (size_t bit = 0; bit < room; bit++)
    EXPECT_EQ(copy[bit / 32] >> bit % 32 & 1, bit < bits ? 1U : 0U) << "bit " << bit;
}

TEST_P(Vector, ItsMaskIsThatOfTheTopWord) {
  const size_t bits = GetParam();
  unsigned count = 0;
  for (unsigned bit = 0; bit < 32; bit++)
    count += flitlock_vector_mask(bits) >> bit & 1;
  EXPECT_EQ(count, bits % 32 == 0 ? 32 : bits % 32);
  EXPECT_EQ(flitlock_vector_mask(bits) & (flitlock_vector_mask(bits) + 1), 0U);
  EXPECT_EQ(flitlock_vector_words(bits), bits / 32 + (bits % 32 != 0));
}

TEST_P(Vector, WhatIsPutAtAnyBitIsRead) {
  const size_t bits = GetParam();
  std::mt19937 random(static_cast<unsigned>(bits));
  for (unsigned width = 1; width <= 32 && width <= bits; width++) {
    for (size_t at = 0; at + width <= bits; at++) {
      std::vector<uint32_t> vector(flitlock_vector_words(bits));
      const uint32_t value = static_cast<uint32_t>(random()), kept = value & flitlock_vector_mask(width);
      flitlock_vector_or(vector.data(), at, width, value);
      ASSERT_EQ(flitlock_vector_get(vector.data(), at, width), kept) << "at " << at << ", " << width << " bits";
      for (size_t bit = 0; bit < bits; bit++) {
        const bool inside = bit >= at && bit < at + width;
        ASSERT_EQ(vector[bit / 32] >> bit % 32 & 1, inside ? kept >> (bit - at) & 1 : 0U) << "bit " << bit;
      }
      // The bits around it do not matter.
      for (size_t word = 0; word < vector.size(); word++)
        vector[word] = UINT32_MAX;
      ASSERT_EQ(flitlock_vector_get(vector.data(), at, width), flitlock_vector_mask(width));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Vector, testing::Values(1, 31, 32, 33, 63, 64, 65, 127, 129));

}  // namespace
