// SPDX-License-Identifier: Apache-2.0
// A golden slice edge by edge: what it presents when, and what stalls it. Times are counted from the edge at which the
// slice samples the (first) request.
#include <string>
#include <vector>

#include "l2_access.h"

namespace {

using flitlock_test::L2Profile;

class Bench {
 public:
  explicit Bench(const flitlock_l2_slice_params &params) : params_(params) {
    params_.events = 1;
    flitlock_error error;
    EXPECT_EQ(flitlock_l2_slice_golden.create(&params_, "s", &slice_, &error), FLITLOCK_OK) << error.text;
  }
  ~Bench() { flitlock_l2_slice_golden.destroy(slice_); }

  // The address of line `n` of set `set`.
  uint64_t Line(unsigned n, unsigned set = 5) const {
    flitlock_l2_place place = {params_.slice, set, 100 + n};
    uint64_t address = 0;
    for (uint64_t tag = 100, found = 0;; tag++) {
      place.tag = tag;
      if (flitlock_l2_map_join(&params_.map, &place, &address) != 0 && found++ == n) return address;
    }
  }
  void Request(uint64_t address, unsigned op, unsigned bytes, const flitlock_l2_command &command = {}) {
    flit_[0] = {};
    flitlock_l2_command_pack(&command, payload_[0]);
    bool write = op == FLITLOCK_OP_WRITE_REQ && command.code == 0;
    for (unsigned n = 0; n < 64; n++)
      payload_[0][64 + n] = static_cast<uint8_t>(address / 64 + n);
    Fill(&flit_[0], address, op, bytes, write ? 2 : 1);
    flit_[0].id = next_id_++;
    flit_[0].payload = payload_[0];
    in_valid_ |= 1;
  }
  void Read(uint64_t address, unsigned bytes = 4) { Request(address, FLITLOCK_OP_READ_REQ, bytes); }
  void Write(uint64_t address, uint64_t mask) {
    flitlock_l2_command command = {};
    command.mask = mask;
    Request(address, FLITLOCK_OP_WRITE_REQ, 64, command);
  }
  void AnswerFetch(const flitlock_flit &fetch, uint8_t byte) {
    std::memset(payload_[1], byte, 64);
    Fill(&flit_[3], fetch.addr, FLITLOCK_OP_READ_RSP, fetch.bytes, 1);
    flit_[3].id = fetch.id;
    flit_[3].payload = payload_[1];
    in_valid_ |= 8;
  }
  void Credit(unsigned port) {
    credit_in_[port] = 1;
    in_credit_ |= 1ULL << port;
  }
  // One edge. What it presented can be asked for until the next.
  void Step() {
    flitlock_in in = {in_valid_, in_credit_, flit_, credit_in_};
    out_ = {0, 0, out_flit_, out_credit_};
    flitlock_l2_slice_golden.step(slice_, cycle_++, &in, &out_);
    in_valid_ = in_credit_ = 0;
    if (Event()) flitlock_l2_event_unpack(&event_, out_flit_[4].payload);
    flitlock_error error;
    EXPECT_EQ(flitlock_l2_slice_golden.check(slice_, &error), FLITLOCK_OK) << error.text;
  }
  bool Presents(unsigned port) const { return out_.flit_valid >> port & 1; }
  bool Returns(unsigned port) const { return out_.credit_valid >> port & 1; }
  bool Event() const { return Presents(4); }
  const flitlock_flit &Flit(unsigned port) const { return out_flit_[port]; }
  const flitlock_l2_event &event() const { return event_; }
  flitlock_block *slice() { return slice_; }
  const flitlock_l2_slice_params &params() const { return params_; }

  // Reads `count` lines of a set and answers their fetches, until all is quiet.
  void Warm(unsigned count, unsigned set = 5) {
    for (unsigned n = 0; n < count; n++) {
      Read(Line(n, set));
      Settle();
    }
  }
  void Settle() {
    for (unsigned quiet = 0; quiet < 6; quiet++) {
      Step();
      if (Presents(1)) Credit(1);
      if (!Presents(2)) continue;
      Credit(2);
      quiet = 0;
      if (Flit(2).op == FLITLOCK_OP_READ_REQ) AnswerFetch(Flit(2), 0xAA);
    }
  }

