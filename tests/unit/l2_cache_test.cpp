// SPDX-License-Identifier: Apache-2.0
// A cache against the reference, one access after the other: data, outcome, way, victim, LFSR, masks, latency; and the
// short way of an access against every cycle stepped.
#include <string>
#include <vector>

#include "l2_access.h"
#include "reference/reference_l2.h"

namespace {

using flitlock_test::Cache;
using flitlock_test::L2Profile;
using flitlock_test::MakeCache;
using flitlock_test::RandomAccesses;
using flitlock_test::ReferenceEvent;
using flitlock_test::ReferenceL2;

struct Logged {
  uint32_t slice, id;
  uint64_t address;
  flitlock_l2_event event;
};

void Listen(void *self, uint32_t slice, const flitlock_l2_event *event, uint64_t address, uint32_t id) {
  static_cast<std::vector<Logged> *>(self)->push_back({slice, id, address, *event});
}

std::string Text(const Logged &logged) {
  char text[1024];
  flitlock_l2_event_print(&logged.event, text, sizeof text);
  return "slice " + std::to_string(logged.slice) + " address " + std::to_string(logged.address) + " id " +
         std::to_string(logged.id) + " " + text;
}

bool Bit(uint64_t low, uint64_t high, unsigned n) { return (n < 64 ? low >> n : high >> (n - 64)) & 1U; }

void CompareEvent(const ReferenceEvent &want, const Logged &got) {
  const flitlock_l2_event &event = got.event;
  ASSERT_EQ(event.kind, FLITLOCK_L2_NEW) << Text(got);
  ASSERT_EQ(got.slice, want.slice) << Text(got);
  ASSERT_EQ(event.set, want.set) << Text(got);
  ASSERT_EQ(event.tag, want.tag) << Text(got);
  ASSERT_EQ(event.outcome, want.outcome) << Text(got);
  ASSERT_EQ(event.way, want.way) << Text(got);
  ASSERT_EQ(event.lfsr, want.lfsr) << Text(got);
  ASSERT_EQ(event.victim, want.victim) << Text(got);
  ASSERT_EQ(event.victim_tag, want.victim_tag) << Text(got);
  ASSERT_EQ(event.victim_d, want.victim_dirty) << Text(got);
  for (unsigned n = 0; n < 128; n++)
    ASSERT_EQ(Bit(event.victim_b_low, event.victim_b_high, n), want.written_back[n]) << n << " " << Text(got);
}

void CompareMemory(flitlock_l2_cache *cache, ReferenceL2 *reference) {
  for (const auto &line : reference->memory().lines()) {
    uint8_t bytes[128];
    flitlock_l2_store_read(flitlock_l2_cache_store(cache), line.first, bytes);
    flitlock_l2_store_read(flitlock_l2_cache_store(cache), line.first + 64, bytes + 64);
    ASSERT_EQ(std::memcmp(bytes, line.second.data(), 128), 0) << line.first;
  }
}

void AgainstReference(flitlock_l2_profile profile, bool stepped, unsigned accesses, uint64_t seed) {
  Cache cache = MakeCache(profile, true, stepped);
  ReferenceL2 reference(profile);
  std::vector<Logged> log;
  flitlock_l2_cache_listen(cache.get(), Listen, &log);
  RandomAccesses random(profile, seed, 60 + 25 * profile.slice.ways);
  const uint64_t hit = profile.req_latency + 2ULL + profile.rsp_latency;
  unsigned outcomes[4] = {}, evictions = 0;
  for (unsigned n = 0; n < accesses; n++) {
    if (n % 1999 == 1998) {
      flitlock_error error;
      ASSERT_EQ(flitlock_l2_cache_flush(cache.get(), n % 2 == 0, &error), FLITLOCK_OK) << error.text;
      reference.Flush(n % 2 == 0);
      CompareMemory(cache.get(), &reference);
    }
    log.clear();
    flitlock_l2_access access = random.Next();
    flitlock_l2_result result;
    flitlock_error error;
    ASSERT_EQ(flitlock_l2_cache_access(cache.get(), &access, &result, &error), FLITLOCK_OK) << error.text;
    std::array<uint8_t, 64> answer;
    ReferenceEvent event = reference.Do(access, &answer);
    ASSERT_FALSE(log.empty());
    CompareEvent(event, log[0]);
    ASSERT_EQ(std::memcmp(result.data, answer.data(), 64), 0) << "access " << n << ": " << Text(log[0]);
    bool waits = access.operation != FLITLOCK_L2_WRITE && event.outcome != FLITLOCK_L2_HIT;
    if (!waits) {
      ASSERT_EQ(result.latency, hit) << Text(log[0]);
    } else if (event.victim_dirty == 0 && profile.slice.fetch_bytes == 32) {
      ASSERT_EQ(result.latency, hit + 5 + profile.memory_latency) << Text(log[0]);
    }
    outcomes[event.outcome]++;
    evictions += event.victim_dirty != 0;
  }
  flitlock_error error;
  ASSERT_EQ(flitlock_l2_cache_flush(cache.get(), false, &error), FLITLOCK_OK) << error.text;
  reference.Flush(false);
  CompareMemory(cache.get(), &reference);
  EXPECT_GT(outcomes[FLITLOCK_L2_HIT], accesses / 20);
  EXPECT_GT(outcomes[FLITLOCK_L2_SECTOR_MISS], accesses / 50);
  EXPECT_GT(outcomes[FLITLOCK_L2_MISS], accesses / 20);
  EXPECT_GT(evictions, 4U);
}

TEST(L2Cache, EqualsTheReferenceInEveryProfile) {
  for (unsigned n = 0; flitlock_l2_profile_name(n) != nullptr; n++) {
    SCOPED_TRACE(flitlock_l2_profile_name(n));
    AgainstReference(L2Profile(flitlock_l2_profile_name(n)), false, 4000, n + 1);
  }
}

TEST(L2Cache, EqualsTheReferenceWhenEveryCycleIsStepped) { AgainstReference(L2Profile("MINI48"), true, 4000, 20); }

TEST(L2Cache, EqualsTheReferenceWithOtherFetchesWaysAndVictims) {
  for (unsigned variant = 0; variant < 12; variant++) {
    SCOPED_TRACE(variant);
    flitlock_l2_profile profile = L2Profile("MINI48");
    profile.slice.fetch_bytes = static_cast<uint16_t>(32U << variant % 3);
    profile.slice.p_rand = static_cast<uint16_t>(variant % 4 == 0 ? 0 : variant % 4 == 1 ? 256 : 77);
    profile.slice.ways = static_cast<uint16_t>(1 + variant * 7 % 32);
    profile.slice.reserved = static_cast<uint16_t>(profile.slice.ways > 5 ? variant % 5 : 0);
    AgainstReference(profile, variant % 2 == 0, 3000, 30 + variant);
  }
}

// The same accesses on two caches: latency, data and the whole log are equal. Without a log the short way is another.
void ShortAgainstStepped(const flitlock_l2_profile &profile, unsigned accesses, uint64_t seed, bool events = true) {
  Cache skips = MakeCache(profile, events, false), steps = MakeCache(profile, events, true);
  std::vector<Logged> skips_log, steps_log;
  flitlock_l2_cache_listen(skips.get(), Listen, &skips_log);
  flitlock_l2_cache_listen(steps.get(), Listen, &steps_log);
  RandomAccesses random(profile, seed, 300);
  for (unsigned n = 0; n < accesses; n++) {
    flitlock_l2_access access = random.Next();
    flitlock_l2_result a, b;
    flitlock_error error;
    ASSERT_EQ(flitlock_l2_cache_access(skips.get(), &access, &a, &error), FLITLOCK_OK) << error.text;
    ASSERT_EQ(flitlock_l2_cache_access(steps.get(), &access, &b, &error), FLITLOCK_OK) << error.text;
    ASSERT_EQ(a.latency, b.latency) << "access " << n;
    ASSERT_EQ(std::memcmp(a.data, b.data, 64), 0) << "access " << n;
    ASSERT_EQ(skips_log.size(), steps_log.size()) << "access " << n;
    ASSERT_EQ(skips_log.empty(), !events);
    for (size_t k = 0; k < skips_log.size(); k++)
      ASSERT_EQ(Text(skips_log[k]), Text(steps_log[k])) << "access " << n;
    skips_log.clear();
    steps_log.clear();
  }
}

TEST(L2Cache, SkippingCyclesChangesNothing) {
  for (unsigned n = 0; flitlock_l2_profile_name(n) != nullptr; n++) {
    SCOPED_TRACE(flitlock_l2_profile_name(n));
    flitlock_l2_profile profile = L2Profile(flitlock_l2_profile_name(n));
    for (unsigned fetch : {32, 64, 128}) {
      profile.slice.fetch_bytes = static_cast<uint16_t>(fetch);
      ShortAgainstStepped(profile, 600, n + fetch);
      ShortAgainstStepped(profile, 900, n + fetch, false);
    }
  }
}

TEST(L2Cache, SkippingCyclesChangesNothingBehindSlowAndFastMemory) {
  flitlock_l2_profile profile = L2Profile("MINI48");
  profile.slice.fetch_bytes = 128;
  for (uint32_t interval : {1U, 3U, 20U})
    for (uint32_t latency : {1U, 2U, 40U}) {
      SCOPED_TRACE(std::to_string(interval) + " " + std::to_string(latency));
      profile.memory_interval = interval;
      profile.memory_latency = latency;
      ShortAgainstStepped(profile, 800, interval * 100 + latency);
      ShortAgainstStepped(profile, 800, interval * 100 + latency, false);
    }
}

// A long row, so that sets are full and every line has been replaced: what a miss leaves in tags, tree and LFSR shows
// in those that follow, and a flush at the end in memory.
TEST(L2Cache, SkippingCyclesLeavesTheSameCache) {
  for (unsigned ways : {1U, 3U, 16U}) {
    flitlock_l2_profile profile = L2Profile("MINI48");
    profile.slice.ways = static_cast<uint16_t>(ways);
    profile.slice.reserved = 0;
    profile.slice.fetch_bytes = 64;
    Cache skips = MakeCache(profile, false, false), steps = MakeCache(profile, false, true);
    RandomAccesses random(profile, 77 + ways, 300 * ways);
    flitlock_error error;
    for (unsigned n = 0; n < 12000; n++) {
      flitlock_l2_access access = random.Next();
      flitlock_l2_result a, b;
      ASSERT_EQ(flitlock_l2_cache_access(skips.get(), &access, &a, &error), FLITLOCK_OK) << error.text;
      ASSERT_EQ(flitlock_l2_cache_access(steps.get(), &access, &b, &error), FLITLOCK_OK) << error.text;
      ASSERT_EQ(a.latency, b.latency) << "access " << n;
      ASSERT_EQ(std::memcmp(a.data, b.data, 64), 0) << "access " << n;
      if (n % 5000 != 4999) continue;
      for (flitlock_l2_cache *cache : {skips.get(), steps.get()})
        ASSERT_EQ(flitlock_l2_cache_flush(cache, n > 5000, &error), FLITLOCK_OK) << error.text;
    }
    for (uint64_t at = 0; at < 1U << 16; at++) {
      uint8_t a[64], b[64];
      flitlock_l2_store_read(flitlock_l2_cache_store(skips.get()), at * 64, a);
      flitlock_l2_store_read(flitlock_l2_cache_store(steps.get()), at * 64, b);
      ASSERT_EQ(std::memcmp(a, b, 64), 0) << at;
    }
  }
}

TEST(L2Cache, RefusesWhatThePageDoesNotAllow) {
  Cache cache = MakeCache(L2Profile("MINI48"), false, false);
  flitlock_l2_result result;
  flitlock_error error;
  flitlock_l2_access access = {};
  access.operation = FLITLOCK_L2_READ;
  access.bytes = 8;
  access.address = 60;
  EXPECT_EQ(flitlock_l2_cache_access(cache.get(), &access, &result, &error), FLITLOCK_E_USAGE);
  access.address = 1ULL << 40;
  EXPECT_EQ(flitlock_l2_cache_access(cache.get(), &access, &result, &error), FLITLOCK_E_USAGE);
  access.address = 4;
  access.operation = FLITLOCK_L2_ATOMIC;
  EXPECT_EQ(flitlock_l2_cache_access(cache.get(), &access, &result, &error), FLITLOCK_E_USAGE);
  access.operation = FLITLOCK_L2_FLUSH;
  EXPECT_EQ(flitlock_l2_cache_access(cache.get(), &access, &result, &error), FLITLOCK_E_USAGE);
}

}  // namespace
