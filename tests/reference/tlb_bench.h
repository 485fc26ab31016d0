// SPDX-License-Identifier: Apache-2.0
// Random link TLBs under random traffic, invalidations, changes of the table, errors and prefetches: blocks under test
// against the reference, every output of every port in every cycle, and the invariants R-TLB-INV behind the stations.
#ifndef FLITLOCK_TESTS_REFERENCE_TLB_BENCH_H
#define FLITLOCK_TESTS_REFERENCE_TLB_BENCH_H

#include "support/tlb_rig.h"

namespace flitlock_test {

struct TlbTraffic {
  unsigned pages = 4;      // different ones, some without a translation
  unsigned sources = 3;    // GPUs
  double load = 0.5;       // a station begins a packet with this probability in a cycle
  double changes = 0.002;  // the table is changed, and what changed invalidated, with this probability in a cycle
  double flushes = 0.001;  // an invalidation of something else
  double prefetches = 0.01;
  double strangers = 0.02;  // part of the NPAs that are not own
  double plain = 0.05;      // part of the packets that are responses, or have a status
  uint64_t cycles = 1500;   // of injection
};

// Drawn from the seed alone.
void random_tlb(uint64_t seed, TlbRigParams &params, TlbTraffic &traffic);
std::string describe_tlb(const TlbRigParams &params, const TlbTraffic &traffic);

struct TlbBenchResult {
  std::string difference;  // empty: none
  uint64_t events = 0;     // flits and credits compared
  uint64_t packets = 0;    // that came out
  uint64_t by_status[3] = {};
  uint64_t by_class[FLITLOCK_CLASS_COUNT] = {};
  uint64_t walks = 0, restarts = 0, invalidations = 0, evictions = 0, stalls = 0, prefetches = 0;
  uint64_t skipped = 0;  // steps that sleeping blocks did without
};

// `blocks`: what is tested; the reference stands in a second rig. `clocked`: stepped in every cycle.
TlbBenchResult run_tlb_bench(const TlbBlocks &blocks, uint64_t seed, bool clocked = false);

}  // namespace flitlock_test

#endif
