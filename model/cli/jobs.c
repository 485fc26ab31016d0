// SPDX-License-Identifier: Apache-2.0
// Simulations with results of one size, by the processes of processes.h.
#include "cli/jobs.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/processes.h"

// A process writes this and the result behind it.
struct message {
  int status;
  struct flitlock_error error;
};

struct pool {
  const struct cli_jobs *jobs;
  size_t next;
  uint64_t failed;  // the one whose failure is told
  int status;
  struct flitlock_error failure;
};

static char *result_of(const struct cli_jobs *jobs, uint64_t number) {
  return (char *)jobs->results + number * jobs->result_size;
}

static uint64_t next(void *self) {
  struct pool *pool = self;
  return pool->next < pool->jobs->count ? pool->next++ : UINT64_MAX;
}

static int simulate(void *self, uint64_t number, int out) {
  const struct cli_jobs *jobs = ((struct pool *)self)->jobs;
  struct message message;
  memset(&message, 0, sizeof(message));
  char *result = result_of(jobs, number);
  message.status = jobs->run(jobs->self, number, result, &message.error);
  return cli_write_all(out, &message, sizeof(message)) && cli_write_all(out, result, jobs->result_size) ? 0 : 1;
}

static void fail(struct pool *pool, uint64_t number, int status, const char *text) {
  if (pool->status != FLITLOCK_OK && pool->failed < number) return;
  char label[160];
  pool->failed = number;
  pool->status = flitlock_fail(&pool->failure, status, "%s: %.1880s",
                               pool->jobs->label(pool->jobs->self, number, label, sizeof(label)), text);
}

static int finished(void *self, const struct cli_finished *finished, struct flitlock_error *error) {
  struct pool *pool = self;
  struct message message;
  if (finished->size != sizeof(message) + pool->jobs->result_size) {
    char text[120];
    snprintf(text, sizeof(text), "the simulation ended without a result (%s)", finished->how);
    fail(pool, finished->item, FLITLOCK_E_INTERNAL, text);
  } else {
    memcpy(&message, finished->message, sizeof(message));
    if (message.status != FLITLOCK_OK) {
      fail(pool, finished->item, message.status, message.error.text);
    } else {
      memcpy(result_of(pool->jobs, finished->item), finished->message + sizeof(message), pool->jobs->result_size);
    }
  }
  if (pool->status != FLITLOCK_OK) *error = pool->failure;
  return pool->status;
}

// After a failure the ones before it, which have been started, are waited for: they may fail, too.
int cli_jobs_run(const struct cli_jobs *jobs, struct flitlock_error *error) {
  struct pool pool = {.jobs = jobs, .status = FLITLOCK_OK};
  struct cli_processes processes = {.self = &pool,
                                    .next = next,
                                    .work = simulate,
                                    .finished = finished,
                                    .jobs = jobs->at_a_time < jobs->count ? jobs->at_a_time : (unsigned)jobs->count,
                                    .items = jobs->count,
                                    .unit = jobs->unit,
                                    .quiet = jobs->quiet,
                                    .let_run = 1};
  int interrupted = 0;
  int status = cli_processes_run(&processes, &interrupted, error);
  if (interrupted) {
    return flitlock_fail(error, FLITLOCK_E_TIMEOUT, "interrupted after %llu of %zu %ss of %s",
                         (unsigned long long)processes.done, jobs->count, jobs->unit, jobs->whole);
  }
  if (pool.status == FLITLOCK_OK) return status;
  *error = pool.failure;
  return pool.status;
}

int cli_jobs_read(const struct cli_arguments *arguments, int id, unsigned *jobs, struct flitlock_error *error) {
  uint64_t number = CLI_JOBS;
  const char *text = cli_value(arguments, id);
  int status = text != NULL ? cli_number(text, "--jobs", 1, &number, error) : FLITLOCK_OK;
  if (status == FLITLOCK_OK && number > CLI_JOBS_MAX) {
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "--jobs is too large: %s is more than %d", text, CLI_JOBS_MAX);
  }
  *jobs = (unsigned)number;
  return status;
}
