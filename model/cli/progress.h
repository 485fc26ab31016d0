// SPDX-License-Identifier: Apache-2.0
// What a person sees of a run that goes on, and how he ends it.
//
// The bar is drawn on standard error where that is a terminal, after a moment, and removed at the end. SIGINT and
// SIGTERM are held back while the run goes on and looked for between its steps, so files are closed and results written
// before the program ends.
#ifndef FLITLOCK_CLI_PROGRESS_H
#define FLITLOCK_CLI_PROGRESS_H

#include <signal.h>
#include <stdint.h>

struct cli_progress {
  const char *unit;   // what is counted: "cycle" unless set after the start
  uint64_t first;     // count that was reached before the start: the time left is told by what came since
  int bar;            // 1: draw
  int drawn;          // there is a bar on the terminal
  int interrupted;    // the signal that came, 0: none
  double start;       // seconds of a clock that only goes forward
  double last;        // when the bar was drawn
  sigset_t held;      // the signals that are held back
  sigset_t previous;  // as they were before
};

// `quiet`: no bar, wherever standard error leads.
void cli_progress_start(struct cli_progress *progress, int quiet);
// The function of `struct flitlock_run_options`: non-zero once a signal has come.
int cli_progress_step(void *self, uint64_t cycle, uint64_t end);
// Removes the bar; signals act as before.
void cli_progress_end(struct cli_progress *progress);

#endif
