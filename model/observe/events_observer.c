// SPDX-License-Identifier: Apache-2.0
// The event log of a pod: what its blocks present, handed to the writer by an observer or by another host.
#include <stdlib.h>

#include "flitlock/events.h"
#include "observe/target.h"

struct flitlock_events {
  struct flitlock_event_writer *writer;
  const struct flitlock_engine *engine;  // knows which channel is at which port
};

int flitlock_events_flit(struct flitlock_events *events, uint32_t block, uint32_t port, uint64_t cycle,
                         const struct flitlock_flit *flit) {
  uint32_t channel = flitlock_engine_channel_from(events->engine, block, port);
  return channel == UINT32_MAX ? FLITLOCK_OK : flitlock_event_writer_flit(events->writer, cycle, channel, flit);
}

int flitlock_events_credit(struct flitlock_events *events, uint32_t block, uint32_t port, uint64_t cycle,
                           uint32_t word) {
  uint32_t channel = flitlock_engine_channel_to(events->engine, block, port);
  return channel == UINT32_MAX ? FLITLOCK_OK : flitlock_event_writer_credit(events->writer, cycle, channel, word);
}

int flitlock_events_presented(struct flitlock_events *events, uint32_t block, uint64_t cycle,
                              const struct flitlock_out *out) {
  int status = FLITLOCK_OK;
  for (uint64_t ports = out->flit_valid; ports && status == FLITLOCK_OK;) {
    unsigned port = flitlock_next_port(&ports);
    status = flitlock_events_flit(events, block, port, cycle, &out->flit[port]);
  }
  for (uint64_t ports = out->credit_valid; ports && status == FLITLOCK_OK;) {
    unsigned port = flitlock_next_port(&ports);
    status = flitlock_events_credit(events, block, port, cycle, out->credit[port]);
  }
  return status;
}

// A failure stays in the writer and is told when the log is closed.
static void on_step(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)engine;
  (void)in;
  (void)flitlock_events_presented(self, block, cycle, out);
}

int flitlock_events_open_for(const struct flitlock_target *target, const char *path, struct flitlock_events **events,
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
  made->engine = target->engine;
  free(names);
  if (status != FLITLOCK_OK) {
    free(made);
    return status;
  }
  *events = made;
  return FLITLOCK_OK;
}

int flitlock_events_create_for(const struct flitlock_target *target, const char *path, struct flitlock_events **events,
                               struct flitlock_error *error) {
  int status = flitlock_events_open_for(target, path, events, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_observer observer = {.self = *events, .step = on_step, .cycle = NULL};
  status = flitlock_engine_add_observer(target->engine, &observer, error);
  if (status != FLITLOCK_OK) {
    flitlock_events_close(*events, NULL);
    *events = NULL;
  }
  return status;
}

int flitlock_events_close(struct flitlock_events *events, struct flitlock_error *error) {
  if (!events) return FLITLOCK_OK;
  int status = flitlock_event_writer_close(events->writer, error);
  free(events);
  return status;
}
