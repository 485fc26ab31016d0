// SPDX-License-Identifier: Apache-2.0
// Link TLBs rule by rule: what goes through untouched, stalls, replacement, partitions, prefetches, invalidations and
// their time, errors, trace lanes, reset, parameters.
#include <gtest/gtest.h>

#include <array>

#include "support/tlb_rig.h"

using namespace flitlock_test;

namespace {

constexpr uint64_t kPage = 1ULL << 21;

uint8_t kind_of(const TlbRig &rig, uint32_t id) {
  for (const TlbRecord &each : rig.records)
    if (each.record.id == id) return each.record.kind;
  return 255;
}

uint64_t latency_of(const TlbRig &rig, uint32_t id) {
  for (const TlbOut &out : rig.out)
    if (out.head.id == id) return out.cycle - out.head.birth;
  return 0;
}

}  // namespace

TEST(TlbBlock, PlainPacketsPassUntouched) {
  TlbRigParams params;
  params.l1.translate = 1;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.send(0, 0, {.npa = 0x123456789ABCDEF0, .id = 0, .vc = 1});                // VC not translated
  rig.send(0, 10, {.npa = 77, .id = 1, .op = FLITLOCK_OP_READ_RSP, .len = 4});  // a response
  rig.send(0, 20, {.npa = 78, .id = 2, .status = 2});                           // has a status already
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  ASSERT_EQ(rig.out.size(), 3U);
  const uint64_t addr[3] = {0x123456789ABCDEF0, 77, 78};
  for (uint32_t id = 0; id < 3; id++) {
    EXPECT_EQ(rig.out[id].head.addr, addr[id]);
    EXPECT_EQ(rig.out[id].head.status, id == 2 ? 2 : 0);
    EXPECT_EQ(latency_of(rig, id), 1U) << "the register alone";
    EXPECT_EQ(kind_of(rig, id), FLITLOCK_CLASS_PLAIN);
  }
}

TEST(TlbBlock, PlainPacketsPassAStalledHead) {
  TlbRigParams params;
  params.l1.mshrs = 1;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 2 * kPage);
  rig.send(0, 0, {.npa = rig.npa(0), .id = 0});
  rig.send(0, 1, {.npa = rig.npa(kPage), .id = 1});  // stalls: the only MSHR is taken
  rig.send(0, 100, {.npa = 5, .id = 2, .op = FLITLOCK_OP_WRITE_RSP, .vc = 1});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(latency_of(rig, 2), 1U) << "requests never block responses";
  EXPECT_EQ(rig.counts().stalls, 1229U - 50) << "from the first look-up of id 1 to the fill";
}

TEST(TlbBlock, FiniteTargetsStallTheHead) {
  TlbRigParams params;
  params.l1.targets = 2;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, kPage);
  for (uint32_t id = 0; id < 4; id++)
    rig.send(0, id, {.npa = rig.npa(64 * id), .id = id});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(kind_of(rig, 0), FLITLOCK_CLASS_WALK);
  EXPECT_EQ(kind_of(rig, 1), FLITLOCK_CLASS_L1_MERGE);
  EXPECT_EQ(kind_of(rig, 2), FLITLOCK_CLASS_L1_HIT) << "its look-up is made again as the fill is there";
  EXPECT_EQ(kind_of(rig, 3), FLITLOCK_CLASS_L1_HIT);
  EXPECT_EQ(rig.l2_counts().misses, 1U);
}

TEST(TlbBlock, NotOwnIsRefusedAtL1) {
  TlbRigParams params;
  flitlock_npa npa{};
  flitlock_npa_default(&npa);
  npa.acc = 5;
  params.npa(npa);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, kPage);
  rig.send(0, 0, {.npa = (4ULL << 42) | 3, .id = 0});
  rig.send(0, 100, {.npa = (5ULL << 42) | (1ULL << 52), .id = 1});
  rig.send(0, 200, {.npa = (5ULL << 42) | 3, .id = 2});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(latency_of(rig, 0), 50U);
  EXPECT_EQ(kind_of(rig, 0), FLITLOCK_CLASS_NOT_OWN);
  EXPECT_EQ(kind_of(rig, 1), FLITLOCK_CLASS_NOT_OWN);
  EXPECT_EQ(rig.out[0].head.status, FLITLOCK_TRANSLATION_DECODE);
  EXPECT_EQ(rig.out[0].head.addr, (4ULL << 42) | 3) << "R-TLB-L1-10";
  EXPECT_EQ(rig.out[2].head.addr, TlbRig::kMove + 3);
}

