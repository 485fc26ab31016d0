// SPDX-License-Identifier: Apache-2.0
// Each process writes one message into a pipe and ends.
#include "cli/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/progress.h"

#define INTERVAL 100  // milliseconds between two looks at the signals

// A process writes this and the result behind it.
struct message {
  int status;
  struct flitlock_error error;
};

struct job {
  pid_t process;  // 0: none
  int pipe;
  size_t number;  // of the simulation
  size_t got;     // bytes of the message
  char *message;  // [size]
};

struct pool {
  const struct cli_jobs *jobs;
  struct job *job;  // [count]
  struct pollfd *wait;
  char *messages;
  size_t size;  // of a message with its result
  unsigned count, running;
  size_t next, done;  // simulations
  size_t failed;      // the one whose failure is told
  int status;
  struct flitlock_error *error;
};

static char *result_of(const struct cli_jobs *jobs, size_t number) {
  return (char *)jobs->results + number * jobs->result_size;
}

static int write_all(int out, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t written = write(out, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    size -= (size_t)written;
  }
  return 1;
}

// Ctrl-C goes to all processes of a terminal. Here it is held back (cli/progress.h): the parent decides, and ends its
// simulations with SIGKILL, which also comes if the parent is killed itself.
static _Noreturn void simulate(const struct cli_jobs *jobs, size_t number, int out, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
  struct message message;
  memset(&message, 0, sizeof(message));
  char *result = result_of(jobs, number);
  message.status = jobs->run(jobs->self, number, result, &message.error);
  int whole = write_all(out, (const char *)&message, sizeof(message)) && write_all(out, result, jobs->result_size);
  _exit(whole ? 0 : 1);
}

static int start(struct pool *pool) {
  unsigned free_job = 0;
  while (pool->job[free_job].process != 0)
    free_job++;
  struct job *job = &pool->job[free_job];
  int ends[2];
  if (pipe(ends) != 0) {
    return flitlock_fail(pool->error, FLITLOCK_E_INTERNAL, "cannot make a pipe: %s", strerror(errno));
  }
  fflush(NULL);  // or what waits in a buffer would be written twice
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    simulate(pool->jobs, pool->next, ends[1], parent);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return flitlock_fail(pool->error, FLITLOCK_E_INTERNAL, "cannot start a process: %s", strerror(errno));
  }
  job->process = process;
  job->pipe = ends[0];
  job->number = pool->next++;
  job->got = 0;
  pool->running++;
  return FLITLOCK_OK;
}

static void fail(struct pool *pool, const struct job *job, int status, const char *text) {
  if (pool->status != FLITLOCK_OK && pool->failed < job->number) return;
  char label[160];
  pool->failed = job->number;
  pool->status = flitlock_fail(pool->error, status, "%s: %s",
                               pool->jobs->label(pool->jobs->self, job->number, label, sizeof(label)), text);
}

static void finish(struct pool *pool, struct job *job) {
  int ended = 0;
  while (waitpid(job->process, &ended, 0) < 0 && errno == EINTR) {
  }
  close(job->pipe);
  struct message message = {0};
  memcpy(&message, job->message, sizeof(message));
  if (job->got != pool->size) {
    char text[80];
    snprintf(text, sizeof(text), "the simulation ended without a result (%s %d)",
             WIFSIGNALED(ended) ? "signal" : "exit code", WIFSIGNALED(ended) ? WTERMSIG(ended) : WEXITSTATUS(ended));
    fail(pool, job, FLITLOCK_E_INTERNAL, text);
  } else if (message.status != FLITLOCK_OK) {
    fail(pool, job, message.status, message.error.text);
  } else {
    memcpy(result_of(pool->jobs, job->number), job->message + sizeof(message), pool->jobs->result_size);
  }
  job->process = 0;
  pool->running--;
  pool->done++;
}

// Reads what is there.
static void receive(struct pool *pool, struct job *job) {
  ssize_t got = read(job->pipe, job->message + job->got, pool->size - job->got);
  if (got < 0 && errno == EINTR) return;
  if (got > 0) job->got += (size_t)got;
  if (got <= 0 || job->got == pool->size) finish(pool, job);
}

static void look(struct pool *pool) {
  nfds_t open = 0;
  for (unsigned n = 0; n < pool->count; n++)
    if (pool->job[n].process != 0) pool->wait[open++] = (struct pollfd){.fd = pool->job[n].pipe, .events = POLLIN};
  if (poll(pool->wait, open, INTERVAL) <= 0) return;
  for (unsigned n = 0, at = 0; n < pool->count; n++) {
    if (pool->job[n].process == 0) continue;
    if (pool->wait[at++].revents != 0) receive(pool, &pool->job[n]);
  }
}

static void interrupt(struct pool *pool) {
  for (unsigned n = 0; n < pool->count; n++) {
    if (pool->job[n].process == 0) continue;
    kill(pool->job[n].process, SIGKILL);
    finish(pool, &pool->job[n]);
  }
}

static int run(struct pool *pool, struct cli_progress *progress) {
  size_t all = pool->jobs->count;
  while (pool->done < all) {
    while (pool->status == FLITLOCK_OK && pool->running < pool->count && pool->next < all) {
      pool->failed = pool->next;
      pool->status = start(pool);
    }
    // After a failure the ones before it, which have been started, are waited for: they may fail, too.
    if (pool->running == 0) break;
    look(pool);
    if (cli_progress_step(progress, pool->done, all) != 0) {
      size_t done = pool->done;
      interrupt(pool);
      return flitlock_fail(pool->error, FLITLOCK_E_TIMEOUT, "interrupted after %zu of %zu %ss of %s", done, all,
                           pool->jobs->unit, pool->jobs->whole);
    }
  }
  return pool->status;
}

static int allocate(struct pool *pool) {
  pool->job = calloc(pool->count + 1U, sizeof(*pool->job));
  pool->wait = calloc(pool->count + 1U, sizeof(*pool->wait));
  pool->messages = calloc(pool->count + 1U, pool->size);
  if (pool->job == NULL || pool->wait == NULL || pool->messages == NULL) {
    return flitlock_fail(pool->error, FLITLOCK_E_NO_MEMORY, "out of memory for %s", pool->jobs->whole);
  }
  for (unsigned n = 0; n < pool->count; n++)
    pool->job[n].message = pool->messages + n * pool->size;
  return FLITLOCK_OK;
}

int cli_jobs_run(const struct cli_jobs *jobs, struct flitlock_error *error) {
  struct pool pool = {.jobs = jobs, .count = jobs->at_a_time, .status = FLITLOCK_OK, .error = error};
  if (pool.count > jobs->count) pool.count = (unsigned)jobs->count;
  pool.size = sizeof(struct message) + jobs->result_size;
  int status = allocate(&pool);
  if (status == FLITLOCK_OK) {
    struct cli_progress progress;
    cli_progress_start(&progress, jobs->quiet);
    progress.unit = jobs->unit;
    status = run(&pool, &progress);
    cli_progress_end(&progress);
  }
  free(pool.job);
  free(pool.wait);
  free(pool.messages);
  return status;
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