 private:
  static void Fill(flitlock_flit *flit, uint64_t address, unsigned op, unsigned bytes, unsigned units) {
    *flit = {};
    flit->addr = address;
    flit->op = static_cast<uint8_t>(op);
    flit->bytes = static_cast<uint16_t>(bytes);
    flit->head = flit->tail = 1;
    flit->units = flit->len = static_cast<uint8_t>(units);
    flit->src = 0x1234;
    flit->dst = 0x77;
    flit->birth = 9;
  }
  flitlock_l2_slice_params params_;
  flitlock_block *slice_ = nullptr;
  uint64_t cycle_ = 0, in_valid_ = 0, in_credit_ = 0;
  uint32_t next_id_ = 0;
  flitlock_flit flit_[5] = {}, out_flit_[5] = {};
  uint32_t credit_in_[5] = {}, out_credit_[5] = {};
  uint8_t payload_[2][128] = {};
  flitlock_out out_ = {};
  flitlock_l2_event event_ = {};
};

flitlock_l2_slice_params Plain() {
  flitlock_l2_slice_params params = L2Profile("MINI48").slice;
  params.reserved = 0;
  params.p_rand = 0;
  return params;
}

TEST(L2Slice, AHitIsPresentedTwoEdgesAfterItIsSampled) {
  Bench bench(Plain());
  bench.Warm(1);
  bench.Read(bench.Line(0) + 8, 8);
  bench.Step();  // edge 0
  EXPECT_TRUE(bench.Event());
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_HIT);
  EXPECT_TRUE(bench.Returns(0));
  EXPECT_FALSE(bench.Presents(1));
  bench.Step();
  EXPECT_FALSE(bench.Presents(1));
  EXPECT_FALSE(bench.Returns(0));
  bench.Step();  // edge 2
  ASSERT_TRUE(bench.Presents(1));
  const flitlock_flit &flit = bench.Flit(1);
  EXPECT_EQ(flit.op, FLITLOCK_OP_READ_RSP);
  EXPECT_EQ(flit.src, 0x77U);
  EXPECT_EQ(flit.dst, 0x1234U);
  EXPECT_EQ(flit.birth, 9U);
  EXPECT_EQ(flit.payload[7], 0);
  EXPECT_EQ(flit.payload[8], 0xAA);
  EXPECT_EQ(flit.payload[15], 0xAA);
  EXPECT_EQ(flit.payload[16], 0);
}

TEST(L2Slice, AMissIsFetchedFilledAndDrained) {
  Bench bench(Plain());
  bench.Read(bench.Line(0) + 32);
  bench.Step();
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_MISS);
  EXPECT_EQ(bench.event().fetch, 2);
  bench.Step();
  EXPECT_FALSE(bench.Presents(2));
  bench.Step();  // edge 2
  ASSERT_TRUE(bench.Presents(2));
  flitlock_flit fetch = bench.Flit(2);
  EXPECT_EQ(fetch.addr, bench.Line(0) + 32);
  EXPECT_EQ(fetch.bytes, 32);
  EXPECT_EQ(fetch.units, 1);
  bench.AnswerFetch(fetch, 0x5C);
  bench.Step();  // edge 3: filled
  ASSERT_TRUE(bench.Event());
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_FILL);
  EXPECT_EQ(bench.event().v, 2);
  EXPECT_EQ(bench.event().outcome, 0);
  EXPECT_TRUE(bench.Returns(3));
  bench.Step();  // edge 4: drained, the MSHR is free
  ASSERT_TRUE(bench.Event());
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_DRAIN);
  EXPECT_EQ(bench.event().outcome, 1);
  bench.Step();
  EXPECT_FALSE(bench.Presents(1));
  bench.Step();  // edge 6
  ASSERT_TRUE(bench.Presents(1));
  EXPECT_EQ(bench.Flit(1).payload[32], 0x5C);
}

