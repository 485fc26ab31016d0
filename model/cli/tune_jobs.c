// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, each simulated in a process of its own. A process writes one message into a pipe and ends.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/tune.h"

#define INTERVAL 100  // milliseconds between two looks at the signals

// Small enough for a pipe to take it at once.
struct message {
  int status;
  struct flitlock_tune_point point;
  struct flitlock_error error;
};

struct job {
  pid_t process;  // 0: none
  int pipe;
  size_t point;
  size_t got;  // bytes of the message
  struct message message;
};

struct jobs {
  struct tune_report *report;
  struct job *job;  // [count]
  struct pollfd *wait;
  unsigned count, running;
  size_t next, done;    // points
  size_t failed_point;  // of the failure that is told
  int status;
  struct flitlock_error *error;
};

// Ctrl-C goes to all processes of a terminal. Here it is held back (cli/progress.h): the parent decides, and ends its
// points with SIGKILL, which also comes if the parent is killed itself.
static _Noreturn void simulate(const struct tune_report *report, size_t point, int out, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
  struct message message;
  memset(&message, 0, sizeof(message));
  message.point = report->point[point];
  message.status = flitlock_tune_simulate(report->config, report->bounds, &message.point, &message.error);
  _exit(write(out, &message, sizeof(message)) == (ssize_t)sizeof(message) ? 0 : 1);
}

static int start(struct jobs *jobs) {
  unsigned free_job = 0;
  while (jobs->job[free_job].process != 0)
    free_job++;
  struct job *job = &jobs->job[free_job];
  int ends[2];
  if (pipe(ends) != 0) {
    return flitlock_fail(jobs->error, FLITLOCK_E_INTERNAL, "cannot make a pipe: %s", strerror(errno));
  }
  fflush(NULL);  // or what waits in a buffer would be written twice
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    simulate(jobs->report, jobs->next, ends[1], parent);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return flitlock_fail(jobs->error, FLITLOCK_E_INTERNAL, "cannot start a process: %s", strerror(errno));
  }
  *job = (struct job){.process = process, .pipe = ends[0], .point = jobs->next++};
  jobs->running++;
  return FLITLOCK_OK;
}

static void fail(struct jobs *jobs, const struct job *job, int status, const char *text) {
  if (jobs->status != FLITLOCK_OK && jobs->failed_point < job->point) return;
  const struct flitlock_tune_point *point = &jobs->report->point[job->point];
  jobs->failed_point = job->point;
  jobs->status = flitlock_fail(jobs->error, status, "depth %u of %s buffers: %s", point->depth,
                               flitlock_tune_kind_text(point->kind), text);
}

static void finish(struct jobs *jobs, struct job *job) {
  int ended = 0;
  while (waitpid(job->process, &ended, 0) < 0 && errno == EINTR) {
  }
  close(job->pipe);
  if (job->got != sizeof(job->message)) {
    char text[80];
    snprintf(text, sizeof(text), "the simulation ended without a result (%s %d)",
             WIFSIGNALED(ended) ? "signal" : "exit code", WIFSIGNALED(ended) ? WTERMSIG(ended) : WEXITSTATUS(ended));
    fail(jobs, job, FLITLOCK_E_INTERNAL, text);
  } else if (job->message.status != FLITLOCK_OK) {
    fail(jobs, job, job->message.status, job->message.error.text);
  } else {
    jobs->report->point[job->point] = job->message.point;
  }
  job->process = 0;
  jobs->running--;
  jobs->done++;
}

// Reads what is there.
static void receive(struct jobs *jobs, struct job *job) {
  ssize_t got = read(job->pipe, (char *)&job->message + job->got, sizeof(job->message) - job->got);
  if (got < 0 && errno == EINTR) return;
  if (got > 0) job->got += (size_t)got;
  if (got <= 0 || job->got == sizeof(job->message)) finish(jobs, job);
}

static void look(struct jobs *jobs) {
  nfds_t open = 0;
  for (unsigned n = 0; n < jobs->count; n++)
    if (jobs->job[n].process != 0) jobs->wait[open++] = (struct pollfd){.fd = jobs->job[n].pipe, .events = POLLIN};
  if (poll(jobs->wait, open, INTERVAL) <= 0) return;
  for (unsigned n = 0, at = 0; n < jobs->count; n++) {
    if (jobs->job[n].process == 0) continue;
    if (jobs->wait[at++].revents != 0) receive(jobs, &jobs->job[n]);
  }
}

static void interrupt(struct jobs *jobs) {
  for (unsigned n = 0; n < jobs->count; n++) {
    if (jobs->job[n].process == 0) continue;
    kill(jobs->job[n].process, SIGKILL);
    finish(jobs, &jobs->job[n]);
  }
}

static int run(struct jobs *jobs, struct cli_progress *progress) {
  size_t points = jobs->report->point_count;
  while (jobs->done < points) {
    while (jobs->status == FLITLOCK_OK && jobs->running < jobs->count && jobs->next < points) {
      jobs->failed_point = jobs->next;
      jobs->status = start(jobs);
    }
    // After a failure the points before it, which have been started, are waited for: they may fail, too.
    if (jobs->running == 0) break;
    look(jobs);
    if (cli_progress_step(progress, jobs->done, points) != 0) {
      size_t done = jobs->done;
      interrupt(jobs);
      return flitlock_fail(jobs->error, FLITLOCK_E_TIMEOUT, "interrupted after %zu of %zu points of the sweep", done,
                           points);
    }
  }
  return jobs->status;
}

int tune_jobs_run(struct tune_report *report, unsigned count, int quiet, struct flitlock_error *error) {
  if (count > report->point_count) count = (unsigned)report->point_count;
  struct jobs jobs = {.report = report, .count = count, .status = FLITLOCK_OK, .error = error};
  jobs.job = calloc(count + 1U, sizeof(*jobs.job));
  jobs.wait = calloc(count + 1U, sizeof(*jobs.wait));
  int status = FLITLOCK_OK;
  if (jobs.job == NULL || jobs.wait == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the sweep");
  } else {
    struct cli_progress progress;
    cli_progress_start(&progress, quiet);
    progress.unit = "point";
    status = run(&jobs, &progress);
    cli_progress_end(&progress);
  }
  free(jobs.job);
  free(jobs.wait);
  return status;
}
