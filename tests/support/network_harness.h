// SPDX-License-Identifier: Apache-2.0
// A small random mesh of golden routers with a traffic block at every node, for tests of the engine. Everything random
// follows from the seed and from what a block has seen, never from the order or the number of its steps.
#ifndef FLITLOCK_TESTS_SUPPORT_NETWORK_HARNESS_H
#define FLITLOCK_TESTS_SUPPORT_NETWORK_HARNESS_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <flitlock/engine.h>
#include <flitlock/rng.h>
#include <flitlock/router.h>

namespace flitlock_test {

// Sends packets of random length to random nodes at random times, takes all that comes and returns each credit after a
// random delay.
struct TrafficParams {
  uint64_t seed;
  unsigned node, nodes, vcs, max_len, out_width, in_width;
  uint32_t packets;   // to be sent
  uint32_t mean_gap;  // cycles between births
  uint16_t credits[FLITLOCK_MAX_VCS];
  uint16_t in_depth[FLITLOCK_MAX_VCS];
};

struct TrafficBlock {
  TrafficParams params;
  flitlock_port_info port{};
  flitlock_rng rng{};
  uint64_t birth = 0;
  uint32_t created = 0, received = 0;
  std::deque<flitlock_flit> queue;
  std::vector<unsigned> credits;
  std::deque<std::pair<uint64_t, unsigned>> owed;  // (cycle, VC), in order
  std::string wrong;

  void reset() {
    flitlock_rng_seed(&rng, params.seed, params.node);
    birth = flitlock_rng_below(&rng, params.mean_gap);
    created = received = 0;
    queue.clear();
    owed.clear();
    credits.assign(params.credits, params.credits + params.vcs);
  }

  void create(uint64_t now) {
    unsigned len = 1 + flitlock_rng_below(&rng, params.max_len);
    unsigned vc = flitlock_rng_below(&rng, params.vcs);
    unsigned to = flitlock_rng_below(&rng, params.nodes);
    for (unsigned seq = 0; seq < len; seq += params.out_width) {
      flitlock_flit flit{};
      flit.vc = static_cast<uint8_t>(vc);
      flit.units = static_cast<uint8_t>(std::min(len - seq, params.out_width));
      flit.head = seq == 0;
      flit.tail = seq + flit.units == len;
      flit.len = static_cast<uint8_t>(len);
      flit.seq = static_cast<uint8_t>(seq);
      flit.dst = flitlock_address(0, 0, to, 0);
      flit.src = flitlock_address(0, 0, params.node, 0);
      flit.id = created;
      flit.birth = static_cast<uint32_t>(now);
      queue.push_back(flit);
    }
    created++;
    birth += 1 + flitlock_rng_below(&rng, 2 * params.mean_gap);
  }

  uint64_t step(uint64_t now, const flitlock_in *in, flitlock_out *out) {
    if (in->credit_valid & 1U)
      for (unsigned vc = 0; vc < params.vcs; vc++)
        credits[vc] += flitlock_credit_get(in->credit[0], vc);
    if (in->flit_valid & 1U) {
      const flitlock_flit &flit = in->flit[0];
      if (flitlock_address_node(flit.dst) != params.node) wrong = "a flit for another node";
      received += flit.tail;
      uint64_t at = now + flitlock_rng_below(&rng, 4);
      owed.emplace_back(owed.empty() ? at : std::max(at, owed.back().first), flit.vc);
    }
    if (!owed.empty() && owed.front().first <= now) {
      out->credit_valid |= 1U;
      out->credit[0] = flitlock_credit_one(owed.front().second, 1);
      owed.pop_front();
    }
    while (created < params.packets && birth <= now)
      create(now);
    bool sent = false;
    if (!queue.empty()) {
      const flitlock_flit &flit = queue.front();
      if (!flit.head || credits[flit.vc] >= flitlock_flits(flit.len, params.out_width)) {
        out->flit_valid |= 1U;
        out->flit[0] = flit;
        credits[flit.vc]--;
        queue.pop_front();
        sent = true;
      }
    }
    uint64_t wake = created < params.packets ? birth : FLITLOCK_SLEEP;
    if (!owed.empty()) wake = std::min(wake, std::max(owed.front().first, now + 1));
    if (sent && !queue.empty()) wake = now + 1;
    return wake;
  }
};

inline TrafficBlock *traffic(flitlock_block *block) { return reinterpret_cast<TrafficBlock *>(block); }

extern const flitlock_block_ops traffic_ops;

// Everything about one run that must not depend on how it was stepped.
struct Trace {
  std::map<std::string, std::vector<std::string>> channel;  // by name: what each lane carried, with cycles
  uint64_t flits = 0;
};

class Network {
 public:
  // `order_seed` 0: routers and traffic blocks are added in node order; otherwise shuffled.
  Network(uint64_t seed, uint64_t order_seed);
  ~Network() { flitlock_engine_destroy(engine); }
  Network(const Network &) = delete;
  Network &operator=(const Network &) = delete;

  // Runs until all is quiet (at most `limit` cycles) and checks that all arrived and all credits are home.
  Trace run(uint64_t limit);
  uint32_t packets() const;

  flitlock_engine *engine = nullptr;
  static constexpr unsigned columns = 3, rows = 2, nodes = rows * columns;

 private:
  void connect(const std::string &name, uint32_t src, unsigned src_port, uint32_t dst, unsigned dst_port,
               unsigned latency, unsigned credit_latency);
  static void observe(void *self, const flitlock_engine *engine, uint32_t block, uint64_t cycle, const flitlock_in *in,
                      const flitlock_out *out);
  std::vector<uint32_t> router_, traffic_;
  Trace trace_;
};

}  // namespace flitlock_test
#endif
