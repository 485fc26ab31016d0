// SPDX-License-Identifier: Apache-2.0
// What mutants are shown: worked tables, and random traffic at a few routers.
#ifndef FLITLOCK_TESTS_MUTANTS_STIMULUS_H
#define FLITLOCK_TESTS_MUTANTS_STIMULUS_H

#include <memory>
#include <string>
#include <vector>

#include <flitlock/router.h>

#include "reference/router_bench.h"
#include "support/table_player.h"

namespace flitlock_test {

struct Stimulus {
  std::string name;   // "table-09", "widths-stalled"
  std::string shape;  // the Verilated model
  flitlock_router_params params{};
  RouterTraffic traffic;                 // random traffic
  uint64_t seed = 0;                     // 0: the table is played
  std::shared_ptr<const Table> table{};  // or none
};

// Those of the tables whose router is in this program, then the random ones. Throws std::runtime_error.
std::vector<Stimulus> make_stimuli();

struct Unreachable {
  flitlock_router_params params{};
  uint32_t dst = 0;
};
std::vector<Unreachable> make_unreachable();

// Puts it before a router made with `ops`. The block sees no more inputs after it has presented a wrong output.
// Empty: everything was as the reference or the table has it.
std::string play(const Stimulus &stimulus, const flitlock_block_ops &ops);

}  // namespace flitlock_test

#endif
