// SPDX-License-Identifier: Apache-2.0
// The experiments find what is there: rows that are exact are exact, others within their tolerance.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "probe_support.h"
#include "support/scratch.h"

namespace {

using flitlock_test::Find;
using flitlock_test::Setting;
using flitlock_test::Value;

TEST(Probe, SectorsComeAsTheyAreFetched) {
  flitlock_probe_table table = Find(Setting("SEED"), "E4");
  const int hits[3][4] = {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 1, 1}};
  for (unsigned n = 0; n < 3; n++)
    for (unsigned k = 0; k < 4; k++)
      EXPECT_EQ(Value(table, "fetch " + std::to_string(32 << n) + ": A + " + std::to_string(32 * k) + " hits"),
                hits[n][k]);
}

TEST(Probe, VictimsFollowTheTree) {
  flitlock_probe_table table = Find(Setting("SEED"), "policy");
  for (unsigned chance : {0, 3, 26, 256})
    EXPECT_EQ(Value(table, "hit rate of all ways, P " + std::to_string(chance)), 1);
  const int order[] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
  for (unsigned n = 0; n < 16; n++)
    EXPECT_EQ(Value(table, "victim " + std::to_string(n + 1)), order[n]);
  EXPECT_NEAR(Value(table, "share of the tree's way, P 26"), 1 - 26.0 / 256 * 15 / 16, 0.03);
}

// The space that the masks span is that of the map's rows.
uint64_t Reduce(std::vector<uint64_t> *basis, uint64_t vector) {
  for (uint64_t known : *basis)
    vector = std::min(vector, vector ^ known);
  return vector;
}

TEST(Probe, TheHashIsRecoveredExactly) {
  for (const char *profile : {"SEED", "SEED-LIT", "MINI48", "V100-AS"}) {
    for (double noise : {0.0, 0.05}) {
      flitlock_probe_setting setting = Setting(profile);
      setting.noise = noise;
      setting.votes = noise > 0 ? 9 : 1;
      flitlock_probe_table table = Find(setting, "E6");
      const flitlock_l2_map &map = setting.profile.slice.map;
      EXPECT_EQ(Value(table, "rank"), map.low_bits) << profile;
      EXPECT_EQ(Value(table, "kernel"), 27 - map.low_bits) << profile;
      EXPECT_EQ(Value(table, "foretold pairs"), 1) << profile;
      std::vector<uint64_t> basis;
      for (unsigned n = 0; n < table.masks; n++) {
        uint64_t rest = Reduce(&basis, table.mask[n]);
        if (rest != 0) basis.push_back(rest);
        std::sort(basis.rbegin(), basis.rend());
      }
      ASSERT_EQ(basis.size(), map.low_bits);
      for (unsigned i = 0; i < map.low_bits; i++) {
        uint64_t row = (map.ms[i] << map.low_bits | 1ULL << i) << 7 & ((1ULL << 34) - 1);
        EXPECT_EQ(Reduce(&basis, row), 0U) << profile << ", bit " << i;
      }
    }
  }
}

TEST(Probe, AResidueOfThreeIsSeen) {
  flitlock_probe_table table = Find(Setting("GA102"), "residue");
  EXPECT_EQ(Value(table, "labels"), 48);
  EXPECT_EQ(Value(table, "rank"), 4);
  EXPECT_EQ(Value(table, "residual"), 3);
}

TEST(Probe, HashedStridesDoNotConflict) {
  flitlock_probe_table table = Find(Setting("SEED"), "E9");
  for (const char *stride : {"0.125", "4", "8", "64", "128", "1024", "2048"}) {
    EXPECT_EQ(Value(table, std::string("hit rate, stride ") + stride + " KiB"), 1);
    EXPECT_LE(Value(table, std::string("lines in the fullest set, stride ") + stride + " KiB"), 3);
  }
  EXPECT_LE(Value(table, "without a hash, stride 64 KiB"), 16);
  EXPECT_GT(Value(table, "without a hash, stride 128 KiB"), 16);
}