// R-L2S-VIC-6, and cva6 3553: fills do not touch.
TEST(L2Slice, VictimsOfThePureTreeAreThoseOfThePage) {
  Bench bench(Plain());
  bench.Warm(16);
  const unsigned expected[] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
  for (unsigned n = 0; n < 16; n++) {
    bench.Read(bench.Line(16 + n));
    bench.Step();
    EXPECT_EQ(bench.event().way, expected[n]) << n;
    EXPECT_EQ(bench.event().victim, 1);
    bench.Settle();
  }
}

// ChampSim 132: invalid ways first, and the LFSR stays until all are taken.
TEST(L2Slice, TheLfsrStepsOnlyForAVictim) {
  flitlock_l2_slice_params params = Plain();
  params.slice = 1;
  params.p_rand = 256;
  Bench bench(params);
  bench.Warm(16);
  EXPECT_EQ(bench.event().lfsr, 0xACE1 ^ 1);
  unsigned lfsr = 0xACE1 ^ 1;
  for (unsigned n = 0; n < 40; n++) {
    for (int shift = 0; shift < 8; shift++)
      lfsr = (lfsr & 1) != 0 ? lfsr >> 1 ^ 0xB400 : lfsr >> 1;
    bench.Read(bench.Line(16 + n));
    bench.Step();
    EXPECT_EQ(bench.event().lfsr, lfsr);
    EXPECT_EQ(bench.event().way, (lfsr >> 8) * 16 >> 8) << n;
    bench.Settle();
    bench.Read(bench.Line(16 + n));
    bench.Step();
    EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_HIT);
    EXPECT_EQ(bench.event().lfsr, lfsr);
    bench.Settle();
  }
}

// R-L2S-ST-4: write-back lower half, upper half, fetch; one a edge.
TEST(L2Slice, ADirtyVictimGoesBeforeTheFetch) {
  Bench bench(Plain());
  bench.Warm(16);
  bench.Write(bench.Line(0) + 0, 0x10);
  bench.Settle();
  bench.Write(bench.Line(0) + 64, 0x300000000);
  bench.Settle();
  for (unsigned n = 1; n < 16; n++) {
    bench.Read(bench.Line(n));
    bench.Settle();
  }
  bench.Read(bench.Line(16));
  bench.Step();
  EXPECT_EQ(bench.event().way, 0);
  EXPECT_EQ(bench.event().victim_d, 9);
  EXPECT_EQ(bench.event().victim_b_low, 0xFFFFFFFFU);
  bench.Step();
  bench.Step();  // edge 2
  ASSERT_TRUE(bench.Presents(2));
  EXPECT_EQ(bench.Flit(2).op, FLITLOCK_OP_WRITE_REQ);
  EXPECT_EQ(bench.Flit(2).addr, bench.Line(0));
  flitlock_l2_command command;
  flitlock_l2_command_unpack(&command, bench.Flit(2).payload);
  EXPECT_EQ(command.mask, 0xFFFFFFFFU);
  EXPECT_EQ(bench.Flit(2).payload[64 + 3], 0xAA);
  EXPECT_EQ(bench.Flit(2).payload[64 + 4], static_cast<uint8_t>(bench.Line(0) / 64 + 4));
  bench.Step();  // edge 3
  ASSERT_TRUE(bench.Presents(2));
  EXPECT_EQ(bench.Flit(2).addr, bench.Line(0) + 64);
  flitlock_l2_command_unpack(&command, bench.Flit(2).payload);
  EXPECT_EQ(command.mask, 0x300000000U) << "only the written bytes of a sector that was never fetched";
  bench.Step();  // edge 4
  ASSERT_TRUE(bench.Presents(2));
  EXPECT_EQ(bench.Flit(2).op, FLITLOCK_OP_READ_REQ);
  EXPECT_EQ(bench.Flit(2).addr, bench.Line(16));
  bench.Step();
  EXPECT_FALSE(bench.Presents(2));
}

