// SPDX-License-Identifier: Apache-2.0
// A golden router and its RTL as SystemC modules on the same wires, compared pin by pin; and the two behind the block
// contract, for every bench that drives blocks.
#ifndef FLITLOCK_TESTS_SYSTEMC_RIG_H
#define FLITLOCK_TESTS_SYSTEMC_RIG_H

#include <cstdint>
#include <string>

#include "flitlock/router.h"

namespace flitlock_test {

struct RigOptions {
  const flitlock_block_ops *device = nullptr;  // beside golden; what there is to be compared
  const void *device_params = nullptr;         // of its kind; NULL: the router's
  unsigned reset_from = 7;                     // ns after a rising edge at which a reset in mid-run begins, 7 or 8,
  unsigned reset_edges = 0;                    // and the rising edges that it lasts; 0: over before the next edge
  std::string vcd;                             // path of a file with all pins; empty: none
};

// What the next block made with `rig_ops` is made of, and what the last one has seen.
extern RigOptions rig_options;
struct RigResult {
  uint64_t compared = 0;   // pins, at any time
  uint64_t flits = 0;      // golden's, compared
  std::string difference;  // the first one
};
extern RigResult rig_result;

// Parameters: flitlock_router_params. Outputs are golden's. `check`: the first pin in which the device differs.
extern const flitlock_block_ops rig_ops;

}  // namespace flitlock_test

#endif
