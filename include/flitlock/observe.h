// SPDX-License-Identifier: Apache-2.0
// Observers: statistics, event log, waveforms, invariants. Each is made for a pod, added to its engine, and closed at
// the end.
#ifndef FLITLOCK_OBSERVE_H
#define FLITLOCK_OBSERVE_H

#include "flitlock/pod.h"
#include "flitlock/results.h"

#ifdef __cplusplus
extern "C" {
#endif

// Statistics: link use and idle causes, rates, latencies with stages.
struct flitlock_stats;
int flitlock_stats_create(struct flitlock_pod *pod, struct flitlock_stats **stats, struct flitlock_error *error);
// Opens the window at the coming cycle (clears what was gathered for it), closes it before the coming cycle.
void flitlock_stats_window_open(struct flitlock_stats *stats);
void flitlock_stats_window_close(struct flitlock_stats *stats);
// Requests injected (heads) since reset, for steady-state detection.
uint64_t flitlock_stats_injected(const struct flitlock_stats *stats);
// Fills in what the ports show: cycles, window, rates, latency, links (without `offered`), flits_carried. OK or
// E_NO_MEMORY.
int flitlock_stats_results(const struct flitlock_stats *stats, struct flitlock_results *results);
void flitlock_stats_destroy(struct flitlock_stats *stats);

// Event log: every flit and credit of every channel. Format: docs/events.md.
struct flitlock_events;
int flitlock_events_create(struct flitlock_pod *pod, const char *path, struct flitlock_events **events,
                           struct flitlock_error *error);
int flitlock_events_close(struct flitlock_events *events, struct flitlock_error *error);  // frees; reports a full disk
// The same log from a host with a clock of its own (SystemVerilog, SystemC): the pod gives the names, the channels and
// the clients, its engine is not run. After each edge the host says what every block presented, as masks of all ports
// or port by port; a port without a channel and a credit word of 0 are no events. Order within a cycle is free, and
// cycles count from 0, the first edge without reset.
int flitlock_events_open(const struct flitlock_pod *pod, const char *path, struct flitlock_events **events,
                         struct flitlock_error *error);
int flitlock_events_presented(struct flitlock_events *events, uint32_t block, uint64_t cycle,
                              const struct flitlock_out *out);
// `port` is the block's own: of the output that presents the flit, of the input whose credits come home.
int flitlock_events_flit(struct flitlock_events *events, uint32_t block, uint32_t port, uint64_t cycle,
                         const struct flitlock_flit *flit);
int flitlock_events_credit(struct flitlock_events *events, uint32_t block, uint32_t port, uint64_t cycle,
                           uint32_t word);
// Compares two logs. FLITLOCK_OK: equal; E_MISMATCH: `text` says where first; E_INPUT.
int flitlock_events_diff(const char *path_a, const char *path_b, char *text, size_t size, struct flitlock_error *error);

// VCD of the blocks whose name matches `scope` (fnmatch, NULL: all), cycles [from, to); `to` 0: to the end.
struct flitlock_vcd;
int flitlock_vcd_create(struct flitlock_pod *pod, const char *path, const char *scope, uint64_t from, uint64_t to,
                        struct flitlock_vcd **vcd, struct flitlock_error *error);
int flitlock_vcd_close(struct flitlock_vcd *vcd, struct flitlock_error *error);
// A GTKWave save file for the waves of one block, by its instance name: lanes by port, buffers by kind.
int flitlock_vcd_write_gtkw(const struct flitlock_pod *pod, const char *block, const char *path,
                            struct flitlock_error *error);

// Invariants R-INV-1 to R-INV-6 at the channels, independent of the blocks' own checks.
struct flitlock_invariants;
int flitlock_invariants_create(struct flitlock_pod *pod, struct flitlock_invariants **invariants,
                               struct flitlock_error *error);
// First violation so far: OK, E_MISMATCH, E_PROTOCOL or E_NO_PROGRESS (with the wait chain). `drained`: the run is over
// and must be empty.
int flitlock_invariants_check(struct flitlock_invariants *invariants, int drained, struct flitlock_error *error);
// Bytes that were compared with a flat memory (R-INV-8): of reads as they arrived at their requesters, of writes as
// they arrived at their slices. 0: the pod has no L2, so nothing is compared.
int flitlock_invariants_compared(const struct flitlock_invariants *invariants, uint64_t *read, uint64_t *written);
void flitlock_invariants_destroy(struct flitlock_invariants *invariants);

#ifdef __cplusplus
}
#endif
#endif
