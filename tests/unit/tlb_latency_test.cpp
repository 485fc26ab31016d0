// SPDX-License-Identifier: Apache-2.0
// Latencies that are exact by construction: E8, E13, E14, E15 of the link TLBs, and what follows for the classes.
#include <gtest/gtest.h>

#include "support/tlb_rig.h"

using namespace flitlock_test;

namespace {

constexpr uint64_t kPage = 1ULL << 21;

// Cycles from the edge at which the L1 samples the head to the one at which it is sampled behind it.
std::vector<uint64_t> latencies(const TlbRig &rig) {
  std::vector<uint64_t> list;
  for (const TlbOut &out : rig.out)
    list.push_back(out.cycle - out.head.birth);
  return list;
}

uint8_t kind_of(const TlbRig &rig, size_t index) { return rig.records.at(index).record.kind; }

}  // namespace

TEST(TlbLatency, E14OneRequestAlone) {
  TlbRigParams params;
  params.stations(2);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 4 * kPage);
  rig.send(0, 10, {.npa = rig.npa(0x100), .id = 0});          // a full walk
  rig.send(0, 5000, {.npa = rig.npa(0x200), .id = 1});        // an L1 hit
  rig.send(1, 10000, {.npa = rig.npa(0x300), .id = 2});       // an L2 hit
  rig.send(1, 15000, {.npa = rig.npa(kPage + 64), .id = 3});  // the leaf alone
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(latencies(rig), (std::vector<uint64_t>{1230, 50, 150, 420}));
  EXPECT_EQ(kind_of(rig, 0), FLITLOCK_CLASS_WALK);
  EXPECT_EQ(kind_of(rig, 1), FLITLOCK_CLASS_L1_HIT);
  EXPECT_EQ(kind_of(rig, 2), FLITLOCK_CLASS_L2_HIT);
  EXPECT_EQ(kind_of(rig, 3), FLITLOCK_CLASS_WALK);
  EXPECT_EQ(rig.records[0].record.accesses, 4);
  EXPECT_EQ(rig.records[3].record.accesses, 1);
  for (const TlbOut &out : rig.out)
    EXPECT_GE(out.head.addr, TlbRig::kMove) << "R-TLB-L1-10";
  EXPECT_EQ(rig.out[3].head.addr, TlbRig::kMove + kPage + 64) << "R-TLB-N-4";
  EXPECT_EQ(rig.out[3].head.status, 0);
}

TEST(TlbLatency, E14OfWalkB) {
  TlbRigParams params;
  params.walk_b();
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 4 * kPage);
  rig.send(0, 0, {.npa = rig.npa(0)});
  rig.send(0, 5000, {.npa = rig.npa(kPage)});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(latencies(rig), (std::vector<uint64_t>{1350, 390}));
}

TEST(TlbLatency, E8AlongAStream) {
  for (bool b : {false, true}) {
    TlbRigParams params;
    if (b) params.walk_b();
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    const unsigned pages = 4;
    rig.map(0, pages * kPage);
    // Unloaded: one request of 256 bytes at a time, through the whole of the pages, with a stride that meets each edge.
    std::vector<uint64_t> expected;
    uint64_t when = 0;
    for (uint64_t at = 0; at < pages * kPage; at += kPage / 8) {
      rig.send(0, when, {.npa = rig.npa(at), .id = static_cast<uint32_t>(expected.size()), .len = 4});
      expected.push_back(at == 0 ? (b ? 1350 : 1230) : at % kPage == 0 ? (b ? 390 : 420) : 50);
      when += 2000;
    }
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.check(), "");
    EXPECT_EQ(latencies(rig), expected);
  }
}

namespace {

// 1 MB all-to-all as one GPU of 16 sees it: 12 sources of other nodes write 64 KiB each, striped over 16 stations by
// 256 bytes. Where source k writes: `base(k)`.
template <typename Base>
void all_to_all(TlbRig &rig, Base base) {
  uint32_t id = 0;
  for (uint64_t at = 0; at < 65536; at += 256)
    for (uint32_t source = 0; source < 12; source++) {
      const uint64_t offset = base(source) + at;
      rig.send(static_cast<uint32_t>(offset / 256 % 16), id / 16 * 3,
               {.npa = rig.npa(offset), .src = 4 + source, .id = id, .len = 1});
      id++;
    }
}

}  // namespace

TEST(TlbLatency, E13WalksByPageSize) {
  const std::pair<unsigned, uint64_t> expected[] = {{12, 192}, {16, 12}, {21, 1}};
  for (auto [bits, walks] : expected) {
    TlbRigParams params;
    params.stations(16);
    params.page_bits(bits);
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, 12 * 65536);
    all_to_all(rig, [](uint32_t source) { return source * 65536ULL; });
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.check(), "");
    EXPECT_EQ(rig.l2_counts().walks, walks) << "pages of 2^" << bits << " bytes";
    EXPECT_EQ(rig.out.size(), 12U * 256);
  }
}

