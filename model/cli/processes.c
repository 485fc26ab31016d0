// SPDX-License-Identifier: Apache-2.0
#include "cli/processes.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress.h"

#ifdef FLITLOCK_COVERAGE
#include <gcov.h>
#endif

#define INTERVAL 100  // milliseconds between two looks at the signals
#define CHUNK    65536

struct job {
  pid_t process;  // 0: none
  int pipe;
  uint64_t item;
  double until;  // when its time is over; 0: never
  int timed_out;
  char *message;
  size_t size, capacity;
};

struct pool {
  struct cli_processes *processes;
  struct job *job;  // [jobs]
  struct pollfd *wait;
  unsigned running;
  int status;  // not FLITLOCK_OK: nothing more is started
  struct flitlock_error *error;
};

static double now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int cli_write_all(int out, const void *data, size_t size) {
  const char *bytes = data;
  while (size > 0) {
    ssize_t written = write(out, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    size -= (size_t)written;
  }
  return 1;
}

static int start(struct pool *pool, uint64_t item) {
  struct cli_processes *processes = pool->processes;
  unsigned free_job = 0;
  while (pool->job[free_job].process != 0)
    free_job++;
  int ends[2];
  if (pipe(ends) != 0)
    return flitlock_fail(pool->error, FLITLOCK_E_INTERNAL, "cannot make a pipe: %s", strerror(errno));
  fflush(NULL);  // or what waits in a buffer would be written twice
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
    (void)setpgid(0, 0);
    const int code = processes->work(processes->self, item, ends[1]);
#ifdef FLITLOCK_COVERAGE
    __gcov_dump();  // _exit would lose what this process has counted
#endif
    _exit(code);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return flitlock_fail(pool->error, FLITLOCK_E_INTERNAL, "cannot start a process: %s", strerror(errno));
  }
  (void)setpgid(process, process);  // whichever of the two is first
  const double seconds =
      processes->seconds_of != NULL ? processes->seconds_of(processes->self, item) : processes->seconds;
  pool->job[free_job] =
      (struct job){.process = process, .pipe = ends[0], .item = item, .until = seconds > 0 ? now() + seconds : 0};
  pool->running++;
  return FLITLOCK_OK;
}

// With all that it has started itself, which would keep its pipe open.
static void end(const struct job *job) { (void)kill(-job->process, SIGKILL); }

// The child has closed its pipe, or was killed.
static void finish(struct pool *pool, struct job *job, int tell) {
  int ended = 0;
  while (waitpid(job->process, &ended, 0) < 0 && errno == EINTR) {
  }
  close(job->pipe);
  job->process = 0;
  pool->running--;
  if (tell) {
    struct cli_finished finished = {
        .item = job->item, .message = job->message, .size = job->size, .timed_out = job->timed_out};
    if (WIFSIGNALED(ended)) {
      snprintf(finished.how, sizeof(finished.how), "signal %d", WTERMSIG(ended));
    } else if (WEXITSTATUS(ended) != 0) {
      snprintf(finished.how, sizeof(finished.how), "exit code %d", WEXITSTATUS(ended));
    }
    struct flitlock_error error = {0};
    int status = pool->processes->finished(pool->processes->self, &finished, &error);
    pool->processes->done++;
    if (status != FLITLOCK_OK && pool->status == FLITLOCK_OK) {
      pool->status = status;
      if (pool->error != NULL) *pool->error = error;
    }
  }
  free(job->message);
  job->message = NULL;
}

// Reads what is there.
static void receive(struct pool *pool, struct job *job) {
  if (job->capacity - job->size < CHUNK) {
    size_t capacity = 2 * job->capacity + CHUNK;
    char *message = realloc(job->message, capacity);
    if (message == NULL) {
      pool->status = flitlock_fail(pool->error, FLITLOCK_E_NO_MEMORY, "out of memory for the result of a process");
      end(job);
      finish(pool, job, 0);
      return;
    }
    job->message = message;
    job->capacity = capacity;
  }
  ssize_t got = read(job->pipe, job->message + job->size, job->capacity - job->size);
  if (got < 0 && errno == EINTR) return;
  if (got > 0) {
    job->size += (size_t)got;
  } else {
    finish(pool, job, 1);
  }
}

static void end_late_ones(struct pool *pool) {
  double time = now();
  for (unsigned n = 0; n < pool->processes->jobs; n++) {
    struct job *job = &pool->job[n];
    if (job->process == 0) continue;
    siginfo_t ended = {0};
    if (waitid(P_PID, (id_t)job->process, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0) end(job);
    if (job->timed_out || job->until <= 0 || time < job->until) continue;
    job->timed_out = 1;
    end(job);
  }
}

static void look(struct pool *pool) {
  nfds_t open = 0;
  for (unsigned n = 0; n < pool->processes->jobs; n++)
    if (pool->job[n].process != 0) pool->wait[open++] = (struct pollfd){.fd = pool->job[n].pipe, .events = POLLIN};
  if (poll(pool->wait, open, INTERVAL) > 0) {
    for (unsigned n = 0, at = 0; n < pool->processes->jobs; n++) {
      if (pool->job[n].process == 0) continue;
      if (pool->wait[at++].revents != 0) receive(pool, &pool->job[n]);
    }
  }
  end_late_ones(pool);
}

static void end_all(struct pool *pool) {
  for (unsigned n = 0; n < pool->processes->jobs; n++) {
    if (pool->job[n].process == 0) continue;
    end(&pool->job[n]);
    finish(pool, &pool->job[n], 0);
  }
}

static int run(struct pool *pool, struct cli_progress *progress, int *interrupted) {
  struct cli_processes *processes = pool->processes;
  uint64_t item = processes->next(processes->self);
  for (;;) {
    // What ends may bring new items.
    if (item == UINT64_MAX) item = processes->next(processes->self);
    while (pool->status == FLITLOCK_OK && pool->running < processes->jobs && item != UINT64_MAX) {
      pool->status = start(pool, item);
      if (pool->status == FLITLOCK_OK) item = processes->next(processes->self);
    }
    if (pool->running == 0 || (pool->status != FLITLOCK_OK && !processes->let_run)) break;
    look(pool);
    if (cli_progress_step(progress, processes->first + processes->done, processes->items) != 0) {
      end_all(pool);
      *interrupted = 1;
      return FLITLOCK_E_TIMEOUT;
    }
  }
  end_all(pool);
  return pool->status;
}

int cli_processes_run(struct cli_processes *processes, int *interrupted, struct flitlock_error *error) {
  struct pool pool = {.processes = processes, .status = FLITLOCK_OK, .error = error};
  processes->done = 0;
  *interrupted = 0;
  pool.job = calloc(processes->jobs + 1U, sizeof(*pool.job));
  pool.wait = calloc(processes->jobs + 1U, sizeof(*pool.wait));
  int status = FLITLOCK_OK;
  if (pool.job == NULL || pool.wait == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the processes");
  } else {
    struct cli_progress progress;
    cli_progress_start(&progress, processes->quiet);
    progress.unit = processes->unit;
    progress.first = processes->first;
    status = run(&pool, &progress, interrupted);
    cli_progress_end(&progress);
  }
  free(pool.job);
  free(pool.wait);
  return status;
}
