// SPDX-License-Identifier: Apache-2.0
// The observers that a run was asked for, opened and closed together.
#ifndef FLITLOCK_RUN_OBSERVERS_H
#define FLITLOCK_RUN_OBSERVERS_H

#include "flitlock/observe.h"
#include "flitlock/run.h"

struct flitlock_run_observers {
  struct flitlock_invariants *invariants;
  struct flitlock_stats *stats;
  struct flitlock_events *events;
  struct flitlock_vcd *vcd;
};

// Opens what `options` and the configuration ask for. On failure those that are open stay so until close.
int flitlock_run_observers_open(struct flitlock_run_observers *observers, struct flitlock_pod *pod,
                                const struct flitlock_run_options *options, struct flitlock_error *error);
// Closes the files, whatever happened before: the first failure (a full disk). Statistics and invariants stay.
int flitlock_run_observers_close_files(struct flitlock_run_observers *observers, struct flitlock_error *error);
void flitlock_run_observers_destroy(struct flitlock_run_observers *observers);

#endif
