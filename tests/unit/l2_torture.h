// SPDX-License-Identifier: Apache-2.0
// Memory consistency: many accesses under way, each answer against a memory without a cache that does them in the order
// in which the slices accepted them (all accesses to a line go to one slice).
#ifndef FLITLOCK_TESTS_UNIT_L2_TORTURE_H
#define FLITLOCK_TESTS_UNIT_L2_TORTURE_H

#include <vector>

#include "l2_access.h"
#include "reference/reference_l2.h"

namespace flitlock_test {

class Torture {
 public:
  Torture(const flitlock_l2_profile &profile, uint64_t seed, unsigned clients, unsigned lines)
      : cache_(MakeCache(profile, true, true)), random_(profile, seed, lines), clients_(clients) {
    flitlock_l2_cache_listen(cache_.get(), &Torture::Listen, this);
    flitlock_l2_cache_answer(cache_.get(), &Torture::Answer, this);
  }

  // Each client has one access under way and then the next, until there were `accesses` in all.
  void Run(uint64_t accesses) {
    left_ = accesses;
    waiting_.resize(clients_);
    for (unsigned id = 0; id < clients_; id++)
      Post(id);
    flitlock_error error;
    ASSERT_EQ(flitlock_l2_cache_run(cache_.get(), 2000 * accesses + 100000, &cycles_, &error), FLITLOCK_OK)
        << error.text;
    ASSERT_EQ(answered_, accesses);
    ASSERT_EQ(wrong_, 0U);
    ASSERT_EQ(flitlock_l2_cache_flush(cache_.get(), false, &error), FLITLOCK_OK) << error.text;
    for (const auto &line : memory_.lines()) {
      uint8_t bytes[128];
      flitlock_l2_store_read(flitlock_l2_cache_store(cache_.get()), line.first, bytes);
      flitlock_l2_store_read(flitlock_l2_cache_store(cache_.get()), line.first + 64, bytes + 64);
      ASSERT_EQ(std::memcmp(bytes, line.second.data(), 128), 0) << "line " << line.first;
    }
  }
  uint64_t outcome(unsigned n) const { return outcomes_[n]; }
  uint64_t flushes() const { return flushes_; }
  uint64_t write_backs() const { return write_backs_; }
  uint64_t cycles() const { return cycles_; }

 private:
  struct Waiting {
    flitlock_l2_access access;
    std::array<uint8_t, 64> data, expected;
    bool accepted;
  };

  void Post(unsigned id) {
    if (left_ == 0) return;
    left_--;
    Waiting &waiting = waiting_[id];
    waiting.access = random_.Next();
    waiting.accepted = false;
    if (waiting.access.operation == FLITLOCK_L2_WRITE) {
      std::memcpy(waiting.data.data(), waiting.access.data, 64);
      waiting.access.data = waiting.data.data();
    }
    if (flitlock_rng_below(random_.rng(), 5000) == 0)
      waiting.access.operation = flitlock_rng_below(random_.rng(), 2) == 0 ? FLITLOCK_L2_FLUSH : FLITLOCK_L2_INVALIDATE;
    flitlock_error error;
    ASSERT_EQ(flitlock_l2_cache_post(cache_.get(), &waiting.access, id, &error), FLITLOCK_OK) << error.text;
  }
  static void Listen(void *self, uint32_t, const flitlock_l2_event *event, uint64_t, uint32_t id) {
    auto *torture = static_cast<Torture *>(self);
    torture->write_backs_ += event->victim_d != 0;
    if (event->kind != FLITLOCK_L2_NEW) return;
    torture->outcomes_[event->outcome]++;
    Waiting &waiting = torture->waiting_[id];
    waiting.expected = torture->memory_.Do(waiting.access);
    waiting.accepted = true;
  }
  static void Answer(void *self, uint32_t id, uint64_t, uint64_t, const uint8_t *data) {
    auto *torture = static_cast<Torture *>(self);
    Waiting &waiting = torture->waiting_[id];
    bool flush = waiting.access.operation >= FLITLOCK_L2_FLUSH;
    torture->flushes_ += flush;
    torture->answered_++;
    if (!flush && (!waiting.accepted || std::memcmp(data, waiting.expected.data(), 64) != 0)) {
      torture->wrong_++;
      ADD_FAILURE() << "answer " << torture->answered_ << " is wrong: operation "
                    << static_cast<int>(waiting.access.operation) << " at " << waiting.access.address;
      torture->left_ = 0;
    }
    torture->Post(id);
  }

  Cache cache_;
  RandomAccesses random_;
  FlatMemory memory_;
  std::vector<Waiting> waiting_;
  unsigned clients_;
  uint64_t left_ = 0, answered_ = 0, wrong_ = 0, flushes_ = 0, write_backs_ = 0, cycles_ = 0;
  uint64_t outcomes_[4] = {};
};

// Small queues, few MSHRs, few ways, odd latencies: variant `n` of an endless list.
inline flitlock_l2_profile TortureProfile(unsigned n) {
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 99, n);
  auto pick = [&](unsigned low, unsigned high) {
    return static_cast<uint16_t>(low + flitlock_rng_below(&rng, high - low + 1));
  };
  flitlock_l2_profile profile = L2Profile(n % 4 == 3 ? "GA102" : "MINI48");
  if (n == 0) return profile;
  flitlock_l2_slice_params &slice = profile.slice;
  slice.ways = pick(1, 20);
  slice.reserved = slice.ways > 2 ? pick(0, 2) : static_cast<uint16_t>(0);
  slice.p_rand = pick(0, 256);
  slice.fetch_bytes = static_cast<uint16_t>(32U << pick(0, 2));
  slice.mshrs = pick(1, 20);
  slice.list = pick(1, 5);
  slice.req_depth = pick(1, 8);
  slice.rsp_depth = pick(1, 8);
  slice.order_depth = pick(1, 8);
  slice.fill_depth = pick(1, 4);
  slice.rsp_credits = pick(1, 8);
  slice.mem_req_credits = pick(1, 8);
  profile.req_latency = pick(1, 9);
  profile.rsp_latency = pick(1, 9);
  profile.memory_latency = pick(1, 60);
  profile.memory_interval = pick(1, 6);
  return profile;
}

}  // namespace flitlock_test

#endif
