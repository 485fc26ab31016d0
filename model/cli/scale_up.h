// SPDX-License-Identifier: Apache-2.0
// flitlock run on a scale-up pod.
#ifndef FLITLOCK_CLI_SCALE_UP_H
#define FLITLOCK_CLI_SCALE_UP_H

#include <stdio.h>

#include "flitlock/implementation.h"
#include "flitlock/scale_up.h"

struct cli_scale_up {
  const char *json, *csv, *plot;  // NULL: none
  int has_stream;
  uint64_t stream_src, stream_dst;
  int quiet;
  const struct flitlock_implementation_options *implementation;
  // After the run, before the pod is gone: what lockstep blocks say of it. The status, or theirs.
  int (*judge)(void *self, FILE *text, int status, struct flitlock_error *error);
  void *judge_self;
};

int cli_scale_up_run(const struct flitlock_config *config, const struct cli_scale_up *request,
                     struct flitlock_error *error);

// The summary for a person.
void cli_scale_up_report(FILE *file, const struct flitlock_scale_up_results *results);
// The stream as a picture.
int cli_scale_up_plot(const struct flitlock_scale_up_results *results, const char *path, struct flitlock_error *error);

#endif
