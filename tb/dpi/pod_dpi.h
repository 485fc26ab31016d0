// SPDX-License-Identifier: Apache-2.0
// A pod for SystemVerilog hosts: its clients with their workload and its event log in C, one call for each clock edge.
// The SystemVerilog side is tb/golden/flitlock_pod_pkg.sv, with a top that flitlock_sv_pod writes for a configuration
// (tb/sv/pod_top.cpp). Vectors, statuses and messages are as in golden_dpi.h; include/flitlock/hosted.h does the work.
//
// A channel is a lane of 32-bit words in the vectors: flit valid (bit 0), credit word (2 bits for each VC), header (7
// words), payload (2 units). Lanes of channels are in the order of R-POD-4; of the clients' channels, only those, in
// the same order.
#ifndef FLITLOCK_TB_POD_DPI_H
#define FLITLOCK_TB_POD_DPI_H

#include "dpi/golden_dpi.h"
#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bits of a lane.
static inline size_t flitlock_pod_lane_bits(size_t unit_bytes) { return 64 + FLITLOCK_HEADER_BITS + 16 * unit_bytes; }
// 1 when one end of the channel is a client.
int flitlock_pod_client_channel(const struct flitlock_pod *pod, uint32_t channel);
// A number over all that a top has fixed: names, parameters and routes of routers, channels with their latencies.
uint64_t flitlock_pod_shape(const struct flitlock_pod *pod);

// `sets`: "KEY=VALUE" parted by spaces, as --set of the command line; `events_path`: "" for no log. The rest is the
// handshake: the configuration must have the shape that the top was written for. NULL only without memory or handles.
void *flitlock_pod_dpi_create(const char *config_path, const char *sets, const char *events_path, int abi,
                              const uint32_t *layout, unsigned long long shape, int pod_bits, int client_bits);
int flitlock_pod_dpi_status(void *handle);

// One edge, counted from 0 at the first without reset, of all clients and of the log.
//   presented  what all channels' senders (flit) and receivers (credit) presented after the edge before
//   arriving   what arrives over the clients' channels before this edge, after the latency of the lane
//   given      what the clients present on them after this edge
//   over       1: the run was over before this edge; nothing was done but to log the edge before
int flitlock_pod_dpi_edge(void *handle, unsigned long long cycle, const uint32_t *presented, const uint32_t *arriving,
                          uint32_t *given, int *over);

// Packets taken by the clients so far.
unsigned long long flitlock_pod_dpi_packets(void *handle);
// Closes the log and ends the pod: the first failure of a client or of the log. The handle lives on for its message,
// and is dead after another call of this.
int flitlock_pod_dpi_finish(void *handle);
const char *flitlock_pod_dpi_error(void *handle);

#ifdef __cplusplus
}
#endif
#endif
