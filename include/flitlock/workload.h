// SPDX-License-Identifier: Apache-2.0
// What requests the clients make. One workload object serves all clients of a pod.
//
// Determinism: what a client asks for at cycle t depends on things that happened in earlier cycles only, so the order
// of evaluation in a cycle cannot matter. A workload that couples clients (MSCCL) applies the deliveries of cycle t to
// questions of cycles > t.
#ifndef FLITLOCK_WORKLOAD_H
#define FLITLOCK_WORKLOAD_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_request {
  uint64_t birth;  // cycle of creation (R-RQ-3), <= the cycle of the question
  uint64_t addr;   // byte address at the destination; with link TLBs an offset in the memory of its GPU (R-RQ-7)
  uint32_t dst;    // address of a response client
  uint16_t bytes;  // 1 to max_len * unit_bytes
  uint8_t op;      // FLITLOCK_OP_WRITE_REQ or FLITLOCK_OP_READ_REQ
  uint64_t tag;    // the workload's own; handed back by `completed`
};

struct flitlock_workload;

struct flitlock_workload_ops {
  const char *kind;
  void (*destroy)(struct flitlock_workload *workload);
  // Asked by request client `client` (number in the pod's list of request clients) when it has nothing to send. Returns
  // 1 and fills `request`; or 0 and the cycle to ask again in `*next` (FLITLOCK_SLEEP: when woken; a greedy workload
  // answers 1 always until its count is spent). The n-th request that a client is given has the `id` n there, from 0.
  int (*poll)(struct flitlock_workload *workload, uint32_t client, uint64_t cycle, struct flitlock_request *request,
              uint64_t *next);
  // The tail of a request was taken by its response client (R-RS-3) at `cycle`. May be NULL.
  void (*delivered)(struct flitlock_workload *workload, uint64_t cycle, const struct flitlock_flit *tail);
  // The request is complete (R-RQ-2). Not called for posted requests, whose requester never knows. May be NULL.
  void (*completed)(struct flitlock_workload *workload, uint32_t client, uint64_t cycle, uint64_t tag);
  // 1 when no client will ever get another request (so the run may drain and end).
  int (*exhausted)(const struct flitlock_workload *workload);
  // Sanity at the end of a drained run (all sends received, ...): FLITLOCK_OK or what is wrong. May be NULL.
  int (*finish)(struct flitlock_workload *workload, uint64_t cycle, struct flitlock_error *error);
};

// How a workload object starts; the implementation's struct has this as its first member.
struct flitlock_workload {
  const struct flitlock_workload_ops *ops;
  // Set by the pod before the first cycle; a workload calls it to have a client asked again at `cycle` (> now).
  void (*wake)(void *host, uint32_t client, uint64_t cycle);
  void *host;
  // Set by the host between cycles to end the injection (drain): clients ask no more. What a client holds is still
  // sent.
  uint8_t stopped;
};

#ifdef __cplusplus
}
#endif
#endif