TEST(TlbBlock, PermissionIsOfTheSource) {
  TlbRigParams params;
  params.l1.domain[1] = 3;
  params.l1.domain[2] = 6;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, kPage, 1U << 3 | 1U << 6, 1U << 6);  // both read, GPU 2 alone writes
  const std::array<TlbPacket, 4> packets = {{{.src = 1, .op = FLITLOCK_OP_WRITE_REQ},
                                             {.src = 1, .op = FLITLOCK_OP_READ_REQ},
                                             {.src = 2, .op = FLITLOCK_OP_WRITE_REQ},
                                             {.src = 2, .op = FLITLOCK_OP_READ_REQ}}};
  // Once as waiters of one MSHR, once as hits.
  for (uint32_t id = 0; id < 8; id++) {
    TlbPacket packet = packets[id % 4];
    packet.npa = rig.npa(64 * id);
    packet.id = id;
    rig.send(0, id < 4 ? id : 5000 + 100 * id, packet);
  }
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  for (const TlbOut &out : rig.out) {
    const bool refused = out.head.id % 4 == 0;
    EXPECT_EQ(out.head.status, refused ? FLITLOCK_TRANSLATION_PROTECTION : 0) << out.head.id;
    EXPECT_EQ(out.head.addr, refused ? rig.npa(64 * out.head.id) : TlbRig::kMove + 64 * out.head.id);
  }
  EXPECT_EQ(rig.l2_counts().walks, 1U);
  EXPECT_EQ(rig.counts().protection_errors, 2U);
}

TEST(TlbBlock, AWrongLeafLevelIsADecodeError) {
  TlbRigParams params;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 3 * kPage);
  uint64_t pte = 0;
  const uint64_t leaf = flitlock_page_tables_entry(rig.tables(), 0, 3, &pte);
  ASSERT_EQ(flitlock_page_tables_write(rig.tables(), leaf, pte & ~2ULL, nullptr),
            FLITLOCK_OK);             // no leaf at the leaf level
  const uint64_t first = 1ULL << 39;  // under an entry of level 1 that is a leaf
  rig.map(first, kPage);
  const uint64_t upper = flitlock_page_tables_entry(rig.tables(), first, 1, &pte);
  ASSERT_EQ(flitlock_page_tables_write(rig.tables(), upper, pte | 2U, nullptr), FLITLOCK_OK);
  rig.send(0, 0, {.npa = rig.npa(0), .id = 0});
  rig.send(0, 5000, {.npa = rig.npa(first), .id = 1});
  rig.send(0, 10000, {.npa = rig.npa(kPage), .id = 2});
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.out[0].head.status, FLITLOCK_TRANSLATION_DECODE);
  EXPECT_EQ(latency_of(rig, 0), 1230U);
  EXPECT_EQ(rig.out[1].head.status, FLITLOCK_TRANSLATION_DECODE);
  EXPECT_EQ(latency_of(rig, 1), 150U + 2 * 270) << "it ends where it is found";
  EXPECT_EQ(rig.out[2].head.status, 0);
}

// ---- Replacement, R-TLB-ARR-3

namespace {

// Touches pages one at a time in an L1 of one set; 'h' for a hit, 'm' for a miss.
std::string play(const TlbRigParams &params, std::initializer_list<unsigned> pages) {
  TlbRig rig(params);
  EXPECT_EQ(rig.error, "");
  rig.map(0, 32 * kPage);
  uint32_t id = 0;
  for (unsigned page : pages) {
    rig.send(0, 2000ULL * id, {.npa = rig.npa(page * kPage), .id = id});
    id++;
  }
  EXPECT_TRUE(rig.run_to_quiet());
  std::string text;
  for (const TlbRecord &each : rig.records)
    text += each.record.kind == FLITLOCK_CLASS_L1_HIT ? 'h' : 'm';
  return text;
}

}  // namespace

