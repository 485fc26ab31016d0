// SPDX-License-Identifier: Apache-2.0
// A pod under the clock of another simulator (SystemVerilog, SystemC). The clients, their workload, the channel table
// and the event log are here; the routers, DSTs and switches, golden or RTL, and the wires between are the host's. The
// log is the same, byte for byte, as that of `flitlock run` with the same configuration and seed.
//
// At each clock edge without reset, counted from 0:
//
//   for each router, DST, switch:  flitlock_hosted_presented(...)   what it presented after the edge before
//   for each client:               flitlock_hosted_client(...)      what arrives before the edge; what it presents
//   after
//
// The log's cycles must not go back, so the routers come first in this scheme; a host that says what a router presented
// right after the edge may take all blocks in any order. A client is logged by its own call.
#ifndef FLITLOCK_HOSTED_H
#define FLITLOCK_HOSTED_H

#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_hosted;

// `config` lives longer, and is of a pod without link TLBs and L2. `events_path` NULL: no log.
int flitlock_hosted_create(const struct flitlock_config *config, const char *events_path,
                           struct flitlock_hosted **hosted, struct flitlock_error *error);
// Names, parameters, channels: pod.h, engine.h. The pod's engine is not run, and its golden routers are not stepped.
const struct flitlock_pod *flitlock_hosted_pod(const struct flitlock_hosted *hosted);

// One edge of a client. The payload pointers of `in` are to bytes of the host, which are copied; those of `out` live
// until the next call for this client. E_USAGE for what is no client, or is called with another cycle than its next;
// a failure of the log (docs/events.md) is told here, too.
int flitlock_hosted_client(struct flitlock_hosted *hosted, uint32_t block, uint64_t cycle, const struct flitlock_in *in,
                           struct flitlock_out *out);
// What a router, DST or switch presented after edge `cycle`. Only the masks and entries are read.
int flitlock_hosted_presented(struct flitlock_hosted *hosted, uint32_t block, uint64_t cycle,
                              const struct flitlock_out *out);

// 1 when the run is over before edge `cycle`: at run.cycles, or when all packets of a workload with an end (or after
// run.drain) have arrived and their credits are home. Ask once in every cycle.
int flitlock_hosted_over(struct flitlock_hosted *hosted, uint64_t cycle);
// Packets whose tail was taken by its client, of both planes: a run with none has shown nothing.
uint64_t flitlock_hosted_packets(const struct flitlock_hosted *hosted);

// Closes the log and frees everything. The first failure: a client's (R-INV, R-PAY-1: E_PROTOCOL, E_MISMATCH) or the
// log's. NULL is allowed.
int flitlock_hosted_close(struct flitlock_hosted *hosted, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
