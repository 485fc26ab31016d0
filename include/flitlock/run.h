// SPDX-License-Identifier: Apache-2.0
// A whole run: pod, observers, phases (warm-up, window, drain), results. What `flitlock run` calls.
#ifndef FLITLOCK_RUN_H
#define FLITLOCK_RUN_H

#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_results;  // results.h

struct flitlock_run_options {
  const char *events_path;    // NULL: none
  const char *vcd_path;       // NULL: none
  const char *vcd_scope;      // fnmatch pattern of instance paths, NULL: all
  uint64_t vcd_from, vcd_to;  // window, cycles; to 0: the end
  int statistics;             // 1: link statistics and latencies are gathered
  // Called about ten times a second or every few thousand cycles; a non-zero answer interrupts the run (E_TIMEOUT). May
  // be NULL.
  int (*progress)(void *self, uint64_t cycle, uint64_t end);
  void *progress_self;
};

// Runs the pod to its end. Files are closed on every path. FLITLOCK_OK or the first failure; `*results` is filled in
// both cases as far as the run got (free with flitlock_results_free).
int flitlock_run(struct flitlock_pod *pod, const struct flitlock_run_options *options,
                 struct flitlock_results **results, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
