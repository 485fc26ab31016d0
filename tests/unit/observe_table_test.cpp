// SPDX-License-Identifier: Apache-2.0
// The hash table of the observers against std::map, and the histogram against sorting.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

extern "C" {
#include "observe/histogram.h"
#include "observe/table.h"
}

namespace {

struct Record {
  uint64_t key;
  uint64_t value;
};

class Table : public ::testing::TestWithParam<uint64_t> {};

// Few keys: much deletion in long runs. Many keys: growth.
TEST_P(Table, DoesWhatAMapDoes) {
  std::mt19937_64 random(GetParam());
  flitlock_table table{};
  ASSERT_TRUE(flitlock_table_init(&table, sizeof(Record)));
  std::map<uint64_t, uint64_t> map;
  for (int round = 0; round < 50000; round++) {
    uint64_t key =
        flitlock_request_key(static_cast<uint32_t>(random() % 3), static_cast<uint32_t>(random() % GetParam()));
    auto *record = static_cast<Record *>(flitlock_table_find(&table, key));
    auto known = map.find(key);
    ASSERT_EQ(record != nullptr, known != map.end());
    if (record == nullptr) {
      record = static_cast<Record *>(flitlock_table_insert(&table, key));
      ASSERT_NE(record, nullptr);
      ASSERT_EQ(record->key, key);
      ASSERT_EQ(record->value, 0U);
      record->value = map[key] = random();
    } else {
      ASSERT_EQ(record->value, known->second);
      flitlock_table_erase(&table, record);
      map.erase(known);
    }
    ASSERT_EQ(table.count, map.size());
  }
  size_t seen = 0;
  uint32_t at = 0;
  for (void *record = flitlock_table_next(&table, &at); record != nullptr; record = flitlock_table_next(&table, &at)) {
    ASSERT_EQ(map.at(static_cast<Record *>(record)->key), static_cast<Record *>(record)->value);
    seen++;
  }
  EXPECT_EQ(seen, map.size());
  flitlock_table_clear(&table);
  EXPECT_EQ(table.count, 0U);
  EXPECT_EQ(flitlock_table_find(&table, map.begin()->first), nullptr);
  flitlock_table_free(&table);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Table, ::testing::Values(20, 80, 300, 20000));

TEST(Histogram, PercentilesAreThoseOfTheSortedValues) {
  std::mt19937_64 random(3);
  flitlock_histogram histogram{};
  EXPECT_EQ(flitlock_histogram_percentile(&histogram, 0.5), 0U);
  for (size_t count : {1U, 2U, 3U, 99U, 100U, 101U, 5000U}) {
    flitlock_histogram_clear(&histogram);
    std::vector<uint64_t> values;
    uint64_t sum = 0;
    for (size_t v = 0; v < count; v++) {
      values.push_back(10 + random() % (random() % 50 == 0 ? 5000 : 60));
      sum += values.back();
      ASSERT_TRUE(flitlock_histogram_add(&histogram, values.back()));
    }
    std::sort(values.begin(), values.end());
    EXPECT_EQ(histogram.count, count);
    EXPECT_EQ(histogram.sum, sum);
    EXPECT_EQ(histogram.min, values.front());
    EXPECT_EQ(histogram.max, values.back());
    EXPECT_EQ(flitlock_histogram_percentile(&histogram, 0.50), values[(count + 1) / 2 - 1]);
    EXPECT_EQ(flitlock_histogram_percentile(&histogram, 0.99), values[(count * 99 + 99) / 100 - 1]);
  }
  flitlock_histogram_free(&histogram);
}

}  // namespace
