// SPDX-License-Identifier: Apache-2.0
// An L2 slice with everything around it: clients that read, write, do atomics and flush, and the memory behind it,
// whose fills come when and in what order they like. The slice is what the caller says, such as golden and RTL in
// lockstep. Whatever it is, it is held to what needs no model of a cache: every answer has the bytes that a memory
// without a cache would give, nothing is lost, and after a flush memory holds them all.
#ifndef FLITLOCK_TESTS_SUPPORT_L2_RIG_H
#define FLITLOCK_TESTS_SUPPORT_L2_RIG_H

#include <cstdint>
#include <string>
#include <vector>

#include "flitlock/block.h"
#include "flitlock/l2_slice.h"

namespace flitlock_test {

struct L2Traffic {
  uint64_t seed = 1;
  uint64_t requests = 2000;                     // then everything drains, and a flush follows
  unsigned lines = 120;                         // that requests are for
  unsigned sets = 3;                            // half of them lie in so many sets
  unsigned gap = 1;                             // a request at one edge of `gap`
  unsigned reads = 5, writes = 3, atomics = 2;  // their shares
  unsigned run = 0;                             // one request in `run` begins a run to one address; 0: none does
  unsigned flush = 0;                           // one request in `flush` is a flush or an invalidate; 0: none is
  unsigned rsp_stall = 0, mem_stall = 0;  // per cent of the edges at which `rsp`, `mem_req` owe a credit and keep it
  unsigned held = 0;                      // credits of each of these that come back only at the end
  unsigned latency = 6;                   // a fill is due 1 to `latency` edges after its fetch
  unsigned shuffle = 1;                   // 1: of the fills that are due any comes next
  unsigned reset = 0;                     // everything is reset in this cycle; 0: never
  // 1: requests come in runs with nothing under way, and each fill only when all is quiet, so that the order of what
  // the slice accepts does not depend on how many edges anything takes.
  unsigned patient = 0;
  unsigned late = 0;  // patient: all that the slice presents is seen so many edges later
};

// What the events and the lanes showed.
struct L2Seen {
  uint64_t cycles = 0, requests = 0, answers = 0;
  uint64_t outcome[3][4] = {};  // new requests by operation and outcome
  uint64_t atomic[16] = {};     // by code, those of 64 bits from 8 on
  uint64_t fills = 0, fills_last = 0, fills_shuffled = 0;
  uint64_t drains[3] = {}, drains_last = 0;
  uint64_t flush_written = 0, flushes = 0, invalidates = 0;
  uint64_t to_invalid = 0, clean = 0, dirty = 0;  // allocations by what was there
  uint64_t by_chance = 0, beside_locked = 0;      // victims that the LFSR chose; with a locked line in the set
  uint64_t fetched[5] = {};                       // by number of sectors
  uint64_t lower = 0, upper = 0, both = 0;        // halves written back
  uint64_t in_a_row = 0;                          // hits of atomics at the edge after one to the same address
  uint64_t empty_masks = 0;
  // edges at which the port owed a credit, and of these those at which it kept it; edges without a credit in the slice
  uint64_t rsp_owes = 0, rsp_keeps = 0, rsp_dry = 0;
  uint64_t mem_owes = 0, mem_keeps = 0, mem_dry = 0;
  uint64_t req_dry = 0;  // edges at which a request waited for room in the request queue
  L2Seen &operator+=(const L2Seen &other);
};

// What a slice presented, in order and without its cycles.
struct L2Log {
  struct Entry {
    flitlock_flit flit;
    std::vector<uint8_t> bytes;
  };
  std::vector<Entry> event, rsp, mem_req;
};
// Empty, or the first entry that differs, with both.
std::string compare_l2_logs(const L2Log &golden, const L2Log &device);

struct L2Block {
  const flitlock_block_ops *ops;
  const void *params;
};

// Runs until all has drained. `params` has `events`. Empty, or what is wrong: the block's own check, an answer that is
// lost, surplus or wrong, a credit too many, a victim that was locked, a standstill. `log` may be nullptr.
std::string run_l2(const L2Traffic &traffic, const flitlock_l2_slice_params &params, const L2Block &block, L2Seen &seen,
                   L2Log *log = nullptr);

}  // namespace flitlock_test

#endif