// R-L2S-VIC-2: all ways locked. The stall leaves LFSR and tree alone; a fill and a drain end it.
TEST(L2Slice, LockedWaysStallAndNothingIsLost) {
  flitlock_l2_slice_params params = Plain();
  params.ways = 4;
  params.p_rand = 256;
  Bench bench(params);
  std::vector<flitlock_flit> fetches;
  for (unsigned n = 0; n < 4; n++) {
    bench.Read(bench.Line(n));
    bench.Step();
    EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_MISS);
    if (bench.Presents(2)) fetches.push_back(bench.Flit(2));
  }
  bench.Read(bench.Line(4));
  for (unsigned n = 0; n < 20; n++) {
    bench.Step();
    EXPECT_FALSE(bench.Event());
    if (bench.Presents(2)) fetches.push_back(bench.Flit(2));
  }
  ASSERT_EQ(fetches.size(), 4U);
  bench.AnswerFetch(fetches[2], 1);
  bench.Step();
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_FILL);
  bench.Step();
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_DRAIN);
  bench.Step();
  ASSERT_TRUE(bench.Event());
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_MISS);
  EXPECT_EQ(bench.event().way, 2) << "the only way that is not locked";
  EXPECT_EQ(bench.event().lfsr, 0xC2C4) << "one step of 8 shifts, whatever the stall took";
}

// vortex 363, FlashGPU-Sim 17: accesses to a line under way keep their order, up to the last place of the list.
TEST(L2Slice, RequestsToALineUnderWayAreAppended) {
  Bench bench(Plain());
  const uint64_t line = bench.Line(0);
  bench.Read(line);
  bench.Step();
  bench.Write(line, 1);
  bench.Step();
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_MERGED);
  flitlock_l2_command add = {0, 5, 0, FLITLOCK_L2_CODE_ATOMIC32 + FLITLOCK_L2_ADD};
  bench.Request(line, FLITLOCK_OP_READ_REQ, 4, add);
  bench.Step();  // edge 2: the fetch
  ASSERT_TRUE(bench.Presents(2));
  flitlock_flit fetch = bench.Flit(2);
  EXPECT_EQ(bench.event().fetch, 0) << "its sector is on its way";
  bench.Read(line + 96);
  bench.Step();  // edge 3: the write is answered, another sector fetched
  EXPECT_TRUE(bench.Presents(1));
  EXPECT_EQ(bench.Flit(1).op, FLITLOCK_OP_WRITE_RSP);
  EXPECT_EQ(bench.event().fetch, 8);
  bench.Read(line);
  bench.Step();  // edge 4: the list is full
  EXPECT_FALSE(bench.Event());
  bench.AnswerFetch(fetch, 0x20);
  bench.Step();  // edge 5
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_FILL);
  flitlock_flit second = bench.Flit(2);
  ASSERT_TRUE(bench.Presents(2));
  std::vector<unsigned> kinds;
  std::vector<unsigned> first_bytes;
  for (unsigned n = 0; n < 10; n++) {
    if (n == 4) bench.AnswerFetch(second, 0x30);
    bench.Step();
    if (bench.Event()) kinds.push_back(bench.event().kind * 10U + bench.event().outcome);
    if (bench.Presents(1)) first_bytes.push_back(bench.Flit(1).payload[bench.Flit(1).addr % 64]);
  }
  // Read, write, atomic drained; the fifth request merges; then it waits for the other sector, whose read is before it.
  const std::vector<unsigned> expected_kinds = {20, 20, 20, 3, 10, 20, 21};
  EXPECT_EQ(kinds, expected_kinds);
  unsigned written = static_cast<uint8_t>(line / 64);
  const std::vector<unsigned> expected_bytes = {0x20, written, 0x30, (written + 5) & 255};
  EXPECT_EQ(first_bytes, expected_bytes);
}

// R-L2S-MSHR-2: the line is an ordinary hit at the edge after the one that frees its MSHR.
TEST(L2Slice, ALineIsHitAtTheEdgeAfterItsMshrIsFree) {
  Bench bench(Plain());
  bench.Read(bench.Line(0));
  bench.Step();
  bench.Step();
  bench.Step();
  bench.AnswerFetch(bench.Flit(2), 1);
  bench.Step();
  bench.Read(bench.Line(0));
  bench.Step();  // the drain goes first
  EXPECT_EQ(bench.event().kind, FLITLOCK_L2_DRAIN);
  EXPECT_EQ(bench.event().outcome, 1);
  bench.Step();
  ASSERT_TRUE(bench.Event());
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_HIT);
}

