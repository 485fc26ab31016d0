// SPDX-License-Identifier: Apache-2.0
#include "run/window.h"

#include <string.h>

#define LONGEST_BATCH  512  // cycles
#define SHORTEST_BATCH 16

// A sixteenth of the run, as a power of two. A client that has a number of requests is guessed to need eight cycles for
// each, as it does in a pod that is full.
static uint64_t batch_length(const struct flitlock_config *config) {
  uint64_t length = config->run.cycles, count = config->workload.count;
  if (config->workload.kind == FLITLOCK_WORKLOAD_SYNTHETIC && count > 0 && count < length / 8) length = 8 * count;
  uint64_t batch = LONGEST_BATCH;
  while (batch > SHORTEST_BATCH && batch > length / 16)
    batch /= 2;
  return batch;
}

void flitlock_window_init(struct flitlock_window *window, const struct flitlock_config *config) {
  memset(window, 0, sizeof(*window));
  int synthetic = config->workload.kind == FLITLOCK_WORKLOAD_SYNTHETIC;
  window->length = config->run.window;
  window->count = synthetic ? config->workload.count : 0;
  window->automatic = config->run.warmup == UINT64_MAX && synthetic;
  window->give_up = config->run.cycles / 2;
  // A trace or a collective has no steady state to look for: its window is the whole run unless said otherwise.
  window->open_at = config->run.warmup == UINT64_MAX ? 0 : config->run.warmup;
  window->found = config->run.warmup != UINT64_MAX;
  window->batch = batch_length(config);
  flitlock_steady_init(&window->detector, window->batch);
  flitlock_samples_start(&window->samples, 0, 0, 0);
  if (!window->automatic && window->open_at == 0) window->phase = FLITLOCK_WINDOW_OPEN;
}

uint64_t flitlock_window_next(const struct flitlock_window *window, uint64_t cycle) {
  uint64_t next = (cycle / window->batch + 1) * window->batch;
  uint64_t edge = 0;
  if (window->phase == FLITLOCK_WINDOW_WARMUP) {
    edge = window->automatic ? window->give_up : window->open_at;
  } else if (window->phase == FLITLOCK_WINDOW_OPEN && window->length > 0) {
    edge = window->from + window->length;
  }
  return edge > cycle && edge < next ? edge : next;
}

// Whether the first client may run out of requests within the coming batch: it has less than twice the requests left
// that it began in the batch before.
static int tail_begins(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals) {
  if (window->count == 0) return 0;
  if (cycle % window->batch != 0) return totals->most_created >= window->count;
  uint64_t begun = totals->most_created - window->created;
  window->created = totals->most_created;
  return window->count - totals->most_created <= 2 * begun;
}

static int warmup_is_over(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals) {
  if (!window->automatic) return cycle >= window->open_at;
  if (cycle % window->batch == 0 &&
      flitlock_steady_update(&window->detector, cycle, totals->injected, totals->completed)) {
    window->found = 1;
    return 1;
  }
  return cycle >= window->give_up;
}

static int close_window(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals) {
  window->to = cycle;
  window->steady =
      window->found && flitlock_samples_steady(&window->samples, cycle, totals->injected, totals->completed);
  window->phase = FLITLOCK_WINDOW_CLOSED;
  return FLITLOCK_WINDOW_DO_CLOSE;
}

int flitlock_window_update(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals) {
  if (window->phase == FLITLOCK_WINDOW_CLOSED) return FLITLOCK_WINDOW_NOTHING;
  int tail = tail_begins(window, cycle, totals);
  if (window->phase == FLITLOCK_WINDOW_WARMUP) {
    // Once the tail has begun there is no steady window to come: the whole run remains.
    if (tail) window->open_at = window->give_up = UINT64_MAX;
    if (!warmup_is_over(window, cycle, totals) || tail) return FLITLOCK_WINDOW_NOTHING;
    window->phase = FLITLOCK_WINDOW_OPEN;
    window->from = cycle;
    flitlock_samples_start(&window->samples, cycle, totals->injected, totals->completed);
    return FLITLOCK_WINDOW_DO_OPEN;
  }
  if (cycle > window->from && (tail || (window->length > 0 && cycle >= window->from + window->length))) {
    return close_window(window, cycle, totals);
  }
  flitlock_samples_add(&window->samples, cycle, totals->injected, totals->completed);
  return FLITLOCK_WINDOW_NOTHING;
}

int flitlock_window_finish(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals) {
  if (window->phase == FLITLOCK_WINDOW_CLOSED) return 0;
  if (window->phase == FLITLOCK_WINDOW_WARMUP) window->found = 0;
  close_window(window, cycle, totals);
  return 1;
}
