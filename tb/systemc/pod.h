// SPDX-License-Identifier: Apache-2.0
// A pod under SystemC: each router, DST, switch and client of a configuration is a module, each channel is wires.
#ifndef FLITLOCK_TB_SYSTEMC_POD_H
#define FLITLOCK_TB_SYSTEMC_POD_H

#include <memory>
#include <string>

#include "systemc/choice.h"

namespace flitlock_sc {

struct PodOptions {
  std::string events;  // path of an event log; empty: none
  std::string vcd;     // path of a VCD file, ".vcd"; empty: none
  ChoiceOptions choice;
};

struct PodResult {
  uint64_t cycles = 0;
  uint64_t flits = 0;    // presented by routers, DSTs and switches
  uint64_t packets = 0;  // taken by clients
  unsigned blocks_c = 0, blocks_rtl = 0, blocks_lockstep = 0;
};

// Simulates the pod to its end: one simulation in a process, as SystemC has it. The event log has the bytes of
// `flitlock run --events` with the same configuration. Files are closed on every way out. `*interrupted` other than 0
// ends the run with E_TIMEOUT. Returns the first failure.
int run_pod(const flitlock_config *config, const PodOptions &options, const volatile int *interrupted,
            PodResult *result, flitlock_error *error);

}  // namespace flitlock_sc

#endif