TEST(Probe, CampingOnTwoSlicesAndItsRepair) {
  flitlock_probe_table lit = Find(Setting("SEED-LIT"), "camping"), hashed = Find(Setting("SEED"), "camping");
  for (const char *stride : {"stride 4096", "stride 8192"}) {
    EXPECT_LE(Value(lit, stride), 2);
    EXPECT_EQ(Value(hashed, stride), 64);
  }
  EXPECT_GE(Value(lit, "stride 4224"), 32);
  EXPECT_GE(Value(lit, "stride 8320"), 32);
}

TEST(Probe, WritesDoNotFetchAndKeepTheirBytes) {
  for (const char *profile : {"SEED", "GA102", "MINI48"}) {
    flitlock_probe_setting setting = Setting(profile);
    const double hit = setting.profile.req_latency + 2.0 + setting.profile.rsp_latency;
    const double miss = hit + 5 + setting.profile.memory_latency;
    flitlock_probe_table table = Find(setting, "writes");
    EXPECT_EQ(Value(table, "write to a line that is not there"), hit);
    EXPECT_EQ(Value(table, "first read of its sector"), miss);
    EXPECT_EQ(Value(table, "second read"), hit);
    EXPECT_EQ(Value(table, "first read of a whole sector"), hit);
    EXPECT_EQ(Value(table, "wrong bytes in memory after the eviction"), 0);
    EXPECT_EQ(Value(table, "read after the eviction"), miss);
    EXPECT_EQ(Value(table, "wrong bytes of that read"), 0);
  }
}

TEST(Probe, AtomicsAreExactAndOneACycle) {
  flitlock_probe_table table = Find(Setting("SEED"), "atomics");
  for (const char *clients : {"1", "8", "64", "512"})
    EXPECT_EQ(Value(table, std::string(clients) + " clients, one word: sum is right"), 1);
  for (const char *clients : {"8", "64", "512"})
    EXPECT_EQ(Value(table, std::string(clients) + " clients, a line each: sum is right"), 1);
  EXPECT_EQ(Value(table, "64 clients, one word: atomics a cycle"), 1);
  EXPECT_EQ(Value(table, "64 clients, a line each: atomics a cycle"), 64);
}

TEST(Probe, FloodsAreAllAnswered) {
  for (const char *profile : {"SEED", "MINI48"}) {
    flitlock_probe_table table = Find(Setting(profile), "mshr");
    EXPECT_EQ(Value(table, "1 lines, 64 reads each: answers"), 64);
    EXPECT_EQ(Value(table, "17 lines, 1 reads each: answers"), 17);
    EXPECT_EQ(Value(table, "40 lines, 9 reads each: answers"), 360);
  }
}

TEST(Probe, LatenciesOfEachKind) {
  const struct {
    const char *profile;
    double hit, miss;
  } rows[] = {{"SEED", 210, 430}, {"V100", 212, 425}, {"GA102", 250, 547}, {"MINI48", 210, 430}};
  for (const auto &row : rows) {
    flitlock_probe_table table = Find(Setting(row.profile), "split");
    EXPECT_EQ(Value(table, "hit"), row.hit);
    EXPECT_EQ(Value(table, "miss"), row.miss);
    EXPECT_EQ(Value(table, "sector miss"), row.miss);
    EXPECT_GT(Value(table, "merged"), row.hit);
    EXPECT_LT(Value(table, "merged"), row.miss);
  }
}