TEST(TlbBlock, ReplacementPolicies) {
  TlbRigParams params;
  params.l1.array.ways = 4;
  //                             0 fills four     touch 0   4 evicts   who is it?
  const auto sequence = {0U, 1U, 2U, 3U, 0U, 4U, 0U, 1U};
  params.l1.array.policy = FLITLOCK_REPLACE_LRU;
  EXPECT_EQ(play(params, sequence), "mmmmhmhm") << "1 was touched longest ago";
  params.l1.array.policy = FLITLOCK_REPLACE_FIFO;
  EXPECT_EQ(play(params, sequence), "mmmmhmmm") << "0 was installed longest ago; then 1 made room for it";
  params.l1.array.policy = FLITLOCK_REPLACE_PLRU;
  // After 0..3 and a touch of 0 the tree points to the upper half, and there to way 2.
  EXPECT_EQ(play(params, {0, 1, 2, 3, 0, 4, 0, 1, 3, 2}), "mmmmhmhhhm");
  params.l1.array.policy = FLITLOCK_REPLACE_RANDOM;
  params.l1.array.seed = 2;  // way 2, then lfsr 1: way 1, then 0xB400: way 0
  EXPECT_EQ(play(params, {0, 1, 2, 3, 4, 0, 1, 3, 2, 1}), "mmmmmhhhmm") << "2 goes for 4, 1 for 2";
}

TEST(TlbBlock, LruIsTouchedByAFillToo) {
  TlbRigParams params;
  params.l1.array.ways = 2;
  EXPECT_EQ(play(params, {0, 1, 2, 1, 0, 1}), "mmmhmh") << "2 displaced 0, then 0 displaces 2 as 1 was touched";
}

TEST(TlbBlock, SetsOfL2) {
  // 16 entries in 2 ways: 8 sets by the page number; pages 0, 8, 16 share one.
  TlbRigParams params;
  params.l1.array.ways = 1;
  params.l2.array.sets = 8;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 32 * kPage);
  uint32_t id = 0;
  for (uint64_t page : {0, 8, 1, 0, 16, 8, 0})
    rig.send(0, 3000ULL * id, {.npa = rig.npa(page * kPage), .id = id}), id++;
  ASSERT_TRUE(rig.run_to_quiet());
  const std::vector<uint8_t> expected = {FLITLOCK_CLASS_WALK,   FLITLOCK_CLASS_WALK, FLITLOCK_CLASS_WALK,
                                         FLITLOCK_CLASS_L2_HIT, FLITLOCK_CLASS_WALK, FLITLOCK_CLASS_WALK,
                                         FLITLOCK_CLASS_WALK};
  for (uint32_t k = 0; k < id; k++)
    EXPECT_EQ(kind_of(rig, k), expected[k]) << k;
}

TEST(TlbBlock, PartitionsKeepSourcesApart) {
  for (bool parted : {false, true}) {
    TlbRigParams params;
    params.l1.array.ways = 1;
    params.l2.array.sets = 2;
    params.l2.array.ways = 1;
    params.l2.partitions = parted ? 2 : 1;
    params.l2.partition[2] = parted ? 1 : 0;
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, 32 * kPage);
    rig.send(0, 0, {.npa = rig.npa(0), .src = 1, .id = 0});
    for (uint32_t k = 1; k < 5; k++)  // another source floods both sets
      rig.send(0, 3000 * k, {.npa = rig.npa((4 + k) * kPage), .src = 2, .id = k});
    rig.send(0, 20000, {.npa = rig.npa(0), .src = 1, .id = 9});
    rig.send(0, 25000, {.npa = rig.npa(8 * kPage), .src = 2, .id = 10});
    ASSERT_TRUE(rig.run_to_quiet());
    EXPECT_EQ(kind_of(rig, 9), parted ? FLITLOCK_CLASS_L2_HIT : FLITLOCK_CLASS_WALK);
    EXPECT_EQ(kind_of(rig, 10), parted ? FLITLOCK_CLASS_L2_HIT : FLITLOCK_CLASS_WALK) << "page 0 displaced it";
  }
}

