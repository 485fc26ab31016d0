// SPDX-License-Identifier: Apache-2.0
// Faults that others had in translation hardware and models, each as a test.
#include <gtest/gtest.h>

#include <set>

#include "support/tlb_rig.h"

using namespace flitlock_test;

namespace {

constexpr uint64_t kPage = 1ULL << 21;
constexpr uint64_t kOther = 0x4000000000ULL;  // where pages are moved to

}  // namespace

// ChampSim 431: walks wait for each other and for MSHRs until nothing moves.
TEST(TlbFaults, WalksDoNotDeadlock) {
  TlbRigParams params;
  params.stations(4);
  params.l1.mshrs = 1;
  params.l1.l2_credits = params.l2.queue_depth = 1;
  params.l2.mshrs = 1;
  params.l2.walkers = 1;
  params.l1.array.ways = 1;
  params.l2.array.sets = 1;
  params.l2.array.ways = 1;
  for (uint32_t &ways : params.l2.pwc_ways)
    ways = 1;
  params.access = 20;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 16 * kPage);
  for (uint32_t k = 0; k < 400; k++)
    rig.send(k % 4, 0, {.npa = rig.npa(k * 7 % 16 * kPage), .id = k});
  ASSERT_TRUE(rig.run_to_quiet()) << "R-TLB-INV-2";
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(rig.out.size(), 400U);
  EXPECT_GT(rig.counts().stalls, 0U) << "the station's head waits; nothing is dropped";
  EXPECT_EQ(rig.counts().mshrs_peak, 1U);
  EXPECT_EQ(rig.l2_counts().walkers_peak, 1U);
}

// ChampSim 365: a merge loses a translation.
TEST(TlbFaults, NoMergeLosesItsTranslation) {
  TlbRigParams params;
  params.stations(8);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 3 * kPage);
  std::set<uint32_t> ids;
  for (uint32_t k = 0; k < 800; k++) {
    rig.send(k % 8, 0, {.npa = rig.npa(k / 8 % 3 * kPage + k * 64), .src = 1 + k % 5, .id = k});
    ids.insert(k);
  }
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(rig.l2_counts().walks, 3U);
  for (const TlbOut &out : rig.out) {
    EXPECT_EQ(ids.erase(out.head.id), 1U) << out.head.id << " came twice";
    EXPECT_EQ(out.head.addr, TlbRig::kMove + out.head.id / 8 % 3 * kPage + out.head.id * 64);
  }
  EXPECT_TRUE(ids.empty());
}

// XiangShan 4191: the fill of a huge page wakes those who wait for a small page beside it.
TEST(TlbFaults, AHugePageWakesOnlyItsOwn) {
  TlbRigParams params;
  flitlock_npa npa{};
  flitlock_npa_default(&npa);
  npa.size_lsb = 30;
  npa.page_bits[0] = 21;
  npa.page_bits[1] = 12;
  npa.page_bits[2] = 16;
  params.npa(npa);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  // Equal low bits, other sizes; and small pages side by side inside what would be one huge page.
  const uint64_t small = 1ULL << 30, medium = 2ULL << 30;
  rig.map(0, kPage, 255, 255, kOther);
  for (uint64_t at : {small, small + 4096, medium, medium + 65536})
    rig.map(at, 1, 255, 255, TlbRig::kMove + at);
  uint32_t id = 0;
  std::vector<uint64_t> npas;
  for (uint64_t at :
       {uint64_t{0}, small, small + 4096, small + 64, medium + 4096, uint64_t{4096}, medium + 65536 + 8}) {
    rig.send(0, 0, {.npa = rig.npa(at), .id = id++});
    npas.push_back(at);
  }
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(rig.l2_counts().walks, 5U);
  ASSERT_EQ(rig.out.size(), npas.size());
  for (const TlbOut &out : rig.out) {
    const uint64_t at = npas[out.head.id], bits = at < small ? 21 : at < medium ? 12 : 16;
    const uint64_t page = at >> bits << bits;
    EXPECT_EQ(out.head.addr, at < small ? kOther + at : page + TlbRig::kMove + page + (at - page)) << out.head.id;
  }
}

// cvw 392: an access fault in one walk poisons the next.
TEST(TlbFaults, AnErrorIsOfItsRequestAlone) {
  TlbRigParams params;
  params.l2.walkers = 1;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(kPage, kPage);
  rig.send(0, 0, {.npa = rig.npa(0), .id = 0});      // no translation
  rig.send(0, 1, {.npa = rig.npa(64), .id = 1});     // merges with it
  rig.send(0, 2, {.npa = rig.npa(kPage), .id = 2});  // the next walk of the walker
  rig.send(0, 9000, {.npa = rig.npa(0), .id = 3});   // walked again: an error is not cached
  rig.at(15000, [&rig] { rig.map(0, kPage); });
  rig.send(0, 15001, {.npa = rig.npa(128), .id = 4});  // and good without an invalidation
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  ASSERT_EQ(rig.out.size(), 5U);
  const unsigned status[5] = {1, 1, 0, 1, 0};
  const uint64_t addr[5] = {0, 64, TlbRig::kMove + kPage, 0, TlbRig::kMove + 128};
  for (const TlbOut &out : rig.out) {
    EXPECT_EQ(out.head.status, status[out.head.id]) << out.head.id;
    EXPECT_EQ(out.head.addr, addr[out.head.id]) << "R-TLB-L1-10";
  }
  EXPECT_EQ(rig.l2_counts().walk_errors, 2U);
  EXPECT_EQ(rig.counts().decode_errors, 3U);
  // A walk that ends in an error fills no page-walk cache: the second one was full too.
  EXPECT_EQ(rig.out[2].cycle, rig.out[0].cycle + 4 * 270) << "id 2 walked all levels after id 0";
}

