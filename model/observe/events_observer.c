// SPDX-License-Identifier: Apache-2.0
// The event log of a run: an observer that hands every flit and credit to the writer.
#include <stdlib.h>

#include "flitlock/events.h"
#include "observe/target.h"

struct flitlock_events {
  struct flitlock_event_writer *writer;
};

static void on_step(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)in;
  struct flitlock_events *events = self;
  for (uint64_t ports = out->flit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    uint32_t channel = flitlock_engine_channel_from(engine, block, port);
    if (channel != UINT32_MAX) flitlock_event_writer_flit(events->writer, cycle, channel, &out->flit[port]);
  }
  for (uint64_t ports = out->credit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    uint32_t channel = flitlock_engine_channel_to(engine, block, port);
    if (channel != UINT32_MAX) flitlock_event_writer_credit(events->writer, cycle, channel, out->credit[port]);
  }
}

int flitlock_events_create_for(const struct flitlock_target *target, const char *path, struct flitlock_events **events,
                               struct flitlock_error *error) {
  *events = NULL;
  uint32_t channels = flitlock_engine_channel_count(target->engine);
  struct flitlock_events *made = calloc(1, sizeof *made);
  const char **names = calloc(channels + 1U, sizeof *names);
  if (!made || !names) {
    free(made);
    free(names);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the event log", path);
  }
  for (uint32_t c = 0; c < channels; c++) {
    names[c] = flitlock_engine_channel(target->engine, c)->name;
  }
  struct flitlock_events_info info = {.seed = target->seed,
                                      .config_hash = target->config_hash,
                                      .unit_bytes = target->unit_bytes,
                                      .channels = channels,
                                      .channel = names,
                                      .producer = NULL};
  int status = flitlock_event_writer_open(path, &info, &made->writer, error);
  if (status == FLITLOCK_OK) {
    struct flitlock_observer observer = {.self = made, .step = on_step, .cycle = NULL};
    status = flitlock_engine_add_observer(target->engine, &observer, error);
    if (status != FLITLOCK_OK) flitlock_event_writer_close(made->writer, NULL);
  }
  free(names);
  if (status != FLITLOCK_OK) {
    free(made);
    return status;
  }
  *events = made;
  return FLITLOCK_OK;
}

int flitlock_events_close(struct flitlock_events *events, struct flitlock_error *error) {
  if (!events) return FLITLOCK_OK;
  int status = flitlock_event_writer_close(events->writer, error);
  free(events);
  return status;
}
