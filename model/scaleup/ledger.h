// SPDX-License-Identifier: Apache-2.0
// What became of every outstanding request, by requester and place in its window: for statistics and for the traffic's
// bookkeeping. Blocks write down when a request passes them; nothing that they do depends on it.
#ifndef FLITLOCK_MODEL_SCALEUP_LEDGER_H
#define FLITLOCK_MODEL_SCALEUP_LEDGER_H

#include <stdint.h>

#include "flitlock/flit.h"
#include "flitlock/scale_up.h"
#include "observe/histogram.h"

struct scale_up_record {
  uint64_t birth;
  uint32_t switched;   // cycles from birth until it left the switch
  uint32_t fabric;     // until it came to the memory
  uint32_t delivered;  // until it was handed over
  uint32_t stream;     // of the traffic
  uint32_t index;      // in the order of issue, of the stream that is followed
};

// What is not a latency of R-SU-6, in order.
enum scale_up_wait {
  SCALE_UP_WAIT_SWITCH,       // queue of the switch
  SCALE_UP_WAIT_TRANSLATION,  // R-SU-13
  SCALE_UP_WAIT_STATION,      // for the hand-over
  SCALE_UP_WAIT_RESPONSE,     // everything on the way back
  SCALE_UP_WAIT_COUNT
};

// Complete requests of one kind.
struct scale_up_sums {
  uint64_t count;
  uint64_t sum[SCALE_UP_WAIT_COUNT], max[SCALE_UP_WAIT_COUNT];
  struct flitlock_histogram round_trip, translation;
};

// Latencies in cycles, R-SU-6.
struct scale_up_latencies {
  uint32_t cu_noc, fabric, hbm, link, switching;
};

struct scale_up_ledger {
  uint32_t gpus, window;
  struct scale_up_record *record;  // [gpus * window]
  struct scale_up_latencies latency;
  struct scale_up_sums sums[2];  // of requests to the same node, to other nodes
  int lost;                      // out of memory: something is not counted
};

static inline struct scale_up_record *scale_up_record_of(struct scale_up_ledger *ledger,
                                                         const struct flitlock_flit *request) {
  return &ledger->record[flitlock_address_gpu(request->src) * ledger->window + request->id];
}

// The waits of the request of `record`, complete at `cycle`.
void scale_up_ledger_waits(const struct scale_up_ledger *ledger, const struct scale_up_record *record, uint64_t cycle,
                           uint32_t wait[SCALE_UP_WAIT_COUNT]);
void scale_up_ledger_complete(struct scale_up_ledger *ledger, const struct scale_up_record *record, int other_node,
                              uint64_t cycle);
void scale_up_ledger_results(const struct scale_up_ledger *ledger, int other_node,
                             struct flitlock_scale_up_requests *requests);
void scale_up_ledger_free(struct scale_up_ledger *ledger);

#endif