// XiangShan 1504: what is read while it is written hides that it is not valid.
TEST(TlbFaults, AFillIsSeenByTheLookUpOfItsEdgeAndByNoneBefore) {
  for (uint64_t offset = 1225; offset <= 1235; offset++) {
    TlbRigParams params;
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, kPage);
    rig.send(0, 0, {.npa = rig.npa(0), .id = 0});             // its fill arrives at edge 1229
    rig.send(0, offset - 49, {.npa = rig.npa(64), .id = 1});  // looked up at edge `offset`
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.records[1].record.looked_up, offset);
    EXPECT_EQ(rig.records[1].record.kind, offset < 1229 ? FLITLOCK_CLASS_L1_MERGE : FLITLOCK_CLASS_L1_HIT) << offset;
    EXPECT_EQ(rig.l2_counts().misses, 1U);
  }
}

// amdgpu: a revocation races an import in flight. The invalidation is tried at every edge of a walk.
TEST(TlbFaults, NothingStaleOutlivesAnInvalidation) {
  uint64_t restarts = 0;
  for (uint64_t when = 0; when < 70; when++) {
    TlbRigParams params;
    params.l1.latency = 5;
    params.l2.latency = 6;
    params.access = 9;
    params.stations(2);
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, kPage);
    rig.send(0, 2, {.npa = rig.npa(0), .id = 0});
    rig.send(1, 9, {.npa = rig.npa(64), .id = 1});
    rig.at(when, [&rig] { rig.map(0, kPage, 255, 255, kOther); });
    rig.invalidate(when, rig.npa(0), 21, 5);
    rig.send(0, 400, {.npa = rig.npa(128), .id = 2});
    rig.send(1, 401, {.npa = rig.npa(192), .id = 3});
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.check(), "") << when;
    ASSERT_EQ(rig.completed.size(), 1U);
    EXPECT_EQ(rig.completed[0].second, 5U);
    ASSERT_EQ(rig.out.size(), 4U) << "who waits gets an answer";
    for (const TlbOut &out : rig.out) {
      const bool moved = out.head.addr == kOther + 64 * out.head.id;
      EXPECT_TRUE(moved || out.head.addr == TlbRig::kMove + 64 * out.head.id);
      EXPECT_TRUE(moved || out.cycle <= rig.completed[0].first) << "R-TLB-INV-4: " << when << ", id " << out.head.id;
    }
    restarts += rig.l2_counts().restarts;
  }
  EXPECT_GT(restarts, 30U) << "most of the edges meet a walk under way";
}

// The same for an upper level: a walk of a page that is not invalidated has read what is.
TEST(TlbFaults, PageWalkCachesHoldNothingStale) {
  for (uint64_t when = 0; when < 60; when++) {
    TlbRigParams params;
    params.page_bits(12);
    params.l1.latency = 1;
    params.l2.latency = 2;
    params.access = 9;
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0);
    rig.map(4096);
    // A second last-level table with other translations; the entry that leads to it is changed while page 0 is walked.
    uint64_t pte = 0;
    const uint64_t upper = flitlock_page_tables_entry(rig.tables(), 0, 3, &pte);
    const uint64_t table = 0x77000, moved = flitlock_pte((kOther + 4096) >> 12, true, 255, 255);
    const uint64_t same = flitlock_pte(TlbRig::kMove >> 12, true, 255, 255);
    ASSERT_EQ(flitlock_page_tables_write(rig.tables(), table << 12, same, nullptr), FLITLOCK_OK);
    ASSERT_EQ(flitlock_page_tables_write(rig.tables(), (table << 12) + 8, moved, nullptr), FLITLOCK_OK);
    rig.send(0, 3, {.npa = rig.npa(0), .id = 0});
    rig.at(when, [&] { flitlock_page_tables_write(rig.tables(), upper, flitlock_pte(table, false, 0, 0), nullptr); });
    rig.invalidate(when, rig.npa(4096), 12, 1);  // page 0 stays where it is
    rig.send(0, 300, {.npa = rig.npa(4096), .id = 1});
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.check(), "");
    ASSERT_EQ(rig.out.size(), 2U);
    EXPECT_EQ(rig.out[0].head.addr, TlbRig::kMove);
    EXPECT_EQ(rig.out[1].head.addr, kOther + 4096) << "the old table was cached; invalidated at " << when;
  }
}

// R-TLB-INV-3, with hits overtaking misses of other pages.
TEST(TlbFaults, OrderHoldsInARegion) {
  TlbRigParams params;
  params.stall = 0.5;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 4 * kPage);
  for (uint32_t k = 0; k < 300; k++)
    rig.send(0, 4 * k, {.npa = rig.npa(k % 4 * kPage + k % 256), .src = 1 + k % 3, .id = k, .len = 2});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  uint32_t last[4] = {};
  bool overtaken = false;
  uint32_t before = 0;
  for (const TlbOut &out : rig.out) {
    const uint32_t page = out.head.id % 4;
    EXPECT_GE(out.head.id, last[page]);
    last[page] = out.head.id;
    overtaken = overtaken || out.head.id < before;
    before = out.head.id;
  }
  EXPECT_TRUE(overtaken) << "packets of other pages do not wait";
}
