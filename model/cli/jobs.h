// SPDX-License-Identifier: Apache-2.0
// Simulations that do not depend on each other, each in a process of its own, some at a time.
#ifndef FLITLOCK_CLI_JOBS_H
#define FLITLOCK_CLI_JOBS_H

#include <stddef.h>

#include "flitlock/status.h"

struct cli_jobs {
  size_t count;        // simulations
  size_t result_size;  // bytes of each result: plain data without pointers
  void *results;       // [count]: filled in. What a simulation finds there is what it starts from
  unsigned at_a_time;  // processes
  int quiet;           // no bar
  const char *unit;    // what the bar counts: "point"
  const char *whole;   // what is interrupted: "the sweep"
  void *self;
  // In the process of simulation `n`, which works on `result`.
  int (*run)(void *self, size_t n, void *result, struct flitlock_error *error);
  // Its name, for messages. Returns `buffer`.
  char *(*label)(void *self, size_t n, char *buffer, size_t size);
};

#define CLI_JOBS     2  // --jobs without a number
#define CLI_JOBS_MAX 256
struct cli_arguments;
// The number of --jobs, option `id`; CLI_JOBS without it. E_USAGE.
int cli_jobs_read(const struct cli_arguments *arguments, int id, unsigned *jobs, struct flitlock_error *error);
#define CLI_HELP_JOBS "Simulations at a time, 1 to 256. Results do not depend on it. Default: 2."

// Runs them all. The first failure, by their order, is the one that is told. E_TIMEOUT: interrupted.
int cli_jobs_run(const struct cli_jobs *jobs, struct flitlock_error *error);

#endif