// R-L2S-ST-5: slots are reserved by what is on its way, and a pop helps at the next edge.
TEST(L2Slice, ResponsesWithoutCreditsStallTheTagStage) {
  flitlock_l2_slice_params params = Plain();
  params.rsp_depth = 2;
  params.rsp_credits = 1;
  Bench bench(params);
  bench.Warm(1);
  std::string accepted, presented;
  for (unsigned n = 0; n < 12; n++) {
    if (n < 5) bench.Read(bench.Line(0));
    if (n == 8) bench.Credit(1);
    bench.Step();
    accepted += bench.Event() ? 'a' : '.';
    presented += bench.Presents(1) ? 'p' : '.';
  }
  // Two slots; the first response leaves at edge 2, so the third request is accepted at 3 and the fourth waits.
  EXPECT_EQ(accepted, "aa.a.....a..");
  EXPECT_EQ(presented, "..p.....p...");
}

// R-L2S-FL: one step a dirty way or a set, in order; lines stay; invalidate drops.
TEST(L2Slice, FlushWritesBackAndInvalidateDrops) {
  Bench bench(Plain());
  for (unsigned n : {0, 1}) {
    bench.Write(bench.Line(n, 2), 0xFF);
    bench.Settle();
  }
  for (unsigned code : {FLITLOCK_L2_CODE_FLUSH, FLITLOCK_L2_CODE_INVALIDATE}) {
    bool flush = code == FLITLOCK_L2_CODE_FLUSH;
    flitlock_l2_command command = {};
    command.code = static_cast<uint8_t>(code);
    bench.Request(0, FLITLOCK_OP_WRITE_REQ, 0, command);
    unsigned steps = 0, write_backs = 0, answers = 0, last = 0;
    for (unsigned n = 0; n < 60; n++) {
      bench.Step();
      steps += bench.Event();
      if (bench.Event() && bench.event().outcome == 1) last = n;
      write_backs += bench.Presents(2);
      if (bench.Presents(2)) bench.Credit(2);
      if (bench.Presents(1)) {
        answers++;
        EXPECT_EQ(n, last + 2);
        EXPECT_EQ(bench.Flit(1).op, FLITLOCK_OP_WRITE_RSP);
        bench.Credit(1);
      }
    }
    EXPECT_EQ(steps, bench.params().map.sets + (flush ? 1U : 0U));
    EXPECT_EQ(write_backs, flush ? 2U : 0U);
    EXPECT_EQ(answers, 1U);
    bench.Write(bench.Line(0, 2), 0x100);
    bench.Step();
    EXPECT_EQ(bench.event().outcome, flush ? FLITLOCK_L2_HIT : FLITLOCK_L2_MISS);
    EXPECT_EQ(bench.event().b_low, flush ? 0x1FFU : 0x100U);
    bench.Settle();
    if (flush) {  // clean again for the second round
      bench.Request(0, FLITLOCK_OP_WRITE_REQ, 0, command);
      for (unsigned n = 0; n < 10; n++)
        bench.Settle();
    }
  }
}

// A write never fetches; the first read of its sector does, and gets only the bytes that were not written.
TEST(L2Slice, WritesValidateByteByByte) {
  Bench bench(Plain());
  bench.Write(bench.Line(0), 0x0F);
  bench.Step();
  EXPECT_EQ(bench.event().fetch, 0);
  EXPECT_EQ(bench.event().d, 1);
  EXPECT_EQ(bench.event().v, 0);
  bench.Settle();
  bench.Read(bench.Line(0), 8);
  bench.Step();
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_SECTOR_MISS);
  EXPECT_EQ(bench.event().fetch, 1);
  bench.Settle();
  bench.Read(bench.Line(0), 8);
  bench.Step();
  EXPECT_EQ(bench.event().outcome, FLITLOCK_L2_HIT);
  bench.Step();
  bench.Step();
  ASSERT_TRUE(bench.Presents(1));
  EXPECT_EQ(bench.Flit(1).payload[3], static_cast<uint8_t>(bench.Line(0) / 64 + 3));
  EXPECT_EQ(bench.Flit(1).payload[4], 0xAA);
  // A whole sector by masks is valid without any fetch.
  bench.Write(bench.Line(0) + 64, 0x0000FFFF);
  bench.Settle();
  bench.Write(bench.Line(0) + 64, 0xFFFF0000);
  bench.Step();
  EXPECT_EQ(bench.event().v, 5);
}

