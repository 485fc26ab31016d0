// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, each simulated in a process of its own.
#include <stdio.h>

#include "cli/jobs.h"
#include "cli/tune.h"

static int simulate(void *self, size_t n, void *result, struct flitlock_error *error) {
  const struct tune_report *report = self;
  (void)n;
  return flitlock_tune_simulate(report->config, report->bounds, result, error);
}

static char *label(void *self, size_t n, char *buffer, size_t size) {
  const struct flitlock_tune_point *point = &((const struct tune_report *)self)->point[n];
  snprintf(buffer, size, "depth %u of %s buffers", point->depth, flitlock_tune_kind_text(point->kind));
  return buffer;
}

int tune_jobs_run(struct tune_report *report, unsigned count, int quiet, struct flitlock_error *error) {
  const struct cli_jobs jobs = {.count = report->point_count,
                                .result_size = sizeof(*report->point),
                                .results = report->point,
                                .at_a_time = count,
                                .quiet = quiet,
                                .unit = "point",
                                .whole = "the sweep",
                                .self = report,
                                .run = simulate,
                                .label = label};
  return cli_jobs_run(&jobs, error);
}
