// SPDX-License-Identifier: Apache-2.0
#include "run/observers.h"

int flitlock_run_observers_open(struct flitlock_run_observers *observers, struct flitlock_pod *pod,
                                const struct flitlock_run_options *options, struct flitlock_error *error) {
  *observers = (struct flitlock_run_observers){0};
  int status = FLITLOCK_OK;
  if (flitlock_pod_config(pod)->check.invariants) {
    status = flitlock_invariants_create(pod, &observers->invariants, error);
  }
  if (status == FLITLOCK_OK && options->statistics) status = flitlock_stats_create(pod, &observers->stats, error);
  if (status == FLITLOCK_OK && options->events_path != NULL) {
    status = flitlock_events_create(pod, options->events_path, &observers->events, error);
  }
  if (status == FLITLOCK_OK && options->vcd_path != NULL) {
    status = flitlock_vcd_create(pod, options->vcd_path, options->vcd_scope, options->vcd_from, options->vcd_to,
                                 &observers->vcd, error);
  }
  return status;
}

int flitlock_run_observers_close_files(struct flitlock_run_observers *observers, struct flitlock_error *error) {
  int events = FLITLOCK_OK, vcd = FLITLOCK_OK;
  if (observers->events != NULL) events = flitlock_events_close(observers->events, error);
  if (observers->vcd != NULL) vcd = flitlock_vcd_close(observers->vcd, events == FLITLOCK_OK ? error : NULL);
  observers->events = NULL;
  observers->vcd = NULL;
  return events != FLITLOCK_OK ? events : vcd;
}

void flitlock_run_observers_destroy(struct flitlock_run_observers *observers) {
  if (observers->stats != NULL) flitlock_stats_destroy(observers->stats);
  if (observers->invariants != NULL) flitlock_invariants_destroy(observers->invariants);
  observers->stats = NULL;
  observers->invariants = NULL;
}