TEST(TlbLatency, E15SharedRangeOrOwn) {
  for (bool own : {false, true}) {
    TlbRigParams params;
    params.stations(16);
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, 12 * kPage);
    all_to_all(rig, [own](uint32_t source) { return own ? source * kPage : source * 65536ULL; });
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(rig.check(), "");
    EXPECT_EQ(rig.l2_counts().walks, own ? 12U : 1U);
  }
}

TEST(TlbLatency, LeafLevelsOfPageSizes) {
  // R-TLB-W-1, R-TLB-W-4: levels - (hit depth + 1) accesses.
  const std::pair<unsigned, unsigned> accesses[] = {{12, 5}, {16, 5}, {21, 4}, {30, 3}};
  for (auto [bits, full] : accesses) {
    TlbRigParams params;
    params.page_bits(bits);
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    const uint64_t page = 1ULL << bits;
    rig.map(0, 2 * page);
    rig.send(0, 0, {.npa = rig.npa(0)});
    rig.send(0, 5000, {.npa = rig.npa(page)});
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(latencies(rig), (std::vector<uint64_t>{150 + full * 270, 420})) << "2^" << bits;
    EXPECT_EQ(rig.out[1].head.addr, TlbRig::kMove + page);
  }
}

TEST(TlbLatency, WithoutPageWalkCachesEveryWalkIsFull) {
  TlbRigParams params;
  for (uint32_t &ways : params.l2.pwc_ways)
    ways = 0;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 2 * kPage);
  rig.send(0, 0, {.npa = rig.npa(0)});
  rig.send(0, 5000, {.npa = rig.npa(kPage)});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(latencies(rig), (std::vector<uint64_t>{1230, 1230}));
}

TEST(TlbLatency, TheShortestOfAll) {
  TlbRigParams params;
  params.l1.latency = 1;
  params.l2.latency = 2;
  params.access = 2;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 2 * kPage);
  rig.send(0, 0, {.npa = rig.npa(0)});
  rig.send(0, 100, {.npa = rig.npa(64)});
  rig.send(0, 200, {.npa = rig.npa(kPage)});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(latencies(rig), (std::vector<uint64_t>{1 + 2 + 8, 1, 1 + 2 + 2}));
}

TEST(TlbLatency, HitUnderMissAndItsStages) {
  TlbRigParams params;
  params.stations(2);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, kPage);
  rig.send(0, 0, {.npa = rig.npa(0), .id = 0});
  rig.send(0, 7, {.npa = rig.npa(256), .id = 1});     // merges in L1
  rig.send(1, 20, {.npa = rig.npa(512), .id = 2});    // merges in L2
  rig.send(0, 1180, {.npa = rig.npa(768), .id = 3});  // looked up as the fill arrives at edge 1229: R-TLB-L1-4
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  ASSERT_EQ(rig.records.size(), 4U);
  EXPECT_EQ(rig.l2_counts().walks, 1U) << "R-TLB-INV-1";
  EXPECT_EQ(rig.l2_counts().merges, 1U);
  const std::vector<uint8_t> kinds = {FLITLOCK_CLASS_WALK, FLITLOCK_CLASS_L1_MERGE, FLITLOCK_CLASS_L2_MERGE,
                                      FLITLOCK_CLASS_L1_HIT};
  for (const TlbRecord &each : rig.records) {
    const flitlock_l1_tlb_record &r = each.record;
    EXPECT_EQ(r.kind, kinds[r.id]) << r.id;
    EXPECT_EQ(r.due, r.arrived + 49);
    EXPECT_EQ(r.looked_up, r.due);
    EXPECT_EQ(r.ready, 1229U) << r.id;
    EXPECT_EQ(r.spa, TlbRig::kMove + 256 * r.id);
    EXPECT_EQ(r.accesses, r.id == 3 ? 0 : 4);
  }
  // Released in the order in which they came, one flit a cycle.
  for (const TlbRecord &each : rig.records) {
    if (each.station != 0) continue;
    EXPECT_EQ(each.record.left, 1229U + (each.record.id == 3 ? 2 : each.record.id));
  }
  const flitlock_l1_tlb_counts counts = rig.counts();
  EXPECT_EQ(counts.packets[FLITLOCK_CLASS_WALK], 1U);
  EXPECT_EQ(counts.packets[FLITLOCK_CLASS_L1_MERGE], 1U);
  EXPECT_EQ(counts.packets[FLITLOCK_CLASS_L1_HIT], 1U);
  EXPECT_EQ(counts.cycles[FLITLOCK_CLASS_L1_MERGE], 1230U - 7);
  EXPECT_EQ(counts.waiting_peak, 2U);
}