TEST(L2Slice, AtomicsOnOneAddressAreAcceptedOneAnEdge) {
  Bench bench(Plain());
  bench.Warm(1);
  flitlock_l2_command add = {0, 1, 0, FLITLOCK_L2_CODE_ATOMIC64 + FLITLOCK_L2_ADD};
  std::vector<uint64_t> values;
  for (unsigned n = 0; n < 14; n++) {
    if (n < 12) bench.Request(bench.Line(0) + 16, FLITLOCK_OP_READ_REQ, 8, add);
    bench.Step();
    EXPECT_EQ(bench.Event(), n < 12) << n;
    if (!bench.Presents(1)) continue;
    bench.Credit(1);
    uint64_t value = 0;
    std::memcpy(&value, bench.Flit(1).payload + 16, 8);
    values.push_back(value);
  }
  ASSERT_EQ(values.size(), 12U);
  for (unsigned n = 0; n < 12; n++)
    EXPECT_EQ(values[n], 0xAAAAAAAAAAAAAAAAULL + n);
}

// R-L2S-PORT-10.
TEST(L2Slice, ProtocolErrorsAreNamed) {
  const flitlock_l2_slice_params params = Plain();
  struct flitlock_block *slice = nullptr;
  flitlock_error error;
  ASSERT_EQ(flitlock_l2_slice_golden.create(&params, "s", &slice, &error), FLITLOCK_OK);
  uint8_t payload[128] = {};
  flitlock_flit flit[5] = {}, out_flit[5] = {};
  uint32_t credit[5] = {}, out_credit[5] = {};
  auto step = [&](uint64_t valid) {
    flitlock_in in = {valid, 0, flit, credit};
    flitlock_out out = {0, 0, out_flit, out_credit};
    flitlock_l2_slice_golden.step(slice, 0, &in, &out);
    int status = flitlock_l2_slice_golden.check(slice, &error);
    std::string text = status == FLITLOCK_OK ? "" : error.text;
    flitlock_l2_slice_golden.reset(slice);
    return text;
  };
  flit[0].head = flit[0].tail = flit[0].len = flit[0].units = 1;
  flit[0].op = FLITLOCK_OP_READ_REQ;
  flit[0].bytes = 4;
  flit[0].payload = payload;
  EXPECT_EQ(step(1), "");
  flit[0].addr = 128;  // of slice 1
  EXPECT_NE(step(1).find("another slice"), std::string::npos);
  flit[0].addr = 62;
  EXPECT_NE(step(1).find("within a half"), std::string::npos);
  flit[0].addr = 0;
  payload[8] = 0x30;
  EXPECT_NE(step(1).find("unknown code"), std::string::npos);
  payload[8] = 0x20;
  EXPECT_NE(step(1).find("atomic"), std::string::npos);
  payload[8] = 0;
  flit[3] = flit[0];
  flit[3].bytes = 32;
  EXPECT_NE(step(8).find("not live"), std::string::npos);
  flitlock_l2_slice_golden.destroy(slice);
}

// A host may step a slice more often than it asks for: nothing changes (block.h).
TEST(L2Slice, StepsThatWereNotAskedForChangeNothing) {
  Bench bench(Plain());
  bench.Warm(3);
  flitlock_in in = {};
  flitlock_flit flit[5];
  uint32_t credit[5];
  for (unsigned n = 0; n < 50; n++) {
    flitlock_out out = {0, 0, flit, credit};
    EXPECT_EQ(flitlock_l2_slice_golden.step(bench.slice(), 1000 + n, &in, &out), FLITLOCK_SLEEP);
    EXPECT_EQ(out.flit_valid | out.credit_valid, 0U);
  }
}

}  // namespace
