// SPDX-License-Identifier: Apache-2.0
// Caches and random accesses for the tests of the L2.
#ifndef FLITLOCK_TESTS_UNIT_L2_ACCESS_H
#define FLITLOCK_TESTS_UNIT_L2_ACCESS_H

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "flitlock/l2_cache.h"
#include "flitlock/rng.h"

namespace flitlock_test {

inline flitlock_l2_profile L2Profile(const char *name) {
  flitlock_l2_profile profile;
  flitlock_error error;
  EXPECT_EQ(flitlock_l2_profile_find(name, &profile, &error), FLITLOCK_OK) << error.text;
  return profile;
}

struct CacheDelete {
  void operator()(flitlock_l2_cache *cache) const { flitlock_l2_cache_destroy(cache); }
};
using Cache = std::unique_ptr<flitlock_l2_cache, CacheDelete>;

inline Cache MakeCache(const flitlock_l2_profile &profile, bool events, bool stepped) {
  flitlock_l2_cache_options options = {};
  options.profile = profile;
  options.events = events;
  options.stepped = stepped;
  flitlock_l2_cache *cache = nullptr;
  flitlock_error error;
  EXPECT_EQ(flitlock_l2_cache_create(&options, &cache, &error), FLITLOCK_OK) << error.text;
  return Cache(cache);
}

// Random accesses to `lines` lines that crowd some sets; `data` holds what a write writes.
class RandomAccesses {
 public:
  RandomAccesses(const flitlock_l2_profile &profile, uint64_t seed, unsigned lines) {
    flitlock_rng_seed(&rng_, seed, 0);
    const flitlock_l2_map &map = profile.slice.map;
    for (unsigned n = 0; n < lines; n++) {
      // Half of the lines in three sets of two slices, the others anywhere.
      flitlock_l2_place place = {n / 2 % 2, n % 3, 64 + n};
      uint64_t address = (flitlock_rng_next(&rng_) & 0x3FFFFFU) << 7;
      while (n % 2 == 0 && flitlock_l2_map_join(&map, &place, &address) == 0)
        place.tag++;
      lines_.push_back(address);
    }
  }
  flitlock_l2_access Next() {
    flitlock_l2_access access = {};
    uint64_t line = lines_[flitlock_rng_below(&rng_, static_cast<uint32_t>(lines_.size()))];
    unsigned kind = flitlock_rng_below(&rng_, 10);
    if (kind < 5) {
      access.operation = FLITLOCK_L2_READ;
      unsigned first = flitlock_rng_below(&rng_, 64);
      access.bytes = static_cast<uint16_t>(1 + flitlock_rng_below(&rng_, 64 - first));
      access.address = line + 64 * flitlock_rng_below(&rng_, 2) + first;
    } else if (kind < 8) {
      access.operation = FLITLOCK_L2_WRITE;
      access.address = line + 64 * flitlock_rng_below(&rng_, 2);
      uint64_t masks[] = {~0ULL,
                          0xFFFFFFFFULL,
                          0xFFFFFFFF00000000ULL,
                          flitlock_rng_next(&rng_),
                          flitlock_rng_next(&rng_) & flitlock_rng_next(&rng_) & flitlock_rng_next(&rng_),
                          0};
      access.mask = masks[flitlock_rng_below(&rng_, 6)];
      for (unsigned n = 0; n < 8; n++) {
        uint64_t word = flitlock_rng_next(&rng_);
        std::memcpy(data_.data() + 8 * n, &word, 8);
      }
      access.data = data_.data();
    } else {
      access.operation = FLITLOCK_L2_ATOMIC;
      access.bytes = flitlock_rng_below(&rng_, 2) == 0 ? 4 : 8;
      access.atomic = static_cast<uint8_t>(flitlock_rng_below(&rng_, 8));
      access.address = line + flitlock_rng_below(&rng_, 128U / access.bytes) * access.bytes;
      access.operand = flitlock_rng_next(&rng_);
      access.compare = flitlock_rng_next(&rng_);
    }
    access.source = flitlock_rng_below(&rng_, 1U << 16);
    return access;
  }
  flitlock_rng *rng() { return &rng_; }

 private:
  flitlock_rng rng_;
  std::vector<uint64_t> lines_;
  std::array<uint8_t, 64> data_ = {};
};

}  // namespace flitlock_test

#endif
