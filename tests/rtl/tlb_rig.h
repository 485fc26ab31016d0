// SPDX-License-Identifier: Apache-2.0
// The link TLBs of a GPU with everything around them: sources and endpoints at the L1s, page table, a host that maps,
// invalidates and prefetches. Random traffic; every L1 and the L2 is what the caller says, such as golden and RTL in
// lockstep.
#ifndef FLITLOCK_TESTS_RTL_TLB_RIG_H
#define FLITLOCK_TESTS_RTL_TLB_RIG_H

#include <cstdint>
#include <string>

#include "flitlock/link_tlb.h"

namespace flitlock_test {

struct TlbTraffic {
  uint64_t seed = 1;
  uint64_t cycles = 4000;  // of traffic; then everything drains
  unsigned pages = 12;     // pages that requests are for
  unsigned gap = 2;        // a source begins a packet at one edge of `gap`
  unsigned stall = 4;      // an endpoint gives no credits for up to `stall` edges
  unsigned channel = 3;    // latencies of the channels, 1 to `channel`
  unsigned table = 12;     // latency of the page table
  unsigned change = 40;    // a mapping is changed, and invalidated, at one edge of `change`; 0: never
  unsigned prefetch = 8;   // a prefetch at one edge of `prefetch`; 0: never
  unsigned fault = 6;      // a page in `fault` is not mapped, or wrongly
  unsigned reset = 0;      // all blocks are reset in this cycle, and everything begins again; 0: never
};

// What the traces and endpoints saw.
struct TlbSeen {
  uint64_t l1[6] = {}, l1_message[4] = {};  // by kind, R-TLB-TR-2
  uint64_t l2[6] = {}, l2_pte[5] = {};      // R-TLB-TR-3
  uint64_t starts = 0, invalidations = 0, level[FLITLOCK_MAX_LEVELS] = {};
  uint64_t packets = 0, status[4] = {}, completed = 0;
  uint64_t cycles = 0;
  TlbSeen &operator+=(const TlbSeen &other);
};

struct TlbBlock {
  const flitlock_block_ops *ops;
  const void *params;
};

// Runs until all has drained. Empty, or what is wrong: a block's own check, a packet lost, in the wrong order or with
// the wrong translation, a standstill. L1 number `s` is at station `s`.
std::string run_tlb(const TlbTraffic &traffic, const flitlock_l1_tlb_params &l1, const flitlock_l2_tlb_params &l2,
                    const TlbBlock &l1_block, const TlbBlock &l2_block, TlbSeen &seen);

}  // namespace flitlock_test

#endif
