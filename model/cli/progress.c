// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define WIDTH    30
#define WAIT     0.5  // seconds before a bar is shown at all
#define INTERVAL 0.1  // seconds between two pictures

static double now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void cli_progress_start(struct cli_progress *progress, int quiet) {
  *progress = (struct cli_progress){0};
  progress->unit = "cycle";
  progress->bar = !quiet && isatty(STDERR_FILENO);
  progress->start = progress->last = now();
  sigemptyset(&progress->held);
  sigaddset(&progress->held, SIGINT);
  sigaddset(&progress->held, SIGTERM);
  sigprocmask(SIG_BLOCK, &progress->held, &progress->previous);
}

static void draw(struct cli_progress *progress, double time, uint64_t cycle, uint64_t end) {
  double done = end > 0 ? (double)cycle / (double)end : 0;
  if (done > 1) done = 1;
  fprintf(stderr, "\r\033[K");
  if (end > 0) {
    char bar[WIDTH + 1];
    for (int n = 0; n < WIDTH; n++)
      bar[n] = n < (int)(done * WIDTH) ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "[%s] %3d %%  ", bar, (int)(done * 100));
  }
  fprintf(stderr, "%s %llu", progress->unit, (unsigned long long)cycle);
  if (cycle > progress->first && cycle <= end) {
    double each = (time - progress->start) / (double)(cycle - progress->first);
    long left = (long)(each * (double)(end - cycle) + 0.5);
    fprintf(stderr, "  %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
  }
  fflush(stderr);
  progress->drawn = 1;
}

int cli_progress_step(void *self, uint64_t cycle, uint64_t end) {
  struct cli_progress *progress = self;
  sigset_t pending;
  if (sigpending(&pending) == 0) {
    if (sigismember(&pending, SIGINT) == 1) progress->interrupted = SIGINT;
    if (sigismember(&pending, SIGTERM) == 1) progress->interrupted = SIGTERM;
  }
  if (progress->bar) {
    double time = now();
    if (time - progress->start >= WAIT && time - progress->last >= INTERVAL) {
      draw(progress, time, cycle, end);
      progress->last = time;
    }
  }
  return progress->interrupted;
}

void cli_progress_end(struct cli_progress *progress) {
  if (progress->drawn) fprintf(stderr, "\r\033[K");
  // A signal that has been obeyed must not end the program as it is let through.
  sigset_t pending;
  while (sigpending(&pending) == 0 && (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1)) {
    int taken = 0;
    if (sigwait(&progress->held, &taken) != 0) break;
  }
  sigprocmask(SIG_SETMASK, &progress->previous, NULL);
}