// ---- Prefetches, R-TLB-L2-6

TEST(TlbBlock, APrefetchMakesAnL2Hit) {
  TlbRigParams params;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 4 * kPage);
  rig.prefetch(0, rig.npa(kPage + 5));
  rig.send(0, 3000, {.npa = rig.npa(kPage), .id = 0});
  rig.prefetch(6000, rig.npa(kPage));      // is there
  rig.prefetch(6001, 1ULL << 50);          // not own
  rig.prefetch(9000, rig.npa(2 * kPage));  // and a request catches it under way
  rig.send(0, 9001, {.npa = rig.npa(2 * kPage), .id = 1});
  rig.prefetch(12000, rig.npa(3ULL << 30));  // without a translation: nobody is told
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  EXPECT_EQ(kind_of(rig, 0), FLITLOCK_CLASS_L2_HIT);
  EXPECT_EQ(latency_of(rig, 0), 150U);
  EXPECT_EQ(kind_of(rig, 1), FLITLOCK_CLASS_L2_MERGE);
  EXPECT_EQ(latency_of(rig, 1), 420U - 51U) << "sampled by L2 at edge 9000, as the miss would have been at 9051";
  const flitlock_l2_tlb_counts counts = rig.l2_counts();
  EXPECT_EQ(counts.prefetch_walks, 3U);
  EXPECT_EQ(counts.prefetch_dropped, 2U);
  EXPECT_EQ(counts.walk_errors, 1U);
}

TEST(TlbBlock, PrefetchesLeaveMshrsFree) {
  TlbRigParams params;
  params.l2.mshrs = 4;
  params.l2.prefetch_reserve = 3;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 8 * kPage);
  for (uint64_t page = 0; page < 3; page++)
    rig.prefetch(page, rig.npa(page * kPage));
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.l2_counts().prefetch_walks, 1U);
  EXPECT_EQ(rig.l2_counts().prefetch_dropped, 2U);
}

// ---- Invalidation

TEST(TlbBlock, AnInvalidationOfAnIdleGpuTakesItsChannels) {
  TlbRigParams params;
  params.stations(3);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.invalidate(10, 0, 64, 77);
  rig.invalidate(10, 0, 64, 78);
  ASSERT_TRUE(rig.run_to_quiet());
  // Begins at 10, sampled by the L1s at 11, done sampled at 12, complete sampled by the host at 13. The next one begins
  // at the edge after.
  ASSERT_EQ(rig.completed.size(), 2U);
  EXPECT_EQ(rig.completed[0], (std::pair<uint64_t, uint32_t>{13, 77}));
  EXPECT_EQ(rig.completed[1], (std::pair<uint64_t, uint32_t>{16, 78}));
}

TEST(TlbBlock, TheRangeOfAnInvalidation) {
  struct Case {
    uint64_t base;
    unsigned bits;
    std::array<bool, 4> gone;  // pages 0 to 3
  };
  const Case cases[] = {{0, 12, {true, false, false, false}},           {kPage + 5, 0, {false, true, false, false}},
                        {kPage, 21, {false, true, false, false}},       {kPage, 22, {true, true, false, false}},
                        {3 * kPage, 22, {false, false, true, true}},    {1ULL << 41, 42, {true, true, true, true}},
                        {1ULL << 41, 41, {false, false, false, false}}, {kPage, 4095, {true, true, true, true}},
                        {7ULL << 42, 21, {true, false, false, false}}};
  for (const Case &c : cases) {
    TlbRigParams params;
    TlbRig rig(params);
    ASSERT_EQ(rig.error, "");
    rig.map(0, 4 * kPage);
    for (uint32_t page = 0; page < 4; page++)
      rig.send(0, 2000 * page, {.npa = rig.npa(page * kPage), .id = page});
    rig.invalidate(10000, c.base, c.bits);
    for (uint32_t page = 0; page < 4; page++)
      rig.send(0, 12000 + 2000 * page, {.npa = rig.npa(page * kPage), .id = 10 + page});
    ASSERT_TRUE(rig.run_to_quiet());
    for (uint32_t page = 0; page < 4; page++)
      EXPECT_EQ(kind_of(rig, 10 + page), c.gone[page] ? FLITLOCK_CLASS_WALK : FLITLOCK_CLASS_L1_HIT)
          << c.base << " " << c.bits << " page " << page;
  }
}

