// SPDX-License-Identifier: Apache-2.0
// A run in progress: what its parts share.
#ifndef FLITLOCK_RUN_RUN_STATE_H
#define FLITLOCK_RUN_RUN_STATE_H

#include "flitlock/run.h"
#include "run/observers.h"
#include "run/totals.h"
#include "run/window.h"

struct flitlock_run_state {
  struct flitlock_pod *pod;
  struct flitlock_engine *engine;
  const struct flitlock_config *config;
  const struct flitlock_run_options *options;
  struct flitlock_error *error;
  struct flitlock_run_observers observers;
  struct flitlock_window window;
  struct flitlock_totals totals;  // as of the last look
  int finite;                     // the workload has an end
  int exhausted;                  // it has come
  int drained;                    // the network was found empty after the last request
  uint64_t moved_flits;           // watchdog without invariants: flits carried, and the cycle at which that grew
  uint64_t moved_at;
};

// No progress: a run in which nothing can or did move, with who waits on whom. Returns E_NO_PROGRESS.
int flitlock_run_stuck(const struct flitlock_run_state *run, const char *why);
// What is wrong at the end of a run that looked good: packets left, a workload that did not come out, nothing done.
int flitlock_run_judge(const struct flitlock_run_state *run);
// Fills in the results as far as the run got.
int flitlock_run_fill_results(const struct flitlock_run_state *run, struct flitlock_results *results);

#endif
