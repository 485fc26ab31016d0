// SPDX-License-Identifier: Apache-2.0
// Lanes of a latency above 1, R-CH-4 and R-CH-5.
#include <stdlib.h>

#include "core/engine_state.h"

struct flitlock_delay *flitlock_delay_create(struct flitlock_node *to, uint32_t port, uint32_t latency, bool credits) {
  struct flitlock_delay *delay = calloc(1, sizeof *delay);
  if (delay == NULL) return NULL;
  delay->to = to;
  delay->port = port;
  delay->latency = latency;
  delay->arrival = calloc(latency, sizeof *delay->arrival);
  if (credits)
    delay->credit = calloc(latency, sizeof *delay->credit);
  else
    delay->flit = calloc(latency, sizeof *delay->flit);
  if (delay->arrival == NULL || (delay->credit == NULL && delay->flit == NULL)) {
    flitlock_delay_free(delay);
    return NULL;
  }
  return delay;
}

void flitlock_delay_free(struct flitlock_delay *delay) {
  if (delay == NULL) return;
  free(delay->arrival);
  free(delay->flit);
  free(delay->credit);
  free(delay);
}
