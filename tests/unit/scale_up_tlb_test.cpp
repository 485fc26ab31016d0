// SPDX-License-Identifier: Apache-2.0
// Link TLBs in a scale-up pod: what chapters 7 and 8 of the specification let one work out by hand.
#include <gtest/gtest.h>

#include <map>

#include "flitlock/implementation.h"
#include "support/scale_up.h"

using flitlock_test::Config;
using flitlock_test::preset;
using flitlock_test::ScaleUp;

namespace {

using Sets = std::vector<std::string>;

Sets modelled(Sets sets) {
  sets.insert(sets.begin(), "link_tlb.mode=modelled");
  return sets;
}

// A stream of requests of which each waits for the one before, to a GPU that nobody else writes to through this
// station.
Sets lone(Sets sets) {
  for (const char *set : {"pod.gpus=2", "scale_up.node_gpus=1", "scale_up.window=1", "scale_up.stations=1",
                          "collective.bytes=8MiB", "link_tlb.page=1MiB"})
    sets.insert(sets.begin(), set);
  return modelled(sets);
}

std::map<uint32_t, uint64_t> translations(const ScaleUp &run) {
  std::map<uint32_t, uint64_t> count;
  for (uint64_t n = 0; n < run->samples; n++)
    count[run->sample[n].translation]++;
  return count;
}

uint64_t translated(const flitlock_translation_results &t) {
  uint64_t sum = 0;
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    sum += t.requests[c];
  return sum;
}

// 4 MiB in pages of 1 MiB: the leaf is at bit 12, so a walk has five accesses. Two pages share an entry at bit 21, and
// so a walk of one access; the third page has a walk of two.
TEST(ScaleUpTlb, ALoneStreamSeesTheLatenciesOfTheDesign) {
  ScaleUp run(lone({"link_tlb.pwc_ways=[16, 32, 64, 128]"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  ASSERT_EQ(run->samples, 16384U);
  EXPECT_EQ(run->sample[0].translation, 50U + 100U + 5U * 270U);
  EXPECT_EQ(run->sample[4096].translation, 50U + 100U + 270U);
  EXPECT_EQ(run->sample[8192].translation, 50U + 100U + 2U * 270U);
  EXPECT_EQ(translations(run), (std::map<uint32_t, uint64_t>{{50, 16380}, {420, 2}, {690, 1}, {1500, 1}}));
  EXPECT_EQ(run->sample[0].round_trip, 2310U + 1500U);
  EXPECT_EQ(run->sample[1].round_trip, 2310U + 50U);
}

TEST(ScaleUpTlb, PagesOf2MiBWalkFourLevelsOfWalkA) {
  ScaleUp run(lone({"link_tlb.page=2MiB", "link_tlb.l1_latency=50ns"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(translations(run), (std::map<uint32_t, uint64_t>{{50, 16382}, {420, 1}, {1230, 1}}));
  EXPECT_EQ(run->sample[8192].translation, 420U);
}

TEST(ScaleUpTlb, WalkBHasFiveAccessesOf240ns) {
  ScaleUp run(lone({"link_tlb.page=2MiB", "link_tlb.walk=b", "link_tlb.access=240ns"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(translations(run), (std::map<uint32_t, uint64_t>{{50, 16382}, {390, 1}, {1350, 1}}));
}

TEST(ScaleUpTlb, AnotherStationFindsThePageInL2) {
  ScaleUp run(lone({"scale_up.stations=2", "link_tlb.page=4MiB"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(translations(run), (std::map<uint32_t, uint64_t>{{50, 16382}, {150, 1}, {1230, 1}}));
}

TEST(ScaleUpTlb, WalksAreThePagesThatOtherNodesUse) {
  const struct {
    const char *page, *ranges;
    uint64_t walks;
  } rows[] = {{"4KiB", "shared", 192}, {"64KiB", "shared", 12}, {"2MiB", "shared", 1}, {"2MiB", "own", 12}};
  for (const auto &row : rows) {
    ScaleUp run(modelled({std::string("link_tlb.page=") + row.page, std::string("collective.ranges=") + row.ranges}));
    ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
    EXPECT_EQ(run->translation.walks_least, row.walks) << row.page << " " << row.ranges;
    EXPECT_EQ(run->translation.walks_most, row.walks) << row.page << " " << row.ranges;
    EXPECT_EQ(translated(run->translation), run->other_node.count);
    EXPECT_EQ(run->translation.requests[FLITLOCK_CLASS_PLAIN], run->same_node.count);
    EXPECT_EQ(run->translation.errors, 0U);
  }
}

TEST(ScaleUpTlb, SteppingSleepingBlocksChangesNothing) {
  const std::vector<Sets> cases = {
      {"collective.bytes=256KiB", "link_tlb.page=4KiB", "link_tlb.l1_entries=4", "link_tlb.l1_ways=4",
       "link_tlb.walkers=2", "scale_up.buffer=30"},
      {"collective.bytes=128KiB", "link_tlb.page=4KiB", "link_tlb.prefetch=next_page", "collective.iterations=2",
       "link_tlb.flush=true", "collective.gap=2us", "collective.streams=2"},
      {"collective.bytes=128KiB", "link_tlb.page=4KiB", "link_tlb.prefetch=recorded", "link_tlb.prefetch_ahead=64",
       "collective.iterations=3", "link_tlb.flush=true", "collective.gap=2us", "link_tlb.pre_translate=true",
       "collective.compute=300ns", "link_tlb.misprediction=0.3"}};
  for (const auto &sets : cases) {
    ScaleUp asleep(modelled(sets));
    ScaleUp clocked(modelled(sets), true);
    ASSERT_EQ(asleep.status(), FLITLOCK_OK) << asleep.error();
    ASSERT_EQ(clocked.status(), FLITLOCK_OK) << clocked.error();
    EXPECT_EQ(asleep->cycles, clocked->cycles);
    EXPECT_EQ(asleep->translation.walks, clocked->translation.walks);
    EXPECT_EQ(asleep->translation.prefetch_walks, clocked->translation.prefetch_walks);
    EXPECT_EQ(asleep->other_node.round_trip_mean, clocked->other_node.round_trip_mean);
    EXPECT_EQ(asleep->flits_carried, clocked->flits_carried);
  }
}

// Without a flush the second iteration finds its page; with one it walks again.
TEST(ScaleUpTlb, TlbsKeepTheirContentsUnlessTheyAreFlushed) {
  ScaleUp kept(modelled({"collective.iterations=2"}));
  ScaleUp flushed(modelled({"collective.iterations=2", "link_tlb.flush=true", "collective.gap=2us"}));
  ASSERT_EQ(flushed.status(), FLITLOCK_OK) << flushed.error();
  EXPECT_EQ(kept->translation.walks, 16U);
  EXPECT_EQ(flushed->translation.walks, 32U);
  EXPECT_EQ(flushed->iteration[1].end - flushed->iteration[1].begin,
            flushed->iteration[0].end - flushed->iteration[0].begin);
  EXPECT_LT(kept->iteration[1].end - kept->iteration[1].begin, kept->iteration[0].end - kept->iteration[0].begin);
}

TEST(ScaleUpTlb, TheNextPageIsThereWhenItIsWanted) {
  ScaleUp run(lone({"link_tlb.prefetch=next_page"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  // Only the first page is walked for; the others are found in L2.
  EXPECT_EQ(translations(run), (std::map<uint32_t, uint64_t>{{50, 16380}, {150, 3}, {1500, 1}}));
}

// The first distance is that from nowhere, the second is the first that is seen; at the third page it repeats.
TEST(ScaleUpTlb, AStrideIsKnownWhenItRepeats) {
  ScaleUp run(lone({"link_tlb.prefetch=stride"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(run->sample[4096].translation, 420U);
  EXPECT_EQ(run->sample[8192].translation, 690U);
  EXPECT_EQ(run->sample[12288].translation, 150U);
}

TEST(ScaleUpTlb, TheOracleHidesWhatTheWayThereHides) {
  ScaleUp run(lone({"link_tlb.prefetch=oracle", "link_tlb.prefetch_ahead=4"}), false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  // The first request comes to the station after 1020; the walk of 1350 began with the iteration.
  EXPECT_GT(run->sample[0].translation, 150U);
  EXPECT_LT(run->sample[0].translation, 600U);
  EXPECT_EQ(run->sample[4096].translation, 150U);
}

TEST(ScaleUpTlb, ARecordedListServesTheNextIteration) {
  const Sets sets = {"link_tlb.flush=true", "collective.gap=2us", "collective.iterations=2",
                     "link_tlb.prefetch_ahead=64"};
  Sets recorded = sets, none = sets;
  recorded.push_back("link_tlb.prefetch=recorded");
  ScaleUp with(modelled(recorded));
  ScaleUp without(modelled(none));
  ASSERT_EQ(with.status(), FLITLOCK_OK) << with.error();
  EXPECT_EQ(with->iteration[0].end - with->iteration[0].begin, without->iteration[0].end - without->iteration[0].begin);
  EXPECT_LT(with->iteration[1].end - with->iteration[1].begin + 800,
            without->iteration[1].end - without->iteration[1].begin);
}

TEST(ScaleUpTlb, PagesTranslatedInTheComputePhaseAreFound) {
  const Sets sets = {"link_tlb.pre_translate=true", "collective.compute=5us"};
  ScaleUp right(modelled(sets));
  ASSERT_EQ(right.status(), FLITLOCK_OK) << right.error();
  EXPECT_EQ(right->iteration[0].begin, 5000U);
  EXPECT_EQ(right->translation.l2_misses, 0U);
  EXPECT_EQ(right->translation.walks, 16U);
  Sets wrong_sets = sets;
  wrong_sets.push_back("link_tlb.misprediction=1");
  ScaleUp wrong(modelled(wrong_sets));
  ASSERT_EQ(wrong.status(), FLITLOCK_OK) << wrong.error();
  EXPECT_EQ(wrong->translation.walks, 32U) << "the pages that are not used, and those that are";
}

TEST(ScaleUpTlb, RingsAndPartitionsAndMixedPagesRunToTheirEnd) {
  const std::vector<Sets> cases = {
      {"collective.kind=all_reduce", "link_tlb.page=4KiB"},
      {"link_tlb.l2_partitions=4", "collective.ranges=own", "link_tlb.page=64KiB"},
      {"link_tlb.page_bits=[12, 16, 12, 21]", "link_tlb.size_lsb=21", "collective.bytes=6MiB", "pod.gpus=8"},
      {"link_tlb.l1_targets=3", "link_tlb.l1_mshrs=1", "link_tlb.l2_mshrs=1", "collective.bytes=64KiB",
       "link_tlb.page=4KiB", "link_tlb.pwc=false"},
      {"link_tlb.l1_policy=plru", "link_tlb.l2_policy=random", "link_tlb.page=4KiB", "link_tlb.l2_entries=64"}};
  for (const auto &sets : cases) {
    ScaleUp run(modelled(sets));
    ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
    EXPECT_EQ(translated(run->translation), run->other_node.count);
    EXPECT_EQ(run->translation.errors, 0U);
    EXPECT_GT(run->translation.walks, 0U);
  }
}

// Golden C with itself: chosen by name, compared, and the results are those of golden alone.
TEST(ScaleUpTlb, LinkTlbsAreChosenByName) {
  Config config(preset("scale-up2-tlb"), {"collective.bytes=64KiB"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  flitlock_lockstep_options lockstep;
  flitlock_lockstep_options_default(&lockstep);
  flitlock_lockstep *session = nullptr;
  flitlock_error error{};
  ASSERT_EQ(flitlock_lockstep_create(&lockstep, &session, &error), FLITLOCK_OK);
  char match[] = "*tlb";
  flitlock_impl_rule rule = {match, FLITLOCK_USE_C};
  flitlock_implementation_options options{};
  options.rules = &rule;
  options.rules_count = 1;
  options.device = &flitlock_device_golden;
  options.session = session;
  uint64_t cycles[2] = {}, walks[2] = {};
  for (int use : {FLITLOCK_USE_C, FLITLOCK_USE_LOCKSTEP}) {
    rule.use = use;
    flitlock_scale_up *pod = nullptr;
    flitlock_scale_up_results *results = nullptr;
    flitlock_implementation_counts counts{};
    ASSERT_EQ(flitlock_scale_up_create_chosen(config.get(), &options, &pod, &counts, &error), FLITLOCK_OK)
        << error.text;
    EXPECT_EQ(use == FLITLOCK_USE_C ? counts.c : counts.lockstep, 4U);
    const flitlock_scale_up_options run{};
    EXPECT_EQ(flitlock_scale_up_run(pod, &run, &results, &error), FLITLOCK_OK) << error.text;
    const int at = use == FLITLOCK_USE_LOCKSTEP;
    cycles[at] = results->cycles;
    walks[at] = results->translation.walks;
    if (at) {
      flitlock_lockstep_finish(session);
      EXPECT_EQ(flitlock_lockstep_verdict(session, &error), FLITLOCK_OK) << error.text;
    }
    flitlock_scale_up_results_free(results);
    flitlock_scale_up_destroy(pod);
  }
  EXPECT_EQ(cycles[0], cycles[1]);
  EXPECT_GT(walks[0], 0U);
  EXPECT_EQ(walks[0], walks[1]);
  char nobody[] = "gpu7.*";
  rule.match = nobody;
  flitlock_scale_up *none = nullptr;
  EXPECT_EQ(flitlock_scale_up_create_chosen(config.get(), &options, &none, nullptr, &error), FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(error.text).find("'gpu7.*' matches no link TLB"), std::string::npos) << error.text;
  flitlock_lockstep_destroy(session);
}

}  // namespace
