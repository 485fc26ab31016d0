// SPDX-License-Identifier: Apache-2.0
// What the clients of a pod have done so far, and whether its network is empty. The clients count by themselves, so
// this is known with and without statistics.
#ifndef FLITLOCK_RUN_TOTALS_H
#define FLITLOCK_RUN_TOTALS_H

#include "flitlock/pod.h"

struct flitlock_totals {
  uint64_t injected;      // requests that left their clients, tails
  uint64_t completed;     // requests complete
  uint64_t most_created;  // requests begun by the client that began most
};

void flitlock_totals_get(const struct flitlock_pod *pod, struct flitlock_totals *totals);
// Flits in routers, DSTs, switches and link TLBs.
uint64_t flitlock_totals_in_routers(const struct flitlock_pod *pod);
// 1 when no flit is in a block or on a channel and no client holds a packet. Credits may be on their way.
int flitlock_totals_empty(const struct flitlock_pod *pod);
// The longest latency of a credit lane: when it has passed over an empty network, all credits are home.
uint64_t flitlock_totals_credit_latency(const struct flitlock_pod *pod);

#endif