TEST(Probe, ProfilesFromFiles) {
  flitlock_test::Scratch folder;
  auto load = [&](const std::string &text, flitlock_l2_profile *profile) {
    std::ofstream(folder.path("l2.yaml")) << text;
    flitlock_error error = {};
    int status = flitlock_probe_profile_load(folder.path("l2.yaml").c_str(), nullptr, 0, profile, &error);
    return status == FLITLOCK_OK ? std::string() : std::string(error.text);
  };
  flitlock_l2_profile profile;
  EXPECT_EQ(load("ways: 8\nprofile: GA102\nmemory_latency: 100\n", &profile), "");
  EXPECT_EQ(std::string(profile.slice.map.name), "GA102");
  EXPECT_EQ(profile.slice.ways, 8);
  EXPECT_EQ(profile.memory_latency, 100U);
  EXPECT_NE(load("ways: 8\n", &profile).find("'profile' is missing"), std::string::npos);
  EXPECT_NE(load("profile: SEED\nway: 8\n", &profile).find("l2.yaml:2: an L2 profile has no key 'way'"),
            std::string::npos);
  EXPECT_NE(load("profile: SEED\nways: many\n", &profile).find("must be a number of 1 to 32"), std::string::npos);
  EXPECT_NE(load("profile: SEED\nfetch_bytes: 48\n", &profile).find("32, 64 or 128"), std::string::npos);
  EXPECT_NE(load("[1, 2]", &profile).find("no keys"), std::string::npos);
  EXPECT_NE(load("profile: [", &profile).find("l2.yaml:"), std::string::npos);
  EXPECT_NE(load("profile: SEED\nways: 16\nways: 8\n", &profile).find("l2.yaml:3: key 'ways' is given twice"),
            std::string::npos);
  EXPECT_NE(load("profile: SEED\nprofile: V100\n", &profile).find("l2.yaml:2: key 'profile' is given twice"),
            std::string::npos);
  flitlock_error error;
  EXPECT_EQ(flitlock_probe_profile_load("SEEDS", nullptr, 0, &profile, &error), FLITLOCK_E_INPUT);
}

TEST(Probe, EveryExperimentCanBeStopped) {
  flitlock_probe_setting setting = Setting("MINI48");
  for (size_t n = 0; n < flitlock_probe_experiment_count; n++) {
    // In the midst of it, so no more is asked of the cache.
    unsigned asked = 0;
    setting.stop = [](void *self) -> int { return ++*static_cast<unsigned *>(self) > 2; };
    setting.stop_self = &asked;
    const flitlock_probe_experiment *experiment = &flitlock_probe_experiments[n];
    flitlock_probe_table table;
    flitlock_error error = {};
    int status = experiment->run(&setting, &table, &error);
    if (asked <= 2) continue;  // it ended before
    EXPECT_EQ(status, FLITLOCK_E_TIMEOUT) << experiment->id;
    EXPECT_LT(table.accesses, 30000U) << experiment->id;
  }
}

TEST(Probe, AProfileIsToldFromAPod) {
  flitlock_test::Scratch folder;
  std::ofstream(folder.path("profile.yaml")) << "ways: 8\nprofile: SEED\n";
  std::ofstream(folder.path("pod.yaml")) << "pod: {gpus: 2}\nl2: {profile: SEED}\n";
  std::ofstream(folder.path("list.yaml")) << "[profile]\n";
  std::ofstream(folder.path("broken.yaml")) << "profile: [\n";
  EXPECT_TRUE(flitlock_probe_is_profile("SEED-LIT"));
  EXPECT_TRUE(flitlock_probe_is_profile(folder.path("profile.yaml").c_str()));
  for (const char *name : {"pod.yaml", "list.yaml", "broken.yaml", "none.yaml", "."})
    EXPECT_FALSE(flitlock_probe_is_profile(folder.path(name).c_str())) << name;
}

TEST(Probe, SettingsAreJudgedTogether) {
  flitlock_l2_profile profile;
  flitlock_error error = {};
  const char *const orders[][2] = {{"ways=1", "reserved=0"}, {"reserved=0", "ways=1"}};
  for (const auto &sets : orders) {
    EXPECT_EQ(flitlock_probe_profile_load("SEED", sets, 2, &profile, &error), FLITLOCK_OK) << error.text;
    EXPECT_EQ(profile.slice.ways, 1);
  }
  EXPECT_EQ(flitlock_probe_profile_load("SEED", orders[0], 1, &profile, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(strstr(error.text, "reserved is 3"), nullptr) << error.text;
}

}  // namespace
