// SPDX-License-Identifier: Apache-2.0
// Random routers under random traffic that keeps the credit rules, a block under test against the reference router:
// every output of every port in every cycle. For the golden C router and for RTL behind the same contract alike.
#ifndef FLITLOCK_TESTS_REFERENCE_ROUTER_BENCH_H
#define FLITLOCK_TESTS_REFERENCE_ROUTER_BENCH_H

#include <cstdint>
#include <string>
#include <vector>

#include <flitlock/router.h>

namespace flitlock_test {

// What surrounds the router.
struct RouterTraffic {
  double load = 0.5;            // a free source begins a packet with this probability in a cycle
  double gap = 0;               // a source pauses inside a packet with this probability (R-IN-3)
  double stall = 0;             // an entry downstream is not freed in a cycle with this probability
  unsigned credit_latency = 1;  // of the downstream's credit lanes
  unsigned source_latency = 1;  // of the upstream's
  unsigned link_latency = 1;    // of all links: what it adds to the way of a flit, it adds to the loop of its credit
  unsigned vcs_used = 16;       // sources use VCs below this number
  unsigned len = 0;             // units of every packet; 0: drawn from 1 to max_len
  uint64_t cycles = 1000;       // of injection; a drain follows
  uint64_t reset_at = 0;        // 0: none; else everything is reset before this cycle
  double near = 0;  // a packet goes into the router's own GPU and mesh, often to its own node, with this probability
  bool sleeper = true;  // a second instance of the block is stepped only as it asks
};

// Draws parameters that `flitlock_router_params_validate` accepts, from the seed alone.
void random_router(uint64_t seed, flitlock_router_params &params, RouterTraffic &traffic);
// In words, for messages.
std::string describe_router(const flitlock_router_params &params, const RouterTraffic &traffic);

struct RouterBenchResult {
  std::string difference;  // empty: none
  uint64_t flits = 0;      // compared, out of the router
  uint64_t credits = 0;    // entries returned by the router
  uint64_t cycles = 0;
  uint64_t skipped = 0;                         // steps the sleeping instance did without
  uint64_t idle = 0;                            // idle causes compared
  uint64_t stall_chances = 0, stalls = 0;       // entries downstream that could be freed in a cycle, and were not
  uint64_t packets[FLITLOCK_MAX_LEN + 1] = {};  // that left, by their length in units
  // Packets that left, by input, VC of arrival, output, and whether they went through without waiting (0) or had to
  // (1).
  std::vector<uint64_t> cross;
  static size_t cross_index(const flitlock_router_params &p, unsigned in, unsigned vc, unsigned out, unsigned waited) {
    return ((size_t{in} * p.vcs + vc) * p.ports + out) * 2 + waited;
  }
};

// Runs the block against the reference. Besides the outputs: the idle causes (where the block knows them), a second
// instance that is stepped only as it asks must present the same, all credits are home after the drain, and the
// block's own check is content.
RouterBenchResult run_router_bench(const flitlock_block_ops &ops, const flitlock_router_params &params,
                                   const RouterTraffic &traffic, uint64_t seed);

}  // namespace flitlock_test

#endif