TEST(TlbBlock, DoneWaitsForWhatWasTranslatedBefore) {
  TlbRigParams params;
  params.l1.credits[0] = 4;
  params.stall = 0.97;  // the receiver is slow
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, kPage);
  for (uint32_t id = 0; id < 10; id++)
    rig.send(0, 2000 + id, {.npa = rig.npa(64 * id), .id = id, .len = 4});
  rig.send(0, 0, {.npa = rig.npa(0), .id = 99});
  rig.invalidate(3300, 0, 64);
  ASSERT_TRUE(rig.run_to_quiet());
  EXPECT_EQ(rig.check(), "");
  ASSERT_EQ(rig.completed.size(), 1U);
  EXPECT_GT(rig.completed[0].first, rig.out.back().cycle) << "R-TLB-L1-12";
  EXPECT_GT(rig.completed[0].first, 3400U);
}

// ---- Around the block

TEST(TlbBlock, TraceLanesTellHitsVictimsAndWalks) {
  TlbRigParams params;
  params.l1.trace = params.l2.trace = 1;
  params.l1.array.ways = 1;
  params.logged = true;
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  rig.map(0, 2 * kPage);
  rig.send(0, 0, {.npa = rig.npa(0x40), .src = 3, .id = 5});
  ASSERT_TRUE(rig.run_to_quiet());
  std::vector<std::string> traces;
  for (const std::string &line : rig.log)
    if (line.find(" block 0 port 3 ") != std::string::npos || line.find(" block 1 port 4 ") != std::string::npos)
      traces.push_back(line);
  const std::string fixed = " flit vc=0 head=1 tail=1 units=1 len=1 seq=0 op=0 ";
  const std::vector<std::string> expected = {
      "49 block 0 port 3" + fixed + "bytes=3 status=0 dst=0x0 src=0x3 id=5 birth=0 addr=0x40",
      "148 block 1 port 4" + fixed + "bytes=259 status=0 dst=0x0 src=0x3 id=0 birth=0 addr=0x0",
      "418 block 1 port 4" + fixed + "bytes=16 status=0 dst=0x0 src=0x0 id=0 birth=0 addr=0x0",
      "688 block 1 port 4" + fixed + "bytes=16 status=0 dst=0x0 src=0x0 id=0 birth=0 addr=0x0",
      "958 block 1 port 4" + fixed + "bytes=16 status=0 dst=0x0 src=0x0 id=0 birth=0 addr=0x0",
      "1228 block 1 port 4" + fixed + "bytes=32 status=0 dst=0x0 src=0x0 id=0 birth=0 addr=0x0",
      "1229 block 0 port 3" + fixed + "bytes=16 status=0 dst=0x0 src=0x0 id=0 birth=0 addr=0x0"};
  EXPECT_EQ(traces, expected);
}

