// SPDX-License-Identifier: Apache-2.0
// The points of a sweep in parallel processes. Only this process writes to the database.
#include <stdlib.h>
#include <string.h>

#include "cli/processes.h"
#include "cli/sweep.h"

struct run {
  const struct sweep_request *request;
  struct flitlock_sweep_database *database;
  struct sweep_progress *progress;
  uint64_t next;
};

static int is_open(const struct run *run, uint64_t point) {
  return run->progress->outcomes[point] == FLITLOCK_SWEEP_OPEN &&
         flitlock_sweep_in_shard(point, run->request->index, run->request->shards);
}

static uint64_t next(void *self) {
  struct run *run = self;
  uint64_t count = flitlock_sweep_count(run->request->sweep);
  while (run->next < count && !is_open(run, run->next))
    run->next++;
  return run->next < count ? run->next++ : UINT64_MAX;
}

static int work(void *self, uint64_t point, int out) {
  const struct run *run = self;
  return sweep_point_work(run->request->sweep, point, out);
}

static int store(struct run *run, uint64_t number, const struct flitlock_sweep_record *record,
                 struct flitlock_error *error) {
  struct flitlock_sweep_point point;
  int status = flitlock_sweep_point_make(run->request->sweep, number, &point, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_sweep_store(run->database, &point, record, error);
  flitlock_sweep_point_free(&point);
  if (status != FLITLOCK_OK) return status;
  run->progress->outcomes[number] = (uint8_t)record->outcome;
  run->progress->now++;
  return FLITLOCK_OK;
}

static int finished(void *self, const struct cli_finished *finished, struct flitlock_error *error) {
  struct run *run = self;
  struct flitlock_sweep_record record = {0};
  char text[160];
  int stop = 0;
  if (!sweep_point_read(finished->message, finished->size, &record, &stop)) {
    record.outcome = finished->timed_out ? FLITLOCK_SWEEP_TIMED_OUT : FLITLOCK_SWEEP_CRASHED;
    record.status = finished->timed_out ? FLITLOCK_E_TIMEOUT : FLITLOCK_E_INTERNAL;
    snprintf(text, sizeof(text), "%s (%s)",
             finished->timed_out ? "the simulation took longer than --timeout allows"
                                 : "the simulation ended without a result",
             finished->how[0] != '\0' ? finished->how : "exit code 0");
    record.message = text;
  }
  if (stop) return flitlock_fail(error, record.status, "%s", record.message);
  return store(run, finished->item, &record, error);
}

static int store_impossible(struct run *run, struct flitlock_error *error) {
  const struct flitlock_sweep *sweep = run->request->sweep;
  int status = FLITLOCK_OK;
  for (uint64_t n = 0; n < flitlock_sweep_count(sweep) && status == FLITLOCK_OK; n++) {
    if (!is_open(run, n)) continue;
    struct flitlock_sweep_point point;
    status = flitlock_sweep_point_make(sweep, n, &point, error);
    if (status != FLITLOCK_OK) return status;
    const struct flitlock_sweep_record record = {
        .outcome = FLITLOCK_SWEEP_IMPOSSIBLE, .status = FLITLOCK_E_CONFIG, .message = point.why};
    if (point.impossible) status = store(run, n, &record, error);
    flitlock_sweep_point_free(&point);
  }
  return status;
}

static void count_outcomes(const struct run *run) {
  struct sweep_progress *progress = run->progress;
  memset(progress->count, 0, sizeof(progress->count));
  progress->points = 0;
  for (uint64_t n = 0; n < flitlock_sweep_count(run->request->sweep); n++) {
    if (!flitlock_sweep_in_shard(n, run->request->index, run->request->shards)) continue;
    progress->count[progress->outcomes[n]]++;
    progress->points++;
  }
}

int sweep_run(const struct sweep_request *request, struct flitlock_sweep_database *database,
              struct sweep_progress *progress, struct flitlock_error *error) {
  uint64_t count = flitlock_sweep_count(request->sweep);
  struct run run = {.request = request, .database = database, .progress = progress};
  progress->outcomes = calloc(count, 1);
  if (progress->outcomes == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the sweep");
  int status = FLITLOCK_OK;
  if (request->retry) status = flitlock_sweep_forget(database, request->index, request->shards, error);
  if (status == FLITLOCK_OK) status = flitlock_sweep_outcomes(database, progress->outcomes, count, error);
  if (status != FLITLOCK_OK) return status;
  count_outcomes(&run);
  progress->before = progress->points - progress->count[FLITLOCK_SWEEP_OPEN];
  status = store_impossible(&run, error);
  if (status != FLITLOCK_OK) return status;
  struct cli_processes processes = {.self = &run,
                                    .next = next,
                                    .work = work,
                                    .finished = finished,
                                    .jobs = request->jobs,
                                    .seconds = request->seconds,
                                    .first = progress->before + progress->now,
                                    .items = progress->points,
                                    .unit = "point",
                                    .quiet = request->quiet};
  int interrupted = 0;
  status = cli_processes_run(&processes, &interrupted, error);
  count_outcomes(&run);
  if (!interrupted) return status;
  return flitlock_fail(error, FLITLOCK_E_TIMEOUT,
                       "interrupted: %llu of %llu points are in '%s' and are kept; the same command goes on from there",
                       (unsigned long long)(progress->points - progress->count[FLITLOCK_SWEEP_OPEN]),
                       (unsigned long long)progress->points, request->out);
}
