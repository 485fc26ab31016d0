// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <set>

#include <flitlock/rng.h>

TEST(CoreRng, EqualSeedsGiveEqualSequencesAndOtherSeedsOthers) {
  std::set<uint64_t> first_values;
  for (uint64_t seed = 0; seed < 20; seed++) {
    for (uint64_t stream = 0; stream < 20; stream++) {
      flitlock_rng a, b;
      flitlock_rng_seed(&a, seed, stream);
      flitlock_rng_seed(&b, seed, stream);
      first_values.insert(flitlock_rng_next(&a));
      flitlock_rng_next(&b);
      for (int i = 0; i < 10; i++)
        ASSERT_EQ(flitlock_rng_next(&a), flitlock_rng_next(&b));
    }
  }
  EXPECT_EQ(first_values.size(), 400U);
}

TEST(CoreRng, GivesTheSequenceOfXoshiro256PlusPlus) {
  // First three values from the state 1, 2, 3, 4, as the reference implementation gives them.
  flitlock_rng rng{{1, 2, 3, 4}};
  EXPECT_EQ(flitlock_rng_next(&rng), 41943041U);
  EXPECT_EQ(flitlock_rng_next(&rng), 58720359U);
  EXPECT_EQ(flitlock_rng_next(&rng), 3588806011781223U);
}

TEST(CoreRng, BelowIsInRangeAndEven) {
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 1, 1);
  std::array<int, 72> count{};
  for (int i = 0; i < 72000; i++) {
    uint32_t value = flitlock_rng_below(&rng, 72);
    ASSERT_LT(value, 72U);
    count[value]++;
  }
  // 1000 expected, standard deviation 31: five of them.
  for (int seen : count)
    EXPECT_NEAR(seen, 1000, 160);
  EXPECT_EQ(flitlock_rng_below(&rng, 1), 0U);
  EXPECT_EQ(flitlock_rng_below(&rng, 0), 0U);
  // Just above half of the range nearly every second draw has to be repeated to be fair.
  int upper = 0;
  for (int i = 0; i < 10000; i++)
    upper += flitlock_rng_below(&rng, 0x80000001U) >= 0x40000000U;
  EXPECT_NEAR(upper, 5000, 300);
}

TEST(CoreRng, DoubleIsInTheUnitInterval) {
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 1, 2);
  double sum = 0;
  for (int i = 0; i < 10000; i++) {
    double value = flitlock_rng_double(&rng);
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}
