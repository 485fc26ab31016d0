// SPDX-License-Identifier: Apache-2.0
// The traffic of a collective while it runs: which requests the stations may issue, what was delivered, what may begin.
// Source: specification R-SU-4, R-SU-5, R-SU-8, R-SU-19 to R-SU-21.
//
// What happens in cycle t is visible from t + 1 only, so results do not depend on the order in which blocks are
// stepped.
#ifndef FLITLOCK_MODEL_SCALEUP_TRAFFIC_H
#define FLITLOCK_MODEL_SCALEUP_TRAFFIC_H

#include <stdbool.h>

#include "flitlock/scale_up.h"
#include "scaleup/plan.h"

// Requests that a station may issue come from the streams it has a part of, in turns.
struct scale_up_station {
  uint32_t *stream;  // [streams of the GPU]: those that have requests left here
  uint32_t count;
  uint32_t turn;  // of `stream`
};

struct scale_up_stream {
  uint32_t step;
  uint32_t dst;
  uint64_t begin, end;  // NPAs
};

struct scale_up_step_state {
  uint32_t waits;  // events that have not come
  uint32_t to_issue, to_deliver;
  uint64_t begin;      // earliest cycle
  uint64_t delivered;  // cycle of the last delivery so far
};

struct scale_up_due {
  uint64_t cycle;
  uint32_t step;
};

struct scale_up_gpu_traffic {
  struct scale_up_station *station;  // [stations]
  struct scale_up_due *due;          // steps that begin later: [dues], in order of (cycle, step)
  uint32_t dues, due_capacity;
  uint32_t streams;
};

struct scale_up_request {
  uint64_t addr;
  uint32_t bytes, dst, stream;
  uint32_t index;  // in the order of issue to `dst`, of the pair that is followed
};

struct scale_up_traffic {
  uint32_t gpus, stations, request_bytes, parts;  // parts: streams of a step
  uint32_t acc_lsb;
  int own_ranges;
  uint64_t range;  // R of R-SU-4
  struct scale_up_plan plan;
  struct scale_up_stream *stream;
  uint32_t streams;
  uint32_t *first_stream;             // [steps + 1]
  uint64_t *next_region;              // [streams * stations]
  uint32_t *after[2];                 // by event: steps that wait, those of step n from first_after[n]
  uint32_t *first_after[2];           // [steps + 1]
  struct scale_up_step_state *state;  // [steps]
  uint32_t *requests;                 // [steps]
  struct scale_up_gpu_traffic *gpu;   // [gpus]
  uint32_t *work;                     // steps that have to be started: a stack
  uint32_t work_count;
  uint64_t left;  // requests of this iteration that are not complete
  uint64_t all;   // requests of an iteration
  uint64_t gap, compute;
  struct flitlock_scale_up_iteration *iteration;  // [iterations]
  uint32_t iterations, finished;
  bool follow;
  uint32_t follow_src, follow_dst, followed;
  int failed;  // out of memory
  // The requester of `gpu` has to be stepped at `cycle`.
  void (*wake)(void *host, uint32_t gpu, uint64_t cycle);
  // In `cycle` it is known that the iteration begins at `begin`. May be NULL.
  void (*announce)(void *host, uint32_t iteration, uint64_t cycle, uint64_t begin);
  void *host;
};

int scale_up_traffic_create(const struct flitlock_config *config, struct scale_up_traffic *traffic,
                            struct flitlock_error *error);
void scale_up_traffic_free(struct scale_up_traffic *traffic);
// To the beginning of the first iteration. `wake` is set.
void scale_up_traffic_reset(struct scale_up_traffic *traffic);

// Lets the steps of a GPU begin that are due. Returns the cycle of the next, or FLITLOCK_SLEEP.
uint64_t scale_up_traffic_begin(struct scale_up_traffic *traffic, uint32_t gpu, uint64_t cycle);
static inline bool scale_up_traffic_has(const struct scale_up_traffic *traffic, uint32_t gpu, uint32_t station) {
  return traffic->gpu[gpu].station[station].count != 0;
}
static inline uint32_t scale_up_traffic_streams(const struct scale_up_traffic *traffic, uint32_t gpu,
                                                uint32_t station) {
  return traffic->gpu[gpu].station[station].count;
}
// Destination of the next request of a station that has one; and the turn of its stream passes.
static inline uint32_t scale_up_traffic_next(const struct scale_up_traffic *traffic, uint32_t gpu, uint32_t station) {
  const struct scale_up_station *s = &traffic->gpu[gpu].station[station];
  return traffic->stream[s->stream[s->turn]].dst;
}
static inline void scale_up_traffic_skip(struct scale_up_traffic *traffic, uint32_t gpu, uint32_t station) {
  struct scale_up_station *s = &traffic->gpu[gpu].station[station];
  s->turn = s->turn + 1 >= s->count ? 0 : s->turn + 1;
}
// The next request of a station that has one, issued at `cycle`.
void scale_up_traffic_issue(struct scale_up_traffic *traffic, uint32_t gpu, uint32_t station, uint64_t cycle,
                            struct scale_up_request *request);
// A request of the stream is in its memory at `cycle`, which may lie ahead.
void scale_up_traffic_delivered(struct scale_up_traffic *traffic, uint32_t stream, uint64_t cycle);
// The response of a request came.
void scale_up_traffic_completed(struct scale_up_traffic *traffic, uint64_t cycle);
static inline bool scale_up_traffic_ended(const struct scale_up_traffic *traffic) {
  return traffic->finished == traffic->iterations;
}

#endif
