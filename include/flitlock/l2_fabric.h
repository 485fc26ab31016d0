// SPDX-License-Identifier: Apache-2.0
// The local fabric of a GPU: response clients on one side, slices of the L2 on the other. Source: specification
// R-L2P-FAB.
//
// Ports 0 to clients - 1 lead to the clients (requests in, responses out), the others to the slices (requests out,
// responses in). All have VC 0 and units of FLITLOCK_L2_HALF_BYTES.
#ifndef FLITLOCK_L2_FABRIC_H
#define FLITLOCK_L2_FABRIC_H

#include "flitlock/l2_slice.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_L2_PARTITION_SLICES 32  // R-L2P-POD-2
#define FLITLOCK_L2_MAX_PARTITIONS   2

struct flitlock_l2_fabric_params {
  uint32_t clients, slices;        // of this partition; together at most FLITLOCK_MAX_PORTS
  uint32_t first_slice;            // number of the slice at port `clients`
  const uint32_t *client_address;  // [clients], R-FL-2; copied
  uint16_t client_depth;           // of the queue of a client's requests
  uint16_t client_credits;         // of the client's buffer for answers
  uint16_t slice_depth;            // of the queue of a slice's responses
  uint16_t slice_credits;          // of the slice's request queue
  uint32_t bytes;                  // FabricBytes, 1 to 64
};

// Kind "l2_fabric".
extern const struct flitlock_block_ops flitlock_l2_fabric;

// Messages that crossed since reset, and edges at which their outputs were taken.
struct flitlock_l2_fabric_counts {
  uint64_t requests, responses;
  uint64_t request_edges, response_edges;
};
void flitlock_l2_fabric_get_counts(const struct flitlock_block *fabric, struct flitlock_l2_fabric_counts *counts);

#ifdef __cplusplus
}
#endif
#endif
