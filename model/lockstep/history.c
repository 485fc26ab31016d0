// SPDX-License-Identifier: Apache-2.0
// What a model presented last on each port.
#include "lockstep/state.h"

static struct flitlock_lockstep_event *next_event(struct lockstep_history *history, uint64_t cycle, int lane) {
  struct flitlock_lockstep_event *event = &history->event[history->next];
  history->next = (history->next + 1U) % FLITLOCK_HISTORY;
  if (history->count < FLITLOCK_HISTORY) history->count++;
  event->cycle = cycle;
  event->lane = (uint8_t)lane;
  return event;
}

void flitlock_lockstep_remember(struct lockstep_model *model, uint64_t cycle) {
  for (uint64_t ports = model->out.flit_valid; ports != 0; ports &= ports - 1U) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    struct flitlock_lockstep_event *event = next_event(&model->history[port], cycle, FLITLOCK_LANE_FLIT);
    event->credit = 0;
    event->flit = model->out.flit[port];
    event->flit.payload = NULL;
  }
  for (uint64_t ports = model->out.credit_valid; ports != 0; ports &= ports - 1U) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    struct flitlock_lockstep_event *event = next_event(&model->history[port], cycle, FLITLOCK_LANE_CREDIT);
    event->credit = model->out.credit[port];
    event->flit = (struct flitlock_flit){0};
  }
}

void flitlock_lockstep_recall(const struct lockstep_history *history, struct flitlock_lockstep_side *side) {
  side->history_count = history->count;
  unsigned first = (history->next + FLITLOCK_HISTORY - history->count) % FLITLOCK_HISTORY;
  for (unsigned n = 0; n < history->count; n++)
    side->history[n] = history->event[(first + n) % FLITLOCK_HISTORY];
}
