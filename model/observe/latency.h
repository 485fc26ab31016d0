// SPDX-License-Identifier: Apache-2.0
// Latency of requests and where it was spent: follows heads by (requester, id) from stage to stage.
#ifndef FLITLOCK_MODEL_OBSERVE_LATENCY_H
#define FLITLOCK_MODEL_OBSERVE_LATENCY_H

#include "flitlock/flit.h"
#include "flitlock/results.h"
#include "observe/histogram.h"
#include "observe/table.h"

struct flitlock_latency {
  struct flitlock_table requests;  // created in the window, not complete
  struct flitlock_histogram histogram;
  uint64_t stage[FLITLOCK_STAGE_COUNT];  // sums over the complete ones
  int lost;                              // out of memory: a request was not followed
};

int flitlock_latency_init(struct flitlock_latency *latency);
void flitlock_latency_free(struct flitlock_latency *latency);
void flitlock_latency_clear(struct flitlock_latency *latency);

// The requester's key of a flit, request or response.
static inline uint64_t flitlock_latency_key(const struct flitlock_flit *flit) {
  return flitlock_request_key(flit->op >= FLITLOCK_OP_WRITE_RSP ? flit->dst : flit->src, flit->id);
}

// A request's head leaves its client: the time since its birth is the first stage. From now on it is followed.
void flitlock_latency_begin(struct flitlock_latency *latency, uint64_t key, uint32_t birth, uint64_t cycle);
// The stage that ends here: what passed since the last one. A request that is not followed is left alone.
void flitlock_latency_stage(struct flitlock_latency *latency, uint64_t key, enum flitlock_stage stage, uint64_t cycle);
// The head's arrival at a client, which ends the way in through a mesh, or the way out if it never left that mesh.
void flitlock_latency_arrive(struct flitlock_latency *latency, uint64_t key, enum flitlock_stage out,
                             enum flitlock_stage in, uint64_t cycle);
// The request is complete; the rest is the last stage.
void flitlock_latency_end(struct flitlock_latency *latency, uint64_t key, uint64_t cycle);

void flitlock_latency_results(const struct flitlock_latency *latency, struct flitlock_results *results);

#endif
