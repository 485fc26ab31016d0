// SPDX-License-Identifier: Apache-2.0
// When requests are born (workload.injection): births do not depend on what the network does, R-RQ-3.
#ifndef FLITLOCK_WORKLOAD_ARRIVALS_H
#define FLITLOCK_WORKLOAD_ARRIVALS_H

#include "flitlock/config.h"
#include "flitlock/rng.h"

// The process, the same for all clients.
struct arrivals {
  int kind;        // enum flitlock_injection
  double per_log;  // 1 / log(1 - p) of the geometric gaps; 0: every gap is 0
  uint64_t interval;
  uint64_t phase;
  uint32_t burst;
};

// One client's place in it.
struct arrival {
  struct flitlock_rng rng;
  uint64_t birth;       // of the next request; greedy: not used
  uint32_t burst_left;  // requests of the burst after the next
};

int arrivals_init(struct arrivals *arrivals, const struct flitlock_config *config, struct flitlock_error *error);
// `client`: number in the pod's list. Finds the first birth.
void arrivals_start(const struct arrivals *arrivals, struct arrival *arrival, uint64_t seed, uint32_t address,
                    uint32_t client);
// Goes on to the next birth.
void arrivals_next(const struct arrivals *arrivals, struct arrival *arrival);

#endif
