// SPDX-License-Identifier: Apache-2.0
// Scenarios of one router, golden and RTL in lockstep: what has gone wrong in routers before (docs/scenarios.md).
#include "reference/router_bench.h"
#include "scenarios/rig.h"

namespace flitlock_test {
namespace {

// Golden and RTL agreed in everything, and there was something to agree on.
void expect_equal(const LockstepOps &lockstep) {
  flitlock_error text{};
  EXPECT_EQ(lockstep.verdict(text), FLITLOCK_OK) << text.text;
  EXPECT_GT(lockstep.total().flits, 0U);
}

// The tail of one packet and a packet of one flit in neighbouring cycles: none lost, none twice.
TEST(Scenario, SingleFlitPacketBehindATail) {
  for (const char *model : {"table_01", "table_02", "table_03", "table_04"}) {  // 0 to 3 registered stages
    LockstepOps lockstep(flitlock_router_rtl);
    {
      Rig rig(lockstep.ops(), model_params(model, 4));
      uint32_t id = 1;
      for (unsigned round = 0; round < 20; round++) {
        const unsigned len = round % 4 + 1;
        for (unsigned seq = 0; seq < len; seq++) {
          rig.put(0, 1, 0, id, len, seq);
          rig.step();
        }
        id++;
        rig.put(0, 1, 0, id, 1);
        rig.step();
        id++;
        // Everything leaves before the next round; as many credits come home as flits left.
        rig.run(8);
        for (unsigned k = 0; k < len + 1; k++) {
          rig.credit(1, 0);
          rig.step();
        }
        EXPECT_EQ(rig.count(id - 2), len) << model << ", round " << round;
        EXPECT_EQ(rig.count(id - 1), 1U) << model << ", round " << round;
      }
      // In the order of arrival.
      for (size_t k = 1; k < rig.seen.size(); k++)
        EXPECT_LE(rig.seen[k - 1].id, rig.seen[k].id) << model;
      EXPECT_EQ(rig.check(), "");
    }
    expect_equal(lockstep);
  }
}

// The first to ask meets no credit: it gets no grant, so others pass; with credit it goes.
TEST(Scenario, NoGrantIsStuckWhenTheFirstRequestMeetsNoCredit) {
  const flitlock_router_params params = model_params("mesh_1", 1);  // 6 VCs, 4 credits each
  LockstepOps lockstep(flitlock_router_rtl);
  {
    Rig rig(lockstep.ops(), params);
    for (uint32_t id = 1; id <= 4; id++) {  // the credits of VC 0
      rig.put(1, 0, 0, id);
      rig.step();
    }
    rig.run(4);
    ASSERT_EQ(rig.seen.size(), 4U);
    rig.put(1, 0, 0, 5);  // asks first, without a credit
    rig.step();
    rig.run(10);
    EXPECT_EQ(rig.count(5), 0U);
    for (unsigned vc = 1; vc < 6; vc++) {
      rig.put(1, 0, vc, 5 + vc);
      rig.step();
    }
    rig.run(4);
    for (unsigned vc = 1; vc < 6; vc++)
      EXPECT_EQ(rig.count(5 + vc), 1U) << "VC " << vc << " waits for VC 0";
    EXPECT_EQ(rig.count(5), 0U);
    rig.credit(0, 0);
    rig.step();
    EXPECT_EQ(rig.count(5), 1U) << "R-ST-4: the credit is used at the edge at which it arrives";
    EXPECT_EQ(rig.check(), "");
  }
  expect_equal(lockstep);
}

// A packet longer than the credits that are there gets no grant either, and holds up nobody.
TEST(Scenario, NoGrantIsStuckWhenCreditsAreFewerThanThePacket) {
  LockstepOps lockstep(flitlock_router_rtl);
  {
    Rig rig(lockstep.ops(), model_params("mesh_1", 4));
    rig.put(1, 0, 2, 1);  // one of four credits of VC 2
    rig.step();
    for (unsigned seq = 0; seq < 4; seq++) {
      rig.put(1, 0, 2, 2, 4, seq);
      rig.step();
    }
    rig.run(5);
    EXPECT_EQ(rig.count(2), 0U) << "R-L3-2: room for the whole packet";
    rig.put(1, 0, 3, 3);
    rig.step();
    rig.run(3);
    EXPECT_EQ(rig.count(3), 1U);
    rig.credit(0, 2);
    rig.step();
    rig.run(4);
    EXPECT_EQ(rig.count(2), 4U);
    EXPECT_EQ(rig.check(), "");
  }
  expect_equal(lockstep);
}

// Credits of VC i move packets of VC i and no others, for all pairs.
TEST(Scenario, CreditsOfAVcMoveNoOther) {
  const flitlock_router_params params = model_params("mesh_1", 1);
  LockstepOps lockstep(flitlock_router_rtl);
  {
    Rig rig(lockstep.ops(), params);
    uint32_t id = 0;
    for (unsigned vc = 0; vc < 6; vc++)
      for (unsigned k = 0; k < 6; k++) {  // 4 leave, 2 wait
        rig.put(1, 0, vc, ++id);
        rig.step();
      }
    rig.run(8);
    auto left = [&rig](unsigned vc) {
      return std::count_if(rig.seen.begin(), rig.seen.end(), [vc](const Seen &s) { return s.vc == vc; });
    };
    for (unsigned vc = 0; vc < 6; vc++)
      ASSERT_EQ(left(vc), 4) << vc;
    for (unsigned vc : {3U, 0U, 5U, 1U, 4U, 2U}) {
      std::vector<long> before;
      for (unsigned other = 0; other < 6; other++)
        before.push_back(left(other));
      rig.credit(0, vc, 2);
      rig.step();
      rig.run(6);
      for (unsigned other = 0; other < 6; other++)
        EXPECT_EQ(left(other) - before[other], other == vc ? 2 : 0) << "credits of VC " << vc << ", VC " << other;
    }
    // And those that go back are of the VC on which the flits came.
    for (unsigned vc = 0; vc < 6; vc++)
      EXPECT_EQ((rig.freed[{1, vc}]), 6U) << vc;
    EXPECT_EQ(rig.check(), "");
  }
  expect_equal(lockstep);
}

// ---- Loss under back-pressure alone

// RTL that loses a flit that leaves after 5 cycles without a credit: nothing that a test without stalls would meet.
unsigned without_credit = 0;
uint64_t losing_step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  const uint64_t wake = flitlock_router_rtl.step(block, cycle, in, out);
  if (cycle == 0) without_credit = 0;
  // Late enough that traffic flows.
  if (cycle > 50 && without_credit >= 5) out->flit_valid &= out->flit_valid - 1;
  without_credit = in->credit_valid != 0 ? 0 : without_credit + 1;
  return wake;
}

RouterTraffic traffic_with_stall(double stall) {
  RouterTraffic traffic;
  traffic.load = 1;
  traffic.stall = stall;
  traffic.cycles = 800;
  traffic.sleeper = false;
  return traffic;
}

std::string difference_with(const flitlock_block_ops &device, double stall, RouterBenchResult *result = nullptr) {
  LockstepOps lockstep(device);
  const RouterBenchResult run =
      run_router_bench(lockstep.ops(), model_params("mesh_1", 4), traffic_with_stall(stall), 5);
  if (result) *result = run;
  flitlock_error text{};
  return lockstep.verdict(text) == FLITLOCK_OK ? run.difference : text.text;
}

TEST(Scenario, NothingIsLostUnderBackPressure) {
  for (double stall : {0.0, 0.5, 0.9, 0.95}) {
    RouterBenchResult result;
    EXPECT_EQ(difference_with(flitlock_router_rtl, stall, &result), "") << stall;
    EXPECT_GT(result.flits, 50U) << stall;
    EXPECT_NEAR(static_cast<double>(result.stalls) / static_cast<double>(result.stall_chances), stall, 0.05);
  }
}

TEST(Scenario, LossUnderBackPressureAloneIsFound) {
  flitlock_block_ops losing = flitlock_router_rtl;
  losing.step = losing_step;
  EXPECT_EQ(difference_with(losing, 0), "") << "without stalls nothing is lost";
  EXPECT_NE(difference_with(losing, 0.95), "");
}

// ---- Reset

// Two routers in a row: what the first presents on output 0 the second samples on input 1, and back.
class Pair {
 public:
  explicit Pair(const flitlock_block_ops &ops) : ops_(ops), params_(model_params("mesh_1", 4)) {
    params_.route.gpu_port[9] = 0;  // straight on: to output 0 of both
    for (flitlock_block *&block : block_) {
      flitlock_error error{};
      if (ops.create(&params_, "pair", &block, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
    }
    for (unsigned k = 0; k < 2; k++)
      out_[k] = {0, 0, flit_[k], credit_[k]};
  }
  ~Pair() {
    for (flitlock_block *block : block_)
      ops_.destroy(block);
  }
  Pair(const Pair &) = delete;
  Pair &operator=(const Pair &) = delete;

  // A block in reset presents nothing and takes nothing, R-RST-2. `flit` goes to the first router's input 1; what it
  // gets while in reset is lost. Credits come home to the second's output 0 three cycles after the flit.
  void step(bool first_in_reset, bool second_in_reset, const flitlock_flit *flit) {
    flitlock_flit in_flit[2][3];
    uint32_t in_credit[2][3] = {};
    flitlock_in in[2] = {{0, 0, in_flit[0], in_credit[0]}, {0, 0, in_flit[1], in_credit[1]}};
    if (flit) {
      in[0].flit_valid = 2;
      in_flit[0][1] = *flit;
    }
    if (out_[0].flit_valid & 1) {
      in[1].flit_valid = 2;
      in_flit[1][1] = flit_[0][0];
    }
    if (out_[1].credit_valid & 2) {
      in[0].credit_valid = 1;
      in_credit[0][0] = credit_[1][1];
    }
    for (const auto &[due, vc] : home_)
      if (due == cycle_) {
        in[1].credit_valid = 1;
        in_credit[1][0] += flitlock_credit_one(vc, 1);
      }
    const bool held[2] = {first_in_reset, second_in_reset};
    for (unsigned k = 0; k < 2; k++) {
      out_[k] = {0, 0, flit_[k], credit_[k]};
      if (held[k]) {
        ops_.reset(block_[k]);
      } else {
        ops_.step(block_[k], cycle_, &in[k], &out_[k]);
      }
    }
    if (out_[1].flit_valid & 1) {
      arrived.push_back(flit_[1][0].id);
      home_.emplace_back(cycle_ + 3, flit_[1][0].vc);
    }
    cycle_++;
  }
  std::string check(unsigned router) const {
    flitlock_error error{};
    return ops_.check(block_[router], &error) == FLITLOCK_OK ? "" : error.text;
  }

  std::vector<uint32_t> arrived;  // flits out of the second router

 private:
  const flitlock_block_ops &ops_;
  flitlock_router_params params_;
  flitlock_block *block_[2] = {};
  flitlock_out out_[2];
  flitlock_flit flit_[2][3];
  uint32_t credit_[2][3];
  std::vector<std::pair<uint64_t, unsigned>> home_;
  uint64_t cycle_ = 0;
};

uint8_t zeros[FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES];
flitlock_flit flit_of(uint32_t id, unsigned len, unsigned seq) {
  flitlock_flit flit{};
  flit.dst = flitlock_address(9, 0, 0, 0);
  flit.vc = 3;
  flit.id = id;
  flit.len = static_cast<uint8_t>(len);
  flit.seq = static_cast<uint8_t>(seq);
  flit.units = 1;
  flit.head = seq == 0;
  flit.tail = seq + 1 == len;
  flit.payload = zeros;
  return flit;
}

// R-RST-4: the receiver is released first, the sender any number of cycles later. All arrives, in golden and in RTL,
// whoever stands beside whom is no different.
TEST(Scenario, ResetMayBeReleasedLaterAtTheSender) {
  for (unsigned skew = 0; skew <= 6; skew++) {
    LockstepOps lockstep(flitlock_router_rtl);
    {
      Pair pair(lockstep.ops());
      for (unsigned cycle = 0; cycle < 60; cycle++) {
        const unsigned since = cycle - 4 - skew;
        const bool sends = cycle >= 4 + skew && since < 20;
        const flitlock_flit flit = sends ? flit_of(since / 4, 4, since % 4) : flitlock_flit{};
        pair.step(cycle < 4 + skew, cycle < 4, sends ? &flit : nullptr);
      }
      ASSERT_EQ(pair.arrived.size(), 20U) << skew;
      for (unsigned k = 0; k < 20; k++)
        EXPECT_EQ(pair.arrived[k], k / 4) << skew;
      EXPECT_EQ(pair.check(0), "");
      EXPECT_EQ(pair.check(1), "");
    }
    expect_equal(lockstep);
  }
}

// The other way round the receiver misses flits: at each cycle of a packet, golden and RTL lose the same, and when the
// receiver begins in the middle of a packet the check of the block says so.
TEST(Scenario, WhatIsSentToAReceiverInResetIsLostAndReported) {
  for (unsigned late = 1; late <= 8; late++) {
    for (const flitlock_block_ops *ops : {&flitlock_router_golden, &flitlock_router_rtl}) {
      Pair pair(*ops);
      for (unsigned cycle = 0; cycle < 40; cycle++) {
        const flitlock_flit flit = flit_of(cycle / 4, 4, cycle % 4);
        pair.step(false, cycle < late, cycle < 8 ? &flit : nullptr);
      }
      EXPECT_EQ(pair.check(0), "") << "the sender kept every rule";
      // What is presented at an edge is sampled at the next: flits 0 to late - 2 are missed, and their credits never
      // come home, so the second packet is not sent.
      if (late >= 2 && late <= 4) {
        EXPECT_NE(pair.check(1), "") << ops->impl << ", released " << late << " cycles late";
      }
      if (late > 1) {
        EXPECT_LT(pair.arrived.size(), 8U) << ops->impl << ' ' << late;
      }
    }
  }
}

// Held for one cycle, twice, or many times, at every cycle of a packet: what follows is what a new router does.
TEST(Scenario, ResetAtEveryCycleOfAPacket) {
  for (const char *model : {"table_01", "table_02", "table_03", "table_04", "mesh_1"}) {
    const flitlock_router_params params = model_params(model, 4);
    const uint32_t from = params.port[0].has_in ? 0 : 1, to = from == 0 && params.port[1].has_out ? 1 : 0;
    for (unsigned at = 0; at < 10; at++) {
      for (unsigned times = 1; times <= 3; times++) {
        LockstepOps lockstep(flitlock_router_rtl);
        {
          Rig old(lockstep.ops(), params);
          for (unsigned k = 0; k < at; k++) {
            if (k < 4) old.put(from, to, 0, 1, 4, k);
            old.step();
          }
          for (unsigned k = 0; k < times; k++)
            old.reset();
          old.seen.clear();
          const uint64_t start = old.cycle;
          for (unsigned k = 0; k < 12; k++) {
            if (k < 4) old.put(from, to, 0, 2, 4, k);
            old.step();
          }
          ASSERT_EQ(old.seen.size(), 4U) << model << ", reset at " << at;
          const unsigned stages = params.registered[0] + params.registered[1] + params.registered[2];
          for (unsigned k = 0; k < 4; k++) {
            EXPECT_EQ(old.seen[k].cycle, start + stages + k) << model << ", reset at " << at;
            EXPECT_EQ(old.seen[k].id, 2U);
          }
          EXPECT_EQ(old.check(), "");
        }
        expect_equal(lockstep);
      }
    }
  }
}

}  // namespace
}  // namespace flitlock_test
