// SPDX-License-Identifier: Apache-2.0
// What `flitlock sweep` is asked for, and how far it came.
#ifndef FLITLOCK_CLI_SWEEP_H
#define FLITLOCK_CLI_SWEEP_H

#include <stdio.h>

#include "flitlock/sweep.h"

struct sweep_request {
  const struct flitlock_sweep *sweep;
  const char *file, *out, *json;
  uint64_t index, shards;  // from 1
  unsigned jobs;
  double seconds;  // for a point, 0: no limit
  int quiet, retry;
};

// Points of the shard.
struct sweep_progress {
  uint64_t count[FLITLOCK_SWEEP_OUTCOME_COUNT];
  uint64_t points;    // of the shard
  uint64_t before;    // were in the database
  uint64_t now;       // came into it by this process
  uint8_t *outcomes;  // of all points of the sweep; free it
};

// Simulates what is missing. The database is open and stays so. E_TIMEOUT: interrupted.
int sweep_run(const struct sweep_request *request, struct flitlock_sweep_database *database,
              struct sweep_progress *progress, struct flitlock_error *error);

// In a process of its own: simulates a point and writes what came of it into `out`. The exit code.
int sweep_point_work(const struct flitlock_sweep *sweep, uint64_t point, int out);
// What a process has written. 0: it is not whole. `*stop` 1: the sweep cannot go on, for the reason in `record`.
int sweep_point_read(const char *message, size_t size, struct flitlock_sweep_record *record, int *stop);

int sweep_list_points(FILE *file, const struct flitlock_sweep *sweep, uint64_t index, uint64_t shards,
                      struct flitlock_error *error);
int sweep_list_json(const struct sweep_request *request, struct flitlock_error *error);
int sweep_summary(FILE *file, const struct sweep_request *request, struct flitlock_sweep_database *database,
                  const struct sweep_progress *progress, struct flitlock_error *error);
int sweep_summary_json(const struct sweep_request *request, struct flitlock_sweep_database *database,
                       const struct sweep_progress *progress, struct flitlock_error *error);

#endif
