// SPDX-License-Identifier: Apache-2.0
// Request and response clients. Source: specification chapter 4. Both have port 0 on plane req, port 1 on plane rsp.
#ifndef FLITLOCK_CLIENT_H
#define FLITLOCK_CLIENT_H

#include "flitlock/block.h"
#include "flitlock/l2_fabric.h"
#include "flitlock/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

// Memory for the payloads of packets. The client that sends a packet takes a slot; the client that takes its tail gives
// the slot back, so the memory follows the packets in flight. One pool serves all clients of a pod; it is made before
// them and destroyed after them, and used by one thread at a time. A client without a pool keeps the payloads of all
// its packets until it is reset or destroyed: good enough for a bench with a few packets.
struct flitlock_payload_pool;
int flitlock_payload_pool_create(uint32_t max_len, uint32_t unit_bytes, struct flitlock_payload_pool **pool,
                                 struct flitlock_error *error);
void flitlock_payload_pool_destroy(struct flitlock_payload_pool *pool);  // NULL is allowed
// Slots in use now, and bytes held.
uint64_t flitlock_payload_pool_in_use(const struct flitlock_payload_pool *pool);
uint64_t flitlock_payload_pool_bytes(const struct flitlock_payload_pool *pool);

struct flitlock_translation;  // translation.h

// The L2 behind a response client, R-L2P-CL: ports 2 and up of the client lead to its partitions.
struct flitlock_client_l2 {
  struct flitlock_l2_map map;
  uint16_t depth;  // of the fabric's queue of this client's accesses, and of the client's buffer of answers
};

struct flitlock_client_params {
  uint64_t seed;     // of the run; every client derives its own stream from (seed, address)
  uint32_t address;  // R-FL-2
  uint32_t number;   // in the pod's list of clients of its kind, from 0
  uint32_t vcs;
  uint32_t max_len;
  uint32_t unit_bytes;
  uint8_t inject_vc;                       // R-RQ-6
  uint8_t req_width;                       // units of the client's link on plane req
  uint8_t rsp_width;                       // on plane rsp
  uint8_t posted;                          // R-RS-5
  uint16_t credits[FLITLOCK_MAX_VCS];      // depth of the router's input buffer that this client feeds
  uint16_t input_depth[FLITLOCK_MAX_VCS];  // depth of the client's own input buffer
  uint32_t outstanding;                    // request client: limit, 0 none
  uint32_t service_latency;                // response client, cycles
  uint32_t response_queue;                 // response client, limit, >= 1
  double stall;                            // response client: probability of R-RS-2, 0 to 0.99
  uint8_t checks;                          // 1: payload and protocol are checked
  uint8_t memory;                          // 1: the data of read responses are what a memory holds (R-L2P-CL-7)
  const struct flitlock_client_l2 *l2;     // response client: copied; NULL: it answers by itself
  struct flitlock_workload *workload;      // shared, not owned
  struct flitlock_payload_pool *pool;      // shared by the clients of a pod, not owned. NULL: see below
  // R-RQ-7: shared, not owned. NULL: there are no link TLBs, and `addr` is what the workload says.
  const struct flitlock_translation *translation;
};

extern const struct flitlock_block_ops flitlock_req_client;
extern const struct flitlock_block_ops flitlock_rsp_client;

// Counters of a client, for statistics and the end of a run.
struct flitlock_client_counts {
  uint64_t created;    // requests (request client) or responses (response client) begun
  uint64_t sent;       // packets whose tail left
  uint64_t received;   // packets whose tail was taken
  uint64_t completed;  // request client: requests complete. Posted: as sent (the requester is not told more)
  uint64_t waiting;    // packets held by the client now (being sent, queued)
};
void flitlock_client_get_counts(const struct flitlock_block *client, struct flitlock_client_counts *counts);

// R-PAY-1: fills `size` bytes of the packet's data from byte `offset`. `response`: 0 request data, 1 response data.
void flitlock_payload_fill(uint64_t seed, uint32_t requester, uint32_t id, int response, uint32_t offset,
                           uint8_t *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
