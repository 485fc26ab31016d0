// SPDX-License-Identifier: Apache-2.0
#include "check/run.h"

#include <string.h>

#include "flitlock/results.h"
#include "flitlock/run.h"

void check_run_end(struct check_run *run) {
  flitlock_pod_destroy(run->pod);
  flitlock_scale_up_destroy(run->scale_up);
  flitlock_lockstep_destroy(run->session);
  memset(run, 0, sizeof *run);
}

int check_run_start(const struct flitlock_config *config, const struct flitlock_check_options *options,
                    const struct flitlock_lockstep_options *lockstep, struct check_run *run,
                    struct flitlock_error *error) {
  memset(run, 0, sizeof *run);
  int status = flitlock_lockstep_create(lockstep, &run->session, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_implementation_options implementation = options->implementation;
  implementation.session = run->session;
  if (config->pod.kind != FLITLOCK_POD_SCALE_UP)
    return flitlock_pod_create_chosen(config, NULL, &implementation, &run->pod, &run->blocks, error);
  return flitlock_scale_up_create_chosen(config, &implementation, &run->scale_up, &run->blocks, error);
}

static int go_scale_up(const struct flitlock_check_options *options, struct check_run *run, const char *events_path,
                       struct flitlock_error *error) {
  if (events_path != NULL)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s: a scale-up pod has no event log", events_path);
  const struct flitlock_scale_up_options running = {.progress = options->progress,
                                                    .progress_self = options->progress_self};
  struct flitlock_scale_up_results *results = NULL;
  int status = flitlock_scale_up_run(run->scale_up, &running, &results, error);
  // The engine may have gone on beyond the last response: what it stepped was compared.
  run->cycles = flitlock_engine_cycle(check_run_engine(run));
  flitlock_scale_up_results_free(results);
  return status;
}

static int go_pod(const struct flitlock_check_options *options, struct check_run *run, const char *events_path,
                  struct flitlock_error *error) {
  struct flitlock_run_options running = {
      .events_path = events_path, .progress = options->progress, .progress_self = options->progress_self};
  struct flitlock_results *results = NULL;
  int status = flitlock_run(run->pod, &running, &results, error);
  if (results != NULL) run->cycles = results->cycles;
  flitlock_results_free(results);
  return status;
}

int check_run_go(const struct flitlock_check_options *options, struct check_run *run, const char *events_path,
                 struct flitlock_error *error) {
  int status =
      run->pod != NULL ? go_pod(options, run, events_path, error) : go_scale_up(options, run, events_path, error);
  flitlock_lockstep_finish(run->session);
  return status;
}

struct flitlock_engine *check_run_engine(const struct check_run *run) {
  return run->pod != NULL ? flitlock_pod_engine(run->pod) : flitlock_scale_up_engine(run->scale_up);
}

uint32_t check_run_find(const struct check_run *run, const char *block) {
  const struct flitlock_engine *engine = check_run_engine(run);
  const uint32_t count = flitlock_engine_block_count(engine);
  for (uint32_t n = 0; n < count; n++)
    if (strcmp(flitlock_engine_block_name(engine, n), block) == 0) return n;
  return UINT32_MAX;
}
