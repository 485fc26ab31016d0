// SPDX-License-Identifier: Apache-2.0
// The lockstep machinery on slices: golden with golden shows no difference and the cache works as without; errors that
// are planted into any lane are found, the event log among them.
#include <string>
#include <vector>

#include "flitlock/lockstep.h"
#include "l2_access.h"

namespace {

using flitlock_test::Cache;
using flitlock_test::L2Profile;
using flitlock_test::RandomAccesses;

// Makes the device's parameters others than golden's.
using Other = void (*)(flitlock_l2_slice_params &params);

class LockedCache {
 public:
  LockedCache(const char *plant, int mode, Other other = nullptr) : other_(other) {
    flitlock_lockstep_options options;
    flitlock_lockstep_options_default(&options);
    options.mode = mode;
    flitlock_error error;
    EXPECT_EQ(flitlock_lockstep_create(&options, &session, &error), FLITLOCK_OK);
    if (plant != nullptr) {
      EXPECT_EQ(flitlock_plant_parse(plant, &planted_.plant, &error), FLITLOCK_OK) << error.text;
      planted_.ops = &flitlock_l2_slice_golden;
      planted_.unit_bytes = 64;
      plants_ = true;
    }
    flitlock_l2_cache_options cache_options = {};
    cache_options.profile = L2Profile("MINI48");
    cache_options.events = true;
    cache_options.choose = &LockedCache::Choose;
    cache_options.choose_self = this;
    flitlock_l2_cache *made = nullptr;
    EXPECT_EQ(flitlock_l2_cache_create(&cache_options, &made, &error), FLITLOCK_OK) << error.text;
    cache = Cache(made);
  }
  ~LockedCache() {
    cache.reset();
    flitlock_lockstep_destroy(session);
  }
  // FLITLOCK_OK, or what the lockstep says.
  int Run(unsigned accesses, flitlock_error *error) {
    RandomAccesses random(L2Profile("MINI48"), 5, 300);
    std::vector<std::array<uint8_t, 64>> data(accesses);
    int status = FLITLOCK_OK;
    for (unsigned n = 0; n < accesses && status == FLITLOCK_OK; n++) {
      flitlock_l2_access access = random.Next();
      status = flitlock_l2_cache_post(cache.get(), &access, n, error);
    }
    if (status == FLITLOCK_OK) status = flitlock_l2_cache_run(cache.get(), 1000 * accesses + 100000, nullptr, error);
    flitlock_lockstep_finish(session);
    return status != FLITLOCK_OK ? status : flitlock_lockstep_verdict(session, error);
  }

  flitlock_lockstep *session = nullptr;
  Cache cache;

 private:
  static int Choose(void *self, const flitlock_l2_slice_params *params, const flitlock_block_ops **ops,
                    const void **ops_params, flitlock_error *) {
    auto *locked = static_cast<LockedCache *>(self);
    locked->slice_ = *params;
    locked->planted_.params = &locked->slice_;
    locked->device_ = *params;
    if (locked->other_ != nullptr) locked->other_(locked->device_);
    bool plants = locked->plants_ && params->slice == 0;
    locked->params_ = {locked->session,
                       &flitlock_l2_slice_golden,
                       plants ? &flitlock_planted_block : &flitlock_l2_slice_golden,
                       &locked->slice_,
                       plants ? static_cast<const void *>(&locked->planted_) : &locked->device_,
                       2,
                       64,
                       1};
    *ops = &flitlock_lockstep_block;
    *ops_params = &locked->params_;
    return FLITLOCK_OK;
  }
  flitlock_l2_slice_params slice_ = {}, device_ = {};
  Other other_;
  flitlock_lockstep_params params_ = {};
  flitlock_planted_params planted_ = {};
  bool plants_ = false;
};

TEST(L2Lockstep, GoldenIsGolden) {
  for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
    LockedCache locked(nullptr, mode);
    flitlock_error error;
    EXPECT_EQ(locked.Run(4000, &error), FLITLOCK_OK) << error.text;
    flitlock_lockstep_counts counts;
    flitlock_lockstep_total(locked.session, &counts);
    EXPECT_EQ(counts.divergences, 0U);
    if (mode == FLITLOCK_LOCKSTEP_FULL) {
      EXPECT_GT(counts.flits, 12000U);  // answers, orders, events
    }
  }
}

TEST(L2Lockstep, AnswersPassThroughWithTheirBytes) {
  LockedCache locked(nullptr, FLITLOCK_LOCKSTEP_FULL);
  uint8_t data[64];
  for (unsigned n = 0; n < 64; n++)
    data[n] = static_cast<uint8_t>(n + 1);
  flitlock_l2_access write = {}, read = {};
  write.operation = FLITLOCK_L2_WRITE;
  write.mask = ~0ULL;
  write.data = data;
  read.operation = FLITLOCK_L2_READ;
  read.bytes = 64;
  flitlock_l2_result result;
  flitlock_error error;
  ASSERT_EQ(flitlock_l2_cache_access(locked.cache.get(), &write, &result, &error), FLITLOCK_OK) << error.text;
  ASSERT_EQ(flitlock_l2_cache_access(locked.cache.get(), &read, &result, &error), FLITLOCK_OK) << error.text;
  EXPECT_EQ(std::memcmp(result.data, data, 64), 0);
}

// Slices that work by other parameters: the rule is that of the first thing that they do otherwise.
TEST(L2Lockstep, DivergencesNameTheRuleOfTheField) {
  const struct {
    Other other;
    const char *port, *field, *rule;
  } cases[] = {
      {[](flitlock_l2_slice_params &p) { p.p_rand = 0; }, "event", "payload[3]", "R-L2S-VIC-3"},
      {[](flitlock_l2_slice_params &p) { p.fetch_bytes = 128; }, "event", "payload[27]", "R-L2S-NEW-5"},
      {[](flitlock_l2_slice_params &p) { p.mshrs = 2; }, "req", "count", "R-L2S-ST-9"},
      {[](flitlock_l2_slice_params &p) { p.map.mh[0] ^= 1; }, "event", "payload[4]", "R-L2S-MAP-5"},
  };
  for (const auto &one : cases) {
    LockedCache locked(nullptr, FLITLOCK_LOCKSTEP_FULL, one.other);
    flitlock_error error;
    EXPECT_EQ(locked.Run(6000, &error), FLITLOCK_E_MISMATCH) << one.rule;
    const flitlock_divergence *found = flitlock_lockstep_divergence(locked.session, 0);
    ASSERT_NE(found, nullptr) << one.rule;
    EXPECT_STREQ(found->port_name, one.port) << error.text;
    EXPECT_STREQ(found->field, one.field) << error.text;
    EXPECT_STREQ(found->rule, one.rule) << error.text;
  }
}

TEST(L2Lockstep, PlantedErrorsAreFound) {
  for (const char *plant : {"flit-late@500", "flit-lost@500", "payload@500", "field.addr@500", "field.id@500",
                            "credit-late@500", "credit-lost@500", "delay@500"}) {
    for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
      LockedCache locked(plant, mode);
      flitlock_error error;
      EXPECT_EQ(locked.Run(2000, &error), FLITLOCK_E_MISMATCH) << plant << ": " << error.text;
    }
  }
}

}  // namespace