TEST(TlbBlock, ResetForgetsEverything) {
  flitlock_l1_tlb_params params{};
  flitlock_l1_tlb_params_default(&params);
  flitlock_block *l1 = nullptr;
  ASSERT_EQ(flitlock_l1_tlb_golden.create(&params, "l1", &l1, nullptr), FLITLOCK_OK);
  flitlock_flit in_flit[4] = {}, out_flit[4] = {};
  uint32_t in_credit[4] = {}, out_credit[4] = {};
  flitlock_flit &flit = in_flit[FLITLOCK_L1_TLB_LINK];
  flit.head = flit.tail = flit.units = flit.len = 1;
  for (int round = 0; round < 2; round++) {
    flitlock_l1_tlb_golden.reset(l1);
    flitlock_in in = {1, 0, in_flit, in_credit};
    flitlock_out out = {0, 0, out_flit, out_credit};
    EXPECT_EQ(flitlock_l1_tlb_golden.step(l1, 0, &in, &out), 49U) << "sleeps until the look-up is due";
    EXPECT_EQ(flitlock_l1_tlb_golden.occupancy(l1), 1U);
    in.flit_valid = 0;
    EXPECT_EQ(flitlock_l1_tlb_golden.step(l1, 49, &in, &out), FLITLOCK_SLEEP) << "waits for the answer";
    EXPECT_EQ(out.flit_valid, 1U << FLITLOCK_L1_TLB_L2);
    EXPECT_EQ(out_flit[FLITLOCK_L1_TLB_L2].id, 0U);
    std::array<char, 200> text{};
    flitlock_l1_tlb_golden.waits(l1, text.data(), text.size());
    EXPECT_STREQ(text.data(), "input.link.vc0 0 0 waits for link of l2.vc0\n");
  }
  flitlock_l1_tlb_golden.destroy(l1);
}

TEST(TlbBlock, ProtocolErrorsAreTold) {
  const auto complaint = [](unsigned port, flitlock_flit flit) {
    flitlock_l1_tlb_params params{};
    flitlock_l1_tlb_params_default(&params);
    params.in_depth[0] = 4;
    flitlock_block *l1 = nullptr;
    EXPECT_EQ(flitlock_l1_tlb_golden.create(&params, "gpu0.l1", &l1, nullptr), FLITLOCK_OK);
    flitlock_flit in_flit[4] = {}, out_flit[4] = {};
    uint32_t in_credit[4] = {}, out_credit[4] = {};
    in_flit[port] = flit;
    for (uint64_t t = 0; t < 5; t++) {
      flitlock_in in = {1ULL << port, 0, in_flit, in_credit};
      flitlock_out out = {0, 0, out_flit, out_credit};
      flitlock_l1_tlb_golden.step(l1, t, &in, &out);
    }
    flitlock_error error{};
    EXPECT_EQ(flitlock_l1_tlb_golden.check(l1, &error), FLITLOCK_E_PROTOCOL);
    flitlock_l1_tlb_golden.destroy(l1);
    return std::string(error.text);
  };
  flitlock_flit flit{};
  flit.head = flit.tail = flit.units = flit.len = 1;
  EXPECT_NE(complaint(FLITLOCK_L1_TLB_LINK, flit).find("gpu0.l1 port link: R-IN-2: a flit arrives without a credit"),
            std::string::npos);
  flit.op = FLITLOCK_OP_READ_RSP;
  EXPECT_NE(complaint(FLITLOCK_L1_TLB_L2, flit).find("R-TLB-INV-2"), std::string::npos);
  flit.tail = 0;
  EXPECT_NE(complaint(FLITLOCK_L1_TLB_LINK, flit).find("R-FL-3"), std::string::npos);
  flit.len = 2;
  EXPECT_NE(complaint(FLITLOCK_L1_TLB_LINK, flit).find("R-INV-3: a head before the tail"), std::string::npos);
}

TEST(TlbBlock, ImpossibleParametersAreRefusedWithBothValues) {
  const auto l1_says = [](auto change) {
    flitlock_l1_tlb_params params{};
    flitlock_l1_tlb_params_default(&params);
    change(params);
    flitlock_error error{};
    EXPECT_EQ(flitlock_l1_tlb_params_validate(&params, "gpu0.l1", &error), FLITLOCK_E_CONFIG);
    return std::string(error.text);
  };
  EXPECT_EQ(l1_says([](auto &p) { p.latency = 0; }), "gpu0.l1: latency is 0; allowed are 1 to 4095");
  EXPECT_EQ(l1_says([](auto &p) { p.array.sets = 3; }), "gpu0.l1: 3 sets are not a power of two");
  EXPECT_NE(l1_says([](auto &p) { p.in_depth[1] = 3; }).find("a packet of 4 flits needs as many"), std::string::npos);
  EXPECT_NE(l1_says([](auto &p) {
              p.array.ways = 3;
              p.array.policy = FLITLOCK_REPLACE_PLRU;
            }).find("3 ways; random and plru need a power of two"),
            std::string::npos);
  EXPECT_NE(l1_says([](auto &p) {
              p.npa.page_bits[2] = 30;
              p.npa.size_lsb = 25;
            }).find("size_lsb is 25, inside the largest page of 2^30 bytes"),
            std::string::npos);
  const auto l2_says = [](auto change) {
    flitlock_l2_tlb_params params{};
    flitlock_l2_tlb_params_default(&params);
    change(params);
    flitlock_error error{};
    EXPECT_EQ(flitlock_l2_tlb_params_validate(&params, "gpu0.l2", &error), FLITLOCK_E_CONFIG);
    return std::string(error.text);
  };
  EXPECT_EQ(l2_says([](auto &p) { p.walkers = 0; }), "gpu0.l2: walkers is 0; allowed are 1 to 1024");
  EXPECT_EQ(l2_says([](auto &p) { p.partitions = 3; }), "gpu0.l2: 3 partitions are not a power of two");
  EXPECT_NE(l2_says([](auto &p) { p.level_lsb[2] = 40; }).find("level_lsb is 39 at level 1 and 40 at level 2"),
            std::string::npos);
  EXPECT_NE(l2_says([](auto &p) {
              p.levels = 3;
            }).find("a page of 2^21 bytes is smaller than what an entry of the last level covers, 2^30"),
            std::string::npos);
  flitlock_page_table_params table{};
  flitlock_page_table_params_default(&table);
  flitlock_block *block = nullptr;
  EXPECT_EQ(flitlock_page_table_golden.create(&table, "t", &block, nullptr), FLITLOCK_E_CONFIG) << "no tables";
}

TEST(TlbBlock, DescribesPortsAndSignals) {
  TlbRigParams params;
  params.stations(2);
  TlbRig rig(params);
  ASSERT_EQ(rig.error, "");
  flitlock_block_info info{};
  flitlock_l2_tlb_golden.describe(rig.l2(), &info);
  ASSERT_EQ(info.ports, 6U);
  const char *const names[] = {"station0", "station1", "prefetch", "ctl", "mem", "trace"};
  for (unsigned p = 0; p < 6; p++)
    EXPECT_STREQ(info.port[p].name, names[p]);
  EXPECT_EQ(info.port[1].in_depth[0], 64);
  EXPECT_EQ(info.port[1].in_depth[1], 1);
  EXPECT_EQ(info.port[4].in_depth[0], 100);
  EXPECT_EQ(info.port[2].has_out, 0);
  EXPECT_EQ(info.port[5].has_in, 0);
  flitlock_l1_tlb_golden.describe(rig.l1(0), &info);
  ASSERT_EQ(info.ports, 4U);
  EXPECT_EQ(info.port[FLITLOCK_L1_TLB_L2].in_depth[0], 65);
  const auto has = [](const flitlock_block_ops &ops, const flitlock_block *block, const std::string &path) {
    std::vector<flitlock_signal> list(ops.signals(block, nullptr, 0));
    ops.signals(block, list.data(), list.size());
    for (const flitlock_signal &signal : list)
      if (path == signal.path) return true;
    return false;
  };
  EXPECT_TRUE(has(flitlock_l1_tlb_golden, rig.l1(0), "input.link.vc0.count"));
  EXPECT_TRUE(has(flitlock_l1_tlb_golden, rig.l1(0), "mshrs"));
  EXPECT_TRUE(has(flitlock_l2_tlb_golden, rig.l2(), "walkers"));
  EXPECT_STREQ(flitlock_translation_class_name(FLITLOCK_CLASS_L1_MERGE), "l1_mshr");
  EXPECT_STREQ(flitlock_translation_class_name(99), "unknown");
}
